#include "tests/durability/windowkills.h"

#include "core/chat/unsenttexts.h"
#include "tests/durability/playedfolder.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <csignal>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int WindowsALibrary = 10;
constexpr int Promise = 2000; // milliseconds; what is older than this is on the disk
constexpr int StepAhead = 3;  // lines that one step of the user's changes at most

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList filesBelow(const QString &folder)
{
    QStringList files;
    QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files.append(walk.next());
    return files;
}

QList<UnsentTexts> unsentTexts(const QString &root)
{
    QList<UnsentTexts> all;
    for (const QString &file : filesBelow(root + u"/snug/unsent"_s)) {
        if (const auto texts = readUnsentTexts(bytesOf(file)))
            all.append(*texts);
    }
    return all;
}

// What the process said of texts that are not sent, as it was when it was killed.
struct Written
{
    struct Text
    {
        qint64 since = 0;
        QString text;
    };
    qint64 end = 0;
    QHash<QByteArray, Text> typed; // by file
    Text rewritten;
    QList<QPair<qint64, qsizetype>> arriving; // of the reply under way
    QList<Text> edited;
    QStringList documents; // words that were said to be saved
    QStringList imported;
};

Written writtenBy(const PlayedProcess &process)
{
    Written written;
    for (const QByteArray &line : process.lines()) {
        const QList<QByteArray> parts = line.split(' ');
        const qint64 at = parts.value(1).toLongLong();
        const auto text = [&] { return QString::fromUtf8(QByteArray::fromPercentEncoding(parts.value(3))); };
        if (parts.first() == "at") {
            written.end = at;
        } else if (parts.first() == "typed") {
            // A chat that was only begun leaves its text to the next one.
            written.typed.removeIf([&](const auto &each) { return each.value().text == text(); });
            written.typed.insert(parts.value(2), {at, text()});
        } else if (parts.first() == "rewriting") {
            written.rewritten = {at, text()};
        } else if (parts.first() == "arriving") {
            if (parts.value(3) == "0")
                written.arriving.clear();
            else
                written.arriving.append({at, parts.value(3).toLongLong()});
        } else if (parts.first() == "edited") {
            written.edited.append({at, QString::fromUtf8(parts.value(2))});
        } else if (parts.first() == "documentsaved") {
            written.documents.append(QString::fromUtf8(parts.value(1)));
        } else if (parts.first() == "imported") {
            written.imported.append(QString::fromUtf8(QByteArray::fromPercentEncoding(parts.value(1))));
        }
    }
    return written;
}

bool isInChat(const QString &root, const QString &text)
{
    for (const QString &file : filesBelow(root + u"/chats"_s) + filesBelow(root + u"/group chats"_s)) {
        if (QString::fromUtf8(bytesOf(file)).contains(text))
            return true;
    }
    return false;
}

void compareTyped(const Written &written, const QString &root, const QString &where, Findings &findings)
{
    const QList<UnsentTexts> kept = unsentTexts(root);
    for (const Written::Text &typed : written.typed) {
        if (typed.text.isEmpty())
            continue;
        const bool isKept = std::ranges::any_of(
            kept, [&](const UnsentTexts &each) { return each.draft.contains(typed.text); });
        if (isKept)
            findings.count(u"drafts kept"_s);
        else if (written.end - typed.since <= Promise)
            findings.count(u"drafts younger than two seconds"_s);
        else if (!isInChat(root, typed.text))
            findings.problem(u"drafts lost"_s, where + u": "_s + typed.text);
    }
    if (const Written::Text &text = written.rewritten; !text.text.isEmpty()) {
        const bool isKept = std::ranges::any_of(kept, [&](const UnsentTexts &each) {
            return each.rewriting && each.rewriting->text == text.text;
        });
        if (isKept)
            findings.count(u"rewritings kept"_s);
        else if (written.end - text.since > Promise)
            findings.problem(u"rewritings lost"_s, where + u": "_s + text.text);
    }
}

qsizetype lettersOf(const UnsentTexts &texts)
{
    if (!texts.reply || texts.reply->messages.isEmpty())
        return 0;
    const QByteArray line = texts.reply->messages.first().toUtf8();
    return QJsonDocument::fromJson(line).object().value(u"mes"_s).toString().size();
}

void compareArriving(const Written &written, const QString &root, const QString &where, Findings &findings)
{
    qsizetype expected = 0;
    for (const auto &[at, letters] : written.arriving) {
        if (written.end - at > Promise)
            expected = letters;
    }
    if (expected == 0)
        return;
    qsizetype kept = 0;
    for (const UnsentTexts &each : unsentTexts(root))
        kept = std::max(kept, lettersOf(each));
    if (kept >= expected)
        findings.count(u"replies under way kept"_s);
    else
        findings.problem(u"replies under way lost"_s,
                         u"%1: %2 letters of %3"_s.arg(where).arg(kept).arg(expected));
}

void compareDocuments(const Written &written, const QString &root, const QString &where, Findings &findings)
{
    QByteArray documents;
    for (const QString &folder : {u"/OpenAI Settings"_s, u"/worlds"_s}) {
        for (const QString &file : filesBelow(root + folder))
            documents += bytesOf(file);
    }
    QByteArray drafts = documents;
    for (const QString &file : filesBelow(root + u"/snug/drafts"_s))
        drafts += bytesOf(file);
    for (const QString &word : written.documents) {
        findings.count(u"documents saved"_s);
        if (!documents.contains(word.toUtf8()))
            findings.problem(u"documents lost"_s, where + u": "_s + word);
    }
    for (const Written::Text &edited : written.edited) {
        const bool isKept = drafts.contains(edited.text.toUtf8());
        if (isKept)
            findings.count(u"edits of documents kept"_s);
        else if (written.end - edited.since > Promise)
            findings.problem(u"edits of documents lost"_s, where + u": "_s + edited.text);
    }
    for (const QString &file : written.imported) {
        findings.count(u"imports"_s);
        if (QJsonDocument::fromJson(bytesOf(root + u'/' + file)).isNull())
            findings.problem(u"imports lost"_s, where + u": "_s + file);
    }
}

// The next start shows all of it, and ends when its window is closed.
void lookAgain(const QString &folder, const QString &where, Findings &findings)
{
    const QString root = folder + u"/library"_s;
    const ChatsOnDisk before = chatsOnDisk(root);
    const QList<UnsentTexts> kept = unsentTexts(root);
    PlayedProcess process(u"snug-durability-window"_s, {u"look"_s, folder, u"0"_s, u"0"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled"))
        return findings.problem(u"not opened"_s, where + u": "_s + process.last("openfailed"));
    for (const QString &file : process.files()) {
        const auto opened = process.states().value(process.firstOf(file)).marks;
        if (before.contains(file) && before.value(file).marks != opened)
            findings.problem(u"opened differently"_s, u"%1, %2"_s.arg(where, file));
    }
    const QString shown =
        QString::fromUtf8(QByteArray::fromPercentEncoding(process.last("typed").section(u' ', 2).toUtf8()));
    const bool isOld = shown.isEmpty() || std::ranges::any_of(kept, [&](const UnsentTexts &each) {
                           return each.draft == shown && !isInChat(root, each.sentAs + u'|');
                       });
    if (!isOld)
        findings.problem(u"shown what nobody typed"_s, where + u": "_s + shown);
    if (!shown.isEmpty())
        findings.count(u"drafts shown again"_s);
    if (process.waitForEnd() != 0)
        findings.problem(u"did not end"_s, where);
}

void killWindow(const QString &folder, quint32 seed, QRandomGenerator &random, const QString &where,
                Findings &findings)
{
    const QString root = folder + u"/library"_s;
    const ChatsOnDisk before = chatsOnDisk(root);
    const int pace = random.bounded(2) > 0 ? 1 : 40;
    PlayedProcess process(u"snug-durability-window"_s,
                          {u"play"_s, folder, QString::number(seed), QString::number(pace)},
                          surroundingsIn(folder));
    if (!process.waitFor("settled"))
        return findings.problem(u"not opened"_s, where + u": "_s + process.last("openfailed"));
    if (!process.listen(random.bounded(3) > 0 ? random.bounded(2500) : random.bounded(6000)))
        return findings.problem(u"ended by itself"_s, where);
    process.kill();
    findings.count(u"kills"_s);
    findings.count(u"states"_s, process.newestState());
    findings.count(u"saved"_s, process.said("saved"));
    findings.count(u"failed"_s, process.said("failed"));
    const qsizetype known = findings.problems().size();
    compareChats(process, root, before, where, findings, StepAhead);
    for (const QString &file : unparsableFiles(root))
        findings.problem(u"unparsable"_s, where + u": "_s + file);
    const Written written = writtenBy(process);
    compareTyped(written, root, where, findings);
    compareArriving(written, root, where, findings);
    compareDocuments(written, root, where, findings);
    if (findings.problems().size() == known)
        return;
    QFile said(folder + u"/said-%1"_s.arg(seed));
    if (said.open(QIODevice::WriteOnly))
        said.write(process.lines().join('\n'));
}

// Of all chats.
qsizetype longestReply(const QString &root)
{
    qsizetype longest = 0;
    for (const QString &file : filesBelow(root + u"/chats"_s)) {
        const QByteArray last = bytesOf(file).split('\n').last();
        const QJsonObject message = QJsonDocument::fromJson(last).object();
        if (!message.value(u"is_user"_s).toBool())
            longest = std::max(longest, message.value(u"mes"_s).toString().size());
    }
    for (const UnsentTexts &texts : unsentTexts(root))
        longest = std::max(longest, lettersOf(texts));
    return longest;
}

} // namespace

Findings endWindow(int signal, const QString &folder)
{
    Findings findings;
    makePlayedLibrary(folder);
    const QString root = folder + u"/library"_s;
    const QString where = u"signal %1"_s.arg(signal);
    PlayedProcess process(u"snug-durability-window"_s, {u"write"_s, folder, u"7"_s, u"40"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled") || ::kill(pid_t(process.processId()), signal) != 0) {
        findings.problem(u"not opened"_s, where);
        return findings;
    }
    if (process.waitForEnd() != 0)
        findings.problem(u"did not end"_s, where);
    findings.count(u"signals"_s);
    const Written written = writtenBy(process);
    const QList<UnsentTexts> kept = unsentTexts(root);
    for (const Written::Text &typed : written.typed) {
        const bool isKept =
            std::ranges::any_of(kept, [&](const UnsentTexts &texts) { return texts.draft == typed.text; });
        if (!typed.text.isEmpty() && !isKept && !isInChat(root, typed.text.trimmed()))
            findings.problem(u"drafts lost"_s, where + u": "_s + typed.text);
        findings.count(u"drafts kept"_s, isKept ? 1 : 0);
    }
    for (const auto &[at, letters] : written.arriving) {
        if (letters > longestReply(root))
            findings.problem(u"replies under way lost"_s, where);
    }
    lookAgain(folder, where, findings);
    return findings;
}

Findings killWindows(int kills, quint32 seed, const QString &folder)
{
    QRandomGenerator random(seed);
    Findings findings;
    QString place;
    for (int run = 0; run < kills; ++run) {
        const QString where = u"window, seed %1, kill %2"_s.arg(seed).arg(run);
        if (run % WindowsALibrary == 0) {
            place = QDir(folder).filePath(u"window-%1"_s.arg(run / WindowsALibrary));
            makePlayedLibrary(place);
        }
        killWindow(place, seed * 10'000 + quint32(run), random, where, findings);
        lookAgain(place, where, findings);
    }
    return findings;
}

} // namespace snug::durability
