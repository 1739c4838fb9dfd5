#include "core/chat/linkverdict.h"

#include "core/model/unseencharacters.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Kind = LinkVerdict::Kind;

constexpr qsizetype LongestAddress = 8000;
constexpr qsizetype LongestPath = 500; // what a reader can take in; longer ones may carry a chat away
constexpr qsizetype LongestShown = 2000;

struct LinkText
{
    Q_DECLARE_TR_FUNCTIONS(Links)
};

// Each unseen character as its percent-encoded bytes, which is the same address.
QString visibleAddress(const QString &address)
{
    QString visible;
    for (qsizetype at = 0; at < address.size();) {
        const bool isPair =
            address[at].isHighSurrogate() && at + 1 < address.size() && address[at + 1].isLowSurrogate();
        const qsizetype length = isPair ? 2 : 1;
        const QStringView piece = QStringView(address).sliced(at, length);
        const char32_t character =
            isPair ? QChar::surrogateToUcs4(piece[0], piece[1]) : char32_t(piece[0].unicode());
        if (isUnseen(character) || (character != u' ' && QChar::isSpace(character)))
            visible += QString::fromLatin1(piece.toUtf8().toPercentEncoding());
        else
            visible += piece;
        at += length;
    }
    return visible;
}

QString withoutTrailingDots(QString host)
{
    while (host.endsWith(u'.'))
        host.chop(1);
    return host.toLower();
}

// In the form that is looked up: "xn--…" for letters outside ASCII.
QString asciiHost(const QString &host)
{
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(host);
    const QString ascii = url.host(QUrl::FullyEncoded);
    return withoutTrailingDots(ascii.isEmpty() ? host : ascii);
}

bool isSameHost(const QString &one, const QString &other)
{
    const auto bare = [](const QString &host) { return host.startsWith(u"www."_s) ? host.sliced(4) : host; };
    return bare(one) == bare(other);
}

// Hosts that a reader sees in the text: behind "//" or "@", or words with dots that end as names do.
QStringList hostsNamedIn(QStringView shown)
{
    static const QRegularExpression authority(uR"((?:[a-z][a-z0-9+.\-]*:)?[/\\]{2,}([^\s/?#\\]+))"_s,
                                              QRegularExpression::CaseInsensitiveOption |
                                                  QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression dotted(
        uR"([\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}\-_]*)(?:\.[\p{L}\p{N}\p{M}\-_]+)+)"_s,
        QRegularExpression::UseUnicodePropertiesOption);
    // Full-width letters and dots are read as the plain ones.
    const QString text =
        withoutUnseen(shown).normalized(QString::NormalizationForm_KC).replace(QChar(0x3002), u'.').toLower();
    QStringList hosts;
    const auto add = [&](QString host) {
        if (const qsizetype user = host.lastIndexOf(u'@'); user >= 0)
            host = host.sliced(user + 1);
        static const QRegularExpression port(u":\\d*$"_s);
        host.remove(port);
        if (!host.isEmpty())
            hosts += asciiHost(host);
    };
    for (const QRegularExpressionMatch &match : authority.globalMatch(text))
        add(match.captured(1));
    for (const QRegularExpressionMatch &match : dotted.globalMatch(text)) {
        const QString word = withoutTrailingDots(match.captured());
        const QString last = word.section(u'.', -1);
        const bool isName =
            last.size() > 1 && std::ranges::any_of(last, [](QChar c) { return c.isLetter(); });
        if (isName || !QHostAddress(word).isNull())
            add(word);
    }
    return hosts;
}

// The text is the address itself, perhaps without its scheme.
bool isAddressItself(const QString &address, QStringView shown)
{
    static const QString before = u"([{<\"'“‘«"_s;
    static const QString after = u")]}>\"'”’».,;:!?…"_s;
    QStringView bare = shown.trimmed();
    while (!bare.isEmpty() && before.contains(bare.front()))
        bare = bare.sliced(1);
    while (!bare.isEmpty() && after.contains(bare.back()) && bare != address)
        bare.chop(1);
    const auto strip = [](QStringView text) {
        for (const QStringView scheme : {u"https://", u"http://", u"mailto:"}) {
            if (text.startsWith(scheme, Qt::CaseInsensitive)) {
                text = text.sliced(scheme.size());
                break;
            }
        }
        while (text.endsWith(u'/'))
            text.chop(1);
        return text;
    };
    return bare == address || strip(bare) == strip(address);
}

QString askAboutText(const QString &leadsTo)
{
    return LinkText::tr("The text names a different place from the one that the link leads to: %1.")
        .arg(leadsTo);
}

std::optional<QString> doubtAboutText(const LinkVerdict &verdict, const QString &address, QStringView shown)
{
    if (std::ranges::any_of(shown, [](QChar c) { return turnsDirection(c.unicode()); }))
        return LinkText::tr("The text contains characters that reverse it. The link leads to %1.")
            .arg(verdict.leadsTo);
    if (shown.size() > LongestShown)
        return LinkText::tr("The text is very long. The link leads to %1.").arg(verdict.leadsTo);
    if (isAddressItself(address, shown))
        return std::nullopt;
    const QStringList named = hostsNamedIn(shown);
    const QString host = verdict.leadsTo.section(u'@', -1);
    if (std::ranges::any_of(named, [&](const QString &each) { return !isSameHost(each, host); }))
        return askAboutText(verdict.leadsTo);
    return std::nullopt;
}

LinkVerdict refused(LinkVerdict verdict, const QString &reason)
{
    verdict.kind = Kind::Refuse;
    verdict.url.clear();
    verdict.reason = reason;
    return verdict;
}

LinkVerdict asked(LinkVerdict verdict, const QString &reason)
{
    verdict.kind = Kind::Ask;
    verdict.reason = reason;
    return verdict;
}

LinkVerdict judgeWeb(LinkVerdict verdict, const QString &address, QStringView shown)
{
    static const QRegularExpression complete(u"^https?://[^/?#]"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    if (!complete.match(address).hasMatch() || verdict.url.host().isEmpty())
        return refused(verdict, LinkText::tr("The address is not complete, so it is not opened."));
    verdict.leadsTo = withoutTrailingDots(verdict.url.host(QUrl::FullyEncoded));
    const QString authority = address.section(u"//"_s, 1).section(QRegularExpression(u"[/?#]"_s), 0, 0);
    if (authority.contains(u'@'))
        return asked(
            verdict,
            LinkText::tr("The part before the @ is a user name. The link leads to %1.").arg(verdict.leadsTo));
    if (authority.contains(u'%'))
        return asked(
            verdict,
            LinkText::tr("The host is written as codes. The link leads to %1.").arg(verdict.leadsTo));
    const QStringList labels = verdict.leadsTo.split(u'.');
    if (std::ranges::any_of(labels, [](const QString &label) { return label.startsWith(u"xn--"); }))
        return asked(verdict,
                     LinkText::tr("Letters of the host may look like other letters. The link leads to %1.")
                         .arg(verdict.leadsTo));
    const QString &last = labels.last();
    if (labels.size() < 2 || !QHostAddress(verdict.leadsTo).isNull() || last == u"local" ||
        last == u"localhost" || last == u"internal" || last == u"lan" || last == u"home")
        return asked(verdict,
                     LinkText::tr("The link leads to a device by its number or in your own network: %1.")
                         .arg(verdict.leadsTo));
    if (verdict.url.path(QUrl::FullyEncoded).size() + verdict.url.query(QUrl::FullyEncoded).size() +
            verdict.url.fragment(QUrl::FullyEncoded).size() >
        LongestPath)
        return asked(verdict,
                     LinkText::tr("The address is long and may carry data with it. The link leads to %1.")
                         .arg(verdict.leadsTo));
    if (const std::optional<QString> doubt = doubtAboutText(verdict, address, shown))
        return asked(verdict, *doubt);
    verdict.kind = Kind::Open;
    return verdict;
}

LinkVerdict judgeMail(LinkVerdict verdict, const QString &address, QStringView shown)
{
    const QString to = verdict.url.path(QUrl::FullyDecoded);
    static const QRegularExpression mailbox(u"^[^\\s@,;<>\"()\\[\\]:\\\\]+@[^\\s@,;<>\"()\\[\\]:\\\\]+$"_s);
    if (!mailbox.match(to).hasMatch() || withoutUnseen(to) != to)
        return refused(verdict, LinkText::tr("The address is not that of one mailbox, so it is not opened."));
    verdict.leadsTo = to;
    const bool hasMore = verdict.url.hasQuery() || verdict.url.hasFragment();
    // Subject, text, copies and attachments are the stranger's.
    QUrl bare;
    bare.setScheme(u"mailto"_s);
    bare.setPath(to, QUrl::DecodedMode);
    verdict.url = bare;
    if (hasMore)
        return asked(verdict,
                     LinkText::tr("The link wants to fill in a mail to %1. Only the address is used.")
                         .arg(verdict.leadsTo));
    if (to != QString::fromLatin1(to.toLatin1()) || to.contains(u"xn--"_s, Qt::CaseInsensitive))
        return asked(verdict,
                     LinkText::tr("Letters of the address may look like other letters: %1.").arg(to));
    if (const std::optional<QString> doubt = doubtAboutText(verdict, address, shown))
        return asked(verdict, *doubt);
    verdict.kind = Kind::Open;
    return verdict;
}

} // namespace

LinkVerdict judgeLink(const QString &address, QStringView shown)
{
    LinkVerdict verdict;
    verdict.address = visibleAddress(address);
    if (address.size() > LongestAddress)
        return refused(verdict, LinkText::tr("The address is too long to be opened."));
    // Programs disagree about what these mean.
    if (verdict.address != address || address.contains(u'\\') || address.trimmed() != address)
        return refused(verdict,
                       LinkText::tr("The address contains invisible characters, so it is not opened."));
    verdict.url = QUrl(address, QUrl::TolerantMode);
    if (!verdict.url.isValid())
        return refused(verdict, LinkText::tr("The address is not a web address, so it is not opened."));
    const QString scheme = verdict.url.scheme().toLower();
    if (scheme == u"http" || scheme == u"https")
        return judgeWeb(verdict, address, shown);
    if (scheme == u"mailto")
        return judgeMail(verdict, address, shown);
    return refused(verdict, scheme.isEmpty()
                                ? LinkText::tr("The address is not a web address, so it is not opened.")
                                : LinkText::tr("Addresses that begin with “%1:” may start programs or open "
                                               "files, so they are not opened.")
                                      .arg(scheme));
}

} // namespace snug
