#include "core/formats/jsonbytes.h"
#include "core/formats/jsonlean.h"
#include "core/formats/jsonlines.h"
#include "core/formats/jsonparts.h"
#include "core/formats/jsontext.h"

#include <QHash>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QByteArrayView WrittenByteOrderMark("\xEF\xBB\xBF");

// How a container is laid out for which no file has an example.
struct JsonSpacing
{
    bool isOneLine = false;
    QByteArray comma;
    QByteArray colon;
};

// What a container is written over: the parts of an old one and what they are to it.
struct JsonTemplate
{
    JsonParts old;
    bool isModel = false; // only an example: what it says is another's
};

// The old value in whose place something is written, and the parts of the container around it.
struct JsonSlot
{
    const JsonTemplate *around = nullptr;
    qsizetype part = -1;     // -1: none
    qsizetype neighbour = 0; // where to begin to look for an example
};

// The places of children among old parts, and the nearest that have one.
struct PlacedParts
{
    explicit PlacedParts(QList<qsizetype> found)
        : places(std::move(found))
        , before(places.size(), -1)
        , after(places.size(), -1)
    {
        for (qsizetype i = 1; i < places.size(); ++i)
            before[i] = places[i - 1] >= 0 ? places[i - 1] : before[i - 1];
        for (qsizetype i = places.size() - 2; i >= 0; --i)
            after[i] = places[i + 1] >= 0 ? places[i + 1] : after[i + 1];
    }

    qsizetype nearest(qsizetype index) const
    {
        return before[index] >= 0 ? before[index] : std::max(after[index], qsizetype(0));
    }

    QList<qsizetype> places;
    QList<qsizetype> before;
    QList<qsizetype> after;
};

// From line break to line break of its file.
std::pair<qsizetype, qsizetype> lineAround(const QByteArray &file, qsizetype begin, qsizetype end)
{
    const qsizetype from = begin == 0 ? 0 : file.lastIndexOf('\n', begin - 1) + 1;
    const qsizetype stop = file.indexOf('\n', end);
    return {from, stop < 0 ? file.size() : stop};
}

} // namespace

class JsonWriter
{
public:
    explicit JsonWriter(const JsonStyle &style)
        : m_style(style)
        , m_lineBreak(style.carriageReturns ? "\r\n"_ba : "\n"_ba)
        , m_unit(style.indent, style.tabs ? '\t' : ' ')
        , m_spacing(spacingOf(style))
    {
    }

    static JsonSpacing spacingOf(const JsonStyle &style)
    {
        return {.isOneLine = style.indent == 0,
                .comma = style.indent == 0 && style.spaced ? ", "_ba : ","_ba,
                .colon = style.indent > 0 || style.spaced ? ": "_ba : ":"_ba};
    }

    static const JsonSpan *spanOf(const Json &value)
    {
        if (!value.d)
            return nullptr;
        if (const auto *array = std::get_if<JsonArray>(&value.d->content))
            return &array->span;
        if (const auto *object = std::get_if<JsonObject>(&value.d->content))
            return &object->span;
        if (const auto *asleep = std::get_if<JsonAsleep>(&value.d->content))
            return &asleep->span();
        return nullptr;
    }

    QByteArray take() { return std::move(m_out); }

    void writeDocument(const Json &document)
    {
        if (const JsonSpan *span = spanOf(document))
            m_origin = span->origin;
        if (m_style.byteOrderMark)
            m_out += WrittenByteOrderMark;
        write(document, 0);
        if (m_style.finalNewline)
            m_out += m_lineBreak;
    }

    // A changed document or line, with what stood around it. False if it has to be laid out anew.
    bool writeInPlace(const Json &document)
    {
        m_origin = spanOf(document)->origin;
        const auto base = ownTemplate(document, 0);
        if (!base)
            return false;
        qsizetype from = 0;
        qsizetype to = m_origin->bytes.size();
        if (!m_origin->isWholeDocument) {
            std::tie(from, to) = lineAround(m_origin->bytes, base->old.begin, base->old.end);
            if (bytesOf(base->old.begin, base->old.end).contains('\n'))
                return false; // a line stays one
        }
        m_out.reserve(to - from);
        m_out += bytesOf(from, base->old.begin);
        if (isOfUse(*base, document))
            writeOver(document, 0, *base);
        else
            writeAnew(document, 0);
        m_out += bytesOf(base->old.end, to);
        return true;
    }

private:
    QByteArrayView bytesOf(qsizetype from, qsizetype to) const
    {
        return QByteArrayView(m_origin->bytes).sliced(from, to - from);
    }
    QByteArrayView lead(const JsonPart &part) const { return bytesOf(part.from, part.key); }
    QByteArrayView colon(const JsonPart &part) const { return bytesOf(part.keyEnd, part.value); }
    QByteArrayView trail(const JsonPart &part) const { return bytesOf(part.valueEnd, part.to); }

    const JsonSpan *originOf(const Json &value) const
    {
        const JsonSpan *const span = spanOf(value);
        return span && m_origin && span->origin == m_origin ? span : nullptr;
    }

    void write(const Json &value, int depth, const JsonSlot &slot = {})
    {
        const JsonSpan *const span = spanOf(value);
        if (span && span->length > 0 && span->depth == depth && isOfTheSameLayout(*span)) {
            if (isLean(*span))
                write(readAnew(value), depth, slot);
            else
                m_out += QByteArrayView(span->origin->bytes).sliced(span->begin, span->length);
        } else if (!value.isArray() && !value.isObject())
            writeScalar(value, slot);
        else if (const auto base = templateFor(value, depth, slot))
            writeOver(value, depth, *base);
        else
            writeAnew(value, depth);
    }

    void writeScalar(const Json &value, const JsonSlot &slot)
    {
        if (slot.part >= 0 && !slot.around->isModel && value.spelling().isEmpty()) {
            const JsonPart &part = slot.around->old.parts[slot.part];
            if (const QByteArrayView token = bytesOf(part.value, part.valueEnd); isJsonToken(value, token)) {
                m_out += token;
                return;
            }
        }
        switch (value.type()) {
        case Json::Type::Bool:
            m_out += *value.asBool() ? "true" : "false";
            break;
        case Json::Type::Number: {
            const auto &number = std::get<JsonNumber>(value.d->content);
            m_out += number.spelling.isEmpty() ? Json::numberText(number.value) : number.spelling;
            break;
        }
        case Json::Type::String: {
            const auto &string = std::get<JsonString>(value.d->content);
            writeText(string.text, string.spelling);
            break;
        }
        default:
            m_out += "null";
        }
    }

    // Of the same file, or lines as well: a line that was kept for long has an origin of its own.
    bool isOfTheSameLayout(const JsonSpan &span) const
    {
        return span.origin == m_origin ||
               (m_origin && !m_origin->isWholeDocument && !span.origin->isWholeDocument);
    }

    void writeText(const QString &text, const QByteArray &spelling)
    {
        if (spelling.isEmpty())
            appendJsonString(m_out, text);
        else
            m_out += spelling;
    }

    // Children as they were read need not be walked through.
    QList<JsonExtent> extentsIn(const Json &value) const
    {
        QList<JsonExtent> known;
        forEachChild(value, [&](const Json &child) {
            if (const JsonSpan *span = originOf(child); span && span->length > 0)
                known.append({span->begin, span->length});
        });
        std::ranges::sort(known, {}, &JsonExtent::begin);
        return known;
    }

    static void forEachChild(const Json &value, auto &&visit)
    {
        for (const Json &item : value.items())
            visit(item);
        for (const Json::Member &member : value.members())
            visit(member.value);
    }

    // What a changed container was read from.
    std::optional<JsonTemplate> ownTemplate(const Json &value, int depth) const
    {
        const JsonSpan *const span = originOf(value);
        if (!span || span->depth != depth || !beginsAt(value, span->begin))
            return std::nullopt;
        auto old = jsonPartsAt(m_origin->bytes, span->begin, extentsIn(value));
        return old ? std::optional(JsonTemplate{std::move(*old)}) : std::nullopt;
    }

    bool beginsAt(const Json &value, qsizetype at) const
    {
        return at < m_origin->bytes.size() && m_origin->bytes[at] == (value.isArray() ? '[' : '{');
    }

    // What was empty shows nobody how to lay something out.
    static bool isOfUse(const JsonTemplate &base, const Json &value)
    {
        return value.size() == 0 || !base.old.parts.isEmpty();
    }

    std::optional<JsonTemplate> templateFor(const Json &value, int depth, const JsonSlot &slot)
    {
        if (auto own = ownTemplate(value, depth); own && isOfUse(*own, value))
            return own;
        if (!slot.around)
            return std::nullopt;
        const QList<JsonPart> &parts = slot.around->old.parts;
        if (slot.part >= 0 && !slot.around->isModel && beginsAt(value, parts[slot.part].value)) {
            const auto old = jsonPartsAt(m_origin->bytes, parts[slot.part].value, extentsIn(value));
            if (old && isOfUse({*old}, value))
                return JsonTemplate{*old};
        }
        if (value.size() == 0)
            return std::nullopt;
        // The nearest container of its type that has something in it.
        constexpr qsizetype farthest = 16;
        const qsizetype middle = slot.part >= 0 ? slot.part : slot.neighbour;
        for (qsizetype step = 0; step <= farthest; ++step) {
            for (const qsizetype index : {middle - step, middle + step}) {
                if (index < 0 || index >= parts.size() || !beginsAt(value, parts[index].value))
                    continue;
                const JsonParts &old = example(parts[index].value);
                if (!old.parts.isEmpty())
                    return JsonTemplate{old, true};
            }
        }
        return std::nullopt;
    }

    // Kept while the document is written: a long list may have many new items and one example.
    const JsonParts &example(qsizetype begin)
    {
        const auto known = m_examples.constFind(begin);
        if (known != m_examples.cend())
            return *known;
        return *m_examples.insert(begin, jsonPartsAt(m_origin->bytes, begin).value_or(JsonParts()));
    }

    void writeOver(const Json &value, int depth, const JsonTemplate &base)
    {
        if (value.size() == 0) { // with its blanks, if it has always been
            m_out += base.old.parts.isEmpty() ? bytesOf(base.old.begin, base.old.end)
                     : value.isArray()        ? QByteArrayView("[]")
                                              : QByteArrayView("{}");
            return;
        }
        const QList<JsonPart> &parts = base.old.parts;
        const JsonSpacing outer = std::exchange(m_spacing, spacingIn(parts, value.isObject()));
        const PlacedParts placed(placesInParts(value, originsIn(value), m_origin->bytes, base.old));
        m_out += value.isArray() ? '[' : '{';
        for (qsizetype i = 0; i < value.size(); ++i) {
            const qsizetype part = placed.places[i];
            if (i == 0)
                m_out += lead(parts.first());
            else
                m_out += part > 0 ? lead(parts[part]) : QByteArrayView(newLead(parts, placed, i));
            if (value.isObject())
                writeKey(value.members()[i], base, placed, i);
            const JsonSlot slot{.around = &base, .part = part, .neighbour = placed.nearest(i)};
            write(value.isObject() ? value.members()[i].value : value.items()[i], depth + 1, slot);
            if (i == value.size() - 1)
                m_out += trail(parts.last());
            else
                m_out += trailBetween(parts, part >= 0 ? part : placed.nearest(i)) + ',';
        }
        m_out += value.isArray() ? ']' : '}';
        m_spacing = outer;
    }

    QList<qsizetype> originsIn(const Json &value) const
    {
        QList<qsizetype> origins;
        origins.reserve(value.size());
        forEachChild(value, [&](const Json &child) {
            const JsonSpan *const span = originOf(child);
            origins.append(span ? span->begin : -1);
        });
        return origins;
    }

    void writeKey(const Json::Member &member, const JsonTemplate &base, const PlacedParts &placed,
                  qsizetype index)
    {
        const QList<JsonPart> &parts = base.old.parts;
        const qsizetype place = placed.places[index];
        const JsonPart &part = parts[place >= 0 ? place : placed.nearest(index)];
        const QByteArrayView oldKey = bytesOf(part.key, part.keyEnd);
        const qsizetype from = m_out.size();
        if (place >= 0 && !base.isModel && member.keySpelling.isEmpty() &&
            isJsonToken(Json(member.key), oldKey))
            m_out += oldKey;
        else
            writeText(member.key, member.keySpelling);
        const QByteArrayView gap = colon(part);
        m_out += place >= 0 ? gap.toByteArray() : alignedGap(gap, oldKey.size() - (m_out.size() - from));
    }

    // Values in a column stay in it.
    static QByteArray alignedGap(QByteArrayView gap, qsizetype longer)
    {
        QByteArray made = gap.toByteArray();
        const qsizetype run = made.indexOf("  ");
        if (run < 0 || made.contains('\n'))
            return made;
        qsizetype length = 2;
        while (run + length < made.size() && made[run + length] == ' ')
            ++length;
        return made.replace(run, length, QByteArray(std::max(length + longer, qsizetype(1)), ' '));
    }

    // Only the last line break of a gap: a blank line is somebody's, not everybody's.
    static QByteArray withoutBlankLines(QByteArrayView gap)
    {
        const qsizetype lineBreak = gap.lastIndexOf('\n');
        const bool isPair = lineBreak > 0 && gap[lineBreak - 1] == '\r';
        return gap.sliced(std::max(lineBreak - (isPair ? 1 : 0), qsizetype(0))).toByteArray();
    }

    // Before a child that is new, or was the first.
    QByteArray newLead(const QList<JsonPart> &parts, const PlacedParts &placed, qsizetype index) const
    {
        const qsizetype before = placed.before[index];
        const qsizetype after = placed.after[index];
        if (before > 0 && after > 0) { // between two lines, or within one
            const bool isInLine = !lead(parts[after]).contains('\n');
            return withoutBlankLines(lead(parts[isInLine ? after : before]));
        }
        if (before > 0 || after > 0)
            return withoutBlankLines(lead(parts[std::max(before, after)]));
        if (parts.size() > 1)
            return withoutBlankLines(lead(parts[1]));
        if (lead(parts.first()).contains('\n'))
            return withoutBlankLines(lead(parts.first()));
        return m_spacing.comma.sliced(1);
    }

    QByteArray trailBetween(const QList<JsonPart> &parts, qsizetype part) const
    {
        if (part < parts.size() - 1)
            return trail(parts[part]).toByteArray();
        return parts.size() > 1 ? withoutBlankLines(trail(parts.first())) : QByteArray();
    }

    // For what is new among `parts`: on one line, if they are.
    JsonSpacing spacingIn(const QList<JsonPart> &parts, bool isObject) const
    {
        JsonSpacing spacing = spacingOf(m_style);
        const bool hasSecond = parts.size() > 1;
        if (lead(parts.first()).contains('\n') || (hasSecond && lead(parts[1]).contains('\n')))
            return spacing;
        const bool isSpaced =
            isObject ? colon(parts.first()).endsWith(' ') : m_style.indent > 0 || m_style.spaced;
        spacing.isOneLine = true;
        spacing.comma = ',' + (hasSecond ? lead(parts[1]).toByteArray() : QByteArray(isSpaced ? 1 : 0, ' '));
        if (isObject && !colon(parts.first()).contains('\n'))
            spacing.colon = colon(parts.first()).toByteArray();
        return spacing;
    }

    void writeAnew(const Json &value, int depth)
    {
        const bool isOneLine = m_spacing.isOneLine || m_style.indent == 0;
        const QByteArray inner = isOneLine ? QByteArray() : QByteArray(m_lineBreak + indentHere() + m_unit);
        m_out += value.isArray() ? '[' : '{';
        for (qsizetype i = 0; i < value.size(); ++i) {
            if (i > 0)
                m_out += isOneLine ? m_spacing.comma : ","_ba;
            m_out += inner;
            if (value.isObject()) {
                writeText(value.members()[i].key, value.members()[i].keySpelling);
                m_out += m_spacing.colon;
            }
            write(value.isObject() ? value.members()[i].value : value.items()[i], depth + 1);
        }
        if (value.size() > 0)
            m_out += inner.first(std::max(inner.size() - m_unit.size(), qsizetype(0)));
        m_out += value.isArray() ? ']' : '}';
    }

    // Of the line that is being written.
    QByteArray indentHere() const
    {
        const qsizetype from = m_out.lastIndexOf('\n') + 1;
        qsizetype to = from;
        while (to < m_out.size() && (m_out[to] == ' ' || m_out[to] == '\t'))
            ++to;
        return m_out.sliced(from, to - from);
    }

    const JsonStyle m_style;
    const QByteArray m_lineBreak;
    const QByteArray m_unit;
    JsonSpacing m_spacing;
    QExplicitlySharedDataPointer<JsonOrigin> m_origin;
    QHash<qsizetype, JsonParts> m_examples;
    QByteArray m_out;
};

QByteArray writeJson(const Json &document, const JsonStyle &style)
{
    const JsonSpan *const span = JsonWriter::spanOf(document);
    const bool isRead = span && span->origin && span->origin->isWholeDocument && span->depth == 0;
    if (isRead && span->length > 0)
        return span->origin->bytes;
    JsonWriter writer(isRead ? span->origin->style : style);
    if (!isRead || !writer.writeInPlace(document))
        writer.writeDocument(document);
    return writer.take();
}

QByteArray writeJsonLine(const Json &value)
{
    JsonWriter writer(JsonStyle::compact());
    const JsonSpan *const span = JsonWriter::spanOf(value);
    const bool isLine = span && span->origin && !span->origin->isWholeDocument;
    if (isLine && span->length > 0 && isLean(*span))
        return writeJsonLine(readAnew(value));
    if (isLine && span->depth == 0) { // with the blanks that stood around the value
        const QByteArray &file = span->origin->bytes;
        if (span->length > 0) {
            const auto [from, to] = lineAround(file, span->begin, span->begin + span->length);
            return file.sliced(from, to - from);
        }
        if (writer.writeInPlace(value))
            return writer.take();
    }
    // What came from a file of another layout is laid out anew, so that it stays on one line.
    writer.writeDocument((isLine && span->depth > 0) || !span ? value
                         : value.isArray()                    ? Json::array(value.items())
                                                              : Json::object(value.members()));
    return writer.take();
}

} // namespace snug
