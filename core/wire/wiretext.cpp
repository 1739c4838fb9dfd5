#include "core/wire/wiretext.h"

#include "core/model/unseencharacters.h"
#include "core/wire/withoutkeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype LongestArgument = 100'000; // Linux takes 128 KB

// A paste is keys to a terminal: DEL erases, ESC ends the paste, tab completes. Line ends stand inside
// quotes.
bool isSafePasted(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return text.toUtf8() == bytes && spelledOut(text, [](char32_t character) {
                                         return character != U'\n' && actsOnTerminal(character);
                                     }).size() == text.size();
}

// The argument of printf that gives these bytes, in quotes: every shell's printf knows octal numbers, and
// with backslashes in numbers no two shells read the quotes differently.
QString printfFormat(const QByteArray &bytes)
{
    QString format;
    const auto number = [&](QByteArrayView piece) {
        for (const char byte : piece)
            format += u"\\%1"_s.arg(uint(uchar(byte)), 3, 8, QChar(u'0'));
    };
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() != bytes) {
        number(bytes);
        return u'\'' + format + u'\'';
    }
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype length = text[at].isHighSurrogate() ? 2 : 1;
        const QStringView piece = QStringView(text).sliced(at, length);
        const char32_t character =
            length == 2 ? QChar::surrogateToUcs4(piece[0], piece[1]) : char32_t(piece[0].unicode());
        if (actsOnTerminal(character) || QStringView(u"\\'%!").contains(piece) || (at == 0 && piece == u"-"))
            number(piece.toUtf8());
        else
            format += piece;
        at += length;
    }
    return u'\'' + format + u'\'';
}

// One argument of a command line that is safe to paste; `variable` is what the shell puts behind it.
QString argument(const QByteArray &bytes, const QString &variable = {})
{
    if (!isSafePasted(bytes) || bytes.contains('\n'))
        return u"\"$(printf %1)%2\""_s.arg(printfFormat(bytes), variable);
    const QString text = QString::fromUtf8(bytes);
    if (variable.isEmpty())
        return shellQuoted(text);
    const bool isSpecial = std::ranges::any_of(text, [](QChar c) { return u"\\\"$`!"_s.contains(c); });
    if (isSpecial)
        return shellQuoted(text) + u'"' + variable + u'"';
    return u'"' + text + variable + u'"';
}

// By RFC 9110. curl reads "@name" as a file.
bool isHeaderName(const QByteArray &name)
{
    return !name.isEmpty() && std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    });
}

} // namespace

QString maskedValue(const WireHeader &header)
{
    const QString value = QString::fromUtf8(header.value);
    return header.secret.isEmpty() ? value : value + u"••••"_s;
}

QString wireText(const WireRequest &request)
{
    QString text = QString::fromLatin1(request.method) + u' ' + shownAddress(request) + u'\n';
    for (const WireHeader &header : request.headers)
        text += QString::fromLatin1(header.name) + u": "_s + maskedValue(header) + u'\n';
    text += u'\n' + QString::fromUtf8(request.body);
    return text;
}

QString shellQuoted(const QString &text)
{
    QString quoted = text;
    quoted.replace(u'\'', u"'\\''"_s);
    return u'\'' + quoted + u'\'';
}

QString curlCommand(const WireRequest &request)
{
    const QString next = u" \\\n  "_s;
    const bool isPiped = request.body.size() > LongestArgument || !isSafePasted(request.body);
    QString command;
    if (isPiped)
        command = u"printf "_s + printfFormat(request.body) + u" |\n"_s;
    command += u"curl --no-buffer"_s;
    if (request.method != (request.body.isEmpty() ? "GET" : "POST"))
        command += u" --request "_s + shellQuoted(QString::fromLatin1(request.method));
    const QString address = shownAddress(request);
    if (std::ranges::any_of(address, [](QChar c) { return u"[]{}"_s.contains(c); }))
        command += u" --globoff"_s;
    command += u' ' + argument(address.toUtf8());
    for (const WireHeader &header : request.headers) {
        if (!isHeaderName(header.name))
            continue; // no server would take it
        command += next + u"--header "_s +
                   argument(header.name + ": " + header.value,
                            header.secret.isEmpty() ? QString() : u"$SNUG_API_KEY"_s);
    }
    if (isPiped)
        command += next + u"--data-binary @-"_s;
    else if (!request.body.isEmpty()) // raw: a leading @ would name a file
        command += next + u"--data-raw "_s + shellQuoted(QString::fromUtf8(request.body));
    return command;
}

} // namespace snug
