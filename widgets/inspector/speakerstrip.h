// In a group's chat, above the inspector's pages: whose prompt is shown, and why; another's can be chosen.
#pragma once

#include "core/chat/nextspeakers.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;

namespace snug {

class PlainLabel;

class SpeakerStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SpeakerStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // `shown`: whose prompt it is; `looked`: who was chosen to be looked at, empty = the next one.
    void setQueue(const SpeakerQueue &queue, const QString &shown, const QString &looked);

Q_SIGNALS:
    void lookRequested(const QString &avatar); // empty: at whoever is next

private:
    PlainLabel *m_label;
    QComboBox *m_choice;
    QStringList m_texts; // of the choices
};

} // namespace snug
