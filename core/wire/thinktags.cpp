#include "core/wire/thinktags.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QList<QPair<QString, QString>> &tags()
{
    static const QList<QPair<QString, QString>> list{{u"<think>"_s, u"</think>"_s},
                                                     {u"<thinking>"_s, u"</thinking>"_s}};
    return list;
}

qsizetype leadingSpace(QStringView text)
{
    qsizetype count = 0;
    while (count < text.size() && text[count].isSpace())
        ++count;
    return count;
}

// How many characters at the end of `text` are the beginning of `tag`.
qsizetype overhang(QStringView text, QStringView tag)
{
    for (qsizetype size = qMin(text.size(), tag.size() - 1); size > 0; --size) {
        if (tag.startsWith(text.last(size)))
            return size;
    }
    return 0;
}

} // namespace

QList<StreamEvent> ThinkTags::push(QStringView text)
{
    QList<StreamEvent> events;
    if (text.isEmpty())
        return events;
    if (m_state == State::InText) {
        events.append(TextDelta{text.toString()});
        return events;
    }
    m_held += text;
    if (m_state == State::Start && !takeStart())
        return events;
    if (m_state == State::InReasoning && !takeReasoning(events))
        return events;
    if (m_state == State::AfterReasoning) {
        m_held.remove(0, leadingSpace(m_held));
        if (m_held.isEmpty())
            return events;
        m_state = State::InText;
    }
    if (!m_held.isEmpty())
        events.append(TextDelta{std::exchange(m_held, {})});
    return events;
}

// False while it is open what the beginning is.
bool ThinkTags::takeStart()
{
    const QStringView rest = QStringView(m_held).sliced(leadingSpace(m_held));
    for (const auto &[opening, closing] : tags()) {
        if (rest.startsWith(opening)) {
            m_held = rest.sliced(opening.size()).toString();
            m_closingTag = closing;
            m_state = State::InReasoning;
            return true;
        }
    }
    for (const auto &[opening, closing] : tags()) {
        if (opening.startsWith(rest))
            return false;
    }
    m_state = State::InText;
    return true;
}

// False while the closing tag has not come.
bool ThinkTags::takeReasoning(QList<StreamEvent> &events)
{
    if (!m_hasReasoning)
        m_held.remove(0, leadingSpace(m_held));
    const qsizetype close = m_held.indexOf(m_closingTag);
    qsizetype size = close >= 0 ? close : m_held.size() - overhang(m_held, m_closingTag);
    while (size > 0 && m_held[size - 1].isSpace())
        --size;
    if (size > 0) {
        events.append(ReasoningDelta{m_held.first(size)});
        m_hasReasoning = true;
    }
    if (close < 0) {
        m_held.remove(0, size);
        return false;
    }
    m_held.remove(0, close + m_closingTag.size());
    m_state = State::AfterReasoning;
    return true;
}

QList<StreamEvent> ThinkTags::end(bool isWhole)
{
    QString rest = std::exchange(m_held, {});
    if (rest.isEmpty() || m_state == State::AfterReasoning)
        return {};
    if (m_state == State::InReasoning) {
        if (!isWhole)
            rest.chop(overhang(rest, m_closingTag));
        return rest.isEmpty() ? QList<StreamEvent>() : QList<StreamEvent>{ReasoningDelta{std::move(rest)}};
    }
    if (!isWhole && !QStringView(rest).trimmed().isEmpty())
        return {};
    return {TextDelta{std::move(rest)}};
}

} // namespace snug
