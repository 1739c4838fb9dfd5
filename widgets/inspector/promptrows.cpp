#include "widgets/inspector/promptrows.h"

#include "core/model/searchtext.h"
#include "core/prompt/promptblocks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype unfoldStep = 20000; // characters that one unfolding shows
constexpr qsizetype keptLayouts = 300;

// In its text, or in the names of what its text comes from.
bool holds(const OutboundMessage &message, const WordSearch &wanted)
{
    if (wanted.isIn(message.content.text()))
        return true;
    const auto names = [&](const Source &source) { return wanted.isIn(source.path().join(u'\n')); };
    return names(message.source) ||
           std::ranges::any_of(message.content.spans(), [&](const Span &span) { return names(span.source); });
}

} // namespace

PromptRows::PromptRows(const OutboundModel *model)
    : m_model(model)
    , m_look(Theme::light())
{
    m_heights.insert(0, model->rowCount(), 0);
    m_rows.resize(model->rowCount());
}

int PromptRows::shownCount() const
{
    int shown = 0;
    for (int row = 0; row < count(); ++row)
        shown += isShown(row) ? 1 : 0;
    return shown;
}

int PromptRows::nextShown(int row, int step) const
{
    int next = row + step;
    while (next >= 0 && next < count() && !isShown(next))
        next += step;
    return next >= 0 && next < count() ? next : row;
}

int PromptRows::nextRound(int row, int step) const
{
    for (int i = 1; i <= count(); ++i) {
        const int next = ((row < 0 && step > 0 ? -1 : row) + i * step + count() * 2) % count();
        if (isShown(next))
            return next;
    }
    return -1;
}

void PromptRows::setLook(const MessageRow &look, int width)
{
    m_look = look;
    setWidth(width);
}

void PromptRows::setWidth(int width)
{
    m_width = width;
    for (int row = 0; row < count(); ++row) {
        m_rows[row].layout.reset();
        m_rows[row].measured = false;
        m_heights.setHeight(row, m_look.estimatedHeight(message(row), m_width));
    }
}

void PromptRows::setFilter(const QString &text)
{
    m_filter = text;
    applyFilter(0, count() - 1);
}

void PromptRows::applyFilter(int first, int last)
{
    const WordSearch wanted(m_filter);
    for (int row = first; row <= last; ++row)
        m_heights.setHidden(row, !m_filter.isEmpty() && !holds(message(row), wanted));
}

bool PromptRows::toggleFold(int row)
{
    Row &view = m_rows[row];
    const bool isCut = layout(row).isCut();
    if (view.folded && !isCut)
        return false;
    if (!view.folded && isCut)
        view.shown += unfoldStep;
    else
        view = Row{.folded = !view.folded, .shown = unfoldStep};
    view.layout.reset();
    view.measured = false;
    return true;
}

const OutboundLayout &PromptRows::layout(int row) const
{
    const Row &view = m_rows.at(row);
    if (!view.layout)
        view.layout =
            std::make_shared<OutboundLayout>(m_look.layout(message(row), m_width, view.folded, view.shown));
    return *view.layout;
}

QRect PromptRows::foldMark(int row, const QRect &rect) const
{
    return m_look.foldMark(rect, message(row), m_model->countKind(), layout(row), isFolded(row));
}

void PromptRows::insert(int first, int count, int width)
{
    m_rows.insert(first, count, Row());
    m_heights.insert(first, count, 0);
    for (int row = first; row < first + count; ++row) {
        if (isWholeText(message(row))) // there is nothing else to look at
            m_rows[row] = Row{.folded = false, .shown = unfoldStep};
        m_heights.setHeight(row, m_look.estimatedHeight(message(row), width));
    }
    applyFilter(first, first + count - 1);
}

void PromptRows::remove(int first, int count)
{
    m_rows.remove(first, count);
    m_heights.remove(first, count);
}

void PromptRows::change(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        m_rows[row].layout.reset();
        m_rows[row].measured = false;
    }
    applyFilter(first, last);
}

bool PromptRows::measure(int first, int last)
{
    bool changed = false;
    for (int row = first; row <= last; ++row) {
        if (m_rows.at(row).measured || !isShown(row))
            continue;
        const int height = m_look.height(layout(row));
        changed = changed || height != m_heights.height(row);
        m_heights.setHeight(row, height);
        m_rows[row].measured = true;
    }
    return changed;
}

void PromptRows::forgetFarFrom(int first, int last)
{
    qsizetype cached = std::ranges::count_if(m_rows, [](const Row &row) { return bool(row.layout); });
    for (int row = 0; cached > keptLayouts && row < count(); ++row) {
        if ((row < first || row > last) && m_rows.at(row).layout) {
            m_rows[row].layout.reset();
            --cached;
        }
    }
}

} // namespace snug
