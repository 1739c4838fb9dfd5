// Whatever the ledger's files hold: it opens or says why not, what it lists can be asked for, and what is
// written behind it comes back. A record of a prompt that can be read is written as what it was read as. A
// prompt that somebody shared is shown or refused, and what is shown adds up.
#include "core/ledger/ledger.h"
#include "core/ledger/promptrecord.h"
#include "core/ledger/sharedprompt.h"
#include "core/prompt/promptaccount.h"
#include "tests/fuzz/fuzzing.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    promise(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

void tryRecord(const QByteArray &bytes)
{
    const Result<AssembledPrompt> read = readRecord(bytes);
    if (!read)
        return;
    const QByteArray written = recordOf(*read);
    const Result<AssembledPrompt> again = readRecord(written);
    promise(again.has_value());
    promise(recordOf(*again) == written);
}

} // namespace

// Two bytes say how long the file of pieces is; the file of requests follows.
FUZZ_TARGET(ledger)
{
    if (bytes.size() < 2)
        return;
    const QByteArray files = bytes.sliced(2);
    tryRecord(files);
    const qsizetype pieces = std::min<qsizetype>(files.size(), uchar(bytes[0]) + 256 * uchar(bytes[1]));
    const QTemporaryDir folder;
    write(folder.filePath(u"000001.pieces"_s), files.first(pieces));
    write(folder.filePath(u"000001.requests"_s), files.sliced(pieces));
    auto ledger = Ledger::open(folder.path());
    if (!ledger)
        return;
    QSet<QString> ids;
    const QList<LedgerHead> heads = ledger->heads();
    for (const LedgerHead &head : heads) {
        promise(!head.id.isEmpty() && !ids.contains(head.id));
        ids.insert(head.id);
        promise(ledger->entry(head.id) || true); // fails or not, but ends
    }
    const QString own = u"of this run, which no input has"_s;
    LedgerRequest request;
    request.head.id = own;
    request.request.method = "POST";
    request.request.body = files;
    promise(ledger->begin(request).has_value());
    const auto entry = ledger->entry(own);
    promise(entry && entry->request.body == files);
    for (const LedgerHead &head : heads)
        promise(ledger->remove(head.id).has_value());
    auto again = Ledger::open(folder.path());
    promise(again && again->heads().size() == 1);
    const auto kept = again->entry(own);
    promise(kept && kept->request.body == files);
}

FUZZ_TARGET(sharedprompt)
{
    const Result<SharedPrompt> read = readSharedPrompt(bytes);
    if (!read)
        return;
    promise(promptAccount(read->prompt).total() == read->prompt.budget.used);
    for (const LoreTrace &row : read->prompt.trace.lore)
        promise(!loreReason(row).isEmpty() || true);
    const QByteArray written = sharedPromptFile(*read, Json::object());
    const Result<SharedPrompt> again = readSharedPrompt(written);
    promise(again.has_value());
    promise(sharedPromptFile(*again, Json::object()) == written);
}
