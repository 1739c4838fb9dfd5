#include "app/editors/sourcepopovercontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "core/chat/authorsnote.h"
#include "core/chat/chatmodel.h"
#include "core/chat/chatsession.h"
#include "core/editing/documentformats.h"
#include "core/editing/personaedits.h"
#include "core/editing/presetedits.h"
#include "core/library/library.h"
#include "core/model/editedtext.h"
#include "core/prompt/sourceplace.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/sourcepopover.h"
#include "widgets/window/studio.h"
#include "widgets/window/windowpages.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString noticeId = u"source-saved"_s;

QString textIn(const Preset &preset, const WhatIfTarget &target)
{
    const PromptBlock *block = findBlock(preset, target.name);
    return block ? block->content : QString();
}

QString textIn(const Lorebook &book, const WhatIfTarget &target)
{
    const auto entry = std::ranges::find(book.entries, target.number, &LoreEntry::uid);
    return entry == book.entries.cend() ? QString() : entry->content;
}

// Here the target's name is the persona's picture.
QString textIn(const PersonaList &list, const WhatIfTarget &target)
{
    const Persona *persona = findPersona(list, target.name);
    return persona ? persona->description : QString();
}

void applyTo(PersonaList &list, const WhatIfChange &change)
{
    if (const Persona *found = findPersona(list, change.target.name)) {
        Persona persona = *found;
        persona.description = change.text.value_or(QString());
        list = withPersona(std::move(list), persona);
    }
}

// Not thoughts, nor what is said of a file: they are not the message's text.
bool isMessageText(const Source &source)
{
    for (Source link = source;; link = link.parent()) {
        switch (link.kind()) {
        case SourceKind::HistoryUser:
        case SourceKind::HistoryAssistant:
        case SourceKind::HistoryNarrator:
            return true;
        default:
            break;
        }
        if (!link.hasParent())
            return false;
    }
}

QString textIn(const Card &card, const WhatIfTarget &target)
{
    PromptInputs inputs;
    inputs.card = card;
    return whatIfText(target, inputs);
}

} // namespace

SourcePopoverController::SourcePopoverController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    for (const auto &[window, pane] :
         {std::pair<QWidget *, PromptPane *>(&app.window, app.inspector.prompt()),
          std::pair<QWidget *, PromptPane *>(&app.studio, app.studio.prompt())}) {
        pane->list()->setOpensInPlace(true);
        connect(pane->list(), &PromptList::sourceClicked, this,
                [this, window](const Source &source, const QPoint &at) { look(window, source, at); });
        connect(pane->list(), &PromptList::sourceRequested, this, [this] { close(true); });
    }
    connect(this, &SourcePopoverController::openRequested, &app.inspector, &Inspector::sourceRequested);
    const auto end = [this] {
        close(true);
        m_done = {};
        m_app.undoSteps.drop(noticeId);
        m_app.chatPane.notices()->dismiss(noticeId);
    };
    connect(&app.window, &MainWindow::closing, this, end);
    connect(&app.library, &Library::aboutToClose, this, end);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] { close(true); });
    connect(app.window.pages(), &WindowPages::turned, this, [this] { close(true); });
}

// When one first looks: its field needs the definitions of languages.
void SourcePopoverController::makePopover()
{
    m_popover = new SourcePopover(m_app.syntax());
    m_popover->setParent(&m_app.window);
    m_popover->setTheme(m_app.theme.theme());
    m_popover->setMacros(macroWords());
    connect(&m_app.theme, &SystemTheme::themeChanged, m_popover, &SourcePopover::setTheme);
    connect(m_popover, &SourcePopover::textEdited, this, &SourcePopoverController::onEdited);
    connect(m_popover, &SourcePopover::saveRequested, this, &SourcePopoverController::save);
    connect(m_popover, &SourcePopover::discardRequested, this, [this] { close(false); });
    connect(m_popover, &SourcePopover::studioRequested, this, &SourcePopoverController::goToStudio);
    connect(m_popover, &SourcePopover::undoRequested, this, [this] { step(true); });
    connect(m_popover, &SourcePopover::redoRequested, this, [this] { step(false); });
}

// With its window, unless that has gone already.
SourcePopoverController::~SourcePopoverController()
{
    delete m_popover;
}

template <typename T, typename Put>
SourcePopoverController::Place SourcePopoverController::placeIn(const DocumentFormat &format,
                                                                const WhatIfTarget &target, Put put)
{
    auto document = std::make_unique<DocumentEditor<T>>(&m_app.library, format);
    DocumentEditor<T> *typed = document.get();
    Place place;
    place.read = [typed, target] { return textIn(typed->value(), target); };
    place.write = [this, typed, target](const QString &text) {
        T value = typed->value();
        applyTo(value, {.target = target, .name = m_name, .text = text});
        //: a step of the history; %1 is a block, a lore entry or a field of a card
        typed->change(value, tr("Edit of %1").arg(m_name), u"text"_s);
    };
    place.putIntoEffect = [typed, put](bool isInEffect) {
        put(typed->name(), isInEffect ? std::optional(typed->value()) : std::nullopt);
    };
    place.document = std::move(document);
    return place;
}

// Empty: edited elsewhere, or nothing that can be edited alone.
SourcePopoverController::Place SourcePopoverController::placeOf(const WhatIfTarget &target)
{
    ActiveContent &content = m_app.workspace.content;
    const auto isEditedAlready = [this](const DocumentKey &key) {
        return key.name.isEmpty() || editorOf(m_app, key.kind).unsavedKeys().contains(key);
    };
    DocumentKey key;
    Place place;
    switch (target.kind) {
    case WhatIfTarget::Kind::Block:
        key = {DocumentKind::Preset, content.presetName()};
        place = placeIn<Preset>(presetFormat(), target, [&content](const QString &name, const auto &preset) {
            content.edited().setPreset(name, preset);
        });
        break;
    case WhatIfTarget::Kind::LoreEntry:
        key = {DocumentKind::Lorebook, target.name};
        if (!std::ranges::contains(m_app.library.contents().lorebooks, target.name, &LorebookSummary::name))
            return {}; // of a card
        place = placeIn<Lorebook>(lorebookFormat(), target,
                                  [&content](const QString &name, std::optional<Lorebook> book) {
                                      if (book)
                                          book->name = name;
                                      content.edited().setLorebook(name, book);
                                  });
        break;
    case WhatIfTarget::Kind::CardField:
        key = {DocumentKind::Card, content.cardFile()};
        place = placeIn<Card>(cardFormat(), target, [&content](const QString &file, const auto &card) {
            content.edited().setCard(file, card);
        });
        break;
    case WhatIfTarget::Kind::Persona:
        key = {DocumentKind::Persona, settingsDocument()};
        place = placeIn<PersonaList>(
            personasFormat(),
            {.kind = target.kind, .name = content.personas().inEffect().persona.value_or(Persona()).avatar},
            [&content](const QString &, const auto &list) { content.edited().setPersonas(list); });
        break;
    default:
        return {};
    }
    if (isEditedAlready(key))
        return {};
    place.document->open(key.name);
    return place;
}

// Wherever the message is by the time that it is read or written.
SourcePopoverController::Place SourcePopoverController::placeInChat(const WhatIfTarget &target,
                                                                    const Source &source)
{
    ChatSession *open = m_app.chat.session();
    if (target.kind == WhatIfTarget::Kind::AuthorsNote) {
        const auto noteOf = [](const ChatSession &session) {
            return chatNoteOf(session.chat().metadata(), session.snapshot().settings.note);
        };
        return {.document = {},
                .read = [session = QPointer(open),
                         noteOf] { return session ? noteOf(*session).text : QString(); },
                .keep =
                    [this, session = QPointer(open), noteOf](const QString &text) {
                        if (!session || noteOf(*session).text != m_before)
                            return tr("The note has changed meanwhile. Copy this text, then open it again.");
                        ChatNote note = noteOf(*session);
                        note.text = text;
                        session->edits().change(
                            UndoAction::AuthorsNote,
                            {setChatNote(session->chat(), note, session->snapshot().settings.note)});
                        return QString();
                    },
                .message = 0,
                .write = {},
                .putIntoEffect = {}};
    }
    if (target.kind != WhatIfTarget::Kind::ChatMessage || !isMessageText(source) ||
        target.number >= open->conversation().size())
        return {};
    const auto rowNow = [this, id = open->conversation().idAt(target.number)] {
        const ChatModel *model = m_app.chat.model();
        const ChatSession *session = m_app.chat.session();
        const int row = model && session ? model->rowOf(id) : -1;
        return row >= 0 && row < session->conversation().size() ? row : -1;
    };
    return {.document = {},
            .read =
                [this, rowNow] {
                    const int row = rowNow();
                    return row < 0 ? QString() : m_app.chat.session()->chat().messages.at(row).text;
                },
            .keep =
                [this, rowNow](const QString &text) {
                    const int row = rowNow();
                    if (row < 0)
                        return tr("This message is no longer in the chat.");
                    if (m_app.chat.session()->chat().messages.at(row).text != m_before) // another swipe, say
                        return tr("The message has changed meanwhile. Copy this text, then open it again.");
                    m_app.chat.session()->edits().edit(row, text);
                    return QString();
                },
            .message = open->conversation().idAt(target.number),
            .write = {},
            .putIntoEffect = {}};
}

bool SourcePopoverController::isEdited() const
{
    if (m_place.keep)
        return m_popover && m_popover->text()->toPlainText() != shownText(m_before);
    return m_place.document && m_place.document->isEdited();
}

void SourcePopoverController::lookAtChat(QWidget *window, const QPoint &globalPosition)
{
    m_before = m_place.read();
    m_popover->showIn(window, globalPosition, placedSource(m_source).link.path().join(u" › "_s), m_before,
                      SourcePopover::Owner::Chat);
    m_popover->text()->setUndoRedoEnabled(true); // there is no document with a history
    const QList<EditInPlace::Draft> drafts = m_app.chatPane.transcript()->editing().drafts();
    const auto draft = std::ranges::find(drafts, m_place.message, &EditInPlace::Draft::message);
    if (draft == drafts.cend() || draft->original != m_before)
        return;
    m_isAside = true;
    m_popover->setText(draft->text);
    m_popover->setEdited(isEdited());
}

// As where a message is edited in the chat: it survives the program, however that ends.
void SourcePopoverController::keepAside(const QString &text)
{
    if (m_place.message == 0)
        return;
    m_isAside = true;
    m_app.chatPane.transcript()->editing().keepDraft(
        {.message = m_place.message, .original = m_before, .text = text});
}

void SourcePopoverController::dropAside()
{
    if (std::exchange(m_isAside, false))
        m_app.chatPane.transcript()->editing().dropDraft(m_place.message);
}

void SourcePopoverController::save()
{
    if (m_place.document)
        return m_place.document->save();
    if (!m_place.keep)
        return;
    if (const QString problem = m_place.keep(m_popover->text()->toPlainText()); !problem.isEmpty())
        m_popover->setProblem(problem);
    else
        close(false);
}

void SourcePopoverController::look(QWidget *window, const Source &source, const QPoint &globalPosition)
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    if (!m_popover)
        makePopover();
    if (isEdited()) {
        m_popover->setProblem(tr("Save this text first, or discard it with Esc."));
        return;
    }
    close(false);
    const PromptInputs &files = session->upcoming().untouched();
    const WhatIfTarget target = whatIfTarget(source, files);
    const PromptBlock *block = target.kind == WhatIfTarget::Kind::Block && files.preset
                                   ? findBlock(*files.preset, target.name)
                                   : nullptr;
    if (Place place = placeInChat(target, source); place.keep) {
        m_source = source;
        m_place = std::move(place);
        return lookAtChat(window, globalPosition);
    }
    Place place = block && block->marker ? Place() : placeOf(target);
    if (!place.document) {
        Q_EMIT openRequested(source, -1);
        return;
    }
    m_source = source;
    m_name = sourceName(source);
    m_window = window;
    m_at = globalPosition;
    m_place = std::move(place);
    DocumentEditing *document = m_place.document.get();
    connect(document, &DocumentEditing::opened, this, &SourcePopoverController::onOpened);
    connect(document, &DocumentEditing::changed, this, &SourcePopoverController::refresh);
    connect(document, &DocumentEditing::saved, this, &SourcePopoverController::onSaved);
    connect(document, &DocumentEditing::conflicted, this, &SourcePopoverController::goToStudio);
    connect(document, &DocumentEditing::failed, this, [this](const Error &error) {
        if (m_place.document && m_place.document->isOpen() && m_popover)
            m_popover->setProblem(error.line());
        else
            Q_EMIT openRequested(m_source, -1); // the editor says why
    });
}

void SourcePopoverController::onOpened()
{
    if (!m_place.document || !m_popover || !m_window)
        return;
    if (m_place.document->isEdited()) // begun in an earlier run
        return goToStudio();
    m_popover->text()->setUndoRedoEnabled(false);
    m_popover->showIn(m_window, m_at, placedSource(m_source).link.path().join(u" › "_s), m_place.read());
}

void SourcePopoverController::onEdited(const QString &text)
{
    if (m_place.document && m_place.document->isOpen())
        m_place.write(text);
    if (!m_place.keep)
        return;
    m_popover->setEdited(isEdited());
    if (isEdited())
        keepAside(text);
    else
        dropAside();
}

void SourcePopoverController::refresh()
{
    if (!m_place.document || !m_place.document->isOpen())
        return;
    const bool isEdited = m_place.document->isEdited();
    m_place.putIntoEffect(isEdited);
    if (!m_popover || !m_popover->isVisible())
        return;
    m_popover->setEdited(isEdited);
    if (!m_place.document) // it has gone by that
        return;
    if (const QString text = m_place.read(); text != m_popover->text()->toPlainText())
        m_popover->setText(text);
}

void SourcePopoverController::step(bool isBack)
{
    if (m_place.keep)
        isBack ? m_popover->text()->undo() : m_popover->text()->redo();
    else if (m_place.document && isBack)
        m_place.document->undo();
    else if (m_place.document)
        m_place.document->redo();
}

void SourcePopoverController::onSaved()
{
    if (!m_place.document)
        return;
    m_place.putIntoEffect(false);
    const QString name = m_name;
    m_popover->hide();
    m_place.document->disconnect(this);
    m_done = std::exchange(m_place, {});
    m_app.chatPane.notices()->post(noticeId,
                                   {Notice::Kind::Done,
                                    tr("“%1” is saved.").arg(name),
                                    {{tr("Undo"), [this] { m_app.undoSteps.takeBack(noticeId); }}}});
    m_app.undoSteps.push({//: %1 is a block, a lore entry, a field of a card or a persona
                          .undoText = tr("Undo edit of “%1”").arg(name),
                          //: %1 is a block, a lore entry, a field of a card or a persona
                          .redoText = tr("Redo edit of “%1”").arg(name),
                          .undo = [this] { go(UndoSteps::Way::Back); },
                          .redo = [this] { go(UndoSteps::Way::Again); },
                          .kind = noticeId});
}

// What others have written since is kept.
void SourcePopoverController::go(UndoSteps::Way way)
{
    m_app.chatPane.notices()->dismiss(noticeId);
    const bool isBack = way == UndoSteps::Way::Back;
    DocumentEditing *document = m_done.document.get();
    if (!document || !(isBack ? document->canUndo() : document->canRedo()))
        return;
    document->disconnect(this);
    isBack ? document->undo() : document->redo();
    m_done.putIntoEffect(true);
    connect(m_done.document.get(), &DocumentEditing::saved, this, [this] { m_done.putIntoEffect(false); });
    connect(m_done.document.get(), &DocumentEditing::failed, this,
            [this](const Error &error) { m_app.window.showNews(error.line()); });
    m_done.document->save();
}

void SourcePopoverController::goToStudio()
{
    const Source source = m_source;
    const bool isNote =
        m_place.keep && whatIfTarget(source, m_app.chat.session()->upcoming().untouched()).kind ==
                            WhatIfTarget::Kind::AuthorsNote;
    close(true);
    if (QAction *note = m_app.actions.action(ActionId::AuthorsNote); isNote && !note->isChecked())
        note->trigger();
    else if (!isNote)
        Q_EMIT openRequested(source, -1);
}

// What is not saved goes, or waits as a draft.
void SourcePopoverController::close(bool keepsDraft)
{
    if (!keepsDraft)
        dropAside();
    m_isAside = false;
    Place gone = std::exchange(m_place, {});
    if (m_popover)
        m_popover->hide();
    if (!gone.document)
        return;
    gone.document->disconnect(this);
    gone.putIntoEffect(false);
    if (keepsDraft || !gone.document->isEdited())
        gone.document->close();
    else
        gone.document->discard();
    gone.document.release()->deleteLater(); // it may be what called
}

} // namespace snug
