// The middle of the window: notices, who one talks to, the story, and where one writes.
#pragma once

#include "widgets/chat/readinglook.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class CastBar;
class ChatHeader;
class CodeColours;
class Composer;
class EmptyStory;
class FindBar;
class HintStrip;
class NoteFold;
class NoticeBar;
class QuickBar;
class SceneStrip;
class SpeakerBar;
class Transcript;
class UndoLine;

class ChatPane : public QWidget
{
    Q_OBJECT

public:
    // `colours` must outlive the pane.
    explicit ChatPane(CodeColours *colours, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setReading(const ReadingLook &look);

    NoticeBar *notices() const { return m_notices; }
    ChatHeader *header() const { return m_header; }
    FindBar *find() const { return m_find; } // shown while it is wanted
    Transcript *transcript() const { return m_transcript; }
    EmptyStory *emptyStory() const { return m_empty; }  // in its place, while nobody is there to talk to
    UndoLine *undoLine() const { return m_undo; }       // below it, while there is something to undo
    SpeakerBar *speakers() const { return m_speakers; } // shown in groups only
    SceneStrip *scene() const { return m_scene; }       // shown while one is marked
    CastBar *cast() const { return m_cast; }            // shown where characters keep secrets
    HintStrip *hint() const { return m_hint; }          // shown while one is asked for
    NoteFold *note() const { return m_note; }           // shown while it is folded out
    QuickBar *quick() const { return m_quick; }         // shown where there are buttons
    Composer *composer() const { return m_composer; }

private:
    NoticeBar *m_notices;
    ChatHeader *m_header;
    FindBar *m_find;
    Transcript *m_transcript;
    EmptyStory *m_empty;
    UndoLine *m_undo;
    SpeakerBar *m_speakers;
    SceneStrip *m_scene;
    CastBar *m_cast;
    HintStrip *m_hint;
    NoteFold *m_note;
    QuickBar *m_quick;
    Composer *m_composer;
};

} // namespace snug
