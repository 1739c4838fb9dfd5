#include "core/library/chatshelf.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QSet<QString> shelfNames(const Json &list)
{
    const QStringList names = list.toTextList();
    return {names.cbegin(), names.cend()};
}

Json shelfList(const QSet<QString> &names)
{
    QStringList list(names.cbegin(), names.cend());
    list.sort(); // the same shelf gives the same bytes
    return Json(list);
}

} // namespace

void ChatShelf::rename(const QString &from, const QString &to)
{
    for (QSet<QString> *names : {&pinned, &archived}) {
        if (names->remove(from))
            names->insert(to);
    }
}

Result<void> checkChatShelf(const QByteArray &bytes)
{
    const auto document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(QCoreApplication::translate("Library", "expected pinned and archived chats, found %1")
                           .arg(document->typeName()));
    return {};
}

ChatShelf readChatShelf(const QByteArray &bytes)
{
    const auto document = parseJson(bytes);
    if (!document || !document->isObject())
        return {};
    return {.pinned = shelfNames(document->value(u"pinned")),
            .archived = shelfNames(document->value(u"archived")),
            .source = *document};
}

QByteArray writeChatShelf(const ChatShelf &shelf)
{
    Json document = shelf.source.isObject() ? shelf.source : Json::object();
    document.set(u"pinned"_s, shelfList(shelf.pinned));
    document.set(u"archived"_s, shelfList(shelf.archived));
    return writeJson(document);
}

} // namespace snug
