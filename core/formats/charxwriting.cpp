// Cards as archives: writing.
#include "core/formats/charx.h"
#include "core/formats/charxmodule.h"
#include "core/formats/jsontext.h"
#include "core/formats/risumodule.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype LongestName = 80;

// Folders of the card spec V3, and what goes there by its ending.
QString kindFolder(const QString &extension)
{
    static const QList<std::pair<QString, QStringList>> kinds{
        {u"images"_s,
         {u"png"_s, u"apng"_s, u"jpg"_s, u"jpeg"_s, u"webp"_s, u"gif"_s, u"avif"_s, u"bmp"_s, u"svg"_s}},
        {u"audio"_s, {u"mp3"_s, u"wav"_s, u"ogg"_s, u"flac"_s, u"m4a"_s, u"opus"_s}},
        {u"video"_s, {u"mp4"_s, u"webm"_s, u"mov"_s, u"mkv"_s, u"avi"_s}},
        {u"l2d"_s, {u"moc3"_s}},
        {u"3d"_s, {u"glb"_s, u"gltf"_s, u"vrm"_s, u"fbx"_s, u"obj"_s, u"mmd"_s}},
        {u"ai"_s, {u"safetensors"_s, u"ckpt"_s, u"onnx"_s, u"gguf"_s, u"pt"_s}},
        {u"fonts"_s, {u"ttf"_s, u"otf"_s, u"woff"_s, u"woff2"_s}},
        {u"code"_s, {u"js"_s, u"lua"_s, u"css"_s, u"html"_s, u"json"_s, u"py"_s}}};
    for (const auto &[folder, extensions] : kinds) {
        if (extensions.contains(extension))
            return folder;
    }
    return u"other"_s;
}

// Paths in archives are ASCII (card spec V3).
QString asciiName(const QString &text)
{
    QString name;
    for (const QChar c : text.first(std::min(text.size(), LongestName))) {
        const bool isPlain = c.unicode() < 128 && (c.isLetterOrNumber() || u" -_."_s.contains(c));
        name += isPlain ? c : u'_';
    }
    while (name.startsWith(u'.') || name.startsWith(u' '))
        name.remove(0, 1);
    while (name.endsWith(u'.') || name.endsWith(u' '))
        name.chop(1);
    return name.isEmpty() ? u"asset"_s : name;
}

Json withoutArchiveSpec(Json document)
{
    document.remove(u"spec");
    document.remove(u"spec_version");
    return document;
}

// The card as V3, whatever it was read from.
Json modernDocument(const Card &card)
{
    Json document = writtenCard(card);
    if (!document.value(u"data").isObject()) {
        Card upgraded = card;
        upgraded.version = Card::Version::V3;
        upgraded.source = Json();
        document = writtenCard(upgraded);
    }
    if (document.value(u"spec").toText() != u"chara_card_v3") {
        document.set(u"spec"_s, Json(u"chara_card_v3"_s));
        document.set(u"spec_version"_s, Json(u"3.0"_s));
        Json data = document.value(u"data");
        if (!data.contains(u"group_only_greetings")) { // which V3 requires
            data.set(u"group_only_greetings"_s, Json::array());
            document.set(u"data"_s, data);
        }
    }
    return document;
}

// Whether the card is the one that the archive gave, maybe by way of a picture, where every card is V3.
bool isSameCard(const Card &card, const Json &document)
{
    if (withoutArchiveSpec(writtenCard(card)) == withoutArchiveSpec(document))
        return true;
    const auto before = cardFromJson(document);
    return before &&
           withoutArchiveSpec(modernDocument(card)) == withoutArchiveSpec(modernDocument(before->card));
}

QList<CardAsset> assetsOf(const Json &document)
{
    const auto card = cardFromJson(document);
    return card ? card->card.assets : QList<CardAsset>();
}

QSet<QString> membersNamedBy(const Json &document)
{
    QSet<QString> names;
    for (const CardAsset &asset : assetsOf(document)) {
        if (const auto member = charXMemberOf(asset.uri))
            names.insert(*member);
    }
    return names;
}

// Gathers what has to change in the archive while the assets are gone through.
class AssetsWriting
{
public:
    explicit AssetsWriting(const CharXSources &sources)
        : m_sources(sources)
    {
        for (const ZipMember &member : sources.archive.members())
            m_taken.insert(member.name.toLower());
    }

    Json run(const Json &assets);
    const QList<ZipChange> &changes() const { return m_changes; }

private:
    QString addMember(const Json &asset, const QString &extension, const QByteArray &bytes);
    Json withMember(Json asset, const QString &extension, const QByteArray &bytes);
    Json placed(const Json &asset);

    const CharXSources &m_sources;
    QSet<QString> m_taken;
    QList<ZipChange> m_changes;
};

QString AssetsWriting::addMember(const Json &asset, const QString &extension, const QByteArray &bytes)
{
    static const QStringList known{u"icon"_s, u"background"_s, u"user_icon"_s, u"emotion"_s};
    const QString type = asset.value(u"type").toText();
    const QString folder =
        u"assets/"_s + (known.contains(type) ? type : u"other"_s) + u'/' + kindFolder(extension) + u'/';
    const QString base = asciiName(asset.value(u"name").toText());
    QString name;
    int number = 1;
    do {
        name = folder + base + (number > 1 ? u"_%1"_s.arg(number) : QString()) + u'.' + asciiName(extension);
        ++number;
    } while (m_taken.contains(name.toLower()));
    m_taken.insert(name.toLower());
    m_changes.append({name, bytes});
    return name;
}

Json AssetsWriting::withMember(Json asset, const QString &extension, const QByteArray &bytes)
{
    asset.set(u"uri"_s, Json(QString(u"embeded://"_s + addMember(asset, extension, bytes)))); // sic, the spec
    if (asset.value(u"ext").toText() != extension)
        asset.set(u"ext"_s, Json(extension));
    return asset;
}

Json AssetsWriting::placed(const Json &asset)
{
    const QString uri = asset.value(u"uri").toText();
    QString extension = asset.value(u"ext").toText().toLower();
    if (extension.isEmpty())
        extension = u"unknown"_s;
    if (const auto data = dataUriBytes(uri))
        return withMember(asset, extension, *data);
    const auto member = charXMemberOf(uri);
    if (!member || m_sources.archive.contains(*member) || !m_sources.asset)
        return asset;
    const auto bytes = m_sources.asset(uri);
    return bytes ? withMember(asset, extension, *bytes) : asset;
}

Json AssetsWriting::run(const Json &assets)
{
    QList<Json> items = assets.items();
    QList<CardAsset> list;
    for (const Json &item : std::as_const(items))
        list.append({item.value(u"type").toText(), {}, item.value(u"name").toText(), {}});
    qsizetype main = mainIconOf(list);
    if (main < 0 && !m_sources.picture.isEmpty()) {
        Json icon = Json::object();
        icon.set(u"type"_s, Json(u"icon"_s));
        icon.set(u"uri"_s, Json(u"ccdefault:"_s));
        icon.set(u"name"_s, Json(u"main"_s));
        icon.set(u"ext"_s, Json(u"png"_s));
        items.prepend(icon);
        main = 0;
    }
    bool isChanged = items.size() != assets.size();
    for (qsizetype i = 0; i < items.size(); ++i) {
        const Json before = items[i];
        items[i] = i == main && !m_sources.picture.isEmpty() ? withMember(before, u"png"_s, m_sources.picture)
                                                             : placed(before);
        isChanged |= !items[i].isSameAs(before);
    }
    return isChanged ? Json::array(items) : assets;
}

} // namespace

Result<QByteArray> writeCharX(const Card &card, const CharXSources &sources)
{
    const ZipArchive &archive = sources.archive;
    Json original;
    RisuPart part;
    if (!archive.members().isEmpty()) {
        const auto read = charXDocumentOf(archive);
        if (!read)
            return std::unexpected(read.error());
        original = *read;
        Warnings ignored;
        part = risuPartOf(archive, ignored);
    }
    const bool isSafe = std::ranges::all_of(archive.members(), &ZipMember::isSafe);
    if (original.isObject() && isSafe && sources.picture.isEmpty() &&
        isSameCard(card, withModule(original, part.module).document))
        return archive.bytes();

    const Json present = modernDocument(card);
    PartedCard parted = withoutModule(present, original, part.module);
    Json data = parted.document.value(u"data");
    AssetsWriting assets(sources);
    if (const Json written = assets.run(data.value(u"assets")); !written.isSameAs(data.value(u"assets")))
        data.set(u"assets"_s, written);
    if (sources.now)
        data.set(u"modification_date"_s, Json(*sources.now));
    parted.document.set(u"data"_s, data);

    QList<ZipChange> changes{{u"card.json"_s, writeJson(parted.document)}};
    if (!part.bytes.isEmpty() && !parted.module.isSameAs(part.module)) {
        const auto module = writeRisuModule(parted.module, part.bytes);
        if (!module)
            return std::unexpected(module.error());
        changes.append({u"module.risum"_s, *module});
    }
    const QSet<QString> named = membersNamedBy(parted.document);
    for (const QString &member : membersNamedBy(original)) {
        if (!named.contains(member) && archive.contains(member))
            changes.append({member, std::nullopt});
    }
    changes += assets.changes();
    return archive.changed(changes);
}

} // namespace snug
