#include "core/ledger/sharedprompt.h"

#include "core/formats/jsontext.h"
#include "core/ledger/promptrecord.h"
#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct SharedPromptText
{
    Q_DECLARE_TR_FUNCTIONS(SharedPrompt)
};

constexpr int presentFormat = 1;

// More than prompts have that anybody wants to look at.
constexpr qsizetype mostLines = 60'000;
constexpr qsizetype mostText = 2'000'000; // UTF-16 units, of all messages
constexpr qsizetype mostSpans = 100'000;
constexpr qint64 mostOrigins = 200'000'000; // sum of the places in origins
constexpr int mostTokens = 10'000'000;
constexpr qsizetype longestName = 2'000;
constexpr qsizetype mostMembers = 40; // of a message's source object

// What the lines say, before anything is made of it.
class Limits
{
public:
    // False: it is more than a prompt can be.
    bool take(const Json &line)
    {
        if (++m_lines > mostLines)
            return false;
        for (const QString &kind : {u"message"_s, u"text"_s, u"dropped"_s}) {
            if (const Json text = line.value(kind); text.isObject() && !takeText(text))
                return false;
        }
        return true;
    }

private:
    bool takeText(const Json &value)
    {
        m_text += value.value(u"text").toText().size();
        const Json spans = value.value(u"spans");
        m_spans += spans.size();
        if (m_text > mostText || m_spans > mostSpans)
            return false;
        for (const Json &span : spans.items())
            m_origins += std::max(0, span.at(2).toInt());
        if (m_origins > mostOrigins)
            return false;
        const Json sources = value.value(u"sources");
        m_spans += sources.size();
        return std::ranges::all_of(sources.items(), [](const Json &source) {
            return std::ranges::all_of(source.items(),
                                       [](const Json &word) { return word.toText().size() <= longestName; });
        });
    }

    qsizetype m_lines = 0;
    qsizetype m_text = 0;
    qsizetype m_spans = 0;
    qint64 m_origins = 0;
};

std::unexpected<Error> tooMuch()
{
    return failure(SharedPromptText::tr("the file holds more than a prompt can, and is not shown"));
}

int tokensWithin(int tokens)
{
    return std::clamp(tokens, 0, mostTokens);
}

double numberWithin(double value)
{
    return std::isfinite(value) ? std::clamp(value, -1e9, 1e9) : 0;
}

void boundLore(LoreTrace &row)
{
    row.tokens = tokensWithin(row.tokens);
    row.round = std::clamp(row.round, 0, 1000);
    for (QString *name : {&row.book, &row.title})
        name->truncate(longestName);
    if (!row.detail)
        return;
    LoreDetail detail = *row.detail;
    detail.value = numberWithin(detail.value);
    detail.other = numberWithin(detail.other);
    for (QString *name : {&detail.key, &detail.secondaryKey, &detail.name, &detail.group, &detail.rival})
        name->truncate(longestName);
    row.detail = std::make_shared<const LoreDetail>(detail);
}

// Numbers that can be added up, and a sum that is one.
bool boundNumbers(AssembledPrompt &prompt)
{
    qint64 used = 0;
    for (OutboundMessage &message : prompt.messages) {
        message.tokens = tokensWithin(message.tokens);
        message.name.truncate(longestName);
        if (message.sourceObject.size() > mostMembers)
            message.sourceObject = {};
        used += message.tokens;
    }
    QList<DroppedText> left = prompt.trace.dropped.all();
    for (DroppedText &dropped : left) {
        dropped.tokens = tokensWithin(dropped.tokens);
        dropped.reason.truncate(longestName);
    }
    prompt.trace.dropped = left;
    for (QString &warning : prompt.trace.warnings)
        warning.truncate(longestName);
    for (LoreTrace &row : prompt.trace.lore)
        boundLore(row);
    Budget &budget = prompt.budget;
    budget.context = tokensWithin(budget.context);
    budget.reserved = tokensWithin(budget.reserved);
    budget.counterName.truncate(longestName);
    budget.used = prompt.prompt ? tokensWithin(budget.used) : int(std::min<qint64>(used, mostTokens));
    return used <= mostTokens;
}

constexpr std::array missNames{u"none",         u"case",          u"inside_word",
                               u"too_far_back", u"not_looked_at", u"other_lore"};

Json missesJson(const LoreMisses &misses)
{
    Json list = Json::array();
    QList<qsizetype> rows = misses.keys();
    std::ranges::sort(rows);
    for (const qsizetype row : std::as_const(rows)) {
        const LoreMiss miss = misses.value(row);
        list.append(Json::object({{u"row"_s, qint64(row)},
                                  {u"kind"_s, QString(QStringView(missNames.at(size_t(miss.kind))))},
                                  {u"key"_s, miss.key},
                                  {u"word"_s, miss.word},
                                  {u"place"_s, lorePlaceName(miss.place)},
                                  {u"message"_s, miss.message},
                                  {u"back"_s, miss.back},
                                  {u"depth"_s, miss.depth}}));
    }
    return list;
}

// What names no silent entry is passed over.
LoreMisses readMisses(const Json &list, const QList<LoreTrace> &lore)
{
    LoreMisses misses;
    for (const Json &item : list.items()) {
        const int row = item.value(u"row").toInt(-1);
        const auto kind = std::ranges::find(missNames, item.value(u"kind").toText(),
                                            [](const char16_t *name) { return QStringView(name); });
        if (row < 0 || row >= lore.size() || lore.at(row).fired || kind == missNames.end() ||
            kind == missNames.begin())
            continue;
        LoreMiss miss;
        miss.kind = LoreMiss::Kind(kind - missNames.begin());
        miss.key = item.value(u"key").toText().left(longestName);
        miss.word = item.value(u"word").toText().left(longestName);
        for (int place = 0; place <= int(LorePlace::Lore); ++place) {
            if (lorePlaceName(LorePlace(place)) == item.value(u"place").toText())
                miss.place = LorePlace(place);
        }
        miss.message = std::clamp(item.value(u"message").toInt(-1), -1, mostTokens);
        miss.back = tokensWithin(item.value(u"back").toInt());
        miss.depth = tokensWithin(item.value(u"depth").toInt());
        misses.insert(row, miss);
    }
    return misses;
}

} // namespace

QByteArray sharedPromptFile(const SharedPrompt &shared, const Json &document)
{
    AssembledPrompt prompt = shared.prompt;
    prompt.localVariables = {};
    prompt.globalVariables = {};
    Json record = Json::array();
    for (const QByteArray &line : recordOf(prompt, RecordedLore::All).split('\n')) {
        if (const Result<Json> value = parseJsonLine(line, 0); !line.isEmpty() && value)
            record.append(*value);
    }
    // First, so that the beginning of the file says what it is.
    Json file =
        Json::object({{u"snug_prompt"_s, Json::object({{u"format"_s, Json(presentFormat)},
                                                       {u"program"_s, Json(shared.program)},
                                                       {u"without_names"_s, Json(shared.isWithoutNames)},
                                                       {u"misses"_s, missesJson(shared.misses)},
                                                       {u"record"_s, record}})}});
    for (const Json::Member &member : document.members())
        file.set(member.key, member.value);
    return writeJson(file);
}

Result<SharedPrompt> readSharedPrompt(const QByteArray &bytes)
{
    if (bytes.size() > largestSharedPrompt)
        return failure(SharedPromptText::tr("the file is too large to be a shared prompt"));
    const Result<Json> file = parseJson(bytes);
    if (!file)
        return std::unexpected(file.error());
    const Json head = file->value(u"snug_prompt");
    if (!head.isObject() || !head.value(u"record").isArray())
        return failure(SharedPromptText::tr("the file is not a prompt that Snug exported as JSON"));
    if (head.value(u"format").toInt() != presentFormat)
        return failure(SharedPromptText::tr("a later version of Snug has written the file"));
    const Json record = head.value(u"record");
    Limits limits;
    if (!std::ranges::all_of(record.items(), [&](const Json &line) { return limits.take(line); }))
        return tooMuch();
    AssembledPrompt prompt = promptOfRecord(record.items());
    if (prompt.messages.isEmpty() && !prompt.prompt)
        return failure(SharedPromptText::tr("there is no prompt in the file"));
    if (!boundNumbers(prompt))
        return tooMuch();
    prompt.localVariables = {};
    prompt.globalVariables = {};
    SharedPrompt shared{.prompt = std::move(prompt), .program = {}, .isWithoutNames = false};
    shared.program = head.value(u"program").toText().left(80);
    shared.isWithoutNames = head.value(u"without_names").toBool();
    shared.misses = readMisses(head.value(u"misses"), shared.prompt.trace.lore);
    return shared;
}

bool isSharedPromptFile(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    QByteArray start = file.read(4096);
    if (start.startsWith("\xEF\xBB\xBF"))
        start.remove(0, 3);
    start = start.trimmed();
    return start.startsWith('{') && start.sliced(1).trimmed().startsWith("\"snug_prompt\"");
}

Result<SharedPrompt> readSharedPromptFile(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return failure(SharedPromptText::tr("the file cannot be read"), {}, name);
    return readSharedPrompt(file.read(largestSharedPrompt + 1)).transform_error([&](const Error &error) {
        return error.inFile(name);
    });
}

} // namespace snug
