// The middle of the window: notices, who one talks to, the story, and where one writes.
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class CastBar;
class ChatHeader;
class CodeColours;
class Composer;
class FindBar;
class NoticeBar;
class SceneStrip;
class SpeakerBar;
class Transcript;

class ChatPane : public QWidget
{
    Q_OBJECT

public:
    // `colours` must outlive the pane.
    explicit ChatPane(CodeColours *colours, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);

    NoticeBar *notices() const { return m_notices; }
    ChatHeader *header() const { return m_header; }
    FindBar *find() const { return m_find; } // shown while it is wanted
    Transcript *transcript() const { return m_transcript; }
    SpeakerBar *speakers() const { return m_speakers; } // shown in groups only
    SceneStrip *scene() const { return m_scene; }       // shown while one is marked
    CastBar *cast() const { return m_cast; }            // shown where characters keep secrets
    Composer *composer() const { return m_composer; }

private:
    NoticeBar *m_notices;
    ChatHeader *m_header;
    FindBar *m_find;
    Transcript *m_transcript;
    SpeakerBar *m_speakers;
    SceneStrip *m_scene;
    CastBar *m_cast;
    Composer *m_composer;
};

} // namespace snug
