#include "widgets/inspector/outboundmodel.h"

#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/messagematch.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

QString sourceName(const Source &source)
{
    const QStringList path = source.path();
    return path.isEmpty() ? source.type() : path.last();
}

QString kindName(const OutboundMessage &message)
{
    return isWholeText(message) ? OutboundModel::tr("text", "in place of a message's role")
                                : roleName(message.role);
}

QString tokensText(qint64 tokens, CountKind kind)
{
    const QString number = QLocale().toString(tokens);
    return kind == CountKind::Exact ? number : u"~"_s + number;
}

QString partName(const RowPlace &place)
{
    if (place.parts < 2)
        return {};
    const QLocale locale;
    //: Behind a block's name: it is the first, say, of twelve that go as one message
    return OutboundModel::tr("%1 of %2 in one message")
        .arg(locale.toString(place.part + 1), locale.toString(place.parts));
}

void OutboundModel::setMessages(const QList<OutboundMessage> &messages, const Budget &budget, bool isApart,
                                const QList<int> &added)
{
    m_whole = messages;
    QList<OutboundMessage> rows;
    QList<RowPlace> places;
    rows.reserve(messages.size());
    places.reserve(messages.size());
    m_overhead = 0;
    m_separators = 0;
    m_thoughts = 0;
    m_added = 0;
    for (int number = 0; number < messages.size(); ++number) {
        if (added.contains(number)) {
            rows.append(wholePart(messages.at(number), budget).message);
            m_added += rows.last().tokens;
            places.append({.message = number});
            continue;
        }
        const QList<JoinedPart> parts = isApart ? joinedParts(messages.at(number), budget)
                                                : QList{wholePart(messages.at(number), budget)};
        const int thoughts = thoughtsOf(messages.at(number));
        m_thoughts += thoughts;
        m_overhead += messages.at(number).tokens - thoughts; // but for what the parts have of them
        for (int part = 0; part < parts.size(); ++part) {
            m_overhead -= parts.at(part).message.tokens + parts.at(part).separator;
            rows.append(parts.at(part).message);
            m_separators += parts.at(part).separator;
            places.append({number, part, int(parts.size()), parts.at(part).start, parts.at(part).firstSpan});
        }
    }
    setRows(rows, places, budget.kind);
}

void OutboundModel::setMessages(const QList<OutboundMessage> &messages, CountKind kind)
{
    setMessages(messages, Budget{.kind = kind, .counterName = {}}, false);
}

void OutboundModel::setRows(const QList<OutboundMessage> &rows, const QList<RowPlace> &places, CountKind kind)
{
    const QList<int> match = matchMessages(m_messages, rows);
    removeUnmatched(match);
    insertUnmatched(match, rows, places);
    const bool kindChanged = std::exchange(m_kind, kind) != kind;
    replaceChanged(rows, places, kindChanged);
}

int OutboundModel::rowAt(int message, qsizetype position) const
{
    int found = -1;
    for (int row = 0; row < m_places.size() && m_places.at(row).message <= message; ++row) {
        if (m_places.at(row).message == message && (found < 0 || m_places.at(row).start <= position))
            found = row;
    }
    return found;
}

void OutboundModel::removeUnmatched(const QList<int> &match)
{
    // From the end, so that the numbers of what is still to go stay right.
    qsizetype next = match.size() - 1;
    int row = int(m_messages.size()) - 1;
    while (row >= 0) {
        while (next >= 0 && match.at(next) < 0)
            --next;
        const int kept = next >= 0 ? match.at(next) : -1;
        if (kept < row) {
            beginRemoveRows({}, kept + 1, row);
            m_messages.remove(kept + 1, row - kept);
            m_places.remove(kept + 1, row - kept);
            endRemoveRows();
        }
        row = kept - 1;
        --next;
    }
}

void OutboundModel::insertUnmatched(const QList<int> &match, const QList<OutboundMessage> &messages,
                                    const QList<RowPlace> &places)
{
    int row = 0;
    while (row < match.size()) {
        int end = row;
        while (end < match.size() && match.at(end) < 0)
            ++end;
        if (end > row) {
            beginInsertRows({}, row, end - 1);
            m_messages.insert(row, end - row, OutboundMessage());
            m_places.insert(row, end - row, RowPlace());
            for (int i = row; i < end; ++i) {
                m_messages[i] = messages.at(i);
                m_places[i] = places.at(i);
            }
            endInsertRows();
        }
        row = end + 1;
    }
}

void OutboundModel::replaceChanged(const QList<OutboundMessage> &messages, const QList<RowPlace> &places,
                                   bool all)
{
    const QList<RowPlace> before = std::exchange(m_places, places);
    const auto looksSame = [&](int row) { // its number among the messages is not shown
        return before.at(row).part == places.at(row).part && before.at(row).parts == places.at(row).parts;
    };
    int first = -1;
    for (int row = 0; row <= messages.size(); ++row) {
        const bool changed =
            row < messages.size() && (all || m_messages.at(row) != messages.at(row) || !looksSame(row));
        if (changed) {
            m_messages[row] = messages.at(row);
            if (first < 0)
                first = row;
        } else if (first >= 0) {
            Q_EMIT dataChanged(index(first), index(row - 1));
            first = -1;
        }
    }
}

int OutboundModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_messages.size());
}

QVariant OutboundModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutboundMessage &message = m_messages.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return message.content.text();
    case Qt::AccessibleTextRole: {
        const QString part = partName(place(index.row()));
        const QString name = sourceName(message.source);
        //: Read aloud: role, source, tokens, text. %3 is a number, with "~" before an estimate.
        return tr("%1, %2, %3 tokens, %4")
            .arg(kindName(message), part.isEmpty() ? name : name + u", "_s + part,
                 tokensText(message.tokens, m_kind), message.content.text());
    }
    case RoleNameRole:
        return kindName(message);
    case SourceNameRole:
        return sourceName(message.source);
    case TokensRole:
        return message.tokens;
    case TokensTextRole:
        return tokensText(message.tokens, m_kind);
    case GroupRole:
        return int(mainGroup(message));
    default:
        return {};
    }
}

} // namespace snug
