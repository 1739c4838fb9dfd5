#include "app/library/castlistcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/doneinlist.h"
#include "app/settings.h"
#include "core/library/booksineffect.h"
#include "core/library/chattitle.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/model/searchtext.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/castfolders.h"
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
    CastHead *head = app.libraryPane.head();
    connect(head, &CastHead::orderChanged, this, &CastListController::remember);
    followFilters(head->filters());
    restore();
}

void CastListController::restore()
{
    const CastListSettings settings = m_app.settings.castList();
    const qsizetype sort = std::max<qsizetype>(0, sortNames().indexOf(settings.order));
    CastHead *head = m_app.libraryPane.head();
    head->setOrder(CastSort(sort), settings.favouritesFirst);
    head->filters()->setFilters(settings.filters);
    m_app.libraryPane.showGallery(settings.isGallery);
}

void CastListController::remember()
{
    const CastHead *head = m_app.libraryPane.head();
    m_app.settings.setCastList({.order = sortNames().value(int(head->sort())),
                                .favouritesFirst = head->favouritesFirst(),
                                .isGallery = head->isGallery(),
                                .filters = head->filters()->filters()});
}

void CastListController::followFilters(CastFilterMenu *filters)
{
    connect(filters, &CastFilterMenu::filtersChanged, this, &CastListController::remember);
    const auto tell = [this](const QString &text, const QString &undoText, const QString &redoText,
                             const std::function<void()> &undo, const std::function<void()> &redo) {
        tellDone(m_app, {.notice = u"castFilter"_s,
                         .text = text,
                         .undoText = undoText,
                         .undo = undo,
                         .redoText = redoText,
                         .redo = redo});
    };
    connect(filters, &CastFilterMenu::removed, this, [tell, filters](const CastFilter &filter) {
        tell(
            tr("Filter “%1” removed.").arg(filter.name), tr("Undo removing the filter"),
            tr("Redo removing the filter"), [filters, filter] { filters->put(filter, filter.name); },
            [filters, filter] { filters->take(filter.name); });
    });
    connect(filters, &CastFilterMenu::replaced, this,
            [tell, filters](const CastFilter &before, const CastFilter &now) {
                tell(
                    tr("Filter “%1” was there already and is now this one.").arg(now.name),
                    tr("Undo replacing the filter"), tr("Redo replacing the filter"),
                    [filters, before] { filters->put(before, before.name); },
                    [filters, now] { filters->put(now, now.name); });
            });
    connect(filters, &CastFilterMenu::renamed, this,
            [tell, filters](const CastFilter &before, const CastFilter &now) {
                tell(
                    tr("Filter “%1” is now called “%2”.").arg(before.name, now.name),
                    tr("Undo renaming the filter"), tr("Redo renaming the filter"),
                    [filters, before, now] { filters->put(before, now.name); },
                    [filters, before, now] { filters->put(now, before.name); });
            });
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
    else if (change.kind != Settings && change.kind != Lorebooks)
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

// As SillyTavern's settings have them: docs/sillytavern/library.md#tags. `key` is the card's file or the
// group's id.
static void takeTags(CastEntry &entry, const QString &key, const LibraryContents &contents)
{
    if (entry.problem || (entry.tags.isEmpty() && !contents.settings.tagMap.contains(key)))
        return;
    QStringList own;
    for (const CardTag &tag : std::as_const(entry.tags))
        own.append(tag.name);
    entry.tags = tagsOf(contents.settings, key, own);
    QStringList names;
    for (const CardTag &tag : std::as_const(entry.tags))
        names.append(tag.name);
    if (!names.isEmpty() && entry.kind == CastEntry::Kind::Character) // of a group, who is in it
        entry.line = names.join(u", "_s);
    entry.search += u' ' + foldedForSearch(names.join(u' '));
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
    QStringList lorebooks;
    for (const LorebookSummary &book : contents.lorebooks)
        lorebooks.append(book.name);
    m_app.libraryPane.setLorebooks(lorebooks);
    const QHash<QString, QStringList> beside = lorebooksBeside(contents.settings.lore);
    qsizetype group = 0; // entries() has the groups in their order behind the cards
    for (CastEntry &entry : entries) {
        if (entry.kind != CastEntry::Kind::Group) {
            takeTags(entry, entry.id, contents);
            entry.lorebooks = beside.value(entry.id.section(u'.', 0, -2));
            entry.lastChat = m_lastChats.value(entry.id.section(u'.', 0, -2));
            continue;
        }
        const Group &members = contents.groups[group++].group;
        takeTags(entry, members.id, contents);
        for (const QString &name : chatNames(members)) {
            if (const QDateTime said = m_lastGroupChats.value(name); said.isValid())
                entry.lastChat = entry.lastChat.isValid() ? std::max(entry.lastChat, said) : said;
        }
    }
    const QList<CastEntry> folders = castFolders(entries);
    const bool hadFolders =
        std::ranges::contains(m_app.cast.values(), CastEntry::Kind::Folder, &CastEntry::kind);
    m_app.cast.setValues(entries + folders);
    if (hadFolders || !folders.isEmpty())
        m_app.libraryPane.followFolders();
    m_app.libraryPane.head()->showCounts();
}

} // namespace snug
