// In a group's chat, one line above the composer: who speaks next and why, and what one can do about it.
#pragma once

#include "core/chat/nextspeakers.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace snug {

class SpeakerBar : public QWidget
{
    Q_OBJECT

public:
    explicit SpeakerBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // `writing`: the name of who is writing now, or empty. `queue`: who comes then, or next.
    void setQueue(const SpeakerQueue &queue, const QString &writing);
    void setGoesOn(bool goesOn);
    // The menu behind "Let Speak": whose reply to ask for. Not owned.
    void setSpeakMenu(QMenu *menu);
    QString line() const { return m_line; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void goesOnToggled(bool goesOn);
    void editRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    QList<QToolButton *> buttons() const { return {m_speak, m_goOn, m_edit}; }

    Theme m_theme;
    QString m_line;
    QToolButton *m_speak;
    QToolButton *m_goOn;
    QToolButton *m_edit;
};

// The whole line, in the user's words.
QString speakersLine(const SpeakerQueue &queue, const QString &writing);
// Everybody with the reason, a line each.
QString speakersList(const SpeakerQueue &queue);

} // namespace snug
