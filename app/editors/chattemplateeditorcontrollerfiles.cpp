// What the editor of templates does with whole files: begun, renamed, deleted, and back.
#include "app/appcontext.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "core/editing/drafts.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/templates/templateprompt.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"

namespace snug {

void ChatTemplateEditorController::connectTemplates()
{
    connect(&templates(), &ChatTemplates::changed, this, &ChatTemplateEditorController::showLibrary);
    connect(&templates(), &ChatTemplates::saveFailed, this, [this](const QString &name, const Error &error) {
        if (!isUp())
            return;
        if (!name.isEmpty())
            show(name); // as it was
        m_editor->status()->warn(error.line());
    });
    connect(&templates(), &ChatTemplates::renamed, this, &ChatTemplateEditorController::followRenaming);
    connect(&templates(), &ChatTemplates::removed, this, &ChatTemplateEditorController::followRemoval);
}

// New ones are called otherwise than these: a draft without a file is somebody's text, too.
void ChatTemplateEditorController::rememberDrafts()
{
    m_drafts.clear();
    m_app.library.perform(
        [](LibraryStore &store) -> Result<QList<DraftPlace>> { return listDrafts(store.layout()); }, this,
        [this](const Result<QList<DraftPlace>> &places) {
            for (const DraftPlace &place : places.value_or(QList<DraftPlace>())) {
                if (place.key.kind == DocumentKind::ChatTemplate)
                    m_drafts.insert(place.key.name);
            }
        });
}

QString ChatTemplateEditorController::freeName(const QString &wanted) const
{
    const QString safe = safeFileName(wanted, tr("Untitled"));
    QString name = safe;
    for (int number = 2; templates().find(name) || m_editings.contains(name) || m_drafts.contains(name);
         ++number)
        name = QStringLiteral("%1 %2").arg(safe).arg(number);
    return name;
}

// A document without a file, until it is saved.
void ChatTemplateEditorController::begin(const PromptTemplate &value)
{
    PromptTemplate fresh = value;
    fresh.name = freeName(value.name);
    m_shown = fresh.name;
    addEditing(fresh.name)->openNew(fresh.name, fresh);
}

void ChatTemplateEditorController::beginFor(const QString &cardFile, const QString &character,
                                            TemplatePart part)
{
    if (!m_app.library.isOpen())
        return;
    showWindow();
    PromptTemplate fresh;
    if (const LoadedDocument<PromptTemplate> *inEffect = templates().find(templates().choices().library))
        fresh = inEffect->value;
    else if (part == TemplatePart::Layout)
        fresh.text = builtInTemplate();
    fresh.name = character;
    fresh.source = {};
    m_wantedSystemPrompt = part == TemplatePart::SystemPrompt;
    begin(fresh);
    templates().choose(ChatTemplates::Scope::Character, cardFile, m_shown);
    m_editor->showPlace(part == TemplatePart::SystemPrompt, 0);
    const PromptMode mode = m_app.workspace.content.choices().now().mode;
    if (mode == PromptMode::Auto || mode == PromptMode::Template)
        //: %1 is a character
        return m_editor->status()->tell(tr("In effect for %1 as soon as it is saved.").arg(character));
    m_editor->status()->tell(
        //: %1 is a character
        tr("In effect for %1 once it is saved and the mode is Automatic.").arg(character),
        {{tr("Use Automatic Mode"),
          [this] { m_app.workspace.content.choices().chooseMode(PromptMode::Auto); }}});
}

void ChatTemplateEditorController::rename(const QString &name, const QString &to)
{
    if (!templates().find(name))
        return renameNew(name, to);
    Editing *now = editingOf(name);
    m_renamed.erase(to);
    if (now->isOpen() && now->isEdited())
        m_renamed[name] = now->value();
    now->close(); // what is not saved is a draft until it has the new name
    closeOne(name);
    templates().rename(name, to);
}

// One that is in no file yet.
void ChatTemplateEditorController::renameNew(const QString &name, const QString &to)
{
    Editing *now = editingOf(name);
    PromptTemplate value = now->value();
    value.name = safeFileName(to, name);
    if (freeName(value.name) != value.name)
        return m_editor->status()->warn(tr("There is already a template “%1”.").arg(value.name));
    now->discard();
    closeOne(name);
    m_shown = value.name;
    addEditing(value.name)->openNew(value.name, value);
}

void ChatTemplateEditorController::followRenaming(const QString &from, const QString &to)
{
    if (const auto kept = m_renamed.find(from); kept != m_renamed.end()) {
        PromptTemplate value = kept->second;
        value.name = to;
        m_renamed.erase(from);
        m_renamed[to] = value;
        m_app.library.perform(
            [from](LibraryStore &store) {
                return removeDraft(store.layout(), {DocumentKind::ChatTemplate, from});
            },
            this, [](const Result<void> &) {});
    }
    if (!isUp())
        return;
    show(to);
    tellAcross(tr("“%1” is now “%2”.").arg(from, to), [this, from, to] { rename(to, from); });
}

// By value: the window, which asks, shows another one meanwhile.
void ChatTemplateEditorController::remove(QString name)
{
    if (!templates().find(name))
        return removeNew(name);
    editingOf(name)->close(); // kept as a draft until the file is gone
    closeOne(name);
    templates().remove(name);
}

void ChatTemplateEditorController::removeNew(const QString &name)
{
    const PromptTemplate gone = editingOf(name)->value();
    editingOf(gone.name)->discard();
    closeOne(gone.name);
    showFirst();
    tellAcross(tr("“%1” was not saved and is gone.").arg(gone.name), [this, gone] { begin(gone); });
}

// What was written on top of it goes with it.
void ChatTemplateEditorController::followRemoval(const QString &name, const QString &trashId)
{
    m_app.library.perform(
        [name](LibraryStore &store) {
            return removeDraft(store.layout(), {DocumentKind::ChatTemplate, name});
        },
        this, [](const Result<void> &) {});
    if (!isUp())
        return;
    showFirst();
    tellAcross(tr("“%1” is in the library's trash.").arg(name), [this, name, trashId] {
        m_wanted = name;
        templates().restore(trashId);
    });
}

// Stands when the next template is open too.
void ChatTemplateEditorController::tellAcross(const QString &text, const std::function<void()> &undo)
{
    const auto tell = [this, text, undo] { m_editor->status()->tell(text, {{tr("Undo"), undo}}); };
    tell();
    if (const Editing *now = editing(); now && !now->isOpen()) // it is on its way
        m_tellWhenOpen = tell;
}

} // namespace snug
