// All greetings of a card: the first message, the alternates, those for groups.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/card.h"

#include <QWidget>

class QListWidget;
class QToolButton;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class MacroTextEdit;
class PlainLabel;

class GreetingsPage : public QWidget
{
    Q_OBJECT

public:
    // `repository` may be null.
    explicit GreetingsPage(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    // Does not say edited().
    void setCard(const Card &card);
    void setTokens(const QString &text); // of the chosen one
    QString currentText() const;
    void choose(int row); // 0 = the first message
    MacroTextEdit *text() const { return m_text; }
    // Of all of them; `where` is the card's key without "data.", "alternate_greetings.0".
    void setFindings(const QList<LintFinding> &findings);
    // -1: the finding is about none of them.
    int rowOf(const LintFinding &finding) const;

Q_SIGNALS:
    // `what` was done ("Delete Greeting"); `field` is empty unless it was typing.
    void edited(const QStringList &all, qsizetype alternates, const QString &what, const QString &field);
    void chosen();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *makeButton(const QString &text, const QString &tip, void (GreetingsPage::*act)());
    void show(int row);
    void onEdited();
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
    void showFindings();

    QStringList m_all;          // the first message, alternates, those for groups
    qsizetype m_alternates = 0; // how many
    QListWidget *m_list;
    MacroTextEdit *m_text;
    QList<LintFinding> m_findings;
    PlainLabel *m_tokens;
    bool m_isSetting = false;
};

} // namespace snug
