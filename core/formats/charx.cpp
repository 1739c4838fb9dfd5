#include "core/formats/charx.h"

#include "core/formats/charxmodule.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString CardMember = u"card.json"_s;
constexpr int SaidAtMost = 10; // of one kind of trouble

QString trCharX(const char *text)
{
    return QCoreApplication::translate("CharX", text);
}

// Says the first few, then how many more there are.
class Troubles
{
public:
    explicit Troubles(Warnings &warnings)
        : m_warnings(warnings)
    {
    }
    ~Troubles()
    {
        if (m_count > SaidAtMost)
            m_warnings.append(Error{QCoreApplication::translate("CharX", "and more of the same kind: %1")
                                        .arg(m_count - SaidAtMost),
                                    {},
                                    {},
                                    {}});
    }
    Q_DISABLE_COPY_MOVE(Troubles)

    void add(const QString &what, const QString &place)
    {
        if (++m_count <= SaidAtMost)
            m_warnings.append(Error{what, {}, place, {}});
    }

private:
    Warnings &m_warnings;
    int m_count = 0;
};

void lookAtMembers(const ZipArchive &archive, Warnings &warnings)
{
    Troubles unsafe(warnings);
    Troubles repeated(warnings);
    Troubles large(warnings);
    for (const ZipMember &member : archive.members()) {
        if (!member.isSafe)
            unsafe.add(trCharX(QT_TRANSLATE_NOOP("CharX", "its name leads out of the archive: it is not used "
                                                          "and not written again")),
                       member.name);
        else if (!member.isFirst)
            repeated.add(
                trCharX(QT_TRANSLATE_NOOP("CharX", "is in the archive more than once; the first counts")),
                member.name);
        else if (member.size > CharXAssetLimit)
            large.add(trCharX(QT_TRANSLATE_NOOP("CharX", "is too large to be read; it stays in the archive")),
                      member.name);
    }
}

void lookAtAssets(const ZipArchive &archive, const QList<CardAsset> &assets, Warnings &warnings)
{
    Troubles missing(warnings);
    for (qsizetype i = 0; i < assets.size(); ++i) {
        const std::optional<QString> member = charXMemberOf(assets[i].uri);
        if (member && !archive.contains(*member)) {
            //: %1 is a file's path in an archive
            missing.add(QCoreApplication::translate("CharX", "there is no “%1” in the archive").arg(*member),
                        u"card.json: data.assets.%1"_s.arg(i));
        }
    }
}

bool isSafeMember(const ZipArchive &archive, const QString &name)
{
    const auto &members = archive.members();
    const auto member = std::ranges::find(members, name, &ZipMember::name);
    return member != members.cend() && member->isSafe;
}

QByteArray pictureOf(const ZipArchive &archive, const QList<CardAsset> &assets, Warnings &warnings)
{
    if (const qsizetype main = mainIconOf(assets); main >= 0) {
        const QString &uri = assets[main].uri;
        if (const auto bytes = dataUriBytes(uri))
            return *bytes;
        if (const auto member = charXMemberOf(uri); member && isSafeMember(archive, *member)) {
            const auto bytes = archive.member(*member, CharXCardLimit);
            if (bytes)
                return *bytes;
            warnings.append(bytes.error());
        }
    }
    const QByteArray prefix = archive.prefix();
    return prefix.startsWith("\xFF\xD8") ? prefix : QByteArray();
}

} // namespace

std::optional<QString> charXMemberOf(const QString &uri)
{
    for (const auto &scheme : {"embeded://"_L1, "embedded://"_L1, "__asset:"_L1}) {
        if (uri.startsWith(scheme, Qt::CaseInsensitive))
            return uri.sliced(scheme.size());
    }
    return std::nullopt;
}

Result<QByteArray> dataUriBytes(const QString &uri)
{
    const qsizetype comma = uri.indexOf(u',');
    if (!uri.startsWith(u"data:", Qt::CaseInsensitive) || comma < 0)
        return failure(trCharX(QT_TRANSLATE_NOOP("CharX", "holds no data")));
    const QByteArray text = QStringView(uri).sliced(comma + 1).toUtf8();
    if (!QStringView(uri).first(comma).endsWith(u";base64", Qt::CaseInsensitive))
        return QByteArray::fromPercentEncoding(text);
    const auto bytes = QByteArray::fromBase64Encoding(QByteArray::fromPercentEncoding(text));
    if (!bytes)
        return failure(trCharX(QT_TRANSLATE_NOOP("CharX", "holds damaged data")));
    return *bytes;
}

qsizetype mainIconOf(const QList<CardAsset> &assets)
{
    const auto isIcon = [](const CardAsset &asset) { return asset.type == u"icon"; };
    const auto main = std::ranges::find_if(
        assets, [&](const CardAsset &asset) { return isIcon(asset) && asset.name == u"main"; });
    const auto found = main != assets.cend() ? main : std::ranges::find_if(assets, isIcon);
    return found == assets.cend() ? -1 : found - assets.cbegin();
}

Result<CharX> readCharX(const ZipArchive &archive)
{
    CharX read;
    const auto document = charXDocumentOf(archive);
    if (!document)
        return std::unexpected(document.error());
    lookAtMembers(archive, read.warnings);
    const RisuPart module = risuPartOf(archive, read.warnings);
    JoinedCard merged = withModule(*document, module.module);
    auto card = cardFromJson(merged.document);
    if (!card)
        return failure(card.error().what, CardMember);
    read.card = card->card;
    for (Error &warning : card->warnings) {
        warning.place = CardMember + u": " + warning.place;
        read.warnings.append(warning);
    }
    read.mapped = merged.mapped;
    read.kept = merged.kept;
    read.unused = merged.unused;
    read.warnings += merged.warnings;
    lookAtAssets(archive, read.card.assets, read.warnings);
    read.picture = pictureOf(archive, read.card.assets, read.warnings);
    return read;
}

} // namespace snug
