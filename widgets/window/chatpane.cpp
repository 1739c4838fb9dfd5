#include "widgets/window/chatpane.h"

#include "widgets/chat/castbar.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/emptystory.h"
#include "widgets/chat/findbar.h"
#include "widgets/chat/hintstrip.h"
#include "widgets/chat/notefold.h"
#include "widgets/chat/quickbar.h"
#include "widgets/chat/scenestrip.h"
#include "widgets/chat/speakerbar.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/noticebar.h"

#include <QVBoxLayout>

namespace snug {

ChatPane::ChatPane(CodeColours *colours, QWidget *parent)
    : QWidget(parent)
    , m_notices(new NoticeBar)
    , m_header(new ChatHeader)
    , m_find(new FindBar)
    , m_transcript(new Transcript(colours))
    , m_empty(new EmptyStory(m_transcript->viewport()))
    , m_undo(new UndoLine)
    , m_speakers(new SpeakerBar)
    , m_scene(new SceneStrip)
    , m_cast(new CastBar)
    , m_hint(new HintStrip)
    , m_note(new NoteFold)
    , m_quick(new QuickBar)
    , m_composer(new Composer)
{
    m_transcript->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    layout->addWidget(m_header);
    layout->addWidget(m_find);
    layout->addWidget(m_transcript, 1);
    layout->addWidget(m_undo);
    layout->addWidget(m_speakers);
    layout->addWidget(m_scene);
    layout->addWidget(m_cast);
    layout->addWidget(m_hint);
    layout->addWidget(m_note);
    layout->addWidget(m_quick);
    layout->addWidget(m_composer);
    setFocusProxy(m_composer);
    connect(m_transcript, &Transcript::typed, m_composer, &Composer::type);
    connect(m_notices, &NoticeBar::keysReleased, m_composer, qOverload<>(&QWidget::setFocus));
}

void ChatPane::setReading(const ReadingLook &look)
{
    m_transcript->setReading(look);
    m_undo->setReading(look);
    m_composer->setReading(look);
}

void ChatPane::setTheme(const Theme &theme)
{
    m_notices->setTheme(theme);
    m_header->setTheme(theme);
    m_find->setTheme(theme);
    m_transcript->setTheme(theme);
    m_empty->setTheme(theme);
    m_undo->setTheme(theme);
    m_speakers->setTheme(theme);
    m_scene->setTheme(theme);
    m_cast->setTheme(theme);
    m_hint->setTheme(theme);
    m_note->setTheme(theme);
    m_quick->setTheme(theme);
    m_composer->setTheme(theme);
}

} // namespace snug
