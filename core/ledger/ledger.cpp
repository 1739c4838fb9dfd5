#include "core/ledger/ledger.h"

#include "core/formats/jsontext.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Streams repeat themselves in every line.
QByteArray packed(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QByteArray() : qCompress(bytes);
}

QByteArray unpacked(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QByteArray() : qUncompress(bytes);
}

} // namespace

Result<Ledger> Ledger::open(const QString &folder, qint64 limit)
{
    Ledger ledger;
    ledger.m_folder = folder;
    ledger.m_limit = limit;
    if (const auto checked = checkFolder(folder); !checked)
        return std::unexpected(checked.error());
    const QStringList files =
        QDir(folder).entryList({u"*.pieces"_s, u"*.requests"_s}, QDir::Files, QDir::Name);
    for (const QString &file : files) {
        bool isNumber = false;
        const int number = file.section(u'.', 0, 0).toInt(&isNumber);
        if (isNumber && number >= 0 && !ledger.m_parts.contains(number))
            ledger.m_parts.append(number);
    }
    std::ranges::sort(ledger.m_parts);
    for (const int number : std::as_const(ledger.m_parts)) {
        if (const auto read = ledger.readPart(number); !read)
            ledger.m_unread.append(read.error());
    }
    if (const auto wiped = ledger.wipeRemoved(); !wiped)
        return std::unexpected(wiped.error());
    return ledger;
}

LedgerSegment Ledger::part(int number) const
{
    return LedgerSegment(u"%1/%2"_s.arg(m_folder).arg(number, 6, 10, QLatin1Char('0')));
}

Result<void> Ledger::readPart(int number)
{
    const auto lines = part(number).lines();
    if (!lines)
        return std::unexpected(lines.error());
    int damaged = 0;
    for (const LedgerSegment::Line &line : *lines) {
        const Result<Json> value = parseJsonLine(line.bytes);
        if (!value) {
            damaged += line.bytes.trimmed().isEmpty() ? 0 : 1; // what was removed is blank
            continue;
        }
        const Place place{number, line.start};
        if (const Json beginning = value->value(u"begun"); beginning.isObject()) {
            const LedgerHead head = readBeginning(beginning);
            if (!head.id.isEmpty() && !m_kept.contains(head.id))
                m_order.append(head.id);
            m_kept.insert(head.id, {head, place, {}});
        } else if (const Json end = value->value(u"ended"); end.isObject()) {
            if (const auto kept = m_kept.find(end.value(u"id").toText()); kept != m_kept.end()) {
                readEnd(end, kept->head);
                kept->end = place;
            }
        } else if (const auto gone = m_kept.find(value->value(u"removed").toText()); gone != m_kept.end()) {
            gone->isRemoved = true;
        } else if (const auto back = m_kept.find(value->value(u"restored").toText()); back != m_kept.end()) {
            back->isRemoved = false;
        }
    }
    m_kept.remove(QString());
    if (damaged == 0)
        return {};
    return failure(
        QCoreApplication::translate("Ledger", "%n line(s) of it could not be read", nullptr, damaged), {},
        QFileInfo(LedgerSegment::requestsFile(part(number).path())).fileName(),
        QCoreApplication::translate("Ledger", "The file stays as it is. Requests that they belong "
                                              "to are missing in the history, or unfinished."));
}

qint64 Ledger::size() const
{
    qint64 bytes = 0;
    for (const int number : m_parts)
        bytes += part(number).size();
    return bytes;
}

QList<LedgerHead> Ledger::heads() const
{
    QList<LedgerHead> heads;
    heads.reserve(m_order.size());
    for (const QString &id : m_order) {
        if (const Kept kept = m_kept.value(id); !kept.isRemoved)
            heads.append(kept.head);
    }
    return heads;
}

QString Ledger::oldest() const
{
    const auto first =
        std::ranges::find_if(m_order, [this](const QString &id) { return !m_kept.value(id).isRemoved; });
    return first == m_order.cend() ? QString() : *first;
}

Result<void> Ledger::mark(const QString &id, bool isRemoved)
{
    const auto known = m_kept.find(id);
    if (known == m_kept.end() || known->isRemoved == isRemoved)
        return {};
    const auto newest = writable();
    if (!newest)
        return std::unexpected(newest.error());
    const Result<Place> place =
        write(**newest, Json::object({{isRemoved ? u"removed"_s : u"restored"_s, Json(id)}}));
    if (!place)
        return std::unexpected(place.error());
    known->isRemoved = isRemoved;
    return {};
}

Result<void> Ledger::remove(const QString &id)
{
    return mark(id, true);
}

Result<void> Ledger::restore(const QString &id)
{
    return mark(id, false);
}

// Before anything is written: nobody has a part's pieces in mind yet.
Result<void> Ledger::wipeRemoved()
{
    QHash<int, QList<qint64>> lines; // by part
    for (const Kept &kept : std::as_const(m_kept)) {
        for (const Place &place : {kept.beginning, kept.end}) {
            if (kept.isRemoved && place.part >= 0)
                lines[place.part].append(place.line);
        }
    }
    for (const auto &[number, gone] : lines.asKeyValueRange()) {
        const LedgerSegment damaged = part(number);
        const auto all = damaged.lines();
        if (!all)
            return std::unexpected(all.error());
        QSet<int> wanted;
        QSet<int> unwanted;
        for (const LedgerSegment::Line &line : *all) {
            const Json value = parseJsonLine(line.bytes).value_or(Json());
            const Json begun = value.value(u"begun");
            const Json ended = value.value(u"ended");
            for (const Json &kept :
                 {begun.value(u"request").value(u"body"), begun.value(u"prompt"), ended.value(u"text"),
                  ended.value(u"reasoning"), ended.value(u"received")})
                (gone.contains(line.start) ? unwanted : wanted).unite(LedgerSegment::piecesOf(kept));
        }
        if (const auto wiped = damaged.wipe(unwanted.subtract(wanted), gone); !wiped)
            return wiped;
    }
    m_order.removeIf([this](const QString &id) { return m_kept.value(id).isRemoved; });
    m_kept.removeIf([](const auto &kept) { return kept.value().isRemoved; });
    return {};
}

Result<void> Ledger::setLimit(qint64 limit)
{
    m_limit = limit;
    return trim();
}

// A part is as large as lets the oldest go in small steps.
Result<LedgerSegment *> Ledger::writable()
{
    const qint64 partLimit = std::clamp<qint64>(m_limit / 8, 64 * 1024, 8 * 1024 * 1024);
    bool isFull = m_parts.isEmpty() || part(m_parts.last()).size() >= partLimit;
    if (!isFull && !m_newest) {
        LedgerSegment last = part(m_parts.last());
        const Result<bool> isWhole = last.prepare();
        if (isWhole && *isWhole)
            m_newest = std::move(last);
        else
            isFull = true; // torn, or unreadable: it stays as it is
    }
    if (isFull) {
        const int number = m_parts.isEmpty() ? 1 : m_parts.last() + 1;
        m_newest = part(number);
        m_parts.append(number);
    }
    return &*m_newest;
}

Result<Ledger::Place> Ledger::write(LedgerSegment &part, const Json &line)
{
    const Result<qint64> start = part.append(writeJsonLine(line));
    if (!start) {
        m_newest.reset(); // what the disk has of it is looked at anew
        return std::unexpected(start.error());
    }
    return Place{m_parts.last(), *start};
}

Result<void> Ledger::begin(const LedgerRequest &request)
{
    const auto newest = writable();
    if (!newest)
        return std::unexpected(newest.error());
    LedgerSegment &part = **newest;
    Json line = beginningJson(request.head);
    Json wire = requestJson(request.request);
    wire.set(u"body"_s, part.keep(request.request.body));
    line.set(u"request"_s, wire);
    line.set(u"prompt"_s, part.keep(request.prompt));
    const Result<Place> place = write(part, Json::object({{u"begun"_s, line}}));
    if (!place)
        return std::unexpected(place.error());
    if (!m_kept.contains(request.head.id))
        m_order.append(request.head.id);
    m_kept.insert(request.head.id, {request.head, *place, {}});
    return trim();
}

Result<void> Ledger::end(const LedgerHead &head, const LedgerAnswer &answer)
{
    const auto known = m_kept.find(head.id);
    if (known == m_kept.end())
        return {}; // gone meanwhile
    const auto newest = writable();
    if (!newest)
        return std::unexpected(newest.error());
    LedgerSegment &part = **newest;
    Json line = endJson(head);
    line.set(u"headers"_s, headersJson(answer.headers));
    line.set(u"text"_s, part.keep(answer.text.toUtf8()));
    line.set(u"reasoning"_s, part.keep(answer.reasoning.toUtf8()));
    line.set(u"received"_s, part.keep(packed(answer.received)));
    const Result<Place> place = write(part, Json::object({{u"ended"_s, line}}));
    if (!place)
        return std::unexpected(place.error());
    known->head = head;
    known->end = *place;
    return trim();
}

Result<LedgerEntry> Ledger::entry(const QString &id) const
{
    const auto known = m_kept.constFind(id);
    if (known == m_kept.cend() || known->isRemoved)
        return failure(
            QCoreApplication::translate("Ledger", "This request is no longer kept"), {}, {},
            QCoreApplication::translate(
                "Ledger", "The oldest are deleted first. Give the history more room to keep more."));
    LedgerEntry entry;
    entry.head = known->head;
    const LedgerSegment begun = part(known->beginning.part);
    const auto firstLine = begun.line(known->beginning.line).and_then([](const QByteArray &line) {
        return parseJsonLine(line);
    });
    if (!firstLine)
        return std::unexpected(firstLine.error());
    const Json beginning = firstLine->value(u"begun");
    const Json wire = beginning.value(u"request");
    entry.request = readRequest(wire);
    const auto body = begun.read(wire.value(u"body"));
    const auto prompt = begun.read(beginning.value(u"prompt"));
    if (!body || !prompt)
        return std::unexpected(body ? prompt.error() : body.error());
    entry.request.body = *body;
    entry.prompt = *prompt;
    if (known->end.part < 0)
        return entry;

    const LedgerSegment ended = part(known->end.part);
    const auto lastLine =
        ended.line(known->end.line).and_then([](const QByteArray &line) { return parseJsonLine(line); });
    if (!lastLine)
        return std::unexpected(lastLine.error());
    const Json end = lastLine->value(u"ended");
    const auto text = ended.read(end.value(u"text"));
    const auto reasoning = ended.read(end.value(u"reasoning"));
    const auto received = ended.read(end.value(u"received"));
    for (const auto *each : {&text, &reasoning, &received}) {
        if (!*each)
            return std::unexpected(each->error());
    }
    entry.answer = {.text = QString::fromUtf8(*text),
                    .reasoning = QString::fromUtf8(*reasoning),
                    .headers = readHeaders(end.value(u"headers")),
                    .received = unpacked(*received)};
    return entry;
}

Result<void> Ledger::trim()
{
    qint64 bytes = size();
    QSet<int> gone;
    Result<void> result;
    while (bytes > m_limit && m_parts.size() > 1) {
        LedgerSegment oldest = part(m_parts.first());
        bytes -= oldest.size();
        result = oldest.remove();
        if (!result)
            break;
        gone.insert(m_parts.takeFirst());
    }
    if (gone.isEmpty())
        return result;
    m_order.removeIf([&](const QString &id) { return gone.contains(m_kept.value(id).beginning.part); });
    m_kept.removeIf([&](const auto &kept) { return gone.contains(kept.value().beginning.part); });
    return result;
}

Result<void> Ledger::clear()
{
    m_newest.reset();
    m_kept.clear();
    m_order.clear();
    while (!m_parts.isEmpty()) {
        if (const auto removed = part(m_parts.first()).remove(); !removed)
            return removed;
        m_parts.removeFirst();
    }
    return {};
}

} // namespace snug
