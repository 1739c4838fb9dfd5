// Where characters keep secrets, one line above the composer: whom one plays, who is asked to reply, what is
// not shown, and the private replies that follow each other.
#pragma once

#include "widgets/theme/theme.h"

#include <QStringList>
#include <QWidget>

class QMenu;
class QToolButton;

namespace snug {

struct CastState
{
    QString writer;       // whom the user plays
    QString replier;      // who would reply
    bool isAsked = false; // because the user wants it
    QStringList writers;  // whom the user can play, the persona first
    QStringList repliers; // whom the user can ask
    int kept = 0;         // messages that are not shown
    bool showsAll = false;
    // Private replies: who writes now, who waits, how many of at most how many there were.
    QString writing;
    QStringList waiting;
    int rounds = 0;
    int mostRounds = 0;
    bool isAtLimit = false;

    bool operator==(const CastState &) const = default;
};

class CastBar : public QWidget
{
    Q_OBJECT

public:
    explicit CastBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setState(const CastState &state);
    const CastState &state() const { return m_state; }
    QString chainText() const; // "Bob, then Alice · 3 of 8"; empty without private replies

    QSize sizeHint() const override;

Q_SIGNALS:
    void writerChosen(const QString &name);  // one of the state's, or another
    void replierChosen(const QString &name); // empty: as the chat has it
    void showAllToggled(bool all);
    void stopRequested();
    void goOnRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    void fillWriters();
    void askForWriter();
    void fillRepliers();

    Theme m_theme = Theme::light();
    CastState m_state;
    QToolButton *m_writer;
    QToolButton *m_replier;
    QMenu *m_writers;
    QMenu *m_repliers;
    QToolButton *m_kept;
    QToolButton *m_stop;
    QToolButton *m_goOn;
};

} // namespace snug
