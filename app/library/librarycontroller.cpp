#include "app/library/librarycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/leavinglibrary.h"
#include "app/settings.h"
#include "core/chat/unsenttexts.h"
#include "core/guarded.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/samplelibrary.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QDir>
#include <QFutureWatcher>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

const QString LibraryController::ownerlessNotice = u"ownerless"_s;

LibraryController::LibraryController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_export(app)
    , m_castList(app)
    , m_chatList(app)
    , m_choices(app)
{
    m_report = new ReportDialog(&app.window);
    connectPane();
    connectActions();
    connect(&app.library, &Library::aboutToClose, app.chatPane.notices(), &NoticeBar::leaveLibrary);
    connect(&app.library, &Library::opened, this, &LibraryController::opened);
    connect(&app.library, &Library::openFailed, this, [this](const Error &error) {
        showMissing(error);
        Q_EMIT settled();
    });
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        using enum LibraryChange::Kind;
        if ((change.kind == Cards || change.kind == Groups) && m_entry && !isThere(*m_entry) &&
            !m_app.chat.reference()) {
            m_entry.reset();
            fillChats();
        } else if (change.kind == Chats || change.kind == GroupChats || change.kind == Groups) {
            m_chatList.fill();
        }
    });
    connect(&app.chat, &ChatController::opened, this, [this](const ChatReference &reference) {
        m_app.chatPane.notices()->dismiss(ownerlessNotice);
        adoptGroupChat(reference);
        fillChats();
        m_choices.rememberSoon();
    });
    connect(&app.chat, &ChatController::failed, this, &LibraryController::showError);
    connect(&app.workspace.content, &ActiveContent::problem, this, &LibraryController::showError);
    connect(&app.workspace.connections, &Connections::problem, this, &LibraryController::showError);
}

void LibraryController::openFolder(const QString &folder)
{
    leaveLibrary(m_app, [this, folder] { openNow(folder); });
}

void LibraryController::openNow(const QString &folder)
{
    m_choices.remember();
    m_wanted = folder;
    m_app.chat.close();
    if (!folder.isEmpty() || QDir(defaultLibraryFolder()).exists()) {
        const QString root = folder.isEmpty() ? defaultLibraryFolder() : folder;
        m_app.library.open(root, m_app.settings.outsideFolders(root));
        return;
    }
    // The first start: copying the sample library is disk work.
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcher<Result<void>>::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (const Result<void> installed = watcher->result(); !installed)
            showError(installed.error());
        else
            m_app.library.open(defaultLibraryFolder());
    });
    watcher->setFuture(
        QtConcurrent::run(guarded([] { return installSampleLibrary(defaultLibraryFolder()); })));
}

// Another Snug has it, it is gone, it may not be read: what was open before is not open either.
void LibraryController::showMissing(const Error &error)
{
    m_entry.reset();
    m_app.cast.setValues({});
    m_app.chats.setValues({});
    m_app.libraryPane.setLibraryMissing(true);
    showError(error);
}

void LibraryController::opened()
{
    m_app.libraryPane.setLibraryMissing(false);
    m_app.chatPane.notices()->dismiss(u"error"_s);
    const LibraryLayout layout = m_app.library.layout();
    SessionSettings session = m_app.settings.session();
    session.libraryFolder = layout.root() == defaultLibraryFolder() ? QString() : layout.root();
    m_app.settings.setSession(session);
    m_app.window.setLibrary(QDir(layout.root()).dirName());
    m_entry.reset();
    m_app.cast.setValues({});
    m_app.chats.setValues({});
    m_castList.fill();
    if (const auto &problem = m_app.library.contents().settingsProblem)
        showError(*problem);
    showRefusedFolders();
    m_choices.restore([this] { openLastChat(); });
}

void LibraryController::showRefusedFolders()
{
    static const QString noticePrefix = u"outside:"_s;
    for (const QString &folder : std::as_const(m_refused))
        m_app.chatPane.notices()->dismiss(noticePrefix + folder);
    const auto &refused = m_app.library.contents().refusedFolders;
    m_refused = refused.keys();
    for (const auto &[folder, each] : refused.asKeyValueRange()) {
        const QString id = noticePrefix + folder;
        Notice notice{
            Notice::Kind::Problem, tr("%1. Its contents are not shown").arg(each.problem.line()), {}};
        if (!each.place.target.isEmpty()) {
            notice.actions = {{tr("Allow"),
                               [this, place = each.place] {
                                   const QString root = m_app.library.layout().root();
                                   m_app.settings.allowOutsideFolder(root, place);
                                   openFolder(root);
                               }},
                              {tr("Leave Out"), [this, id] { m_app.chatPane.notices()->dismiss(id); }}};
        }
        m_app.chatPane.notices()->post(id, notice);
    }
}

void LibraryController::openLastChat()
{
    const ActiveChoices choices = m_app.workspace.content.choices().now();
    const LibraryContents &contents = m_app.library.contents();
    CastEntry entry;
    entry.kind = choices.group.isEmpty() ? CastEntry::Kind::Character : CastEntry::Kind::Group;
    entry.id = choices.group.isEmpty() ? choices.card : choices.group;
    // In a library that was never open here: somebody with a story under way, else anybody.
    if (entry.id.isEmpty() && !contents.cards.isEmpty()) {
        const auto busy = std::ranges::find_if(contents.cards, [&](const CardSummary &card) {
            return QDir(m_app.library.layout().chatFolder(card.file)).exists();
        });
        entry.id = (busy != contents.cards.end() ? *busy : contents.cards.first()).file;
    }
    if (const std::optional<CastEntry> last = entryOf(entry.kind, entry.id)) {
        m_entry = last;
        fillChats();
        if (!choices.chat.isEmpty())
            return openLastChat(choices.chat);
        choose(*m_entry);
    }
    Q_EMIT settled();
}

// One in which nothing was ever said has no file: what was typed into it is for a new one.
void LibraryController::openLastChat(const QString &name)
{
    const bool isGroup = m_entry->kind == CastEntry::Kind::Group;
    m_app.library.perform(
        [reference = ChatReference{.cardFile = isGroup ? QString() : m_entry->id, .name = name}](
            LibraryStore &store) -> Result<ChatTraces> { return chatTraces(store.layout(), reference); },
        this,
        [this, name, isGroup](const Result<ChatTraces> &found) {
            if (!m_entry || m_app.chat.reference())
                return; // the user was quicker
            if (found == ChatTraces::File)
                openChat(name);
            else if (found == ChatTraces::Texts && !isGroup)
                newChat();
            else
                choose(*m_entry);
            Q_EMIT settled();
        });
}

// The model alone is not listed before there is a chat with it.
std::optional<CastEntry> LibraryController::entryOf(CastEntry::Kind kind, const QString &id) const
{
    const QModelIndex index = m_app.cast.indexOf(kind, id);
    if (index.isValid())
        return m_app.cast.valueAt(index);
    return id == modelAloneFile() ? std::optional(CastModel::modelAlone()) : std::nullopt;
}

// In the library, whether the list shows it or not.
bool LibraryController::isThere(const CastEntry &entry) const
{
    const LibraryContents &contents = m_app.library.contents();
    switch (entry.kind) {
    case CastEntry::Kind::Character:
        return std::ranges::contains(contents.cards, entry.id, &CardSummary::file);
    case CastEntry::Kind::Group:
        return std::ranges::contains(contents.groups, entry.id, &GroupSummary::file);
    default:
        return true;
    }
}

void LibraryController::fillChats()
{
    const bool isGroup = m_entry && m_entry->kind == CastEntry::Kind::Group;
    const bool isModel = m_entry && m_entry->kind == CastEntry::Kind::Model;
    m_app.actions.action(ActionId::DeleteCharacter)
        ->setText(isGroup ? tr("Delete Group") : tr("Delete Character"));
    for (const ActionId id : {ActionId::DeleteCharacter, ActionId::ExportCharacter})
        m_app.actions.action(id)->setEnabled(!isModel);
    m_chatList.setWhose(m_entry);
    if (!m_entry)
        return;
    m_app.libraryPane.showCurrent(m_entry->kind, m_entry->id);
    m_app.libraryPane.chats()->showCurrent(m_app.chat.reference());
}

Group LibraryController::groupOf(const QString &file) const
{
    const auto &groups = m_app.library.contents().groups;
    const auto found = std::ranges::find(groups, file, &GroupSummary::file);
    return found != groups.end() ? found->group : Group{};
}

// The newest chat, or a new one.
void LibraryController::choose(const CastEntry &entry)
{
    m_entry = entry;
    fillChats();
    if (entry.problem) {
        showError({.what = tr("%1 cannot be opened: %2").arg(entry.name, entry.line)});
        return;
    }
    if (entry.kind == CastEntry::Kind::Group) {
        chooseGroup(entry.id);
        return;
    }
    // The background scan may not have come here yet; the folder knows.
    m_app.library.perform(
        [folder = m_app.library.layout().chatFolder(entry.id)](LibraryStore &) -> Result<QString> {
            const QFileInfoList files = QDir(folder).entryInfoList({u"*.jsonl"_s}, QDir::Files, QDir::Time);
            return files.isEmpty() ? QString() : files.first().completeBaseName();
        },
        this,
        [this, id = entry.id](const Result<QString> &newest) {
            if (!m_entry || m_entry->id != id)
                return;
            if (newest && !newest->isEmpty())
                openChat(*newest);
            else
                newChat();
        });
}

// The chat that the group has open; if its file is gone, the last one that is there.
void LibraryController::chooseGroup(const QString &file)
{
    const Group group = groupOf(file);
    QStringList names = chatNames(group);
    names.removeAll(group.chatId);
    if (!group.chatId.contains(u'/'))
        names.append(group.chatId);
    m_app.library.perform(
        [names](LibraryStore &store) -> Result<QString> { return lastThere(store.layout(), names); }, this,
        [this, file](const Result<QString> &name) {
            if (!m_entry || m_entry->id != file)
                return;
            if (name && !name->isEmpty())
                openChat(*name);
            else
                newChat();
        });
}

void LibraryController::begin(CastEntry::Kind kind, const QString &id)
{
    m_castList.fill();
    m_app.window.pages()->showChat();
    if (const std::optional<CastEntry> entry = entryOf(kind, id))
        choose(*entry);
}

// A branch, or a chat that came some other way, becomes one of the group's.
void LibraryController::adoptGroupChat(const ChatReference &reference)
{
    const QString file = m_app.chat.groupFile();
    if (file.isEmpty() || !reference.isGroup() || chatNames(groupOf(file)).contains(reference.name))
        return;
    m_app.library.save(
        u"groups/%1.json"_s.arg(file),
        [file, name = reference.name](LibraryStore &store) {
            return snug::adoptGroupChat(store, file, name);
        },
        this,
        [this](const Result<Group> &adopted) {
            if (!adopted)
                showError(adopted.error());
        });
}

void LibraryController::openChat(const QString &name)
{
    if (!m_entry)
        return;
    m_choices.remember();
    const bool isGroup = m_entry->kind == CastEntry::Kind::Group;
    const ChatReference reference{.cardFile = isGroup ? QString() : m_entry->id, .name = name};
    m_app.chat.open(reference, m_entry->id);
}

void LibraryController::openChatOf(CastEntry::Kind kind, const QString &id, const QString &name)
{
    const std::optional<CastEntry> entry = entryOf(kind, id);
    if (!entry)
        return;
    m_app.window.pages()->showChat();
    m_entry = entry;
    fillChats();
    openChat(name);
}

void LibraryController::newModelChat()
{
    if (!m_app.library.isOpen())
        return;
    m_entry = CastModel::modelAlone();
    fillChats();
    newChat();
}

void LibraryController::newChat()
{
    if (!m_entry)
        return;
    m_choices.remember();
    if (m_entry->kind == CastEntry::Kind::Group)
        m_app.chat.startNewGroupChat(m_entry->id);
    else
        m_app.chat.startNew(m_entry->id);
}

void LibraryController::showError(const Error &error)
{
    Notice notice{Notice::Kind::Problem, error.line(), {}, Notice::Until::Chat};
    if (!error.hint.isEmpty())
        notice.text += u". "_s + error.hint;
    if (error.place.size() > 200) { // a server's own words
        notice.text = error.what + (error.hint.isEmpty() ? QString() : u". "_s + error.hint);
        notice.actions.append(
            {tr("Details"), [this, error] { m_report->showReport(tr("Details"), error.what, error.place); }});
    }
    m_app.chatPane.notices()->post(u"error"_s, notice);
}

} // namespace snug
