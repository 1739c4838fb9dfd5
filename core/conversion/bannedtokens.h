// SillyTavern's field of banned tokens: a line with "[11, 12]" bans token ids, a line in quotation marks bans
// a text.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

struct BannedTokens
{
    QList<int> ids = {};
    QStringList texts = {};
    QList<QList<int>> sequences = {}; // the ids, line by line
};

BannedTokens bannedTokens(const QString &text);

} // namespace snug
