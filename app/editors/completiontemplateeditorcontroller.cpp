#include "app/editors/completiontemplateeditorcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/editing/texttemplateformats.h"
#include "core/formats/texttemplates.h"
#include "core/library/library.h"
#include "core/library/textpresetfields.h"
#include "core/lint/texttemplatelint.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/templatepreview.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

template <typename T> QList<TextTemplateForm::Field> formFields(const QList<TextTemplateField<T>> &fields)
{
    QList<TextTemplateForm::Field> list;
    for (const TextTemplateField<T> &field : fields)
        list.append({field.info, field.section, field.key, field.lines});
    return list;
}

template <typename T> QVariantList valuesOf(const T &value, const QList<TextTemplateField<T>> &fields)
{
    QVariantList list;
    for (const TextTemplateField<T> &field : fields)
        list.append(field.get(value));
    return list;
}

template <typename T>
void change(DocumentEditor<T> &document, const QList<TextTemplateField<T>> &fields, int id,
            const QVariant &to)
{
    T value = document.value();
    fields[id].set(value, to);
    //: A step that can be taken back; %1 is a field of a template
    document.change(value, CompletionTemplateEditorController::tr("Change %1").arg(fields[id].info.label),
                    QString::number(id));
}

// What stands between braces in a story string (Handlebars), beside the macros.
QList<MacroWord> words()
{
    QList<MacroWord> list{
        {u"#if description"_s,
         {},
         CompletionTemplateEditorController::tr("What follows, up to {{/if}}, if that is not empty")},
        {u"/if"_s, {}, CompletionTemplateEditorController::tr("The end of {{#if …}}")},
        {u"system"_s, {}, CompletionTemplateEditorController::tr("The system prompt")},
        {u"wiBefore"_s, {}, CompletionTemplateEditorController::tr("Lore before the character")},
        {u"wiAfter"_s, {}, CompletionTemplateEditorController::tr("Lore after the character")},
        {u"mesExamples"_s,
         {},
         CompletionTemplateEditorController::tr("Examples of dialogue, with their marks")},
        {u"mesExamplesRaw"_s,
         {},
         CompletionTemplateEditorController::tr("Examples of dialogue as they are written")},
        {u"anchorBefore"_s, {}, CompletionTemplateEditorController::tr("Text injected before the prompt")},
        {u"anchorAfter"_s,
         {},
         CompletionTemplateEditorController::tr("Text injected after the story string")}};
    return list + macroWords();
}

} // namespace

CompletionTemplateEditorController::CompletionTemplateEditorController(const AppContext &app, QObject *parent)
    : WindowController(app, parent)
    , m_context(&app.library, contextTemplateFormat())
    , m_instruct(&app.library, instructTemplateFormat())
    , m_systemPrompt(&app.library, systemPromptFormat())
    , m_samplers(&app.library, textSamplersFormat())
    , m_preview(assemble)
{
    for (DocumentEditing *each :
         std::initializer_list<DocumentEditing *>{&m_context, &m_instruct, &m_systemPrompt, &m_samplers})
        adopt(each);
    connect(&m_preview, &PromptPreview::ready, this, [this](const PreparedPrompt &prepared) {
        if (!m_editor || m_preview.isBusy())
            return;
        if (!prepared.prompt.prompt)
            return m_editor->clearPreview(prepared.prompt.failure ? prepared.prompt.failure->error.line()
                                                                  : tr("Open a chat to see its prompt."));
        const Budget &budget = prepared.prompt.budget;
        const QString sign = budget.kind == CountKind::Exact ? QString() : u"~"_s;
        //: %1 is a number of tokens, %2 how a prompt's reply is stopped
        m_editor->setPreview(*prepared.prompt.prompt,
                             tr("%1 tokens · ends at: %2")
                                 .arg(sign + QLocale().toString(budget.used),
                                      QString(prepared.prompt.stop.join(u"  "_s)).replace(u'\n', u'↵')));
    });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            connect(session, &ChatSession::snapshotChanged, this,
                    &CompletionTemplateEditorController::showPreview);
        showPreview();
    });
    connect(&app.workspace.content.templates(), &CompletionTemplates::changed, this,
            &CompletionTemplateEditorController::showNames);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Templates)
            showNames();
    });
}

CompletionTemplateEditorController::~CompletionTemplateEditorController()
{
    deleteWindow();
}

CompletionTemplateEditorController::Folder CompletionTemplateEditorController::folderOf(Kind kind)
{
    return kind == Kind::Context    ? Folder::Context
           : kind == Kind::Instruct ? Folder::Instruct
           : kind == Kind::Samplers ? Folder::TextPresets
                                    : Folder::SystemPrompts;
}

DocumentEditing &CompletionTemplateEditorController::document(Kind kind)
{
    if (kind == Kind::Context)
        return m_context;
    if (kind == Kind::Instruct)
        return m_instruct;
    if (kind == Kind::Samplers)
        return m_samplers;
    return m_systemPrompt;
}

QStringList CompletionTemplateEditorController::names(Kind kind) const
{
    return m_app.library.contents().templates.value(folderOf(kind));
}

void CompletionTemplateEditorController::makeWindow()
{
    m_editor = new TextTemplateEditor({formFields(contextFields()), formFields(instructFields()),
                                       formFields(systemPromptFields()), formFields(textPresetFields())},
                                      m_app.syntax());
    m_editor->setMacros(words());
    connect(m_editor, &TextTemplateEditor::kindChosen, this, [this](Kind kind) {
        dropLint(); // what is found now is about another
        m_editor->findings()->clear();
        open(kind, document(kind).name());
    });
    connect(m_editor, &TextTemplateEditor::nameChosen, this,
            [this](const QString &name) { open(m_editor->kind(), name); });
    connect(m_editor, &TextTemplateEditor::edited, this, &CompletionTemplateEditorController::onEdited);
    connect(m_editor, &TextTemplateEditor::wished, this, &CompletionTemplateEditorController::grant);
    connect(m_editor, &TextTemplateEditor::renamed, this, &CompletionTemplateEditorController::rename);
    connect(m_editor, &TextTemplateEditor::macroValueRequested, this,
            &CompletionTemplateEditorController::explain);
    connect(m_editor, &TextTemplateEditor::sourceChosen, this,
            &CompletionTemplateEditorController::sourceRequested);
    connectHead(m_editor->head());
}

void CompletionTemplateEditorController::documentOpened(DocumentEditing &opened)
{
    const auto tell = std::exchange(m_tellWhenOpen, {});
    if (tell && &opened == shown())
        tell();
    showState();
}

void CompletionTemplateEditorController::documentChanged(DocumentEditing &)
{
    showState();
}

void CompletionTemplateEditorController::documentMissing(DocumentEditing &)
{
    showState();
}

void CompletionTemplateEditorController::documentsEnded(UnsavedAnswer)
{
    m_tellWhenOpen = {};
    showState();
}

void CompletionTemplateEditorController::openDocument(const DocumentKey &key)
{
    for (const Kind kind : {Kind::Context, Kind::Instruct, Kind::SystemPrompt, Kind::Samplers}) {
        if (document(kind).key().kind == key.kind)
            return open(kind, key.name);
    }
}

void CompletionTemplateEditorController::open(Kind kind, const QString &name)
{
    if (!m_app.library.isOpen())
        return;
    showWindow();
    if (m_editor->kind() != kind) {
        const QSignalBlocker quiet(m_editor);
        m_editor->setKind(kind);
    }
    const QStringList known = names(kind);
    DocumentEditing &editing = document(kind);
    QString wanted = name;
    if (wanted.isEmpty())
        wanted = m_app.workspace.content.templates().nameOf(folderOf(kind));
    if (!known.contains(wanted) && name.isEmpty())
        wanted = editing.isOpen() ? editing.name() : known.value(0);
    if (wanted.isEmpty()) {
        m_editor->status()->tell(
            kind == Kind::Samplers
                ? tr("There are no samplers yet. New makes some from what is in effect; More › Import reads "
                     "them from a file.")
                : tr("There are no templates of this kind yet. More › New makes one from what is in effect; "
                     "More › Import reads one from a file."));
    } else if (!editing.isOpen() || editing.name() != wanted) {
        openIn(editing, wanted);
    }
    showState();
    showPreview();
}

QVariantList CompletionTemplateEditorController::values() const
{
    switch (m_editor->kind()) {
    case Kind::Context:
        return valuesOf(m_context.value(), contextFields());
    case Kind::Instruct:
        return valuesOf(m_instruct.value(), instructFields());
    case Kind::Samplers:
        return valuesOf(m_samplers.value(), textPresetFields());
    case Kind::SystemPrompt:
        break;
    }
    return valuesOf(m_systemPrompt.value(), systemPromptFields());
}

void CompletionTemplateEditorController::onEdited(int id, const QVariant &value)
{
    if (m_editor->kind() == Kind::Context)
        change(m_context, contextFields(), id, value);
    else if (m_editor->kind() == Kind::Instruct)
        change(m_instruct, instructFields(), id, value);
    else if (m_editor->kind() == Kind::Samplers)
        change(m_samplers, textPresetFields(), id, value);
    else
        change(m_systemPrompt, systemPromptFields(), id, value);
}

void CompletionTemplateEditorController::showState()
{
    if (!m_editor)
        return;
    DocumentEditing &editing = document();
    m_editor->setUsable(editing.isOpen());
    m_editor->setState(documentState(editing));
    if (editing.isOpen())
        m_editor->form()->setValues(values());
    showNames();
    showPreview();
    lintTemplate();
}

void CompletionTemplateEditorController::lintTemplate()
{
    if (!document().isOpen() || m_editor->kind() == Kind::Samplers) {
        dropLint();
        return m_editor->clearFindings();
    }
    if (m_editor->kind() == Kind::Context)
        lint([value = m_context.value()](const std::stop_token &) { return contextFindings(value); });
    else if (m_editor->kind() == Kind::SystemPrompt)
        lint([value = m_systemPrompt.value()](const std::stop_token &) {
            return systemPromptFindings(value);
        });
    else
        lint([value = m_instruct.value(), engine = m_app.workspace.content.inputs().regexEngine](
                 const std::stop_token &) { return instructFindings(value, engine); });
}

void CompletionTemplateEditorController::showNames()
{
    if (!m_editor)
        return;
    const Kind kind = m_editor->kind();
    QStringList known = names(kind);
    const QString open = document(kind).isOpen() ? document(kind).name() : QString();
    if (!open.isEmpty() && !known.contains(open))
        known.append(open);
    m_editor->setNames(known, open, m_app.workspace.content.templates().nameOf(folderOf(kind)));
}

void CompletionTemplateEditorController::putIntoEffect(DocumentEditing &document, bool isInEffect)
{
    CompletionTemplates &templates = m_app.workspace.content.templates();
    const auto put = [&](Folder folder, const auto &held) {
        if (&held == &document)
            templates.setEdited(folder, document.name(),
                                isInEffect ? std::optional<CompletionTemplates::Edited>(held.value())
                                           : std::nullopt);
    };
    put(Folder::Context, m_context);
    put(Folder::Instruct, m_instruct);
    put(Folder::SystemPrompts, m_systemPrompt);
    put(Folder::TextPresets, m_samplers);
}

void CompletionTemplateEditorController::showPreview()
{
    if (!isUp())
        return;
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return m_editor->clearPreview(tr("Open a chat to see its prompt."));
    PromptInputs inputs = session->snapshot();
    TextCompletion text = m_app.workspace.content.templates().shownCompletion(inputs.preset);
    if (m_editor->kind() == Kind::Context && m_context.isOpen())
        text.context = m_context.value();
    else if (m_editor->kind() == Kind::Instruct && m_instruct.isOpen())
        text.instruct = m_instruct.value();
    else if (m_editor->kind() == Kind::SystemPrompt && m_systemPrompt.isOpen())
        text.systemPrompt = m_systemPrompt.value();
    else if (m_editor->kind() == Kind::Samplers && m_samplers.isOpen())
        text.preset = withSizesOf(m_samplers.value(), *text.preset);
    inputs.textCompletion = text;
    m_preview.update({inputs, {}});
}

void CompletionTemplateEditorController::showMacroValue(const QString &macro, const QString &value)
{
    m_editor->form()->showMacroValue(macro, value);
}

// Stretches that a template wrote lead to the field that they stand in.
void CompletionTemplateEditorController::openSource(const Source &source)
{
    const auto go = [&](Kind kind, const auto &fields) {
        open(kind);
        for (const auto &field : fields) {
            if (field.key == source.id())
                m_editor->form()->reveal(field.info.id);
        }
    };
    if (source.kind() == SourceKind::TemplateContext)
        go(Kind::Context, contextFields());
    else if (source.kind() == SourceKind::TemplateInstruct)
        go(Kind::Instruct, instructFields());
    else if (source.kind() == SourceKind::PresetSystemPrompt)
        go(Kind::SystemPrompt, systemPromptFields());
}

} // namespace snug
