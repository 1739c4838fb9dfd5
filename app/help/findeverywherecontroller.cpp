#include "app/help/findeverywherecontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/chattitle.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/search/foundmessage.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Names for what was found: each is looked up once, however often it is found.
class PlaceNames
{
    Q_DECLARE_TR_FUNCTIONS(PlaceNames)

public:
    explicit PlaceNames(const LibraryContents &contents)
        : m_contents(contents)
    {
        m_characters.reserve(contents.cards.size());
        for (const CardSummary &card : contents.cards)
            m_characters.insert(card.file, card.name);
    }

    FoundPlace named(const FoundText &found)
    {
        const QString &path = found.file.path;
        const auto known = m_known.constFind(path);
        if (known != m_known.cend())
            return {.text = found, .title = known->first, .facts = known->second};
        const auto names = look(found.file);
        m_known.insert(path, names);
        return {.text = found, .title = names.first, .facts = names.second};
    }

private:
    std::pair<QString, QString> look(const SearchFile &file) const
    {
        const QFileInfo info(file.path);
        switch (file.kind) {
        case SearchKind::Card:
            return {m_characters.value(info.fileName(), info.completeBaseName()),
                    tr("Character", "what it is that words were found in")};
        case SearchKind::Lorebook:
            return {info.completeBaseName(), tr("Lorebook", "what it is that words were found in")};
        case SearchKind::Chat:
            return lookForChat(info);
        }
        return {};
    }

    std::pair<QString, QString> lookForChat(const QFileInfo &info) const
    {
        const QString name = info.completeBaseName();
        const QString folder = info.path().section(u'/', 1);
        const bool isGroup = folder.isEmpty();
        const QList<ChatSummary> chats = isGroup ? m_contents.groupChats : m_contents.chats.value(folder);
        const auto chat = std::ranges::find(chats, name, &ChatSummary::name);
        QStringList facts{isGroup ? groupOf(name) : characterOf(folder)};
        if (chat != chats.cend())
            facts << QLocale().toString(lastSaid(*chat).toLocalTime().date(), QLocale::ShortFormat);
        return {chat != chats.cend() ? chatTitle(*chat) : name, facts.join(u" · "_s)};
    }

    QString characterOf(const QString &folder) const
    {
        return m_characters.value(folder + u".png"_s, folder);
    }

    QString groupOf(const QString &chat) const
    {
        for (const GroupSummary &group : m_contents.groups) {
            if (chatNames(group.group).contains(chat))
                return group.group.name;
        }
        return tr("Group");
    }

    const LibraryContents &m_contents;
    QHash<QString, QString> m_characters; // names by file
    QHash<QString, std::pair<QString, QString>> m_known;
};

const QString swipeNotice = u"foundSwipe"_s;

} // namespace

FindEverywhereController::FindEverywhereController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_search(&app.library)
    , m_panel(new FindEverywhere(&app.window))
{
    connect(app.actions.action(ActionId::FindEverywhere), &QAction::triggered, this, [this] {
        mark({});
        m_search.begin();
        m_panel->open();
    });
    connect(m_panel, &FindEverywhere::searchChanged, this, &FindEverywhereController::look);
    connect(m_panel, &FindEverywhere::chosen, this, &FindEverywhereController::open);
    connect(&m_search, &LibrarySearch::found, this, &FindEverywhereController::show);
    connect(&m_search, &LibrarySearch::failed, this,
            [this](const Error &error) { m_panel->showProblem(error.line()); });
    connect(&m_search, &LibrarySearch::pendingChanged, this,
            [this] { m_panel->showPending(m_search.pending()); });
    connect(&app.chat, &ChatController::opened, this, &FindEverywhereController::chatOpened);
    connect(&app.chat, &ChatController::saying, this, [this] { mark({}); });
    m_panel->setTheme(app.theme.theme());
    connect(&app.theme, &SystemTheme::themeChanged, m_panel, &FindEverywhere::setTheme);
}

void FindEverywhereController::look()
{
    m_search.find(m_panel->words(), {.kind = m_panel->kind()});
}

void FindEverywhereController::show(const QString &words, const QList<FoundText> &texts)
{
    if (words != m_panel->words() || words.isEmpty())
        return;
    PlaceNames names(m_app.library.contents());
    QList<FoundPlace> places;
    for (const FoundText &text : texts)
        places.append(names.named(text));
    m_panel->showPlaces(places, texts.size() >= SearchScope().most);
}

void FindEverywhereController::open(const FoundPlace &place)
{
    switch (place.text.file.kind) {
    case SearchKind::Chat:
        return openChat(place);
    case SearchKind::Card:
        return openCard(place.text);
    case SearchKind::Lorebook:
        return m_app.lorebookEditor.open(QFileInfo(place.text.file.path).completeBaseName(),
                                         place.text.place.row);
    }
}

void FindEverywhereController::openCard(const FoundText &found)
{
    const QString file = QFileInfo(found.file.path).fileName();
    const int place = found.place.row;
    if (place >= 0 && place < cardFieldCount)
        return m_app.cardEditor.openAt(file, CardField(place));
    m_app.cardEditor.open(file);
    m_app.cardEditor.editor()->openPage(place == BookPlace ? CardEditor::Page::Book
                                                           : CardEditor::Page::Greetings);
}

void FindEverywhereController::openChat(const FoundPlace &place)
{
    const LibraryContents &contents = m_app.library.contents();
    const QFileInfo info(place.text.file.path);
    const QString folder = info.path().section(u'/', 1);
    const QString name = info.completeBaseName();
    const auto open = [&](CastEntry::Kind kind, const QString &id) {
        const ChatReference reference{.cardFile = kind == CastEntry::Kind::Group ? QString() : id,
                                      .name = name};
        if (m_app.chat.session() && m_app.chat.reference() == reference)
            return reveal(place.text);
        m_wanted = {reference, place.text};
        m_app.libraryController.openChatOf(kind, id, name);
    };
    if (!folder.isEmpty()) {
        const QString card = folder + u".png"_s;
        if (card == modelAloneFile() || std::ranges::contains(contents.cards, card, &CardSummary::file))
            return open(CastEntry::Kind::Character, card);
    } else {
        for (const GroupSummary &group : contents.groups) {
            if (chatNames(group.group).contains(name))
                return open(CastEntry::Kind::Group, group.file);
        }
    }
    m_app.libraryController.tellOwnerless(place.title);
}

void FindEverywhereController::chatOpened(const ChatReference &reference)
{
    const auto wanted = std::exchange(m_wanted, std::nullopt);
    if (wanted && wanted->reference == reference)
        reveal(wanted->found);
}

void FindEverywhereController::reveal(const FoundText &found)
{
    const auto message = foundMessage(m_app.chat.session()->chat().messages, found);
    if (!message) {
        m_app.window.showNews(tr("These words are no longer in the chat"));
        return;
    }
    if (message->swipe >= 0)
        showSwipe(message->row, message->swipe);
    mark(found.place.text.mid(found.matchStart, found.matchLength));
    m_app.chat.reveal(int(message->row));
}

// What is shown of a message is what is sent of it: said, with the way back.
void FindEverywhereController::showSwipe(qsizetype row, int swipe)
{
    ChatSession *session = m_app.chat.session();
    const Message message = session->chat().messages.at(row);
    if (message.activeSwipe == swipe || session->reply().isUnderWay())
        return;
    const int before = message.activeSwipe;
    session->edits().showSwipe(row, swipe);
    m_app.chatPane.notices()->post(
        swipeNotice, {Notice::Kind::Hint,
                      tr("The words are in swipe %1 of %2, which is shown and sent from now on.")
                          .arg(swipe + 1)
                          .arg(message.swipes.size()),
                      {{tr("Show Swipe %1 Again").arg(before + 1),
                        [this, session = QPointer(session), id = session->conversation().idAt(row), before] {
                            const int now =
                                session && m_app.chat.model() ? m_app.chat.model()->rowOf(id) : -1;
                            if (now >= 0) // wherever it is by then
                                session->edits().showSwipe(now, before);
                        }}},
                      Notice::Until::Chat});
    connect(
        session, &ChatSession::historyChanged, m_app.chatPane.notices(),
        [notices = m_app.chatPane.notices()] { notices->dismiss(swipeNotice); }, Qt::SingleShotConnection);
}

void FindEverywhereController::mark(const QString &words)
{
    if (words.isEmpty() && !m_isMarked)
        return;
    m_isMarked = !words.isEmpty();
    m_app.chatPane.transcript()->setSearched(words);
}

} // namespace snug
