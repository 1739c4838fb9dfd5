#include "app/library/manycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/copying.h"
#include "core/library/deleting.h"
#include "core/library/exporter.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QFileDialog>
#include <QInputDialog>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

ManyController::ManyController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_tags(app)
{
    connect(&app.libraryPane, &LibraryPane::manyChangeRequested, this, &ManyController::change);
    connect(&app.libraryPane, &LibraryPane::folderRequested, this, &ManyController::changeFolder);
}

void ManyController::change(const ManyChange &change)
{
    QList<CastKey> whom;
    for (const CastEntry &entry : change.whom)
        whom.append({.isGroup = entry.kind == CastEntry::Kind::Group, .file = entry.id});
    switch (change.kind) {
    case ManyChange::Kind::AddTag:
        return askForTag(whom);
    case ManyChange::Kind::RemoveTag:
        return changeTag(whom, change.what, TagChange::Remove);
    case ManyChange::Kind::AddLorebook:
        return changeLorebook(whom, change.what, LorebookChange::Add);
    case ManyChange::Kind::RemoveLorebook:
        return changeLorebook(whom, change.what, LorebookChange::Remove);
    case ManyChange::Kind::Favourite:
        return setFavourites(whom, true);
    case ManyChange::Kind::NoFavourite:
        return setFavourites(whom, false);
    case ManyChange::Kind::Duplicate:
        return copyGroups(whom); // characters are documents
    case ManyChange::Kind::Export:
        return askWhereTo(change.whom);
    case ManyChange::Kind::Delete:
        return remove(whom);
    }
}

void ManyController::tell(const QString &text, const std::function<void()> &undo,
                          const std::function<void()> &redo)
{
    tellDone(m_app, {.notice = u"many"_s,
                     .text = text,
                     .undoText = tr("Undo change in the list"),
                     .undo = undo,
                     .redoText = tr("Redo change in the list"),
                     .redo = redo});
}

// Of a step that is taken back or done again.
void ManyController::carryOut(const std::function<Result<void>(LibraryStore &store)> &act)
{
    m_app.library.perform(act, this, [this](const Result<void> &done) {
        if (!done)
            m_app.libraryController.showError(done.error());
    });
}

template <typename T> static Result<void> withoutValue(const Result<T> &result)
{
    return result.transform([](const T &) {});
}

void ManyController::tellProblems(const QList<Error> &problems)
{
    if (!problems.isEmpty())
        m_app.libraryController.showError(problems.first());
}

void ManyController::askForTag(const QList<CastKey> &whom)
{
    QStringList known;
    for (const Tag &tag : m_app.library.contents().settings.tags)
        known.append(tag.name);
    known.sort(Qt::CaseInsensitive);
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"addTag"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add Tag"));
    dialog->setLabelText(tr("Tag for %Ln item(s)", nullptr, int(whom.size())));
    dialog->setComboBoxItems(known);
    dialog->setComboBoxEditable(true);
    dialog->setTextValue({});
    dialog->setOkButtonText(tr("&Add"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, whom](const QString &tag) {
        if (!tag.trimmed().isEmpty())
            changeTag(whom, tag.trimmed(), TagChange::Add);
    });
    dialog->open();
}

void ManyController::changeTag(const QList<CastKey> &whom, const QString &tag, TagChange change)
{
    m_app.library.perform(
        [whom, tag, change](LibraryStore &store) { return snug::changeTag(store, whom, tag, change); }, this,
        [this, whom, tag, change, count = int(whom.size())](const Result<TagsBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = change == TagChange::Add
                                     ? tr("Tag “%1” added to %Ln item(s).", nullptr, count)
                                     : tr("Tag “%1” removed from %Ln item(s).", nullptr, count);
            tell(
                text.arg(tag),
                [this, was = *before] {
                    carryOut([was](LibraryStore &store) { return restoreTags(store, was); });
                },
                [this, whom, tag, change] {
                    carryOut([=](LibraryStore &store) {
                        return withoutValue(snug::changeTag(store, whom, tag, change));
                    });
                });
        });
}

void ManyController::changeLorebook(const QList<CastKey> &whom, const QString &book, LorebookChange change)
{
    QStringList files;
    for (const CastKey &key : whom)
        files.append(key.file);
    m_app.library.perform(
        [files, book, change](LibraryStore &store) {
            return snug::changeLorebook(store, files, book, change);
        },
        this,
        [this, files, book, change, count = int(files.size())](const Result<LorebooksBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = change == LorebookChange::Add
                                     ? tr("Lorebook “%1” added to %Ln character(s).", nullptr, count)
                                     : tr("Lorebook “%1” removed from %Ln character(s).", nullptr, count);
            tell(
                text.arg(book),
                [this, was = *before] {
                    carryOut([was](LibraryStore &store) { return restoreLorebooks(store, was); });
                },
                [this, files, book, change] {
                    carryOut([=](LibraryStore &store) {
                        return withoutValue(snug::changeLorebook(store, files, book, change));
                    });
                });
        });
}

void ManyController::changeFolder(const QString &tag, TagFolder folder)
{
    m_app.library.perform(
        [tag, folder](LibraryStore &store) { return snug::changeFolder(store, tag, folder); }, this,
        [this, tag, folder](const Result<FoldersBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = folder == TagFolder::None ? tr("Tag “%1” is no longer a folder.")
                                 : folder == TagFolder::Open
                                     ? tr("Tag “%1” is a folder; its characters are listed outside it too.")
                                     : tr("Tag “%1” is a folder; its characters are listed only in it.");
            tell(
                text.arg(tag),
                [this, was = *before] {
                    carryOut([was](LibraryStore &store) { return restoreFolders(store, was); });
                },
                [this, tag, folder] {
                    carryOut([=](LibraryStore &store) {
                        return withoutValue(snug::changeFolder(store, tag, folder));
                    });
                });
        });
}

void ManyController::setFavourites(const QList<CastKey> &whom, bool favourite)
{
    m_app.library.perform(
        [whom, favourite](LibraryStore &store) -> Result<ManyChanged> {
            return setFavourite(store, whom, favourite);
        },
        this,
        [this, favourite](const Result<ManyChanged> &done) {
            if (!done)
                return m_app.libraryController.showError(done.error());
            tellProblems(done->problems);
            if (done->changed.isEmpty())
                return;
            const int count = int(done->changed.size());
            const auto set = [this, changed = done->changed](bool isOne) {
                m_app.library.perform(
                    [changed, isOne](LibraryStore &store) -> Result<ManyChanged> {
                        return setFavourite(store, changed, isOne);
                    },
                    this,
                    [this](const Result<ManyChanged> &set) {
                        tellProblems(set ? set->problems : QList{set.error()});
                    });
            };
            tell(
                favourite ? tr("%Ln item(s) added to the favourites.", nullptr, count)
                          : tr("%Ln item(s) removed from the favourites.", nullptr, count),
                [set, favourite] { set(!favourite); }, [set, favourite] { set(favourite); });
        });
}

struct CopiedGroups
{
    QList<Group> made;
    QList<Error> problems;
};

static CopiedGroups copiesOf(LibraryStore &store, const QStringList &files)
{
    CopiedGroups copies;
    for (const QString &file : files) {
        if (const auto group = copyGroup(store, file, QDateTime::currentDateTime()))
            copies.made.append(*group);
        else
            copies.problems.append(group.error());
    }
    return copies;
}

// Without their chats. Characters among them are copied as documents are.
void ManyController::copyGroups(const QList<CastKey> &whom)
{
    QStringList files;
    for (const CastKey &key : whom) {
        if (key.isGroup)
            files.append(key.file);
    }
    if (files.isEmpty())
        return;
    const auto made = std::make_shared<QList<CastKey>>();
    const auto copy = [this, files, made](const std::function<void(const QList<Group> &)> &then) {
        m_app.library.perform(
            [files](LibraryStore &store) -> Result<CopiedGroups> { return copiesOf(store, files); }, this,
            [this, made, then](const Result<CopiedGroups> &done) {
                tellProblems(done ? done->problems : QList{done.error()});
                made->clear();
                for (const Group &group : done ? done->made : QList<Group>())
                    made->append({.isGroup = true, .file = group.id});
                if (then && !made->isEmpty())
                    then(done->made);
            });
    };
    const auto undo = [this, made] {
        letGo(*made);
        m_app.library.perform(
            [keys = *made](LibraryStore &store) -> Result<QList<Error>> {
                return deleteMany(store, keys).problems;
            },
            this,
            [this](const Result<QList<Error>> &problems) {
                tellProblems(problems ? *problems : QList{problems.error()});
            });
    };
    copy([this, copy, undo](const QList<Group> &groups) {
        tell(groups.size() == 1
                 ? tr("The group is copied to “%1”, without its chats.").arg(groups.first().name)
                 : tr("%Ln group(s) are copied, without their chats.", nullptr, int(groups.size())),
             undo, [copy] { copy({}); });
    });
}

void ManyController::askWhereTo(const QList<CastEntry> &whom)
{
    QList<Exported> all;
    for (const CastEntry &entry : whom) {
        const bool isGroup = entry.kind == CastEntry::Kind::Group;
        all.append({.isGroup = isGroup,
                    .file = entry.id,
                    .name = isGroup ? safeFileName(entry.name, entry.id) : entry.id.section(u'.', 0, -2)});
    }
    auto *dialog = new QFileDialog(&m_app.window, tr("Export to a Folder"));
    dialog->setObjectName(u"exportMany"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, all](const QString &folder) { exportTo(all, folder); });
    dialog->open();
}

// Nothing that is there is replaced.
void ManyController::exportTo(const QList<Exported> &all, const QString &folder)
{
    m_app.library.perform(
        [all, folder](LibraryStore &store) -> Result<QList<Error>> {
            QList<Error> problems;
            for (const Exported &each : all) {
                const QString name = freeFileName(folder, each.name, each.isGroup ? u".json"_s : u".png"_s);
                const ExportKind kind = each.isGroup ? ExportKind::Group : ExportKind::CardPng;
                if (const auto done = snug::exportTo(store, kind, each.file, folder + u'/' + name); !done)
                    problems.append(done.error());
            }
            return problems;
        },
        this,
        [this, folder, all](const Result<QList<Error>> &problems) {
            if (!problems)
                return m_app.libraryController.showError(problems.error());
            tellProblems(*problems);
            const int count = int(all.size() - problems->size());
            const bool areCharacters = std::ranges::none_of(all, &Exported::isGroup);
            m_app.window.showNews((areCharacters ? tr("%Ln character(s) exported to %1", nullptr, count)
                                                 : tr("%Ln item(s) exported to %1", nullptr, count))
                                      .arg(folder));
        });
}

void ManyController::letGo(const QList<CastKey> &whom)
{
    const auto &groups = m_app.library.contents().groups;
    for (const CastKey &key : whom) {
        if (!key.isGroup)
            m_app.chat.letGoCharacter(key.file);
    }
    m_app.chat.letGo([&](const ChatReference &reference) {
        return std::ranges::any_of(whom, [&](const CastKey &key) {
            const auto group = std::ranges::find(groups, key.file, &GroupSummary::file);
            return key.isGroup && reference.isGroup() && group != groups.cend() &&
                   chatNames(group->group).contains(reference.name);
        });
    });
}

void ManyController::remove(const QList<CastKey> &whom)
{
    letGo(whom);
    m_app.library.perform(
        [whom](LibraryStore &store) -> Result<ManyDeleted> { return deleteMany(store, whom); }, this,
        [this, whom](const Result<ManyDeleted> &done) {
            if (!done)
                return m_app.libraryController.showError(done.error());
            tellProblems(done->problems);
            if (done->trashIds.isEmpty())
                return;
            // The disk thread's alone: deleted again, they have other ones.
            const auto ids = std::make_shared<QStringList>(done->trashIds);
            tell(
                tr("%Ln item(s) are in the library's trash, with their chats.", nullptr,
                   int(done->trashIds.size())),
                [this, ids] { restore(ids); }, [this, whom, ids] { removeAgain(whom, ids); });
        });
}

void ManyController::removeAgain(const QList<CastKey> &whom, const std::shared_ptr<QStringList> &ids)
{
    letGo(whom);
    m_app.library.perform(
        [whom, ids](LibraryStore &store) -> Result<QList<Error>> {
            const ManyDeleted gone = deleteMany(store, whom);
            *ids = gone.trashIds;
            return gone.problems;
        },
        this,
        [this](const Result<QList<Error>> &problems) {
            tellProblems(problems ? *problems : QList{problems.error()});
        });
}

void ManyController::restore(const std::shared_ptr<QStringList> &ids)
{
    m_app.library.perform(
        [ids](LibraryStore &store) -> Result<QList<Error>> {
            QList<Error> problems;
            for (const QString &id : std::as_const(*ids)) {
                if (const auto back = restoreDeleted(store, id); !back)
                    problems.append(back.error());
            }
            return problems;
        },
        this,
        [this](const Result<QList<Error>> &problems) {
            tellProblems(problems ? *problems : QList{problems.error()});
        });
}

} // namespace snug
