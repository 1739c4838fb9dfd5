// What came back for several entities: "Name:" prefixes. See docs/systems/hologram.md#replies-for-several.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct ReplyPart
{
    qsizetype speaker = 0; // an index into the names
    QString content;

    bool operator==(const ReplyPart &) const = default;
};

// Without the name's prefix at line starts: "Mira:", "**Mira:**", "*mira*:" in any letter case.
QString withoutNamePrefixes(const QString &text, const QString &name);

// The parts, trimmed, without empty ones and what stands before the first prefix; nothing: no line
// begins with a name, the text is whole.
std::optional<QList<ReplyPart>> splitReply(const QString &text, const QStringList &names);

// Blank or the single word "none": nobody answers.
bool isNoReply(const QString &text);

} // namespace snug
