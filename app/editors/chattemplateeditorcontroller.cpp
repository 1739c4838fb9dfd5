#include "app/editors/chattemplateeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/editing/chattemplateformat.h"
#include "core/editing/drafts.h"
#include "core/library/library.h"
#include "core/prompt/frames/templatecontext.h"
#include "core/templates/templategallery.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

TemplateEditor::Beginning beginning(const QString &name, const QString &purpose, const QString &text,
                                    const QString &systemPrompt = {})
{
    TemplateEditor::Beginning made{name, purpose, {}};
    made.value.text = text;
    made.value.systemPrompt = systemPrompt;
    return made;
}

QList<TemplateEditor::Beginning> beginnings()
{
    QList<TemplateEditor::Beginning> list{beginning(
        ChatTemplateEditorController::tr("Built-In Layout"),
        ChatTemplateEditorController::tr("What is used when there is no template, as a starting point."),
        builtInTemplate())};
    for (const GalleryTemplate &each : templateGallery())
        list.append(beginning(each.name, each.purpose, each.text, each.systemPrompt));
    list.append(beginning(ChatTemplateEditorController::tr("Empty"), {}, {}));
    return list;
}

QList<TemplateWord> variables()
{
    QList<TemplateWord> words;
    for (const TemplateVariable &variable : templateVariables())
        words.append({variable.name, variable.meaning});
    return words;
}

} // namespace

ChatTemplateEditorController::ChatTemplateEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_preview(assemble)
{
    connectTemplates();
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (m_editor && !m_preview.isBusy())
            m_editor->setPreview(prepared.prompt);
    });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this, &ChatTemplateEditorController::showPreview);
        showLibrary();
        showPreview();
    });
    connect(&app.library, &Library::opened, this, &ChatTemplateEditorController::rememberDrafts);
}

ChatTemplateEditorController::~ChatTemplateEditorController()
{
    deleteWindow();
}

ChatTemplates &ChatTemplateEditorController::templates() const
{
    return m_app.workspace.content.promptTemplates();
}

void ChatTemplateEditorController::makeWindow()
{
    m_editor = new TemplateEditor(m_app.syntax());
    m_editor->setVariables(variables());
    m_editor->setBeginnings(beginnings());
    connectHead(m_editor->head());
    connectMaking(m_editor->head(), DocumentKind::ChatTemplate);
    connect(m_editor, &TemplateEditor::edited, this, &ChatTemplateEditorController::onEdited);
    connect(m_editor, &TemplateEditor::templateChosen, this, &ChatTemplateEditorController::show);
    connect(m_editor, &TemplateEditor::newRequested, this, &ChatTemplateEditorController::begin);
    connect(m_editor, &TemplateEditor::renameRequested, this, &ChatTemplateEditorController::rename);
    connect(m_editor, &TemplateEditor::deleteRequested, this, &ChatTemplateEditorController::remove);
    connect(m_editor, &TemplateEditor::useRequested, this, &ChatTemplateEditorController::use);
    connect(m_editor, &TemplateEditor::sourceChosen, this, &ChatTemplateEditorController::sourceRequested);
    showLibrary();
}

void ChatTemplateEditorController::open(const QString &name, bool systemPrompt, int line)
{
    if (!m_app.library.isOpen())
        return;
    showWindow();
    const QString inEffect =
        templates().nameFor(m_app.workspace.content.cardFile(), m_app.workspace.content.openChatKey());
    const QString wanted = name.isEmpty() ? inEffect : name;
    if (!wanted.isEmpty())
        show(wanted, systemPrompt, line);
    else if (!editing())
        showFirst();
    showPreview();
}

ChatTemplateEditorController::Editing *ChatTemplateEditorController::editing() const
{
    const auto found = m_editings.find(m_shown);
    return found == m_editings.end() ? nullptr : found->second.get();
}

QStringList ChatTemplateEditorController::edited() const
{
    QStringList names;
    for (const auto &[name, each] : m_editings) {
        if (each->isOpen() && each->isEdited())
            names.append(name);
    }
    return names;
}

ChatTemplateEditorController::Editing *ChatTemplateEditorController::addEditing(const QString &name)
{
    std::unique_ptr<Editing> &place = m_editings[name];
    place = std::make_unique<Editing>(&m_app.library, chatTemplateFormat());
    adopt(place.get());
    return place.get();
}

ChatTemplateEditorController::Editing *ChatTemplateEditorController::editingOf(const QString &name)
{
    const auto found = m_editings.find(name);
    if (found != m_editings.end())
        return found->second.get();
    Editing *added = addEditing(name);
    added->open(name);
    return added;
}

QList<DocumentEditing *> ChatTemplateEditorController::documents()
{
    QList<DocumentEditing *> list;
    for (const auto &[name, each] : m_editings)
        list.append(each.get());
    return list;
}

void ChatTemplateEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    const Editing *editing = m_editings.at(document.name()).get();
    templates().setEdited(document.name(), isInEffect ? std::optional(editing->value()) : std::nullopt);
}

void ChatTemplateEditorController::documentOpened(DocumentEditing &document)
{
    const QString name = document.name();
    if (const auto waiting = m_renamed.find(name); waiting != m_renamed.end()) {
        m_editings.at(name)->change(waiting->second, tr("Changes Before Renaming", "what was done"));
        m_renamed.erase(waiting);
    }
    if (&document != editing())
        return;
    showState();
    m_editor->showPlace(std::exchange(m_wantedSystemPrompt, false), std::exchange(m_wantedLine, 0));
    if (const auto tell = std::exchange(m_tellWhenOpen, {}))
        tell();
}

void ChatTemplateEditorController::documentChanged(DocumentEditing &document)
{
    if (&document == editing())
        showState();
    else
        showNames();
}

void ChatTemplateEditorController::documentMissing(DocumentEditing &document)
{
    // Another try begins anew.
    QTimer::singleShot(0, this, [this, name = document.name()] { closeOne(name); });
}

void ChatTemplateEditorController::documentsEnded(UnsavedAnswer answer)
{
    for (const auto &[name, each] : m_editings) {
        if (answer == UnsavedAnswer::Keep && each->isEdited())
            m_drafts.insert(name);
    }
    m_editings.clear();
    m_shown.clear();
    m_tellWhenOpen = {};
    showState();
}

void ChatTemplateEditorController::show(const QString &name, bool systemPrompt, int line)
{
    Editing *wanted = editingOf(name);
    if (m_shown != name)
        m_editor->status()->clear();
    m_shown = name;
    showState();
    if (wanted->isOpen()) {
        m_editor->showPlace(systemPrompt, line);
    } else {
        m_wantedSystemPrompt = systemPrompt;
        m_wantedLine = line;
    }
}

void ChatTemplateEditorController::showFirst()
{
    m_shown.clear();
    if (!templates().templates().isEmpty())
        return show(templates().templates().first().value.name);
    showState();
}

// It is shown no more, and what it holds is gone or somewhere else.
void ChatTemplateEditorController::closeOne(const QString &name)
{
    if (const auto found = m_editings.find(name); found != m_editings.end()) {
        putIntoEffect(*found->second, false);
        m_editings.erase(found);
    }
    if (m_shown == name)
        m_shown.clear();
    showNames();
}

void ChatTemplateEditorController::onEdited(const PromptTemplate &value, const QString &label,
                                            const QString &field)
{
    if (Editing *now = editing())
        return now->change(value, label, field);
    PromptTemplate fresh = value; // typed where none is open
    fresh.name = tr("Untitled");
    begin(fresh);
}

void ChatTemplateEditorController::showState()
{
    if (!m_editor)
        return;
    const Editing *now = editing();
    if (now && now->isOpen())
        m_editor->setState(now->value(), documentState(*now), templates().find(now->name()));
    else
        m_editor->setState({}, {}, false);
    showNames();
    showPreview();
}

void ChatTemplateEditorController::showNames()
{
    if (!m_editor)
        return;
    QStringList names;
    for (const LoadedDocument<PromptTemplate> &each : templates().templates())
        names.append(each.value.name);
    for (const auto &[name, each] : m_editings) {
        if (each->isOpen() && !names.contains(name))
            names.append(name);
    }
    const QStringList unsaved = edited();
    m_editor->setNames(names, {unsaved.cbegin(), unsaved.cend()});
}

void ChatTemplateEditorController::showLibrary()
{
    if (!m_editor)
        return;
    if (!m_wanted.isEmpty() && templates().find(m_wanted))
        show(std::exchange(m_wanted, QString()));
    else if (isUp() && m_shown.isEmpty() && !templates().templates().isEmpty())
        showFirst();
    showState(); // a file may be there now
    const PromptTemplateChoices &choices = templates().choices();
    const QString chat = m_app.workspace.content.openChatKey();
    const std::optional<Card> card = m_app.workspace.content.card();
    m_editor->setEffect({.library = choices.library,
                         .character = choices.characters.value(m_app.workspace.content.cardFile()),
                         .chat = choices.chats.value(chat),
                         .characterName = card ? card->name : QString(),
                         .hasChat = !chat.isEmpty()});
}

void ChatTemplateEditorController::showPreview()
{
    const Editing *now = editing();
    if (!isUp() || (now && !now->isOpen()))
        return;
    const ChatSession *session = m_app.chat.session();
    PromptInputs inputs = session ? session->snapshot() : m_app.workspace.content.inputs();
    inputs.mode = PromptMode::Template;
    inputs.textCompletion.reset();
    inputs.promptTemplate = templates().inputsWith(m_editor->current(), inputs.avatar);
    m_preview.update({inputs, {}});
}

void ChatTemplateEditorController::use(TemplateEditor::Use use, const QString &name)
{
    using Scope = ChatTemplates::Scope;
    ChatTemplates &templates = this->templates();
    if (use == TemplateEditor::Use::Library)
        templates.choose(Scope::Library, {}, name);
    else if (use == TemplateEditor::Use::Character)
        templates.choose(Scope::Character, m_app.workspace.content.cardFile(), name);
    else
        templates.choose(Scope::Chat, m_app.workspace.content.openChatKey(), name);
    // Chosen for everybody, it is of use only in the mode that takes templates.
    const bool isAutomatic = use != TemplateEditor::Use::Library &&
                             m_app.workspace.content.choices().now().mode == PromptMode::Auto;
    if (!name.isEmpty() && !isAutomatic)
        m_app.workspace.content.choices().chooseMode(PromptMode::Template);
}

// Stretches that a template wrote itself lead to its line.
void ChatTemplateEditorController::openSource(const Source &source)
{
    const qsizetype colon = source.id().lastIndexOf(u':');
    QString name = source.id().first(std::max<qsizetype>(0, colon));
    // A character's name leads to the character's template.
    if (!templates().find(name)) {
        if (const QString own = templates().nameOfCharacter(name); !own.isEmpty())
            name = own;
    }
    open(name, source.kind() == SourceKind::TemplateSystem,
         QStringView(source.id()).sliced(colon + 1).toInt());
}

} // namespace snug
