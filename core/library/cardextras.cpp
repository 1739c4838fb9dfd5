#include "core/library/cardextras.h"

#include "core/formats/card.h"

#include <QHash>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString NotesKey = u"creator_notes_multilingual"_s;

std::optional<QDateTime> dateIn(const Card &card, QStringView key)
{
    const auto seconds = card.source.value(u"data").value(key).asInteger();
    if (!seconds || *seconds <= 0)
        return std::nullopt;
    return QDateTime::fromSecsSinceEpoch(*seconds, QTimeZone::UTC);
}

QString mimeType(const QString &extension)
{
    static const QHash<QString, QString> types{
        {u"png"_s, u"image/png"_s},   {u"apng"_s, u"image/apng"_s},   {u"jpg"_s, u"image/jpeg"_s},
        {u"jpeg"_s, u"image/jpeg"_s}, {u"webp"_s, u"image/webp"_s},   {u"gif"_s, u"image/gif"_s},
        {u"avif"_s, u"image/avif"_s}, {u"svg"_s, u"image/svg+xml"_s}, {u"mp3"_s, u"audio/mpeg"_s},
        {u"wav"_s, u"audio/wav"_s},   {u"ogg"_s, u"audio/ogg"_s},     {u"mp4"_s, u"video/mp4"_s},
        {u"webm"_s, u"video/webm"_s}};
    return types.value(extension, u"application/octet-stream"_s);
}

} // namespace

QList<NotesInLanguage> notesByLanguage(const Card &card)
{
    QList<NotesInLanguage> notes;
    const Json object = card.source.value(u"data").value(NotesKey);
    for (const Json::Member &member : object.members()) {
        if (member.value.isString())
            notes.append({member.key, member.value.toText()});
    }
    return notes;
}

void setNotesByLanguage(Card &card, const QList<NotesInLanguage> &notes)
{
    if (notes == notesByLanguage(card))
        return;
    if (!card.source.value(u"data").isObject()) {
        Card upgraded = card;
        upgraded.version = Card::Version::V3;
        upgraded.source = Json();
        card.source = writtenCard(upgraded);
        card.version = Card::Version::V3;
    }
    Json data = card.source.value(u"data");
    Json object = Json::object();
    for (const NotesInLanguage &note : notes) {
        const Json before = data.value(NotesKey).value(note.language);
        object.set(note.language,
                   before.toText() == note.text && before.isString() ? before : Json(note.text));
    }
    data.set(NotesKey, notes.isEmpty() ? Json() : object);
    card.source.set(u"data"_s, data);
}

std::optional<QDateTime> creationDateOf(const Card &card)
{
    return dateIn(card, u"creation_date");
}

std::optional<QDateTime> modificationDateOf(const Card &card)
{
    return dateIn(card, u"modification_date");
}

CardAsset assetOfBytes(const QString &type, const QString &name, const QString &extension,
                       const QByteArray &bytes)
{
    const QString ending = extension.isEmpty() ? u"unknown"_s : extension.toLower();
    return {.type = type,
            .uri = u"data:"_s + mimeType(ending) + u";base64,"_s + QString::fromLatin1(bytes.toBase64()),
            .name = name,
            .extension = ending};
}

} // namespace snug
