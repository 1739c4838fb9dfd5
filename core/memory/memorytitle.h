// Titles of memories: formats with a number and placeholders, and the number in a title
// (docs/systems/memory-books.md#title).
#pragma once

#include <QDateTime>
#include <QStringList>

#include <optional>

namespace snug {

inline constexpr QStringView DefaultTitleFormat = u"[000] - {{title}}";

// What the placeholders stand for; empty = what stands there when nothing is known.
struct TitleValues
{
    QString title;
    QString sceneRange; // "3-9"
    QString character;
    QString user;
    int messageCount = 0;
    QString profile;
    QDateTime now; // local time
};

// The format with its number and its placeholders; unknown placeholders stay. Never empty.
QString memoryTitle(QStringView format, int number, const TitleValues &values);

// The number of a title that was made by `format`, or by anything that looks like a number.
std::optional<int> numberInTitle(QStringView title, QStringView format = {});

enum class TitleWarning : quint8 { ControlCharacters, UnknownPlaceholder, TooLong };
// "control_characters", …
QString titleWarningCode(TitleWarning warning);

struct TitleFormatCheck
{
    bool isValid = true; // an empty format is not
    QList<TitleWarning> warnings;
};
TitleFormatCheck checkTitleFormat(QStringView format);

// Ready-made formats to choose from; any other text is allowed.
QStringList titleFormats();

} // namespace snug
