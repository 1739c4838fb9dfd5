#include "core/memory/memorytitle.h"

#include "core/model/whitespace.h"

#include <QMap>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct NumberToken
{
    QString pattern; // one group: the zeros
    QString before;  // kept around the number
    QString after;
};

// Of these only the first kind that a format has is its number. The last three number no titles, but
// titles of other making have them.
const QList<NumberToken> &numberTokens()
{
    static const QList<NumberToken> tokens{
        {uR"(\[\[(0+)\]\])"_s, u"["_s, u"]"_s},
        {uR"(\(\[(0+)\]\))"_s, u"("_s, u")"_s},
        {uR"(\{\[(0+)\]\})"_s, u"{"_s, u"}"_s},
        {uR"(#\[(0+)\])"_s, u"#"_s, {}},
        {uR"(\[(0+)\])"_s, {}, {}},
        {uR"(\((0+)\))"_s, u"("_s, u")"_s},
        {uR"(\{(0+)\})"_s, u"{"_s, u"}"_s},
        {uR"(#(0+))"_s, u"#"_s, {}},
    };
    return tokens;
}
constexpr qsizetype writtenTokens = 5;

const QRegularExpression &placeholder()
{
    static const QRegularExpression expression(uR"(\{\{([^}]*)\}\})"_s);
    return expression;
}

const QRegularExpression &controlCharacters()
{
    static const QRegularExpression expression(uR"([\x{0}-\x{1f}\x{7f}-\x{9f}])"_s);
    return expression;
}

const QStringList &placeholderNames()
{
    static const QStringList names{u"title"_s,    u"scene"_s,   u"char"_s, u"user"_s,
                                   u"messages"_s, u"profile"_s, u"date"_s, u"time"_s};
    return names;
}

QString valueOf(const QString &name, const TitleValues &values)
{
    const auto orElse = [](const QString &text, const QString &otherwise) {
        return text.isEmpty() ? otherwise : text;
    };
    switch (placeholderNames().indexOf(name)) {
    case 0:
        return orElse(values.title, u"Memory"_s);
    case 1:
        return u"Scene "_s + orElse(values.sceneRange, u"Unknown"_s);
    case 2:
        return orElse(values.character, u"Unknown"_s);
    case 3:
        return orElse(values.user, u"User"_s);
    case 4:
        return QString::number(values.messageCount);
    case 5:
        return orElse(values.profile, u"Unknown"_s);
    case 6:
        return values.now.toString(u"yyyy-MM-dd"_s);
    case 7:
        return values.now.toString(u"HH:mm:ss"_s);
    default:
        return u"{{"_s + name + u"}}"_s;
    }
}

QString numbered(const QString &format, int number)
{
    for (const NumberToken &token : numberTokens().first(writtenTokens)) {
        const QRegularExpression expression(token.pattern);
        QString result;
        qsizetype end = 0;
        for (const QRegularExpressionMatch &match : expression.globalMatch(format)) {
            result += QStringView(format).sliced(end, match.capturedStart() - end);
            result += token.before + QString::number(number).rightJustified(match.capturedLength(1), u'0') +
                      token.after;
            end = match.capturedEnd();
        }
        if (end > 0)
            return result + QStringView(format).sliced(end);
    }
    return format;
}

// `text` between placeholders, as part of an expression.
QString shapeOfText(const QString &text)
{
    QString shape;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : placeholder().globalMatch(text)) {
        shape +=
            QRegularExpression::escape(QStringView(text).sliced(end, match.capturedStart() - end)) + u".*?"_s;
        end = match.capturedEnd();
    }
    return shape + QRegularExpression::escape(QStringView(text).sliced(end));
}

// Written titles have lost the square brackets of the format, older ones have them.
enum class Brackets : quint8 { There, Perhaps };

// What titles of this format look like; an expression without a group if they have no number.
QRegularExpression shapeOf(const QString &format, Brackets brackets)
{
    for (const NumberToken &token : numberTokens()) {
        const QRegularExpression expression(token.pattern);
        const QRegularExpressionMatch match = expression.match(format);
        if (!match.hasMatch())
            continue;
        const QString digits = brackets == Brackets::There ? u"\\[([0-9]+)\\]"_s : u"\\[?([0-9]+)\\]?"_s;
        const QString number =
            QRegularExpression::escape(token.before) + digits + QRegularExpression::escape(token.after);
        const QString rest = format.sliced(match.capturedEnd());
        QString shape = u"^"_s + shapeOfText(format.first(match.capturedStart())) + number;
        qsizetype end = 0;
        for (const QRegularExpressionMatch &again : expression.globalMatch(rest)) {
            shape += shapeOfText(rest.sliced(end, again.capturedStart() - end)) + u"\\W?\\W?[0-9]+\\W?\\W?"_s;
            end = again.capturedEnd();
        }
        return QRegularExpression(shape + shapeOfText(rest.sliced(end)) + u"$"_s,
                                  QRegularExpression::DotMatchesEverythingOption);
    }
    return {};
}

std::optional<int> numberOf(QStringView digits)
{
    bool isNumber = false;
    const int number = digits.toInt(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace

QString memoryTitle(QStringView format, int number, const TitleValues &values)
{
    const QString text = numbered(format.toString(), number);
    QString title;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : placeholder().globalMatch(text)) {
        title += QStringView(text).sliced(end, match.capturedStart() - end);
        title += valueOf(match.captured(1), values);
        end = match.capturedEnd();
    }
    title += QStringView(text).sliced(end);
    title = javaScriptTrimmed(title.remove(controlCharacters())).toString();
    return title.isEmpty() ? u"Memory"_s : title;
}

std::optional<int> numberInTitle(QStringView title, QStringView format)
{
    for (const Brackets brackets : {Brackets::There, Brackets::Perhaps}) {
        if (format.isEmpty())
            break;
        const QRegularExpression shape = shapeOf(format.toString(), brackets);
        const QRegularExpressionMatch match = shape.matchView(title);
        if (shape.captureCount() == 1 && match.hasMatch()) {
            if (const std::optional<int> number = numberOf(match.capturedView(1)))
                return number;
        }
    }
    // Of a range the last number counts, so that the next one comes after it.
    static const QList<QRegularExpression> shapes{
        QRegularExpression(uR"(\[([0-9]+)\])"_s),      QRegularExpression(uR"(\(([0-9]+)\))"_s),
        QRegularExpression(uR"(\{([0-9]+)\})"_s),      QRegularExpression(uR"(#(?:[0-9]+-)?([0-9]+))"_s),
        QRegularExpression(uR"(^([0-9]+)(?:\s|-))"_s),
    };
    for (const QRegularExpression &shape : shapes) {
        const QRegularExpressionMatch match = shape.matchView(title);
        if (match.hasMatch()) {
            if (const std::optional<int> number = numberOf(match.capturedView(1)))
                return number;
        }
    }
    static const QRegularExpression dateOrNumber(
        uR"([0-9]+(?:[-/.][0-9]+){2}|[0-9]+:[0-9]+(?::[0-9]+)?|([0-9]+))"_s);
    for (const QRegularExpressionMatch &match : dateOrNumber.globalMatchView(title)) {
        if (const std::optional<int> number = numberOf(match.capturedView(1)))
            return number;
    }
    return {};
}

QString titleWarningCode(TitleWarning warning)
{
    switch (warning) {
    case TitleWarning::ControlCharacters:
        return u"control_characters"_s;
    case TitleWarning::UnknownPlaceholder:
        return u"unknown_placeholder"_s;
    case TitleWarning::TooLong:
        return u"too_long"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

TitleFormatCheck checkTitleFormat(QStringView format)
{
    TitleFormatCheck check;
    check.isValid = !format.isEmpty();
    const QString text = format.toString();
    if (QString(text).remove(placeholder()).contains(controlCharacters()))
        check.warnings.append(TitleWarning::ControlCharacters);
    for (const QRegularExpressionMatch &match : placeholder().globalMatch(text)) {
        if (!placeholderNames().contains(match.captured(1))) {
            check.warnings.append(TitleWarning::UnknownPlaceholder);
            break;
        }
    }
    if (format.size() > 100)
        check.warnings.append(TitleWarning::TooLong);
    return check;
}

QStringList titleFormats()
{
    return {DefaultTitleFormat.toString(),
            u"{{title}} #[00]"_s,
            u"[[000]] {{title}}"_s,
            u"([00]) {{title}}"_s,
            u"{{date}} [000] {{title}}"_s,
            u"[000] {{title}} ({{scene}})"_s,
            u"{{char}} [000] - {{title}}"_s,
            u"[00] - {{title}} ({{messages}} messages)"_s,
            u"{{date}} {{time}} - {{title}}"_s};
}

} // namespace snug
