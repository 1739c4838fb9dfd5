#include "app/library/castlistcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/library/chattitle.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "widgets/library/casthead.h"
#include "widgets/library/librarypane.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

// In the settings file.
static const QStringList &sortNames()
{
    static const QStringList names{u"name"_s, u"lastChat"_s, u"newest"_s, u"longest"_s};
    return names;
}

CastListController::CastListController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(250ms);
    connect(&m_soon, &QTimer::timeout, this, &CastListController::fill);
    connect(&app.library, &Library::opened, this, [this] {
        m_lastChats.clear();
        m_lastGroupChats.clear();
    });
    connect(&app.library, &Library::changed, this, &CastListController::follow);
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        const auto &reference = m_app.chat.reference();
        const bool isGroup = reference && reference->isGroup();
        if (reference && reference->isWithModelAlone() && !isListed(reference->cardFile))
            fill();
        m_app.cast.setOpen(isGroup ? CastEntry::Kind::Group : CastEntry::Kind::Character,
                           isGroup ? m_app.chat.groupFile() : reference.value_or(ChatReference()).cardFile);
    });
    connect(app.libraryPane.head(), &CastHead::orderChanged, this, [this] {
        const CastHead *head = m_app.libraryPane.head();
        m_app.settings.setCastList(
            {.order = sortNames().value(int(head->sort())), .favouritesFirst = head->favouritesFirst()});
    });
    restoreOrder();
}

void CastListController::restoreOrder()
{
    const CastListSettings settings = m_app.settings.castList();
    const qsizetype sort = std::max<qsizetype>(0, sortNames().indexOf(settings.order));
    m_app.libraryPane.head()->setOrder(CastSort(sort), settings.favouritesFirst);
}

void CastListController::follow(const LibraryChange &change)
{
    using enum LibraryChange::Kind;
    if (change.kind == Cards || change.kind == Groups)
        return fill();
    if (change.kind == Chats)
        noteChats(change.chatFolder);
    else if (change.kind == GroupChats)
        noteGroupChats();
    else if (change.kind != Settings)
        return;
    // Reading chats tells a folder at a time, of which there may be thousands.
    if (!m_soon.isActive())
        m_soon.start();
}

bool CastListController::isListed(const QString &cardFile) const
{
    return m_app.cast.indexOf(CastEntry::Kind::Character, cardFile).isValid();
}

void CastListController::noteChats(const QString &folder)
{
    QDateTime last;
    for (const ChatSummary &chat : m_app.library.contents().chats.value(folder)) {
        const QDateTime said = lastSaid(chat);
        if (!last.isValid() || said > last)
            last = said;
    }
    if (last.isValid())
        m_lastChats.insert(folder, last);
    else
        m_lastChats.remove(folder);
}

void CastListController::noteGroupChats()
{
    m_lastGroupChats.clear();
    for (const ChatSummary &chat : m_app.library.contents().groupChats)
        m_lastGroupChats.insert(chat.name, lastSaid(chat));
}

// As SillyTavern's settings have them: docs/sillytavern/library.md#tags
static void takeTags(CastEntry &entry, const LibraryContents &contents)
{
    if (entry.kind != CastEntry::Kind::Character || entry.problem ||
        (entry.tags.isEmpty() && !contents.settings.tagMap.contains(entry.id)))
        return;
    QStringList own;
    for (const CardTag &tag : std::as_const(entry.tags))
        own.append(tag.name);
    entry.tags = tagsOf(contents.settings, entry.id, own);
    QStringList names;
    for (const CardTag &tag : std::as_const(entry.tags))
        names.append(tag.name);
    if (!names.isEmpty())
        entry.line = names.join(u", "_s);
    entry.search += u' ' + names.join(u' ');
}

void CastListController::fill()
{
    m_soon.stop();
    const LibraryContents &contents = m_app.library.contents();
    QList<CastEntry> entries = CastModel::entries(
        contents.cards, contents.groups, m_app.library.layout().folder(LibraryLayout::Folder::Characters));
    if (const auto &open = m_app.chat.reference();
        !contents.chatsOf(modelAloneFile()).isEmpty() || (open && open->isWithModelAlone()))
        entries.append(CastModel::modelAlone());
    qsizetype group = 0; // entries() has the groups in their order behind the cards
    for (CastEntry &entry : entries) {
        takeTags(entry, contents);
        if (entry.kind != CastEntry::Kind::Group) {
            entry.lastChat = m_lastChats.value(entry.id.section(u'.', 0, -2));
            continue;
        }
        for (const QString &name : chatNames(contents.groups[group++].group)) {
            if (const QDateTime said = m_lastGroupChats.value(name); said.isValid())
                entry.lastChat = entry.lastChat.isValid() ? std::max(entry.lastChat, said) : said;
        }
    }
    m_app.cast.setValues(entries);
    m_app.libraryPane.head()->showCounts();
}

} // namespace snug
