// One request of the ledger as a document of its own, for other programs and for bug reports.
#pragma once

#include "core/ledger/ledgerentry.h"

#include <QByteArray>

namespace snug {

// JSON: head, request with its body as text, prompt with sources, answer, and what was received. Bytes that
// are no UTF-8 are in base64, under "…_base64".
QByteArray entryDocument(const LedgerEntry &entry);

} // namespace snug
