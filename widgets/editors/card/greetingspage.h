// All greetings of a card: the first message, the alternates, those for groups.
#pragma once

#include "core/model/card.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QToolButton;

namespace snug {

class GreetingsPage : public QWidget
{
    Q_OBJECT

public:
    explicit GreetingsPage(QWidget *parent = nullptr);

    // Does not say edited().
    void setCard(const Card &card);
    void setTokens(const QString &text); // of the chosen one
    QString currentText() const;
    void choose(int row); // 0 = the first message

Q_SIGNALS:
    // `what` was done ("Delete Greeting"); `field` is empty unless it was typing.
    void edited(const QStringList &all, qsizetype alternates, const QString &what, const QString &field);
    void chosen();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *makeButton(const QString &text, const QString &tip, void (GreetingsPage::*act)());
    void show(int row);
    void take();
    void addAlternate();
    void addForGroups();
    void duplicate();
    void remove();
    void moveUp();
    void moveDown();
    void move(int by);
    bool isForGroups(qsizetype row) const { return row > m_alternates; }
    void tell(const QString &what, const QString &field = {});
    void fillList(int row);

    QStringList m_all;          // the first message, alternates, those for groups
    qsizetype m_alternates = 0; // how many
    QListWidget *m_list;
    QPlainTextEdit *m_text;
    QLabel *m_tokens;
    bool m_isSetting = false;
};

} // namespace snug
