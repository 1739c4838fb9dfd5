#include "app/rooms/templateeditorroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/promptroom.h"
#include "core/prompt/frames/templatecontext.h"
#include "core/templates/templategallery.h"
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
    QList<TemplateEditor::Beginning> list{beginning(
        TemplateEditorRoom::tr("Built-In Layout"),
        TemplateEditorRoom::tr("What is used without a template, to be changed."), builtInTemplate())};
    for (const GalleryTemplate &each : templateGallery())
        list.append(beginning(each.name, each.purpose, each.text, each.systemPrompt));
    list.append(beginning(TemplateEditorRoom::tr("Empty"), {}, {}));
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

TemplateEditorRoom::TemplateEditorRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
    , m_preview(assemble)
{
    PromptTemplateRoom *room = &around.prompt->promptTemplates();
    connect(room, &PromptTemplateRoom::changed, this, &TemplateEditorRoom::showLibrary);
    connect(room, &PromptTemplateRoom::saved, this, [this](const QString &name, const PromptTemplate &value) {
        if (m_editor)
            m_editor->setSaved(name, value);
    });
    connect(room, &PromptTemplateRoom::saveFailed, this, [this](const QString &, const Error &error) {
        if (m_editor)
            m_editor->showProblem(error.line());
    });
    connect(room, &PromptTemplateRoom::renamed, this, [this, room](const QString &from, const QString &to) {
        if (!m_editor)
            return;
        m_editor->setRenamed(from, to);
        m_editor->offer(tr("“%1” is now “%2”.").arg(from, to), tr("&Undo"),
                        [room, from, to] { room->rename(to, from); });
    });
    connect(room, &PromptTemplateRoom::removed, this,
            [this, room](const QString &name, const QString &trashId) {
                if (!m_editor)
                    return;
                m_editor->setRemoved(name);
                m_editor->offer(tr("“%1” is in the library's trash.").arg(name), tr("&Undo"),
                                [this, room, name, trashId] {
                                    m_wanted = name;
                                    room->restore(trashId);
                                });
            });
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (m_editor && !m_preview.isBusy())
            m_editor->setPreview(prepared.prompt);
    });
    connect(around.inspector, &Inspector::openSource, this, &TemplateEditorRoom::follow);
    connect(around.chat, &ChatRoom::sessionChanged, this, [this] {
        if (ChatSession *session = m_around.chat->session())
            connect(session, &ChatSession::snapshotChanged, this, &TemplateEditorRoom::showPreview);
        showLibrary();
        showPreview();
    });
    connect(around.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        if (m_editor)
            m_editor->setTheme(theme);
    });
}

TemplateEditorRoom::~TemplateEditorRoom()
{
    delete m_editor;
}

void TemplateEditorRoom::make()
{
    m_editor = new TemplateEditor(m_around.syntax);
    m_editor->setTheme(m_around.theme->theme());
    m_editor->setVariables(variables());
    m_editor->setBeginnings(beginnings());
    PromptTemplateRoom *room = &m_around.prompt->promptTemplates();
    connect(m_editor, &TemplateEditor::edited, this, [this](const PromptTemplate &value) {
        m_shown = value;
        showPreview();
    });
    connect(m_editor, &TemplateEditor::saveRequested, room, &PromptTemplateRoom::save);
    connect(m_editor, &TemplateEditor::createRequested, room, &PromptTemplateRoom::create);
    connect(m_editor, &TemplateEditor::renameRequested, room, &PromptTemplateRoom::rename);
    connect(m_editor, &TemplateEditor::deleteRequested, room, &PromptTemplateRoom::remove);
    connect(m_editor, &TemplateEditor::useRequested, this, &TemplateEditorRoom::use);
    connect(m_editor, &TemplateEditor::sourceChosen, this, [this](const Source &source, qsizetype) {
        bool isRow = false;
        const int row = source.id().toInt(&isRow);
        if (isRow && source.type().startsWith(u"history."))
            m_around.chat->reveal(row);
    });
    showLibrary();
}

void TemplateEditorRoom::open(const QString &name, bool systemPrompt, int line)
{
    if (!m_editor)
        make();
    const PromptTemplateRoom &room = m_around.prompt->promptTemplates();
    const QString wanted =
        name.isEmpty() ? room.nameFor(m_around.prompt->cardFile(), m_around.prompt->openChatKey()) : name;
    if (!wanted.isEmpty())
        m_editor->open(wanted, systemPrompt, line);
    m_shown = m_editor->current();
    m_editor->show();
    showPreview();
    m_editor->raise();
    m_editor->activateWindow();
}

void TemplateEditorRoom::showLibrary()
{
    if (!m_editor)
        return;
    const PromptTemplateRoom &room = m_around.prompt->promptTemplates();
    QList<PromptTemplate> templates;
    for (const LoadedDocument<PromptTemplate> &each : room.templates())
        templates.append(each.value);
    m_editor->setTemplates(templates);
    if (!m_wanted.isEmpty() && room.find(m_wanted))
        m_editor->open(std::exchange(m_wanted, QString()));
    const PromptTemplateChoices &choices = room.choices();
    const QString card = m_around.prompt->cardFile();
    const QString chat = m_around.prompt->openChatKey();
    m_editor->setEffect({.library = choices.library,
                         .character = choices.characters.value(card),
                         .chat = choices.chats.value(chat),
                         .characterName = m_around.prompt->card() ? m_around.prompt->card()->name : QString(),
                         .hasChat = !chat.isEmpty()});
}

void TemplateEditorRoom::showPreview()
{
    if (!m_editor || !m_editor->isVisible())
        return;
    const ChatSession *session = m_around.chat->session();
    PromptInputs inputs = session ? session->snapshot() : m_around.prompt->inputs();
    inputs.mode = PromptMode::Template;
    inputs.textCompletion.reset();
    inputs.promptTemplate = m_around.prompt->promptTemplates().inputsWith(m_shown, inputs.avatar);
    m_preview.update({inputs, {}});
}

void TemplateEditorRoom::use(TemplateEditor::Use use, const QString &name)
{
    using Scope = PromptTemplateRoom::Scope;
    PromptTemplateRoom &room = m_around.prompt->promptTemplates();
    if (use == TemplateEditor::Use::Library)
        room.choose(Scope::Library, {}, name);
    else if (use == TemplateEditor::Use::Character)
        room.choose(Scope::Character, m_around.prompt->cardFile(), name);
    else
        room.choose(Scope::Chat, m_around.prompt->openChatKey(), name);
    // Chosen for everybody, it is of use only in the mode that takes templates.
    const bool isAutomatic =
        use != TemplateEditor::Use::Library && m_around.prompt->choices().mode == PromptMode::Auto;
    if (!name.isEmpty() && !isAutomatic)
        m_around.prompt->chooseMode(PromptMode::Template);
}

// Stretches that a template wrote itself lead to its line.
void TemplateEditorRoom::follow(const Source &source, qsizetype)
{
    if (!source.type().startsWith(u"template.") || source.type() == u"template.context" ||
        source.type() == u"template.instruct" || source.type() == u"template.file")
        return; // the last three are of text completions
    const qsizetype colon = source.id().lastIndexOf(u':');
    QString name = source.id().first(std::max<qsizetype>(0, colon));
    // A character's name leads to the character's template.
    const PromptTemplateRoom &room = m_around.prompt->promptTemplates();
    if (!room.find(name)) {
        if (const QString own = room.nameOfCharacter(name); !own.isEmpty())
            name = own;
    }
    open(name, source.type() == u"template.system", QStringView(source.id()).sliced(colon + 1).toInt());
}

} // namespace snug
