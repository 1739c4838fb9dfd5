#include "app/editors/personaeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "core/chat/chatsession.h"
#include "core/editing/changedrow.h"
#include "core/editing/personaedits.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/library/personapictures.h"
#include "core/lint/personalint.h"
#include "core/prompt/promptaccount.h"
#include "core/tokens/estimate.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QtConcurrentRun>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

static constexpr auto PersonaCountPause = 150ms;

static QStringList avatarsOf(const QList<Persona> &personas)
{
    QStringList avatars;
    for (const Persona &persona : personas)
        avatars.append(persona.avatar);
    return avatars;
}

PersonaEditorController::PersonaEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_document(&app.library, personasFormat())
{
    m_countPause.setSingleShot(true);
    m_countPause.setInterval(PersonaCountPause);
    connect(&m_countPause, &QTimer::timeout, this, &PersonaEditorController::count);
    connect(&m_counting, &QFutureWatcherBase::finished, this, &PersonaEditorController::showCount);
    connectDocument();
    connect(&app.workspace.content, &ActiveContent::changed, this, &PersonaEditorController::showAround);
    connect(&app.chat, &ChatController::sessionChanged, this, &PersonaEditorController::showAround);
    const auto followPrompt = [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(&session->preview(), &PromptPreview::ready, this, &PersonaEditorController::showCount,
                    Qt::UniqueConnection);
        showCount();
    };
    connect(&app.chat, &ChatController::sessionChanged, this, followPrompt);
    followPrompt();
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (!m_editor)
            return;
        using enum LibraryChange::Kind;
        if (change.kind == Personas) {
            showDocument();
            for (const QString &avatar : change.names)
                m_editor->refreshPicture(avatar);
        } else if (change.kind == Cards || change.kind == Lorebooks || change.kind == Groups) {
            showAround();
            lintPersonas(); // what they name may be there now, or gone
        }
    });
    connect(&app.library, &Library::closed, this, [this] { m_made.clear(); });
}

PersonaEditorController::~PersonaEditorController()
{
    deleteWindow();
}

void PersonaEditorController::makeWindow()
{
    m_editor = new PersonaEditor(m_app.syntax());
    m_editor->setMacros(macroWords());
    m_editor->setPictureEngine(m_app.pictures);
    connectEditor();
}

void PersonaEditorController::connectEditor()
{
    PersonaEditor *editor = m_editor;
    connectHead(editor->head());
    connect(editor, &PersonaEditor::edited, this,
            [this](const PersonaList &list, const QString &label, const QString &field) {
                m_document.change(list, label, field);
            });
    connect(editor, &PersonaEditor::chosen, this, [this] {
        m_countPause.start();
        Q_EMIT documentShown();
    });
    connect(editor, &PersonaEditor::newRequested, this, &PersonaEditorController::addNew);
    connect(editor, &PersonaEditor::duplicateRequested, this, &PersonaEditorController::duplicate);
    connect(editor, &PersonaEditor::pictureRequested, this, &PersonaEditorController::askForPicture);
    connect(editor, &PersonaEditor::pictureDeletionRequested, this, &PersonaEditorController::deletePictures);
    connect(editor, &PersonaEditor::chatLockRequested, this, &PersonaEditorController::lockChat);
    connect(editor, &PersonaEditor::useRequested, this,
            [this](const QString &avatar) { choosePersona(m_app, avatar); });
    connect(editor, &PersonaEditor::importRequested, this, [this] { askForBackup(false); });
    connect(editor, &PersonaEditor::exportRequested, this, [this] { askForBackup(true); });
    connect(editor->form()->text(), &MacroTextEdit::macroValueRequested, this,
            &PersonaEditorController::explain);
}

void PersonaEditorController::connectDocument()
{
    adopt(&m_document);
    connect(&m_document, &DocumentEditing::saved, this, &PersonaEditorController::settlePictures);
    // What others did to their pictures is theirs.
    connect(&m_document, &DocumentEditing::mergedWithFile, this,
            [this] { m_settled = avatarsOf(m_document.savedValue().personas); });
}

void PersonaEditorController::documentOpened(DocumentEditing &)
{
    m_settled = avatarsOf(m_document.savedValue().personas);
    showDocument();
    if (m_editor)
        m_editor->choose(std::exchange(m_wanted, {}));
}

void PersonaEditorController::showChange(const DocumentValue &before)
{
    const QList<Persona> &personas = m_document.value().personas;
    const auto current = std::ranges::find(personas, m_editor->current(), &Persona::avatar);
    const qsizetype row = changedRow(before.as<PersonaList>().personas, personas, &Persona::avatar,
                                     current == personas.cend() ? -1 : current - personas.cbegin());
    if (row >= 0)
        m_editor->choose(personas.at(row).avatar);
}

void PersonaEditorController::documentChanged(DocumentEditing &)
{
    showDocument();
}

void PersonaEditorController::documentsEnded(UnsavedAnswer answer)
{
    dropUnusedPictures(answer);
    if (m_editor)
        m_editor->setState(m_document.savedValue(), m_document.savedValue(), {}, documentState(m_document));
}

void PersonaEditorController::open(const QString &avatar)
{
    if (!m_app.library.isOpen())
        return;
    showWindow();
    const std::optional<Persona> inEffect = m_app.workspace.content.personas().inEffect().persona;
    const QString wanted = avatar.isEmpty() && inEffect ? inEffect->avatar : avatar;
    showAround();
    if (m_document.isOpen()) {
        showDocument();
        m_editor->choose(wanted);
        return;
    }
    m_wanted = wanted;
    m_document.open(settingsDocument());
}

// Those that nobody has an entry for, and that do not wait for one here.
QList<Persona> PersonaEditorController::unlisted() const
{
    QList<Persona> pictures;
    for (const Persona &persona : m_app.library.contents().personas) {
        if (!findPersona(m_document.value(), persona.avatar) &&
            !findPersona(m_document.savedValue(), persona.avatar) && !m_settled.contains(persona.avatar) &&
            !m_made.contains(persona.avatar))
            pictures.append(persona);
    }
    return pictures;
}

void PersonaEditorController::showDocument()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_editor->setState(m_document.value(), m_document.savedValue(), unlisted(), documentState(m_document));
    m_countPause.start();
    lintPersonas();
}

void PersonaEditorController::lintPersonas()
{
    if (!m_document.isOpen())
        return;
    const LibraryContents &contents = m_app.library.contents();
    PersonaLintSettings settings;
    settings.lorebooks.emplace();
    for (const LorebookSummary &book : contents.lorebooks)
        settings.lorebooks->append(book.name);
    settings.owners.emplace();
    const QList<PersonaOwner> there = owners();
    for (const PersonaOwner &owner : there)
        settings.owners->append(owner.connection);
    lint([list = m_document.value(), settings](const std::stop_token &) {
        return personaFindings(list.personas, list.defaultAvatar, settings);
    });
}

void PersonaEditorController::putIntoEffect(DocumentEditing &, bool isInEffect)
{
    m_app.workspace.content.edited().setPersonas(isInEffect ? std::optional(m_document.value())
                                                            : std::nullopt);
}

static QString reasonText(PersonaReason reason)
{
    switch (reason) {
    case PersonaReason::Chat:
        return PersonaEditorController::tr("The open chat is locked to it");
    case PersonaReason::Picked:
        return PersonaEditorController::tr("You chose it for the open chat");
    case PersonaReason::Owner:
        return PersonaEditorController::tr("Chats with this character or group are locked to it");
    case PersonaReason::Default:
        return PersonaEditorController::tr("It is the default");
    case PersonaReason::Last:
        return PersonaEditorController::tr("You chose it last");
    case PersonaReason::Settings:
        return PersonaEditorController::tr("It was in effect in SillyTavern");
    case PersonaReason::Nobody:
        break;
    }
    return {};
}

// Whom personas can be locked to.
QList<PersonaOwner> PersonaEditorController::owners() const
{
    QList<PersonaOwner> owners;
    for (const CardSummary &card : m_app.library.contents().cards)
        owners.append({{u"character"_s, card.file}, card.name});
    for (const GroupSummary &group : m_app.library.contents().groups)
        owners.append({{u"group"_s, group.group.id}, group.group.name});
    return owners;
}

void PersonaEditorController::showAround()
{
    if (!m_editor || !m_app.library.isOpen())
        return;
    const LibraryContents &contents = m_app.library.contents();
    PersonaDependencies around;
    around.pictureFolder = m_app.library.layout().folder(LibraryLayout::Folder::Avatars);
    if (const auto persona = m_app.workspace.content.personas().inEffect().persona)
        around.inEffect = persona->avatar;
    around.reason = reasonText(m_app.workspace.content.personas().inEffect().reason);
    for (const LorebookSummary &book : contents.lorebooks)
        around.lorebooks.append(book.name);
    around.owners = owners();
    if (const auto owner = m_app.workspace.content.personas().chatOwner()) {
        const auto known = std::ranges::find(std::as_const(around.owners), *owner, &PersonaOwner::connection);
        around.open = known == around.owners.cend() ? PersonaOwner{*owner, owner->id} : *known;
    }
    around.hasChat = m_app.chat.session() != nullptr;
    around.chatLock = m_app.workspace.content.personas().locked();
    m_editor->setAround(around);
}

// Behind something else the number stays as it was.
void PersonaEditorController::cameToFront()
{
    m_countPause.start();
}

std::optional<DocumentKey> PersonaEditorController::keyInFront()
{
    const std::optional<DocumentKey> all = EditorController::keyInFront();
    return all ? std::optional(DocumentKey{all->kind, m_editor->current()}) : std::nullopt;
}

void PersonaEditorController::lockChat(const QString &avatar, bool isOn)
{
    if (ChatSession *session = m_app.chat.session())
        session->edits().change(UndoAction::PersonaLock,
                                {setMetadata(session->chat(), u"persona"_s, isOn ? Json(avatar) : Json())});
    showAround();
}

void PersonaEditorController::count()
{
    if (!m_editor || !m_document.isOpen())
        return;
    const TokenCounterPtr counter =
        m_app.workspace.connections.counter() ? m_app.workspace.connections.counter() : estimateCounter();
    const std::optional<Persona> persona = m_editor->currentPersona();
    m_counting.setFuture(QtConcurrent::run(
        guarded([text = persona ? persona->description : QString(),
                 counter] { return Count{counter->count(text), counter->kind() == CountKind::Exact}; },
                [](const Error &) { return Count(); })));
}

// Of a description that is in the prompt what it costs there, as everywhere else; of another its own.
void PersonaEditorController::showCount()
{
    if (!m_editor || !m_editor->isVisible() || m_counting.future().resultCount() == 0)
        return;
    const Count counted = m_counting.result();
    int tokens = counted.tokens;
    const std::optional<Persona> persona = m_editor->currentPersona();
    const std::optional<Persona> inEffect = m_app.workspace.content.personas().inEffect().persona;
    const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt();
    if (shown && persona && inEffect && persona->avatar == inEffect->avatar)
        tokens = kindCosts(shown->prompt).value(SourceKind::PersonaDescription, tokens);
    m_editor->setTokens((counted.isExact ? QString() : u"~"_s) + tr("%n token(s)", nullptr, tokens));
}

void PersonaEditorController::showMacroValue(const QString &macro, const QString &value)
{
    m_editor->form()->text()->showMacroValue(macro, value);
}

} // namespace snug
