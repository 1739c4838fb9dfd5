#include "widgets/library/foundplacedelegate.h"

#include "core/model/searchtext.h"
#include "widgets/library/foundplacesmodel.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int foundMargin = 10;
constexpr int foundTitleWidth = 150;

// From where on the text is shown, so that what was found is in sight.
qsizetype excerptStart(const QString &text, qsizetype match, qsizetype length, const QFontMetrics &metrics,
                       int width)
{
    if (metrics.horizontalAdvance(text.first(std::min(text.size(), match + length))) <= width * 3 / 4)
        return 0;
    qsizetype from = match;
    while (from > 0 && metrics.horizontalAdvance(text.sliced(from, match - from)) < width / 3)
        --from;
    const qsizetype space = text.indexOf(u' ', from);
    if (space >= 0 && space < match)
        return space + 1;
    return from < text.size() && text.at(from).isLowSurrogate() ? from + 1 : from;
}

} // namespace

QSize FoundPlaceDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, QFontMetrics(m_theme.interfaceFont()).height() + foundMargin};
}

void FoundPlaceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, m_theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver) && index.flags() & Qt::ItemIsSelectable)
        painter->fillRect(option.rect, m_theme.hover);
    const QRect rect = option.rect.adjusted(foundMargin, 0, -foundMargin, 0);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (index.data(FoundPlacesModel::IsHeadingRole).toBool())
        paintHeading(*painter, rect, index);
    else
        paintPlace(*painter, rect, index,
                   m_theme.readable(m_theme.textDim, isSelected ? m_theme.selection : m_theme.raised));
    painter->restore();
}

void FoundPlaceDelegate::paintHeading(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), m_theme.line);
    QFont font = m_theme.interfaceFont();
    font.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(font);
    const QFont small = m_theme.smallFont();
    const QFontMetrics smallMetrics(small);
    const QString title = metrics.elidedText(index.data(FoundPlacesModel::TitleRole).toString(),
                                             Qt::ElideRight, rect.width() * 2 / 3);
    painter.setFont(font);
    painter.setPen(m_theme.text);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, title);
    QRect rest = rect;
    rest.setLeft(rect.left() + metrics.horizontalAdvance(title) + foundMargin);
    painter.setFont(small);
    painter.setPen(m_theme.textDim);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     smallMetrics.elidedText(index.data(FoundPlacesModel::FactsRole).toString(),
                                             Qt::ElideRight, rest.width()));
}

void FoundPlaceDelegate::paintPlace(QPainter &painter, const QRect &rect, const QModelIndex &index,
                                    const QColor &dim) const
{
    const QFont small = m_theme.smallFont();
    const QFontMetrics metrics(small);
    painter.setFont(small);
    painter.setPen(dim);
    QRect left = rect;
    left.setWidth(std::min(foundTitleWidth, rect.width() / 4));
    painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(index.data(FoundPlacesModel::TitleRole).toString(), Qt::ElideRight,
                                        left.width() - foundMargin));
    QRect middle = rect;
    middle.setLeft(left.right() + 1);
    if (const QString swipe = index.data(FoundPlacesModel::FactsRole).toString(); !swipe.isEmpty()) {
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, swipe);
        middle.setRight(rect.right() - metrics.horizontalAdvance(swipe) - foundMargin);
    }
    paintExcerpt(painter, middle, index);
}

void FoundPlaceDelegate::paintExcerpt(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    const QFont font = m_theme.interfaceFont();
    const QFontMetrics metrics(font);
    QString text = index.data().toString();
    const qsizetype from =
        excerptStart(text, index.data(FoundPlacesModel::MatchStartRole).toInt(),
                     index.data(FoundPlacesModel::MatchLengthRole).toInt(), metrics, rect.width());
    if (from > 0)
        text = u"…"_s + text.sliced(from);
    text = metrics.elidedText(text, Qt::ElideRight, rect.width());
    QList<QTextLayout::FormatRange> marks;
    for (const QString &word : m_words) {
        for (const TextPlace &at : WordSearch(word).places(text, text.size())) {
            QTextLayout::FormatRange mark{.start = int(at.start), .length = int(at.length), .format = {}};
            mark.format.setBackground(m_theme.tint(m_theme.warning, 0.35));
            mark.format.setForeground(m_theme.text);
            marks.append(mark);
        }
    }
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(rect.width());
    layout.endLayout();
    painter.setFont(font);
    painter.setPen(m_theme.text);
    layout.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2), marks);
}

} // namespace snug
