#include "widgets/dialogs/servicebox.h"

#include <QApplication>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What of a connection says who answers.
struct ServiceChoice
{
    Connection::Kind kind = Connection::Kind::OpenAiChat;
    ChatService service = ChatService::Custom;
    TextService textService = TextService::Generic;
    bool operator==(const ServiceChoice &) const = default;
};

ServiceChoice choiceOf(const Connection &connection)
{
    ServiceChoice choice{.kind = connection.kind};
    if (choice.kind == Connection::Kind::ChatService)
        choice.service = connection.service;
    else if (choice.kind == Connection::Kind::TextService)
        choice.textService = connection.textService;
    return choice;
}

Connection withChoice(Connection connection, const ServiceChoice &choice)
{
    connection.kind = choice.kind;
    connection.service = choice.service;
    connection.textService = choice.textService;
    return connection;
}

ServiceChoice ofChat(ChatService service)
{
    return {.kind = Connection::Kind::ChatService, .service = service};
}

ServiceChoice ofText(TextService service)
{
    return {.kind = Connection::Kind::TextService, .textService = service};
}

bool isOwnTextServer(TextService service)
{
    return factsOf(service).address.startsWith(u"http://");
}

// The kinds of before there were services stay for what has an address of its own.
QList<ServiceChoice> ownServers()
{
    QList<ServiceChoice> list{{.kind = Connection::Kind::LlamaServer}};
    for (const ChatServiceFacts &facts : chatServices()) {
        if (isOwnServer(facts.service) && facts.service != ChatService::LlamaCpp)
            list.append(ofChat(facts.service));
    }
    return list;
}

QList<ServiceChoice> onlineServices()
{
    QList<ServiceChoice> list;
    for (const ChatServiceFacts &facts : chatServices()) {
        if (!isOwnServer(facts.service) && facts.service != ChatService::Custom)
            list.append(ofChat(facts.service));
    }
    return list;
}

QList<ServiceChoice> textCompletions()
{
    QList<ServiceChoice> own{{.kind = Connection::Kind::LlamaCompletion}};
    QList<ServiceChoice> online;
    for (const TextServiceFacts &facts : textServices()) {
        if (facts.service == TextService::Generic || facts.service == TextService::LlamaCpp)
            continue;
        (isOwnTextServer(facts.service) ? own : online).append(ofText(facts.service));
    }
    own.append({.kind = Connection::Kind::OpenAiCompletion});
    return own + online;
}

QList<ServiceChoice> anyOther()
{
    return {{.kind = Connection::Kind::OpenAiChat}};
}

QList<ServiceChoice> withoutModel()
{
    return {{.kind = Connection::Kind::Understudy}};
}

// In the order of the box.
const QList<ServiceChoice> &allChoices()
{
    static const QList<ServiceChoice> list =
        ownServers() + onlineServices() + anyOther() + textCompletions() + withoutModel();
    return list;
}

} // namespace

QString serviceName(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::Understudy:
        return ServiceBox::tr("Understudy (offline stand-in)");
    case Connection::Kind::OpenAiChat:
        return ServiceBox::tr("OpenAI-compatible, any address");
    case Connection::Kind::LlamaServer:
        return ServiceBox::tr("llama.cpp server");
    case Connection::Kind::OpenAiCompletion:
        return ServiceBox::tr("OpenAI-compatible, any address (text)");
    case Connection::Kind::LlamaCompletion:
        return ServiceBox::tr("llama.cpp server (text)");
    case Connection::Kind::ChatService:
        return factsOf(connection.service).name;
    case Connection::Kind::TextService:
        //: %1 is a service that completes a text instead of answering messages
        return ServiceBox::tr("%1 (text)").arg(factsOf(connection.textService).name);
    }
    return {};
}

QString usualAddress(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::LlamaServer:
    case Connection::Kind::LlamaCompletion:
        return u"http://127.0.0.1:8080"_s;
    case Connection::Kind::ChatService:
        switch (connection.service) {
        case ChatService::WorkersAi:
            return u"https://api.cloudflare.com"_s;
        case ChatService::Vertex:
            return u"https://aiplatform.googleapis.com"_s;
        default:
            return factsOf(connection.service).address;
        }
    case Connection::Kind::TextService:
        return factsOf(connection.textService).address;
    case Connection::Kind::Understudy:
    case Connection::Kind::OpenAiChat:
    case Connection::Kind::OpenAiCompletion:
        break;
    }
    return {};
}

QString keyPage(const Connection &connection)
{
    if (connection.kind == Connection::Kind::ChatService)
        return factsOf(connection.service).keyPage;
    return connection.kind == Connection::Kind::TextService ? factsOf(connection.textService).keyPage
                                                            : QString();
}

// How well what was typed fits: the beginning of the name, of one of its words, or some part of it.
static int likeness(const QString &name, const QString &typed)
{
    if (name.startsWith(typed, Qt::CaseInsensitive))
        return 3;
    if (name.contains(u' ' + typed, Qt::CaseInsensitive))
        return 2;
    return name.contains(typed, Qt::CaseInsensitive) ? 1 : 0;
}

// The best, and of equals the first below the present one; a vendor's name may stand in front of the
// service's.
void ServiceList::keyboardSearch(const QString &typed)
{
    m_typed = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval()
                  ? m_typed + typed
                  : typed;
    m_sinceTyped.start();
    const int rows = model()->rowCount();
    const int from = m_typed.size() > 1 ? 0 : currentIndex().row() + 1;
    QModelIndex best;
    int bestLikeness = 0;
    for (int step = 0; step < rows; ++step) {
        const QModelIndex index = model()->index((from + step) % rows, 0);
        const int found =
            index.flags().testFlag(Qt::ItemIsSelectable) ? likeness(index.data().toString(), m_typed) : 0;
        if (found > bestLikeness) {
            best = index;
            bestLikeness = found;
        }
    }
    if (best.isValid())
        setCurrentIndex(best);
}

ServiceBox::ServiceBox(QWidget *parent)
    : QComboBox(parent)
{
    auto *list = new ServiceList;
    setView(list);
    setMaxVisibleItems(24);
    const auto addGroup = [&](const QString &title, const QList<ServiceChoice> &group) {
        addItem(title, -1);
        if (auto *items = qobject_cast<QStandardItemModel *>(model())) {
            QStandardItem *head = items->item(count() - 1);
            head->setFlags(Qt::NoItemFlags); // neither chosen nor stopped at
            QFont font = head->font();
            font.setBold(true);
            head->setFont(font);
        }
        for (const ServiceChoice &choice : group)
            addItem(serviceName(withChoice({}, choice)), int(allChoices().indexOf(choice)));
    };
    addGroup(tr("On this computer, or at home"), ownServers());
    addGroup(tr("Services"), onlineServices());
    addGroup(tr("Any other"), anyOther());
    addGroup(tr("Completing a text instead of answering messages"), textCompletions());
    addGroup(tr("Without a model"), withoutModel());
    list->setMinimumWidth(list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width());
}

void ServiceBox::showConnection(const Connection &connection)
{
    ServiceChoice wanted = choiceOf(connection);
    if (wanted == ofChat(ChatService::Custom))
        wanted = {.kind = Connection::Kind::OpenAiChat};
    else if (wanted == ofChat(ChatService::LlamaCpp))
        wanted = {.kind = Connection::Kind::LlamaServer};
    else if (wanted == ofText(TextService::Generic))
        wanted = {.kind = Connection::Kind::OpenAiCompletion};
    else if (wanted == ofText(TextService::LlamaCpp))
        wanted = {.kind = Connection::Kind::LlamaCompletion};
    setCurrentIndex(findData(int(allChoices().indexOf(wanted))));
}

Connection ServiceBox::changed(Connection connection) const
{
    const int index = currentData().toInt();
    if (index < 0 || index >= allChoices().size())
        return connection;
    const Connection before = connection;
    connection = withChoice(connection, allChoices().at(index));
    if (serviceName(connection) == serviceName(before))
        return before;
    const QString formerAddress = usualAddress(before);
    if (before.baseUrl.isEmpty() || before.baseUrl.toString() == formerAddress) {
        connection.baseUrl = QUrl(usualAddress(connection));
        connection.needsKey = connection.kind == Connection::Kind::ChatService
                                  ? factsOf(connection.service).key == ChatServiceFacts::Key::Needed
                              : connection.kind == Connection::Kind::TextService
                                  ? factsOf(connection.textService).needsKey
                                  : connection.needsKey;
    }
    const bool isNamedByIt =
        before.name.isEmpty() || before.name == serviceName(before) || before.name == tr("New connection");
    if (isNamedByIt)
        connection.name = serviceName(connection);
    return connection;
}

} // namespace snug
