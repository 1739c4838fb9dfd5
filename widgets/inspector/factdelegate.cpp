#include "widgets/inspector/factdelegate.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int inset = 12;
constexpr int padding = 5;

// At most `lines` lines, the last one elided.
void paintWrapped(QPainter *painter, const QString &text, const QRect &rect, int lines)
{
    const QFontMetrics metrics = painter->fontMetrics();
    if (lines == 1) {
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignTop,
                          metrics.elidedText(text, Qt::ElideRight, rect.width()));
        return;
    }
    QTextLayout layout(text, painter->font());
    layout.beginLayout();
    int y = rect.top();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(rect.width());
        const bool last = i == lines - 1;
        const QString part = text.mid(line.textStart(), last ? -1 : line.textLength()).trimmed();
        painter->drawText(QRect(rect.left(), y, rect.width(), metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                          metrics.elidedText(part, Qt::ElideRight, rect.width()));
        y += metrics.lineSpacing();
    }
    layout.endLayout();
}

} // namespace

FactDelegate::FactDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
    setTheme(m_theme);
}

void FactDelegate::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_small = QFontMetricsF(theme.smallFont());
    m_titleHeight = QFontMetrics(theme.interfaceFont()).height() + 1 + 2 * padding;
    m_detailHeight = QFontMetrics(theme.smallFont()).lineSpacing();
}

bool FactDelegate::needsTwoLines(const QString &detail) const
{
    const double room = m_width - 2 * inset;
    const auto length = double(detail.size());
    if (m_width <= 0 || length * m_small.maxWidth() <= room)
        return false;
    return length * m_small.averageCharWidth() > 2 * room || m_small.horizontalAdvance(detail) > room;
}

QSize FactDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    if (index.data(SectionRole).toBool())
        return {100, m_titleHeight + padding};
    const int lines = needsTwoLines(index.data(DetailRole).toString()) ? 2 : 1;
    return {100, m_titleHeight + lines * m_detailHeight};
}

void FactDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    const QRect rect = option.rect;
    const QFontMetrics normal(m_theme.interfaceFont());
    if (index.data(SectionRole).toBool()) {
        QFont font = m_theme.smallFont();
        font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(m_theme.textDim);
        painter->drawText(rect.adjusted(inset, 0, -inset, -padding), Qt::AlignLeft | Qt::AlignBottom,
                          index.data(TitleRole).toString());
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), m_theme.line);
        painter->restore();
        return;
    }
    if (option.state & QStyle::State_Selected)
        painter->fillRect(rect, option.state & QStyle::State_HasFocus ? m_theme.tint(m_theme.accent, 0.13)
                                                                      : m_theme.hover);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(rect, mixed(m_theme.surface, m_theme.hover, 0.6));
    const auto strip = index.data(StripRole).value<QColor>();
    if (strip.isValid())
        painter->fillRect(QRect(rect.left(), rect.top() + 1, 3, rect.height() - 2), strip);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), m_theme.line);

    const QRect line(rect.left() + inset, rect.top() + padding, rect.width() - 2 * inset, normal.height());
    const QString count = index.data(CountTextRole).toString();
    painter->setFont(m_theme.figuresFont());
    painter->setPen(m_theme.text);
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, count);
    int room = line.width() - QFontMetrics(m_theme.figuresFont()).horizontalAdvance(count) - 10;

    QFont bold = m_theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics boldMetrics(bold);
    const QString title =
        boldMetrics.elidedText(index.data(TitleRole).toString(), Qt::ElideRight, std::max(0, room));
    painter->setFont(bold);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    const int titleWidth = boldMetrics.horizontalAdvance(title) + 8;
    room -= titleWidth;

    painter->setFont(m_theme.smallFont());
    painter->setPen(m_theme.textDim);
    if (room > 20) {
        const QString note =
            painter->fontMetrics().elidedText(index.data(NoteRole).toString(), Qt::ElideRight, room);
        painter->drawText(QRect(line.left() + titleWidth, line.top(), room, line.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, note);
    }
    const QString detail = index.data(DetailRole).toString();
    paintWrapped(painter, detail,
                 QRect(line.left(), line.bottom() + 2, line.width(), rect.bottom() - line.bottom() - 2),
                 needsTwoLines(detail) ? 2 : 1);
    painter->restore();
}

} // namespace snug
