#include "app/chat/notecontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/undosteps.h"
#include "core/library/library.h"
#include "core/library/notefiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

NoteController::NoteController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    NoteFold *fold = app.chatPane.note();
    QAction *action = app.actions.action(ActionId::AuthorsNote);
    action->setEnabled(false);
    connect(action, &QAction::triggered, this, &NoteController::show);
    connect(app.chatPane.composer(), &Composer::noteRequested, this, &NoteController::show);
    connect(fold, &NoteFold::closeRequested, this, [this] {
        show(false);
        m_app.chatPane.composer()->setFocus();
    });
    connect(fold, &NoteFold::chatEdited, this, [this](const ChatNote &note) {
        if (m_session)
            m_session->edits().change(
                UndoAction::AuthorsNote,
                {setChatNote(m_session->chat(), note, m_session->snapshot().settings.note)});
    });
    connect(fold, &NoteFold::characterEdited, this,
            [this](const CharacterNote &before, const CharacterNote &now) {
                save(now);
                pushStep(before, now, tr("Undo the character's note"), tr("Redo the character's note"));
            });
    connect(fold, &NoteFold::defaultEdited, this,
            [this](const NoteSettings &before, const NoteSettings &now) {
                save(now);
                pushStep(before, now, tr("Undo the note of chats without one"),
                         tr("Redo the note of chats without one"));
            });
    connect(&app.chat, &ChatController::leaving, fold, &NoteFold::flush);
    connect(&app.chat, &ChatController::sessionChanged, this, &NoteController::follow);
    connect(&app.workspace.content, &ActiveContent::changed, this, &NoteController::refresh);
}

void NoteController::save(const CharacterNote &note)
{
    const LibraryLayout &layout = m_app.library.layout();
    m_app.library.keepSaving(
        layout.relative(layout.settingsFile()),
        [note](LibraryStore &store) { return saveCharacterNote(store, note); }, {},
        u"note of "_s + note.avatar);
}

void NoteController::save(const NoteSettings &note)
{
    const LibraryLayout &layout = m_app.library.layout();
    m_app.library.keepSaving(
        layout.relative(layout.settingsFile()),
        [note](LibraryStore &store) { return saveDefaultNote(store, note); }, {}, u"note"_s);
}

template <typename Note>
void NoteController::pushStep(const Note &before, const Note &now, const QString &undoText,
                              const QString &redoText)
{
    if (before == now)
        return;
    const auto put = [this](const Note &note) {
        m_app.chatPane.note()->setSaving(note);
        save(note);
    };
    m_app.undoSteps.push({.undoText = undoText,
                          .redoText = redoText,
                          .undo = [put, before] { put(before); },
                          .redo = [put, now] { put(now); },
                          .kind = {}});
}

void NoteController::follow()
{
    m_session = m_app.chat.session();
    m_app.actions.action(ActionId::AuthorsNote)->setEnabled(m_session);
    m_isAnotherChat = true;
    if (!m_session) {
        show(false);
        return;
    }
    connect(m_session, &ChatSession::changed, this, &NoteController::refresh);
    connect(&m_session->preview(), &PromptPreview::ready, this, &NoteController::showStatus);
    refresh();
}

void NoteController::show(bool shown)
{
    const bool isShown = shown && m_session;
    NoteFold *fold = m_app.chatPane.note();
    if (isShown && !fold->isVisible())
        refresh();
    fold->setVisible(isShown);
    if (isShown) {
        fold->setFocus();
        showStatus(m_session->preview().current());
    }
    m_app.actions.action(ActionId::AuthorsNote)->setChecked(isShown);
    refresh();
}

QString NoteController::cardName() const
{
    return m_session && !m_session->snapshot().group
               ? QFileInfo(m_session->snapshot().avatar).completeBaseName()
               : QString();
}

NoteFold::Notes NoteController::notes() const
{
    NoteFold::Notes notes;
    if (!m_session)
        return notes;
    const PromptInputs &inputs = m_session->snapshot();
    notes.defaults = inputs.settings.note;
    notes.hasChat = true;
    notes.chat = chatNoteOf(m_session->chat().metadata(), notes.defaults);
    const QString card = cardName();
    notes.hasCharacter = !card.isEmpty();
    notes.characterName = inputs.card && !inputs.card->name.isEmpty() ? inputs.card->name : card;
    notes.character.avatar = card;
    const auto found = std::ranges::find(notes.defaults.characterNotes, card, &CharacterNote::avatar);
    if (found != notes.defaults.characterNotes.cend())
        notes.character = *found;
    notes.defaults.characterNotes.clear();
    return notes;
}

void NoteController::refresh()
{
    const NoteFold::Notes now = notes();
    NoteFold *fold = m_app.chatPane.note();
    if (m_session)
        fold->setNotes(now, std::exchange(m_isAnotherChat, false));
    const bool isInEffect =
        m_session && (!now.chat.text.isEmpty() || (now.character.isUsed && !now.character.text.isEmpty()));
    m_app.chatPane.composer()->setNote(fold->isVisibleTo(&m_app.chatPane), isInEffect);
}

static bool saysNote(const TracedText &text)
{
    const auto isNote = [](const Source &source) {
        return source.kind() == SourceKind::NoteChat || source.kind() == SourceKind::NoteCharacter;
    };
    return std::ranges::any_of(text.spans(), [&](const Span &span) {
        Source source = span.source;
        while (!isNote(source) && source.hasParent())
            source = source.parent();
        return isNote(source);
    });
}

void NoteController::showStatus(const PreparedPrompt &prepared)
{
    if (!m_app.chatPane.note()->isVisible()) // it walks the whole prompt
        return;
    const NoteFold::Notes now = notes();
    const bool hasText = !now.chat.text.isEmpty() || (now.character.isUsed && !now.character.text.isEmpty());
    const bool isSent = (prepared.prompt.prompt && saysNote(*prepared.prompt.prompt)) ||
                        std::ranges::any_of(prepared.prompt.messages, [](const OutboundMessage &message) {
                            return saysNote(message.content);
                        });
    QString text;
    if (isSent)
        text = tr("In this prompt");
    else if (hasText && now.chat.interval <= 0)
        text = tr("Never sent: the interval is 0");
    else if (hasText && now.chat.interval > 1)
        text = tr("Not in this prompt: it is sent once every %1 of your messages").arg(now.chat.interval);
    else if (hasText)
        text = tr("Not in this prompt");
    m_app.chatPane.note()->setStatus(text);
}

} // namespace snug
