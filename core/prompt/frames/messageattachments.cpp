#include "core/prompt/frames/messageattachments.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// By the name alone: the same chat makes the same prompt on every computer.
QString contentType(const QString &name)
{
    static const QHash<QString, QString> known{
        {u"png"_s, u"image/png"_s},       {u"jpg"_s, u"image/jpeg"_s},    {u"jpeg"_s, u"image/jpeg"_s},
        {u"gif"_s, u"image/gif"_s},       {u"webp"_s, u"image/webp"_s},   {u"avif"_s, u"image/avif"_s},
        {u"bmp"_s, u"image/bmp"_s},       {u"svg"_s, u"image/svg+xml"_s}, {u"mp4"_s, u"video/mp4"_s},
        {u"webm"_s, u"video/webm"_s},     {u"mp3"_s, u"audio/mpeg"_s},    {u"ogg"_s, u"audio/ogg"_s},
        {u"wav"_s, u"audio/wav"_s},       {u"txt"_s, u"text/plain"_s},    {u"md"_s, u"text/markdown"_s},
        {u"html"_s, u"text/html"_s},      {u"csv"_s, u"text/csv"_s},      {u"json"_s, u"application/json"_s},
        {u"pdf"_s, u"application/pdf"_s},
    };
    return known.value(name.section(u'.', -1).toLower());
}

struct Carried
{
    QString url;
    QString name;        // empty: the url's last part
    QString description; // what people read for it
    Json size = {};
};

void add(Json &list, const Carried &each)
{
    Json attachment = Json::object();
    const auto set = [&](const QString &key, const QString &text) {
        if (!text.isEmpty())
            attachment.set(key, Json(text));
    };
    // The bytes themselves in place of an address are nothing that a template could show.
    const bool isBytes = each.url.startsWith(u"data:");
    const QString last = each.url.section(u'/', -1).section(u'?', 0, 0);
    const QString name = !each.name.isEmpty() ? each.name : isBytes ? QString() : last;
    set(u"filename"_s, name);
    if (!isBytes)
        set(u"url"_s, each.url);
    set(u"content_type"_s,
        isBytes ? each.url.mid(5, 100).section(u';', 0, 0).section(u',', 0, 0) : contentType(name));
    set(u"description"_s, each.description);
    if (each.size.isNumber())
        attachment.set(u"size"_s, each.size);
    list.append(attachment);
}

void addFile(Json &list, const Json &file)
{
    if (file.isObject())
        add(list, {file.value(u"url").toText(), file.value(u"name").toText(), {}, file.value(u"size")});
}

} // namespace

CarriedLists carriedBy(const Json &extra)
{
    CarriedLists carried;
    if (!extra.isObject())
        return carried;
    for (const auto &[key, list] :
         {std::pair{u"embeds"_s, &carried.embeds}, std::pair{u"stickers"_s, &carried.stickers}}) {
        if (extra.value(key).isArray())
            *list = extra.value(key);
    }
    Json &attachments = carried.attachments;
    for (const QString &key : {u"image"_s, u"video"_s}) {
        if (const QString url = extra.value(key).toText(); !url.isEmpty())
            add(attachments, {url, {}, extra.value(u"title").toText()});
    }
    const Json media = extra.value(u"media");
    for (const Json &each : media.items()) {
        if (const QString url = each.value(u"url").toText(); !url.isEmpty())
            add(attachments, {url, {}, each.value(u"title").toText()});
    }
    addFile(attachments, extra.value(u"file"));
    const Json files = extra.value(u"files");
    for (const Json &file : files.items())
        addFile(attachments, file);
    return carried;
}

} // namespace snug
