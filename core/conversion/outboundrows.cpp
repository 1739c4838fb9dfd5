#include "core/conversion/outboundrows.h"

#include "core/prompt/messagecount.h"
#include "core/prompt/promptblocks.h"

#include <algorithm>

namespace snug {

namespace {

OutboundRows rowsAsAssembled(const AssembledPrompt &prompt)
{
    OutboundRows rows;
    rows.rows = promptBlocks(prompt);
    for (int i = 0; i < int(rows.rows.size()); ++i)
        rows.origins.append(QList<int>{i});
    return rows;
}

Role roleOf(MessageSpeaker speaker)
{
    switch (speaker) {
    case MessageSpeaker::System:
        return Role::System;
    case MessageSpeaker::Assistant:
        return Role::Assistant;
    case MessageSpeaker::User:
    case MessageSpeaker::Tool:
        break;
    }
    return Role::User;
}

// Leading messages that became the system text, by its parts: a part may be several, joined before.
QList<QList<int>> hoisted(const OutboundPrompt &outbound, const QList<OutboundMessage> &messages)
{
    QList<QList<int>> parts(outbound.system.size());
    qsizetype part = 0;
    qsizetype from = 0; // behind the last one's text
    for (const SeamRemark &remark : outbound.seam) {
        if (remark.kind != SeamRemark::Kind::Hoisted)
            continue;
        for (const int origin : remark.origins) {
            const QString text = origin >= 0 && origin < messages.size()
                                     ? messages.at(origin).content.text().trimmed()
                                     : QString();
            for (qsizetype at = part; at < parts.size(); ++at) {
                const qsizetype found =
                    outbound.system.at(at).text.text().indexOf(text, at == part ? from : 0);
                if (found < 0)
                    continue;
                part = at;
                from = found + text.size();
                break;
            }
            if (!parts.isEmpty())
                parts[part].append(origin); // of one that cannot be found it is a neighbour's
        }
    }
    return parts;
}

class RowMaker
{
public:
    RowMaker(const AssembledPrompt &prompt, const TokenCounterPtr &counter)
        : m_prompt(prompt)
        , m_counter(counter)
    {
    }

    void add(OutboundMessage row, const QList<int> &origins)
    {
        qsizetype known = 0;
        for (const int origin : origins) {
            if (origin < 0 || origin >= m_prompt.messages.size())
                continue;
            row.tokens += m_prompt.messages.at(origin).tokens;
            row.goesBackTokens += m_prompt.messages.at(origin).goesBackTokens;
            known += m_prompt.messages.at(origin).content.size();
        }
        if (known == 0 && row.tokens == 0 && !row.content.isEmpty()) {
            row.tokens = messageTokens(m_counter, row.content.text(), row.name);
            m_rows.added.append(int(m_rows.rows.size()));
        }
        m_rows.rows.append(std::move(row));
        m_rows.origins.append(origins);
    }
    OutboundRows take() { return std::move(m_rows); }

private:
    const AssembledPrompt &m_prompt;
    TokenCounterPtr m_counter;
    OutboundRows m_rows;
};

bool isSame(const OutboundMessage &row, const OutboundMessage &message)
{
    return row.role == message.role && row.name == message.name && row.content == message.content;
}

} // namespace

int OutboundRows::rowOf(int message) const
{
    const auto found =
        std::ranges::find_if(origins, [&](const QList<int> &list) { return list.contains(message); });
    return found == origins.end() ? -1 : int(found - origins.begin());
}

qsizetype OutboundRows::positionIn(int row, const OutboundMessage &message, qsizetype position) const
{
    if (row < 0 || row >= rows.size())
        return position;
    const qsizetype start = rows.at(row).content.text().indexOf(message.content.text());
    return start < 0 ? 0 : start + position;
}

OutboundRows outboundRows(const AssembledPrompt &prompt, const OutboundPrompt &outbound,
                          const TokenCounterPtr &counter)
{
    if (prompt.prompt || (outbound.messages.isEmpty() && outbound.system.isEmpty()))
        return rowsAsAssembled(prompt);
    RowMaker maker(prompt, counter);
    const QList<QList<int>> systemOrigins = hoisted(outbound, prompt.messages);
    for (qsizetype i = 0; i < outbound.system.size(); ++i) {
        const QList<int> origins = systemOrigins.at(i);
        OutboundMessage row;
        row.content = outbound.system.at(i).text;
        if (!origins.isEmpty() && origins.first() < prompt.messages.size())
            row.source = prompt.messages.at(origins.first()).source;
        maker.add(std::move(row), origins);
    }
    for (const ConvertedMessage &message : outbound.messages) {
        maker.add({.role = roleOf(message.speaker),
                   .name = message.name,
                   .content = message.text(),
                   .source = message.source},
                  message.origins);
    }
    OutboundRows rows = maker.take();
    // As assembled: then the very rows, with all that they carry.
    if (std::ranges::equal(rows.rows, prompt.messages, isSame))
        return rowsAsAssembled(prompt);
    return rows;
}

} // namespace snug
