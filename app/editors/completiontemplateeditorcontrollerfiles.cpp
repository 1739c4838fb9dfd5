// What the editor of completion templates does with files: made, renamed, deleted, taken in and given away.
#include "app/appcontext.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/library/deleting.h"
#include "core/library/importer.h"
#include "core/library/library.h"
#include "core/library/textpresetfields.h"
#include "core/library/texttemplatefiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/editorstatus.h"

#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace snug {

void CompletionTemplateEditorController::grant(TextTemplateEditor::Wish wish)
{
    using enum TextTemplateEditor::Wish;
    switch (wish) {
    case New:
        return create(m_editor->kind() == Kind::Samplers ? tr("New Samplers") : tr("New Template"),
                      bytesOfNew());
    case Duplicate:
        //: A copy of the template %1
        return create(tr("%1, copy").arg(document().name()), bytesNow());
    case Delete:
        return remove();
    case Import:
        return askForImport();
    case Export:
        return askForExport();
    case Use:
        return m_app.workspace.content.templates().choose(folder(), document().name());
    case Rename:
        break; // renamed() says to what
    }
}

// What is in effect, to begin with. That may be a part of the settings, which need not say everything: a file
// of its own does.
QByteArray CompletionTemplateEditorController::bytesOfNew() const
{
    TextCompletion text = m_app.workspace.content.templates().shownCompletion({});
    if (m_editor->kind() == Kind::Context) {
        text.context.source = {};
        return writeContextTemplate(text.context);
    }
    if (m_editor->kind() == Kind::Instruct) {
        InstructTemplate instruct = text.instruct.value_or(builtInInstructTemplate());
        instruct.source = {};
        return writeInstructTemplate(instruct);
    }
    if (m_editor->kind() == Kind::Samplers)
        return writeTextPreset(newTextPreset(text.preset->source));
    SystemPrompt prompt = text.systemPrompt.value_or(SystemPrompt());
    prompt.source = {};
    return writeSystemPrompt(prompt);
}

// What is open, as edited.
QByteArray CompletionTemplateEditorController::bytesNow() const
{
    if (m_editor->kind() == Kind::Context)
        return writeContextTemplate(m_context.value());
    if (m_editor->kind() == Kind::Instruct)
        return writeInstructTemplate(m_instruct.value());
    if (m_editor->kind() == Kind::Samplers)
        return writeTextPreset(m_samplers.value());
    return writeSystemPrompt(m_systemPrompt.value());
}

void CompletionTemplateEditorController::create(const QString &name, const QByteArray &bytes)
{
    const Kind kind = m_editor->kind();
    m_app.library.perform([folder = folder(), name, bytes](
                              LibraryStore &store) { return createTextTemplate(store, folder, name, bytes); },
                          this,
                          [this, kind](const Result<QString> &made) {
                              if (!m_editor)
                                  return;
                              if (!made)
                                  return m_editor->status()->warn(made.error().line());
                              open(kind, *made);
                          });
}

void CompletionTemplateEditorController::rename(const QString &to)
{
    const Kind kind = m_editor->kind();
    const Folder place = folder();
    const QString from = document(kind).name();
    if (document(kind).isEdited())
        return m_editor->status()->warn(tr("Save “%1” first, then rename it.").arg(from),
                                        {{tr("Save"), [this] { document().save(); }}});
    const bool isInEffect = m_app.workspace.content.templates().nameOf(place) == from;
    document(kind).discard();
    m_app.library.perform(
        [place, from, to](LibraryStore &store) { return renameTextTemplate(store, place, from, to); }, this,
        [this, kind, place, from, isInEffect](const Result<QString> &made) {
            if (!m_editor)
                return;
            open(kind, made ? *made : from);
            if (!made)
                return m_editor->status()->warn(made.error().line());
            if (isInEffect)
                m_app.workspace.content.templates().choose(place, *made);
            tellAcross(tr("“%1” is now “%2”.").arg(from, *made),
                       {tr("Undo"), [this, from] { rename(from); }});
        });
}

void CompletionTemplateEditorController::remove()
{
    const Kind kind = m_editor->kind();
    const QString name = document(kind).name();
    putIntoEffect(document(kind), false);
    document(kind).discard();
    m_app.library.perform(
        [place = folder(), name](LibraryStore &store) { return deleteTextTemplate(store, place, name); },
        this,
        [this, kind, name](const Result<TrashItem> &gone) {
            if (!m_editor)
                return;
            open(kind, gone ? QString() : name);
            if (!gone)
                return m_editor->status()->warn(gone.error().line());
            const auto undo = [this, kind, name, id = gone->id] {
                m_app.library.perform([id](LibraryStore &store) { return restoreDeleted(store, id); }, this,
                                      [this, kind, name](const Result<TrashItem> &back) {
                                          if (!m_editor)
                                              return;
                                          if (!back)
                                              return m_editor->status()->warn(back.error().line());
                                          open(kind, name);
                                      });
            };
            tellAcross(tr("“%1” is in the library's trash.").arg(name), {tr("Undo"), undo});
        });
}

void CompletionTemplateEditorController::tellAcross(const QString &text, const EditorStatus::Answer &answer)
{
    const auto tell = [this, text, answer] { m_editor->status()->tell(text, {answer}); };
    tell();
    if (!document().isOpen()) // it is on its way, if there is one
        m_tellWhenOpen = tell;
}

void CompletionTemplateEditorController::askForImport()
{
    auto *dialog = new QFileDialog(m_editor, tr("Import"), {}, tr("Templates (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &CompletionTemplateEditorController::importFiles);
    dialog->open();
}

void CompletionTemplateEditorController::importFiles(const QStringList &paths)
{
    m_app.library.perform(
        [paths](LibraryStore &store) -> Result<ImportReport> { return snug::importFiles(store, paths); },
        this,
        [this](const Result<ImportReport> &report) {
            if (!m_editor)
                return;
            if (!report)
                return m_editor->status()->warn(report.error().line());
            QStringList problems;
            for (const ImportedFile &file : report->files) {
                if (file.problem) {
                    problems.append(file.problem->line());
                    continue;
                }
                for (const Kind kind : {Kind::Context, Kind::Instruct, Kind::SystemPrompt, Kind::Samplers}) {
                    const QString place = LibraryLayout::folderName(folderOf(kind)) + u'/';
                    if (file.place.startsWith(place))
                        open(kind, file.place.sliced(place.size()).chopped(5));
                }
            }
            if (!problems.isEmpty())
                m_editor->status()->warn(problems.join(u'\n'));
        });
}

void CompletionTemplateEditorController::askForExport()
{
    auto *dialog =
        new QFileDialog(m_editor, tr("Export"), document().name() + u".json"_s, tr("Templates (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &CompletionTemplateEditorController::exportTo);
    dialog->open();
}

// The file as it is on the disk.
void CompletionTemplateEditorController::exportTo(const QString &target)
{
    m_app.library.perform([place = folder(), name = document().name(), target](
                              LibraryStore &store) { return exportTextTemplate(store, place, name, target); },
                          this,
                          [this, target](const Result<void> &done) {
                              if (!m_editor)
                                  return;
                              if (done)
                                  m_editor->status()->tell(tr("Exported to %1").arg(target));
                              else
                                  m_editor->status()->warn(done.error().line());
                          });
}

} // namespace snug
