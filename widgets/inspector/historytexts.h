// What lists and headings say about a request that was sent.
#pragma once

#include "core/ledger/ledgerentry.h"

#include <QStringList>

namespace snug {

// "Reply · Mira"
QString historyTitle(const LedgerHead &head);
// "22:11:58 · gpt-4o", with the date unless it was today.
QString historyTime(const LedgerHead &head, const QDate &today);
// "21 tokens in 2.4 s · 2,904 of 3,412 from the cache", or why there is no answer.
QString historyResult(const LedgerHead &head);
// Figures, each with its meaning in front: "Model: gpt-4o".
QStringList historyFigures(const LedgerHead &head);
// "12.3 MB"
QString sizeText(qint64 bytes);

} // namespace snug
