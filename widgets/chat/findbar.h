// The line above the story in which words are looked for in the open chat.
#pragma once

#include "core/chat/findinchat.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace snug {

class PlainLabel;

class FindBar : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // With what was looked for last chosen, so that typing replaces it.
    void open();
    void close();
    ChatSearch search() const;
    // Which of how many messages is shown, from 0; -1 = none.
    void showPlace(qsizetype current, qsizetype count);
    void showSearching();
    QLineEdit *field() const { return m_field; }
    QComboBox *who() const { return m_who; }

Q_SIGNALS:
    void searchChanged();
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    Theme m_theme = Theme::light();
    QLineEdit *m_field;
    QComboBox *m_who;
    PlainLabel *m_place;
    QToolButton *m_previous;
    QToolButton *m_next;
};

} // namespace snug
