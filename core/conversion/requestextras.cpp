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

Result<QList<CallHeader>> readHeaders(const QString &text)
{
    const Result<Json> field = readField(text, ConversionText::tr("Extra headers"));
    if (!field)
        return std::unexpected(field.error());
    const Json object = asObject(*field);
    QList<CallHeader> headers;
    for (const Json::Member &member : object.members()) {
        QString value = member.value.toText();
        if (member.value.isBool())
            value = member.value.toBool() ? u"true"_s : u"false"_s;
        if (!isHeaderName(member.key) || value.contains(u'\n') || value.contains(u'\r'))
            return failure(ConversionText::tr("“%1” cannot be a header").arg(member.key), {},
                           ConversionText::tr("Extra headers"));
        headers.append({member.key.toLower().toLatin1(), value.toUtf8()});
    }
    return headers;
}

// SillyTavern passes over what it cannot read, each field by itself, and writes these keys over the user's.
ReadExtras extrasAsSillyTavern(const RequestExtras &extras, const Json &body)
{
    ReadExtras read;
    read.headers = readHeaders(extras.headers).value_or(QList<CallHeader>());
    read.body = asObject(readField(extras.body, {}).value_or(Json()));
    read.leftOut = asNames(readField(extras.leftOut, {}).value_or(Json()));
    for (const QString &key : {u"stop"_s, u"tools"_s, u"tool_choice"_s, u"response_format"_s,
                               u"reasoning_effort"_s, u"verbosity"_s}) {
        if (body.contains(key))
            read.body.remove(key);
    }
    return read;
}

} // namespace

Result<ReadExtras> readExtras(const RequestExtras &extras)
{
    const Result<QList<CallHeader>> headers = readHeaders(extras.headers);
    const Result<Json> body = readField(extras.body, ConversionText::tr("Extra body keys"));
    const Result<Json> leftOut = readField(extras.leftOut, ConversionText::tr("Body keys to leave out"));
    if (!headers)
        return std::unexpected(headers.error());
    for (const Result<Json> *field : {&body, &leftOut}) {
        if (!*field)
            return std::unexpected(field->error());
    }
    return ReadExtras{*headers, asObject(*body), asNames(*leftOut)};
}

void applyExtras(ServiceCall &call, const ChatAsk &ask)
{
    if (ask.extras.isEmpty())
        return;
    const Result<ReadExtras> extras = ask.isCompatible()
                                          ? Result<ReadExtras>(extrasAsSillyTavern(ask.extras, call.body))
                                          : readExtras(ask.extras);
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
