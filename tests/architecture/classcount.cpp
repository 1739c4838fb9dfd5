#include "tests/architecture/classcount.h"

#include <QRegularExpression>

namespace snug::test {

using namespace Qt::StringLiterals;

void countFunctions(const QStringList &cppLines, ClassSizes &sizes)
{
    // "Result<Card> snug::Library::card(", "Library::~Library(", "bool Rendering::Frame::operator==("
    static const QRegularExpression definition(
        uR"(^(?:template <[^>]*> )?(?:[\w:<>,&*\s\[\]]+?[\s&*])?((?:\w+::)*\w+)::(?:~?\w+|operator\S+)\()"_s);
    static const QRegularExpression other(u"^(using|return|static|namespace|#|//|\\s|\\})"_s);
    static const QRegularExpression connects(uR"(\bconnect\()"_s);
    QString current;
    for (const QString &line : cppLines) {
        if (!other.match(line).hasMatch()) {
            if (const auto match = definition.match(line); match.hasMatch())
                current = match.captured(1).section(u"::"_s, -1);
        }
        if (!current.isEmpty()) {
            ClassSize &size = sizes[current];
            ++size.lines;
            for (auto each = connects.globalMatch(line); each.hasNext(); each.next())
                ++size.connects;
        }
        if (line.startsWith(u'}'))
            current.clear();
    }
}

void countPublicFunctions(const QStringList &headerLines, ClassSizes &sizes)
{
    static const QRegularExpression begins(u"^(class|struct) (\\w+)( final)?( : .*)?( \\{)?$"_s);
    static const QRegularExpression access(u"^\\s*(public|protected|private|Q_SIGNALS)\\b.*:$"_s);
    static const QRegularExpression function(
        uR"(^    (?!using\b|friend\b|std::function\b|Q_|struct\b|class\b|enum\b|//|[}{])[\w~\[].*\()"_s);
    QString current;
    bool isPublic = false;
    for (const QString &line : headerLines) {
        if (const auto begin = begins.match(line); begin.hasMatch()) {
            current = begin.captured(2);
            isPublic = begin.captured(1) == u"struct";
        } else if (line.startsWith(u"};")) {
            current.clear();
        } else if (const auto section = access.match(line); section.hasMatch()) {
            isPublic = section.captured(1) == u"public";
        } else if (!current.isEmpty() && isPublic && function.match(line).hasMatch()) {
            ++sizes[current].publicFunctions;
        }
    }
}

} // namespace snug::test
