#include "core/library/summarycache.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QSysInfo>

#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr JsonLimits Limits{.bytes = qsizetype(32) << 20, .values = 1'000'000};

// Changes with what the summaries depend on besides the files: the readers, the language of what they say,
// and whose disk the stamps are of.
QString signature(const QString &root)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_160);
    for (const QByteArray &part :
         {"snug summaries 2"_ba, QCoreApplication::applicationVersion().toUtf8(), QSysInfo::machineUniqueId(),
          root.toUtf8(), QCoreApplication::translate("Library", "could not be read: %1").toUtf8()}) {
        hash.addData(part);
        hash.addData(QByteArrayView("\0", 1));
    }
    return QString::fromLatin1(hash.result().toHex());
}

int countIn(const Json &json)
{
    return int(std::clamp<qint64>(json.asInteger().value_or(0), 0, std::numeric_limits<int>::max()));
}

std::optional<Error> problemIn(const Json &json)
{
    if (!json.isArray() || json.at(0).toText().isEmpty())
        return std::nullopt;
    return Error{json.at(0).toText(), json.at(1).toText(), json.at(2).toText(), json.at(3).toText()};
}

Json withProblem(Json summary, const std::optional<Error> &problem)
{
    if (problem)
        summary.set(u"problem"_s, Json::array({Json(problem->what), Json(problem->file), Json(problem->place),
                                               Json(problem->hint)}));
    return summary;
}

QDateTime timeOf(const FileStamp &stamp)
{
    return QDateTime::fromMSecsSinceEpoch(stamp.modified / 1'000'000);
}

QString cacheStemOf(const QString &name)
{
    return QFileInfo(name).completeBaseName();
}

} // namespace

SummaryCache::SummaryCache(const QByteArray &bytes, const QString &root)
{
    const auto document = bytes.isEmpty() ? Json() : parseJsonWithin(Limits, bytes).value_or(Json());
    if (document.value(u"of").toText() == signature(root) && document.value(u"folders").isObject())
        m_folders = document.value(u"folders");
}

QStringList SummaryCache::folders() const
{
    QStringList names;
    for (const Json::Member &folder : m_folders.members())
        names.append(folder.key);
    return names;
}

QByteArray SummaryCache::bytes(const QString &root) const
{
    const QByteArray bytes = writeJson(
        Json::object({{u"of"_s, Json(signature(root))}, {u"folders"_s, m_folders}}), JsonStyle::compact());
    return keepJsonLimits(bytes, Limits) ? bytes : QByteArray();
}

bool SummaryCache::wasRead(const std::optional<Error> &problem)
{
    const QString sentence = QCoreApplication::translate("Library", "could not be read: %1");
    return !problem || !problem->what.startsWith(sentence.first(sentence.indexOf(u"%1")));
}

FileStamp SummaryCache::stampIn(const Json &file)
{
    const Json stamp = file.value(u"stamp");
    const auto number = [&](qsizetype i) { return stamp.at(i).asInteger().value_or(-1); };
    if (stamp.size() != 4)
        return {};
    return {.size = number(0), .modified = number(1), .node = quint64(number(2)), .changed = number(3)};
}

Json SummaryCache::written(const FileStamp &stamp, Json summary)
{
    summary.set(u"stamp"_s, Json::array({Json(stamp.size), Json(stamp.modified), Json(qint64(stamp.node)),
                                         Json(stamp.changed)}));
    return summary;
}

bool SummaryCache::readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                               CardSummary &summary)
{
    if (!file.contains(u"name"))
        return false;
    summary.file = name;
    summary.name = file.value(u"name").toText();
    summary.creator = file.value(u"creator").toText();
    summary.creatorNotes = file.value(u"notes").toText();
    summary.tags = file.value(u"tags").toTextList();
    summary.linkedLorebook = file.value(u"lorebook").toText();
    summary.favourite = file.value(u"favourite").toBool();
    summary.hasBook = file.value(u"hasBook").toBool();
    summary.greetings = countIn(file.value(u"greetings"));
    summary.promptLength = countIn(file.value(u"length"));
    summary.modified = timeOf(stamp);
    summary.problem = problemIn(file.value(u"problem"));
    return true;
}

Json SummaryCache::writtenSummary(const CardSummary &summary)
{
    return withProblem(Json::object({{u"name"_s, Json(summary.name)},
                                     {u"creator"_s, Json(summary.creator)},
                                     {u"notes"_s, Json(summary.creatorNotes)},
                                     {u"tags"_s, Json(summary.tags)},
                                     {u"lorebook"_s, Json(summary.linkedLorebook)},
                                     {u"favourite"_s, Json(summary.favourite)},
                                     {u"hasBook"_s, Json(summary.hasBook)},
                                     {u"greetings"_s, Json(qint64(summary.greetings))},
                                     {u"length"_s, Json(qint64(summary.promptLength))}}),
                       summary.problem);
}

bool SummaryCache::readSummary(const QString &name, const FileStamp &stamp, const Json &file,
                               ChatSummary &summary)
{
    if (!file.contains(u"messages"))
        return false;
    summary.name = cacheStemOf(name);
    summary.messages = countIn(file.value(u"messages"));
    summary.firstText = file.value(u"first").toText();
    summary.lastText = file.value(u"last").toText();
    summary.lastSendDate = file.value(u"sent").toText();
    summary.modified = timeOf(stamp);
    summary.problem = problemIn(file.value(u"problem"));
    return true;
}

Json SummaryCache::writtenSummary(const ChatSummary &summary)
{
    return withProblem(Json::object({{u"messages"_s, Json(qint64(summary.messages))},
                                     {u"first"_s, Json(summary.firstText)},
                                     {u"last"_s, Json(summary.lastText)},
                                     {u"sent"_s, Json(summary.lastSendDate)}}),
                       summary.problem);
}

bool SummaryCache::readSummary(const QString &name, const FileStamp &, const Json &file,
                               LorebookSummary &summary)
{
    if (!file.contains(u"entries"))
        return false;
    summary.name = cacheStemOf(name);
    summary.entries = countIn(file.value(u"entries"));
    summary.problem = problemIn(file.value(u"problem"));
    return true;
}

Json SummaryCache::writtenSummary(const LorebookSummary &summary)
{
    return withProblem(Json::object({{u"entries"_s, Json(qint64(summary.entries))}}), summary.problem);
}

bool SummaryCache::readSummary(const QString &name, const FileStamp &, const Json &file,
                               PresetSummary &summary)
{
    if (!file.contains(u"prompts"))
        return false;
    summary.name = cacheStemOf(name);
    summary.prompts = countIn(file.value(u"prompts"));
    summary.problem = problemIn(file.value(u"problem"));
    return true;
}

Json SummaryCache::writtenSummary(const PresetSummary &summary)
{
    return withProblem(Json::object({{u"prompts"_s, Json(qint64(summary.prompts))}}), summary.problem);
}

} // namespace snug
