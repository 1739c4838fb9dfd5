#include "widgets/chat/rowlayouts.h"

#include "core/chat/chatmodel.h"
#include "core/model/searchtext.h"

#include <QAbstractItemModel>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int cachedCost = 150; // a message costs 1, and 1 more for each 4,000 characters
constexpr int frameHeight = 58; // header and padding of a message, roughly
// Rows whose texts are read for that; in longer chats the others are as high as some of them are on average.
constexpr int mostEstimated = 2000;

} // namespace

RowLayouts::RowLayouts(CodeColours *colours)
    : m_colours(colours)
    , m_layouts(cachedCost)
{
}

void RowLayouts::setModel(QAbstractItemModel *model)
{
    m_model = model;
    m_openReasoning.clear();
    m_textParts.clear();
    m_reasoningParts.clear();
    m_editorHeight = 0;
    m_layouts.clear();
    reset();
}

void RowLayouts::setStyle(const TextStyle &style)
{
    if (m_style == style)
        return;
    m_style = style;
    const int width = m_geometry.viewWidth;
    m_geometry = {};
    setWidth(width);
}

void RowLayouts::setWidth(int viewWidth)
{
    if (viewWidth == m_geometry.viewWidth && m_geometry.width > 0)
        return; // as at each frame; the letters of another style are measured after setStyle()
    const ColumnGeometry geometry = ColumnGeometry::forWidth(viewWidth, m_style);
    if (geometry == m_geometry)
        return;
    m_geometry = geometry;
    m_charactersAcross =
        std::max(8.0, geometry.width / (QFontMetricsF(m_style.font).averageCharWidth() * 0.95));
    reset();
}

void RowLayouts::reset()
{
    const int count = m_model ? m_model->rowCount() : 0;
    QList<int> heights(count);
    const int nearest = std::max(0, count - mostEstimated / 2);
    for (int row = nearest; row < count; ++row)
        heights[row] = estimate(row);
    const int step = std::max(1, nearest / (mostEstimated / 2));
    qint64 sum = 0;
    int sampled = 0;
    for (int row = 0; row < nearest; row += step, ++sampled)
        sum += heights[row] = estimate(row);
    if (step > 1) {
        for (int row = 0; row < nearest; ++row)
            heights[row] = int(sum / sampled);
    }
    m_heights.reset(std::move(heights));
}

void RowLayouts::inserted(int first, int last)
{
    QList<int> heights(last - first + 1);
    for (int row = first; row <= last; ++row)
        heights[row - first] = estimate(row);
    m_heights.insert(first, heights);
}

void RowLayouts::removed(int first, int last)
{
    m_heights.remove(first, last - first + 1);
}

int RowLayouts::estimate(int row) const
{
    const QString text = m_model->index(row, 0).data(ShownTextRole).toString();
    const QStringView shown = QStringView(text).last(std::min(text.size(), TextParts::longestWhole));
    const double lines =
        std::ceil(double(shown.size()) / m_charactersAcross) + 0.8 * double(shown.count(u'\n'));
    return frameHeight + int(std::min(1e6, std::max(1.0, lines)) * std::max(1.0, m_style.lineHeight));
}

quint64 RowLayouts::idAt(int row) const
{
    return m_model && row >= 0 ? m_model->index(row, 0).data(StableIdRole).toULongLong() : 0;
}

int RowLayouts::swipeRow() const
{
    const int last = m_heights.count() - 1;
    if (last < 0)
        return -1;
    const QModelIndex index = m_model->index(last, 0);
    const bool reply = !index.data(IsUserRole).toBool() && !index.data(IsNarratorRole).toBool();
    // A greeting without alternatives has nothing to swipe to: no reply leads to it.
    return reply && (last > 0 || index.data(SwipeCountRole).toInt() > 1) ? last : -1;
}

MessageOptions RowLayouts::options(int row, quint64 id) const
{
    MessageOptions options;
    if (row == m_heights.count() - 1 && row == swipeRow()) {
        const QModelIndex index = m_model->index(row, 0);
        const bool finished =
            !index.data(IsStreamingRole).toBool() && !index.data(TextRole).toString().isEmpty();
        options.hasSwipeBar = finished || index.data(SwipeCountRole).toInt() > 1;
    }
    options.reasoningOpen = m_openReasoning.contains(id);
    options.textPart = m_textParts.value(id, -1);
    options.reasoningPart = m_reasoningParts.value(id, -1);
    const QDate day = m_model->index(row, 0).data(DateRole).toDateTime().date();
    options.showsDay = row == 0 || m_model->index(row - 1, 0).data(DateRole).toDateTime().date() != day;
    if (m_editorHeight > 0 && id == m_editorId)
        options.editorHeight = m_editorHeight;
    return options;
}

MessageLayout &RowLayouts::at(int row)
{
    const QModelIndex index = m_model->index(row, 0);
    const quint64 id = index.data(StableIdRole).toULongLong();
    const MessageOptions wanted = options(row, id);
    MessageLayout *layout = m_layouts.object(id);
    if (!layout || !layout->isCurrent(index.data(RevisionRole).toInt(), wanted, m_geometry, m_style)) {
        const MessageContent content = MessageContent::read(index);
        if (!layout) {
            layout = new MessageLayout;
            const int cost = std::min(cachedCost / 3, 1 + int(content.text.size() / 4'000));
            m_layouts.insert(id, layout, cost);
        }
        layout->update(content, wanted, m_geometry, m_style, m_colours);
    }
    m_heights.set(row, layout->height);
    return *layout;
}

void RowLayouts::setReasoningOpen(quint64 id, bool open)
{
    if (open)
        m_openReasoning.insert(id);
    else
        m_openReasoning.remove(id);
}

bool RowLayouts::turnPart(int row, MessagePart way)
{
    const bool isReasoning = way == MessagePart::EarlierReasoning || way == MessagePart::LaterReasoning;
    const bool isEarlier = way == MessagePart::EarlierText || way == MessagePart::EarlierReasoning;
    const MessagePart text = isReasoning ? MessagePart::Reasoning : MessagePart::Body;
    const MessageLayout &layout = at(row);
    return setPart(layout, text, layout.shownPart(text) + (isEarlier ? -1 : 1));
}

void RowLayouts::showPartWith(int row, const QString &words)
{
    const MessageLayout &layout = at(row);
    if (layout.partCount(MessagePart::Body) == 1)
        return;
    const QString &text = layout.content().text;
    const QList<TextPlace> places = WordSearch(words).places(text, text.size());
    if (!places.isEmpty())
        setPart(layout, MessagePart::Body, layout.partAt(places.last().start));
}

bool RowLayouts::setPart(const MessageLayout &layout, MessagePart text, int part)
{
    const int last = layout.partCount(text) - 1;
    if (part < 0 || part > last)
        return false;
    QHash<quint64, int> &parts = text == MessagePart::Reasoning ? m_reasoningParts : m_textParts;
    if (part == last) // and stays with its end, should it grow
        parts.remove(layout.content().id);
    else
        parts.insert(layout.content().id, part);
    return true;
}

void RowLayouts::setEditor(quint64 id, int height)
{
    m_editorId = id;
    m_editorHeight = height;
}

} // namespace snug
