#include "app/documents/scriptactions.h"

#include "app/appcontext.h"
#include "app/editors/scripteditorcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/editing/documentformats.h"
#include "core/editing/documentjobs.h"
#include "core/editing/documentparts.h"
#include "core/editing/scriptedits.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/scriptowners.h"
#include "core/workspace/workspace.h"
#include "widgets/editors/regex/scriptsmodel.h"
#include "widgets/window/mainwindow.h"

#include <QInputDialog>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ScriptActions::ScriptActions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
}

void ScriptActions::tell(const QString &text, const QString &undoText, const std::function<void()> &undo)
{
    tellDone(m_app, {.notice = u"document"_s, .text = text, .undoText = undoText, .undo = undo});
}

void ScriptActions::change(const DocumentKey &place, const Change &change, const Done &done,
                           const std::function<void()> &failed)
{
    struct Changed
    {
        Scripts before;
        Scripts now;
    };
    m_app.library.perform(
        [place, change](LibraryStore &store) -> Result<Changed> {
            const DocumentFormat format = documentFormatOf(place.kind);
            const auto state = readDocument(store, format, place.name);
            if (!state)
                return std::unexpected(state.error());
            const Scripts before =
                state->hasValue() ? state->reading.value.as<QList<RegexScript>>() : Scripts();
            const auto now = change(before);
            if (!now)
                return std::unexpected(now.error());
            const auto saved = saveDocument(store, format, place.name, DocumentValue::of(*now), state->file);
            if (!saved)
                return std::unexpected(saved.error());
            if (saved->theirs)
                return failure(tr("Another program is changing the regex scripts"));
            return Changed{before, *now};
        },
        this,
        [this, place, done, failed](const Result<Changed> &changed) {
            if (!changed) {
                m_app.libraryController.showError(changed.error());
                if (failed)
                    failed();
                return;
            }
            // What the user makes of them needs no other permission than they have.
            if (const QString owner = scriptOwnerKey(place); !owner.isEmpty())
                m_app.workspace.content.choices().scriptsEdited(owner, scriptsDigest(changed->before),
                                                                scriptsDigest(changed->now));
            if (done)
                done(changed->before, changed->now);
        });
}

void ScriptActions::changeOne(const LibraryDocument &script,
                              const std::function<void(Scripts &, qsizetype)> &change, const Done &done)
{
    if (script.isPartEdited)
        return m_app.libraryController.showError(
            {.what = tr("“%1” has unsaved changes in its editor").arg(script.name),
             .hint = tr("Save or revert them first.")});
    this->change(
        script.key,
        [script, change](Scripts scripts) -> Result<Scripts> {
            const qsizetype row = rowOfScript(scripts, script.part);
            if (row < 0)
                return failure(tr("“%1” is no longer there").arg(script.name));
            change(scripts, row);
            return scripts;
        },
        done);
}

void ScriptActions::make()
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New Regex Script"));
    dialog->setLabelText(tr("Name of the script"));
    dialog->setOkButtonText(tr("&Create"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &name) {
        if (name.trimmed().isEmpty())
            return;
        const DocumentKey place{DocumentKind::Script, settingsDocument()};
        const RegexScript script = newScript(name.trimmed());
        change(
            place, [script](const Scripts &scripts) -> Result<Scripts> { return scripts + Scripts{script}; },
            [this, place, id = script.id](const Scripts &, const Scripts &) {
                m_app.scriptEditor.openPlace(place, id);
                Q_EMIT made(place, id);
            });
    });
    dialog->open();
}

void ScriptActions::edit(const LibraryDocument &script)
{
    m_app.scriptEditor.openPlace(script.key, script.part);
}

// One that is on and does not act needs the user's permission, which is asked for in its editor.
void ScriptActions::use(const LibraryDocument &script)
{
    take(script, [this, script](const RegexScript &now) {
        if (!now.disabled && !script.isInEffect)
            return edit(script);
        changeOne(script,
                  [](Scripts &scripts, qsizetype row) { scripts[row].disabled = !scripts[row].disabled; });
    });
}

void ScriptActions::take(const LibraryDocument &script, const std::function<void(const RegexScript &)> &then)
{
    m_app.library.perform(
        [script](LibraryStore &store) -> Result<RegexScript> {
            const auto state = readDocument(store, documentFormatOf(script.key.kind), script.key.name);
            if (!state)
                return std::unexpected(state.error());
            const Scripts scripts =
                state->hasValue() ? state->reading.value.as<QList<RegexScript>>() : Scripts();
            const qsizetype row = rowOfScript(scripts, script.part);
            if (row < 0)
                return failure(tr("“%1” is not saved yet").arg(script.name));
            return scripts[row];
        },
        this,
        [this, then](const Result<RegexScript> &found) {
            if (found)
                then(*found);
            else
                m_app.libraryController.showError(found.error());
        });
}

void ScriptActions::duplicate(const LibraryDocument &script)
{
    changeOne(
        script,
        [](Scripts &scripts, qsizetype row) {
            RegexScript copy = asNewScript(scripts[row]);
            //: %1 is a regex script
            copy.name = tr("%1 (copy)").arg(scriptTitle(copy));
            scripts.insert(row + 1, copy);
        },
        [this, script](const Scripts &before, const Scripts &now) {
            LibraryDocument copy = script;
            const qsizetype row = rowOfScript(before, script.part) + 1;
            copy.part = scriptMark(now, row);
            copy.name = scriptTitle(now.value(row));
            tell(tr("“%1” is copied.").arg(script.name), tr("Undo copying of “%1”").arg(script.name),
                 [this, copy] { changeOne(copy, [](Scripts &all, qsizetype at) { all.removeAt(at); }); });
            Q_EMIT made(copy.key, copy.part);
        });
}

void ScriptActions::rename(const LibraryDocument &script, const QString &to)
{
    if (to.trimmed().isEmpty())
        return;
    const auto name = [this, script](const QString &wanted, const Done &done) {
        changeOne(script, [wanted](Scripts &scripts, qsizetype row) { scripts[row].name = wanted; }, done);
    };
    name(to.trimmed(), [this, name, script, to](const Scripts &before, const Scripts &) {
        const QString earlier = before.value(rowOfScript(before, script.part)).name;
        tell(tr("“%1” is now called “%2”.").arg(script.name, to.trimmed()),
             tr("Undo renaming of “%1”").arg(script.name), [name, earlier] { name(earlier, {}); });
    });
}

// Deleted, it is nowhere but in the versions of its list; taken back, it is where it was.
void ScriptActions::remove(const LibraryDocument &script)
{
    changeOne(
        script, [](Scripts &scripts, qsizetype row) { scripts.removeAt(row); },
        [this, script](const Scripts &before, const Scripts &) {
            const qsizetype row = rowOfScript(before, script.part);
            const auto back = [this, place = script.key, gone = before.value(row), row] {
                change(place, [gone, row](Scripts scripts) -> Result<Scripts> {
                    scripts.insert(std::min(row, scripts.size()), gone);
                    return scripts;
                });
            };
            tell(tr("“%1” is deleted.").arg(script.name), tr("Undo deleting of “%1”").arg(script.name), back);
        });
}

// Those that are still there, in the order in which they stand.
static QList<int> rowsOfAll(const QList<RegexScript> &all, const QList<LibraryDocument> &scripts)
{
    QList<int> rows;
    for (const LibraryDocument &script : scripts) {
        if (const qsizetype row = rowOfScript(all, script.part); row >= 0)
            rows.append(int(row));
    }
    std::ranges::sort(rows);
    return rows;
}

void ScriptActions::duplicateMany(const QList<LibraryDocument> &scripts, const ManyDone &done)
{
    const DocumentKey place = scripts.first().key;
    change(
        place,
        [scripts](Scripts all) -> Result<Scripts> {
            const QList<int> rows = rowsOfAll(all, scripts);
            for (auto row = rows.crbegin(); row != rows.crend(); ++row) {
                RegexScript copy = asNewScript(all[*row]);
                copy.name = tr("%1 (copy)").arg(scriptTitle(copy));
                all.insert(*row + 1, copy);
            }
            return all;
        },
        [this, place, scripts, done](const Scripts &before, const Scripts &now) {
            QList<LibraryDocument> copies;
            qsizetype earlier = 0;
            for (const int row : rowsOfAll(before, scripts)) {
                LibraryDocument copy = scripts.first();
                copy.part = scriptMark(now, row + ++earlier);
                copies.append(copy);
            }
            done([this, copies] { removeMany(copies, [](const std::function<void()> &) {}); });
        },
        [done] { done({}); });
}

void ScriptActions::removeMany(const QList<LibraryDocument> &scripts, const ManyDone &done)
{
    const DocumentKey place = scripts.first().key;
    change(
        place,
        [scripts](const Scripts &all) -> Result<Scripts> {
            return withoutRows(all, rowsOfAll(all, scripts));
        },
        [this, place, scripts, done](const Scripts &before, const Scripts &) {
            const QList<int> rows = rowsOfAll(before, scripts);
            done([this, place, rows, gone = rowsOf(before, rows)] {
                change(place, [rows, gone](Scripts all) -> Result<Scripts> {
                    for (qsizetype i = 0; i < gone.size(); ++i)
                        all.insert(std::min<qsizetype>(rows[i], all.size()), gone[i]);
                    return all;
                });
            });
        },
        [done] { done({}); });
}

} // namespace snug
