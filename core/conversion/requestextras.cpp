#include "core/conversion/requestextras.h"

#include "core/conversion/bodyparts.h"
#include "core/conversion/conversiontext.h"
#include "core/conversion/plainyaml.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A mapping, or a list of mappings, as one object.
Json asObject(const Json &value)
{
    if (value.isObject())
        return value;
    Json object = Json::object();
    const QList<Json> items = value.items();
    for (const Json &item : items) {
        for (const Json::Member &member : item.members())
            object.set(member.key, member.value);
    }
    return object;
}

QStringList asNames(const Json &value)
{
    QStringList names;
    if (value.isString())
        names << value.toText();
    for (const Json::Member &member : value.members())
        names << member.key;
    const QList<Json> items = value.items();
    for (const Json &item : items) {
        if (item.isString())
            names << item.toText();
    }
    return names;
}

Result<Json> readField(const QString &text, const QString &field)
{
    Result<Json> value = parsePlainYaml(text);
    if (!value)
        value.error().file = field;
    return value;
}

bool isHeaderName(const QString &name)
{
    return !name.isEmpty() && std::ranges::all_of(name, [](QChar c) {
        return c.unicode() > 0x20 && c.unicode() < 0x7f && !QStringView(u"()<>@,;:\\\"/[]?={}").contains(c);
    });
}

} // namespace

Result<ReadExtras> readExtras(const RequestExtras &extras)
{
    ReadExtras read;
    const Result<Json> headers = readField(extras.headers, ConversionText::tr("Extra headers"));
    const Result<Json> body = readField(extras.body, ConversionText::tr("Extra body keys"));
    const Result<Json> leftOut = readField(extras.leftOut, ConversionText::tr("Body keys to leave out"));
    for (const Result<Json> *field : {&headers, &body, &leftOut}) {
        if (!*field)
            return std::unexpected(field->error());
    }
    const Json headerObject = asObject(*headers);
    for (const Json::Member &member : headerObject.members()) {
        QString value = member.value.toText();
        if (member.value.isBool())
            value = member.value.toBool() ? u"true"_s : u"false"_s;
        if (!isHeaderName(member.key) || value.contains(u'\n') || value.contains(u'\r'))
            return failure(ConversionText::tr("“%1” cannot be a header").arg(member.key), {},
                           ConversionText::tr("Extra headers"));
        read.headers.append({member.key.toLower().toLatin1(), value.toUtf8()});
    }
    read.body = asObject(*body);
    read.leftOut = asNames(*leftOut);
    return read;
}

void applyExtras(ServiceCall &call, const ChatAsk &ask)
{
    if (ask.extras.isEmpty())
        return;
    const Result<ReadExtras> extras = readExtras(ask.extras);
    if (!extras)
        return; // said where they are edited, and before anything is sent
    for (const CallHeader &header : extras->headers) {
        call.headers.removeIf([&](const CallHeader &own) { return own.name == header.name; });
        call.headers.append(header);
    }
    for (const Json::Member &member : extras->body.members())
        call.body.set(member.key, member.value);
    for (const QString &name : extras->leftOut)
        call.body.remove(name);
}

} // namespace snug
