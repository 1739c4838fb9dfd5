#include "app/editors/chattemplateeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/prompt/frames/templatecontext.h"
#include "core/templates/templategallery.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

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
    QList<TemplateEditor::Beginning> list{
        beginning(ChatTemplateEditorController::tr("Built-In Layout"),
                  ChatTemplateEditorController::tr("What is used without a template, to be changed."),
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
    : QObject(parent)
    , m_app(app)
    , m_preview(assemble)
{
    ChatTemplates *templates = &app.workspace.content.promptTemplates();
    connect(templates, &ChatTemplates::changed, this, &ChatTemplateEditorController::showLibrary);
    connect(templates, &ChatTemplates::saved, this, [this](const QString &name, const PromptTemplate &value) {
        if (m_editor)
            m_editor->setSaved(name, value);
    });
    connect(templates, &ChatTemplates::saveFailed, this, [this](const QString &, const Error &error) {
        if (m_editor)
            m_editor->showProblem(error.line());
    });
    connect(templates, &ChatTemplates::renamed, this,
            [this, templates](const QString &from, const QString &to) {
                if (!m_editor)
                    return;
                m_editor->setRenamed(from, to);
                m_editor->offer(tr("“%1” is now “%2”.").arg(from, to), tr("&Undo"),
                                [templates, from, to] { templates->rename(to, from); });
            });
    connect(templates, &ChatTemplates::removed, this,
            [this, templates](const QString &name, const QString &trashId) {
                if (!m_editor)
                    return;
                m_editor->setRemoved(name);
                m_editor->offer(tr("“%1” is in the library's trash.").arg(name), tr("&Undo"),
                                [this, templates, name, trashId] {
                                    m_wanted = name;
                                    templates->restore(trashId);
                                });
            });
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (m_editor && !m_preview.isBusy())
            m_editor->setPreview(prepared.prompt);
    });
    connect(&app.inspector, &Inspector::openSource, this, &ChatTemplateEditorController::follow);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this, &ChatTemplateEditorController::showPreview);
        showLibrary();
        showPreview();
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
    });
}

ChatTemplateEditorController::~ChatTemplateEditorController()
{
    delete m_editor;
}

void ChatTemplateEditorController::make()
{
    m_editor = new TemplateEditor(&m_app.syntax);
    m_editor->setTheme(m_app.theme.theme());
    m_editor->setVariables(variables());
    m_editor->setBeginnings(beginnings());
    ChatTemplates *templates = &m_app.workspace.content.promptTemplates();
    connect(m_editor, &TemplateEditor::edited, this, [this](const PromptTemplate &value) {
        m_shown = value;
        showPreview();
    });
    connect(m_editor, &TemplateEditor::saveRequested, templates, &ChatTemplates::save);
    connect(m_editor, &TemplateEditor::createRequested, templates, &ChatTemplates::create);
    connect(m_editor, &TemplateEditor::renameRequested, templates, &ChatTemplates::rename);
    connect(m_editor, &TemplateEditor::deleteRequested, templates, &ChatTemplates::remove);
    connect(m_editor, &TemplateEditor::useRequested, this, &ChatTemplateEditorController::use);
    connect(m_editor, &TemplateEditor::sourceChosen, this, [this](const Source &source, qsizetype) {
        bool isRow = false;
        const int row = source.id().toInt(&isRow);
        if (isRow && source.type().startsWith(u"history."))
            m_app.chat.reveal(row);
    });
    showLibrary();
}

void ChatTemplateEditorController::open(const QString &name, bool systemPrompt, int line)
{
    if (!m_editor)
        make();
    const ChatTemplates &templates = m_app.workspace.content.promptTemplates();
    const QString wanted = name.isEmpty() ? templates.nameFor(m_app.workspace.content.cardFile(),
                                                              m_app.workspace.content.openChatKey())
                                          : name;
    if (!wanted.isEmpty())
        m_editor->open(wanted, systemPrompt, line);
    m_shown = m_editor->current();
    m_editor->show();
    showPreview();
    m_editor->raise();
    m_editor->activateWindow();
}

void ChatTemplateEditorController::showLibrary()
{
    if (!m_editor)
        return;
    const ChatTemplates &templates = m_app.workspace.content.promptTemplates();
    QList<PromptTemplate> values;
    for (const LoadedDocument<PromptTemplate> &each : templates.templates())
        values.append(each.value);
    m_editor->setTemplates(values);
    if (!m_wanted.isEmpty() && templates.find(m_wanted))
        m_editor->open(std::exchange(m_wanted, QString()));
    const PromptTemplateChoices &choices = templates.choices();
    const QString card = m_app.workspace.content.cardFile();
    const QString chat = m_app.workspace.content.openChatKey();
    m_editor->setEffect(
        {.library = choices.library,
         .character = choices.characters.value(card),
         .chat = choices.chats.value(chat),
         .characterName = m_app.workspace.content.card() ? m_app.workspace.content.card()->name : QString(),
         .hasChat = !chat.isEmpty()});
}

void ChatTemplateEditorController::showPreview()
{
    if (!m_editor || !m_editor->isVisible())
        return;
    const ChatSession *session = m_app.chat.session();
    PromptInputs inputs = session ? session->snapshot() : m_app.workspace.content.inputs();
    inputs.mode = PromptMode::Template;
    inputs.textCompletion.reset();
    inputs.promptTemplate = m_app.workspace.content.promptTemplates().inputsWith(m_shown, inputs.avatar);
    m_preview.update({inputs, {}});
}

void ChatTemplateEditorController::use(TemplateEditor::Use use, const QString &name)
{
    using Scope = ChatTemplates::Scope;
    ChatTemplates &templates = m_app.workspace.content.promptTemplates();
    if (use == TemplateEditor::Use::Library)
        templates.choose(Scope::Library, {}, name);
    else if (use == TemplateEditor::Use::Character)
        templates.choose(Scope::Character, m_app.workspace.content.cardFile(), name);
    else
        templates.choose(Scope::Chat, m_app.workspace.content.openChatKey(), name);
    // Chosen for everybody, it is of use only in the mode that takes templates.
    const bool isAutomatic =
        use != TemplateEditor::Use::Library && m_app.workspace.content.choices().mode == PromptMode::Auto;
    if (!name.isEmpty() && !isAutomatic)
        m_app.workspace.content.chooseMode(PromptMode::Template);
}

// Stretches that a template wrote itself lead to its line.
void ChatTemplateEditorController::follow(const Source &source, qsizetype)
{
    if (!source.type().startsWith(u"template.") || source.type() == u"template.context" ||
        source.type() == u"template.instruct" || source.type() == u"template.file")
        return; // the last three are of text completions
    const qsizetype colon = source.id().lastIndexOf(u':');
    QString name = source.id().first(std::max<qsizetype>(0, colon));
    // A character's name leads to the character's template.
    const ChatTemplates &templates = m_app.workspace.content.promptTemplates();
    if (!templates.find(name)) {
        if (const QString own = templates.nameOfCharacter(name); !own.isEmpty())
            name = own;
    }
    open(name, source.type() == u"template.system", QStringView(source.id()).sliced(colon + 1).toInt());
}

} // namespace snug
