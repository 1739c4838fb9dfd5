// What the editor of regex scripts does with script files.
#include "app/appcontext.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/editing/scriptedits.h"
#include "core/formats/regexscripts.h"
#include "core/library/atomicwrite.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/regex/scriptsmodel.h"

#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace snug {

void ScriptEditorController::askForFiles()
{
    auto *dialog = new QFileDialog(m_editor, tr("Import Scripts"), QString(), tr("Regex scripts (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ScriptEditorController::importFiles);
    dialog->open();
}

// Their identifiers are made anew, as SillyTavern does; one step for all of them.
void ScriptEditorController::importFiles(const QStringList &paths)
{
    struct Found
    {
        QList<RegexScript> scripts;
        QStringList problems;
    };
    m_app.library.perform(
        [paths](LibraryStore &) -> Result<Found> {
            Found found;
            for (const QString &path : paths) {
                const auto reading = readVersioned(path).and_then(
                    [](const Loaded<QByteArray> &file) { return readRegexScripts(file.value); });
                if (reading)
                    found.scripts += reading->scripts;
                else
                    found.problems.append(reading.error().inFile(path).line());
            }
            return found;
        },
        this,
        [this](const Result<Found> &found) {
            Editing *now = editing();
            if (!found || !m_editor || !now || !now->isOpen())
                return;
            QList<RegexScript> scripts;
            for (const RegexScript &script : found->scripts)
                scripts.append(asNewScript(script));
            if (!scripts.isEmpty()) {
                m_editor->chooseById(scripts.last().id);
                now->change(withScripts(now->value(), scripts, -1), tr("Import Scripts"));
            }
            QStringList lines = found->problems;
            lines.prepend(tr("%n script(s) imported.", nullptr, int(scripts.size())));
            if (found->problems.isEmpty())
                m_editor->status()->tell(lines.join(u'\n'));
            else
                m_editor->status()->warn(lines.join(u'\n'));
        });
}

void ScriptEditorController::askForTarget(const QList<int> &rows)
{
    const QList<RegexScript> scripts = rowsOf(m_editor->scripts(), rows);
    if (scripts.isEmpty())
        return;
    const QString name = scripts.size() == 1
                             ? u"regex-"_s + safeFileName(scriptTitle(scripts.first()), u"script"_s)
                             : u"regex-scripts"_s;
    auto *dialog =
        new QFileDialog(m_editor, tr("Export Scripts"), name + u".json"_s, tr("Regex scripts (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, rows](const QString &path) { exportTo(rows, path); });
    dialog->open();
}

// One as an object, several as a list: both are files that SillyTavern reads.
void ScriptEditorController::exportTo(const QList<int> &rows, const QString &path)
{
    m_app.library.perform([path, scripts = rowsOf(m_editor->scripts(), rows)](
                              LibraryStore &) { return writeFileDurably(path, writeRegexScripts(scripts)); },
                          this,
                          [this, path](const Result<void> &written) {
                              if (!m_editor)
                                  return;
                              if (written)
                                  m_editor->status()->tell(tr("Exported to %1").arg(path));
                              else
                                  m_editor->status()->warn(written.error().line());
                          });
}

} // namespace snug
