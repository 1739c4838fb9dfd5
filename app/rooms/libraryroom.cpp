#include "app/rooms/libraryroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/modelroom.h"
#include "app/rooms/promptroom.h"
#include "app/rooms/textfile.h"
#include "core/guarded.h"
#include "core/library/groupfiles.h"
#include "core/library/samplelibrary.h"
#include "widgets/chat/composer.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QDir>
#include <QFutureWatcher>
#include <QtConcurrentRun>

#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

LibraryRoom::LibraryRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
{
    m_report = new ReportDialog(around.window);
    joinPane();
    joinActions();
    connect(around.library, &Library::opened, this, &LibraryRoom::opened);
    connect(around.library, &Library::openFailed, this, [this](const Error &error) {
        showMissing(error);
        Q_EMIT settled();
    });
    connect(around.library, &Library::changed, this, [this](const LibraryChange &change) {
        using enum LibraryChange::Kind;
        if (change.kind == Cards || change.kind == Groups)
            fillCast();
        if (change.kind == Chats || change.kind == GroupChats || change.kind == Groups)
            fillChats();
    });
    connect(around.chat, &ChatRoom::opened, this, [this](const ChatReference &reference) {
        adoptGroupChat(reference);
        fillChats();
        m_remember.start();
    });
    connect(around.chat, &ChatRoom::failed, this, &LibraryRoom::showError);
    connect(around.prompt, &PromptRoom::choicesChanged, &m_remember, qOverload<>(&QTimer::start));
    connect(around.prompt, &PromptRoom::problem, this, &LibraryRoom::showError);
    connect(around.model, &ModelRoom::problem, this, &LibraryRoom::showError);
    m_remember.setSingleShot(true);
    m_remember.setInterval(1000);
    connect(&m_remember, &QTimer::timeout, this, &LibraryRoom::rememberChoices);
}

void LibraryRoom::openFolder(const QString &folder)
{
    rememberChoices();
    m_wanted = folder;
    m_around.chat->close();
    if (!folder.isEmpty() || QDir(defaultLibraryFolder()).exists()) {
        const QString root = folder.isEmpty() ? defaultLibraryFolder() : folder;
        m_around.library->open(root, m_around.settings->outsideFolders(root));
        return;
    }
    // The first start: copying the sample library is disk work.
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcher<Result<void>>::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (const Result<void> installed = watcher->result(); !installed)
            showError(installed.error());
        else
            m_around.library->open(defaultLibraryFolder());
    });
    watcher->setFuture(
        QtConcurrent::run(guarded([] { return installSampleLibrary(defaultLibraryFolder()); })));
}

// Another Snug has it, it is gone, it may not be read: what was open before is not open either.
void LibraryRoom::showMissing(const Error &error)
{
    m_entry.reset();
    m_around.cast->setValues({});
    m_around.chats->setValues({});
    m_around.pane->setLibraryMissing(true);
    showError(error);
}

void LibraryRoom::opened()
{
    m_around.pane->setLibraryMissing(false);
    m_around.notices->dismiss(u"error"_s);
    const LibraryLayout layout = m_around.library->layout();
    SessionSettings session = m_around.settings->session();
    session.libraryFolder = layout.root() == defaultLibraryFolder() ? QString() : layout.root();
    m_around.settings->setSession(session);
    m_around.window->setWindowTitle(
        tr("Snug — %1", "the library's folder").arg(QDir(layout.root()).dirName()));
    m_entry.reset();
    m_around.cast->setValues({});
    m_around.chats->setValues({});
    fillCast();
    if (const auto &problem = m_around.library->contents().settingsProblem)
        showError(*problem);
    showRefusedFolders();
    m_around.library->perform(
        [path = layout.sessionFile()](LibraryStore &) { return readTextFile(path); }, this,
        [this](const Result<QByteArray> &bytes) {
            m_around.prompt->setChoices(readSessionChoices(bytes.value_or(QByteArray())));
            openLastChat();
        });
}

void LibraryRoom::showRefusedFolders()
{
    static const QString noticePrefix = u"outside:"_s;
    for (const QString &folder : std::as_const(m_refused))
        m_around.notices->dismiss(noticePrefix + folder);
    const auto &refused = m_around.library->contents().refusedFolders;
    m_refused = refused.keys();
    for (const auto &[folder, each] : refused.asKeyValueRange()) {
        const QString id = noticePrefix + folder;
        Notice notice{
            Notice::Kind::Problem, tr("%1. What is in it is not shown").arg(each.problem.line()), {}};
        if (!each.place.target.isEmpty()) {
            notice.actions = {{tr("Allow"),
                               [this, place = each.place] {
                                   const QString root = m_around.library->layout().root();
                                   m_around.settings->allowOutsideFolder(root, place);
                                   openFolder(root);
                               }},
                              {tr("Leave Out"), [this, id] { m_around.notices->dismiss(id); }}};
        }
        m_around.notices->post(id, notice);
    }
}

void LibraryRoom::openLastChat()
{
    const SessionChoices choices = m_around.prompt->choices();
    const LibraryContents &contents = m_around.library->contents();
    CastEntry entry;
    entry.kind = choices.group.isEmpty() ? CastEntry::Kind::Character : CastEntry::Kind::Group;
    entry.id = choices.group.isEmpty() ? choices.card : choices.group;
    // In a library that was never open here: somebody with a story under way, else anybody.
    if (entry.id.isEmpty() && !contents.cards.isEmpty()) {
        const auto busy = std::ranges::find_if(contents.cards, [&](const CardSummary &card) {
            return QDir(m_around.library->layout().chatFolder(card.file)).exists();
        });
        entry.id = (busy != contents.cards.end() ? *busy : contents.cards.first()).file;
    }
    const QModelIndex index = m_around.cast->indexOf(entry.kind, entry.id);
    if (index.isValid()) {
        m_entry = m_around.cast->valueAt(index);
        fillChats();
        if (!choices.chat.isEmpty())
            openChat(choices.chat);
        else
            choose(*m_entry);
    }
    Q_EMIT settled();
}

void LibraryRoom::rememberChoices()
{
    if (!m_around.library->isOpen())
        return;
    SessionChoices choices = m_around.prompt->choices();
    if (const auto &reference = m_around.chat->reference()) {
        choices.card = reference->cardFile;
        choices.group = m_around.chat->groupFile();
        choices.chat = reference->name;
        choices.drafts.insert(draftKey(*reference), m_around.chat->draft());
    }
    const QByteArray bytes = writeSessionChoices(choices);
    if (bytes == m_remembered)
        return;
    m_remembered = bytes;
    m_around.library->save(
        u"snug/session.json"_s,
        [path = m_around.library->layout().sessionFile(), bytes](LibraryStore &) {
            return writeTextFile(path, bytes);
        },
        this, [](const Result<void> &) {});
}

QString LibraryRoom::draftKey(const ChatReference &reference) const
{
    return reference.cardFile + u'/' + reference.name;
}

void LibraryRoom::fillCast()
{
    const LibraryContents &contents = m_around.library->contents();
    m_around.cast->setValues(
        CastModel::entries(contents.cards, contents.groups,
                           m_around.library->layout().folder(LibraryLayout::Folder::Characters)));
}

void LibraryRoom::fillChats()
{
    if (!m_entry) {
        m_around.chats->setValues({});
        return;
    }
    const LibraryContents &contents = m_around.library->contents();
    if (m_entry->kind == CastEntry::Kind::Character) {
        m_around.chats->setFolder(m_around.library->layout().chatFolder(m_entry->id));
        m_around.chats->setValues(contents.chatsOf(m_entry->id));
    } else {
        QList<ChatSummary> chats;
        const QStringList names = chatNames(groupOf(m_entry->id));
        for (const ChatSummary &chat : contents.groupChats) {
            if (names.contains(chat.name))
                chats.append(chat);
        }
        m_around.chats->setFolder(m_around.library->layout().folder(LibraryLayout::Folder::GroupChats));
        m_around.chats->setValues(chats);
    }
    const auto &reference = m_around.chat->reference();
    m_around.pane->showCurrent(m_entry->kind, m_entry->id, reference ? reference->name : QString());
}

Group LibraryRoom::groupOf(const QString &file) const
{
    const auto &groups = m_around.library->contents().groups;
    const auto found = std::ranges::find(groups, file, &GroupSummary::file);
    return found != groups.end() ? found->group : Group{};
}

// The newest chat, or a new one.
void LibraryRoom::choose(const CastEntry &entry)
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
    m_around.library->perform(
        [folder = m_around.library->layout().chatFolder(entry.id)](LibraryStore &) -> Result<QString> {
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
void LibraryRoom::chooseGroup(const QString &file)
{
    const Group group = groupOf(file);
    QStringList names = chatNames(group);
    names.removeAll(group.chatId);
    if (!group.chatId.contains(u'/'))
        names.append(group.chatId);
    m_around.library->perform(
        [names](LibraryStore &store) -> Result<QString> {
            for (const QString &name : names | std::views::reverse) {
                if (!name.isEmpty() && QFileInfo::exists(store.layout().groupChat(name)))
                    return name;
            }
            return QString();
        },
        this,
        [this, file](const Result<QString> &name) {
            if (!m_entry || m_entry->id != file)
                return;
            if (name && !name->isEmpty())
                openChat(*name);
            else
                newChat();
        });
}

void LibraryRoom::beginGroup(const QString &file)
{
    fillCast();
    const QModelIndex index = m_around.cast->indexOf(CastEntry::Kind::Group, file);
    if (index.isValid())
        choose(m_around.cast->valueAt(index));
}

// A branch, or a chat that came some other way, becomes one of the group's.
void LibraryRoom::adoptGroupChat(const ChatReference &reference)
{
    const QString file = m_around.chat->groupFile();
    if (file.isEmpty() || !reference.isGroup() || chatNames(groupOf(file)).contains(reference.name))
        return;
    m_around.library->save(
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

void LibraryRoom::openChat(const QString &name)
{
    if (!m_entry)
        return;
    rememberChoices();
    const bool isGroup = m_entry->kind == CastEntry::Kind::Group;
    const ChatReference reference{.cardFile = isGroup ? QString() : m_entry->id, .name = name};
    m_around.chat->open(reference, m_entry->id);
    m_around.chat->setDraft(m_around.prompt->choices().drafts.value(draftKey(reference)));
}

void LibraryRoom::newChat()
{
    if (!m_entry)
        return;
    rememberChoices();
    if (m_entry->kind == CastEntry::Kind::Group)
        m_around.chat->startNewGroupChat(m_entry->id);
    else
        m_around.chat->startNew(m_entry->id);
}

void LibraryRoom::showError(const Error &error)
{
    Notice notice{Notice::Kind::Problem, error.line(), {}};
    if (!error.wayOut.isEmpty())
        notice.text += u". "_s + error.wayOut;
    if (error.place.size() > 200) { // a server's own words
        notice.text = error.what + (error.wayOut.isEmpty() ? QString() : u". "_s + error.wayOut);
        notice.actions.append(
            {tr("Details"), [this, error] { m_report->showReport(tr("Details"), error.what, error.place); }});
    }
    m_around.notices->post(u"error"_s, notice);
}

} // namespace snug
