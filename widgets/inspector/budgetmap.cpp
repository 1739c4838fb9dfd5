#include "widgets/inspector/budgetmap.h"

#include "core/prompt/promptaccount.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/outboundmodel.h"

#include <QAccessible>
#include <QHash>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// How far from a square the worst of a row would be, were these tokens laid along `side`.
double worst(const QList<double> &sizes, double side)
{
    double sum = 0;
    for (const double size : sizes)
        sum += size;
    const double depth = sum / side;
    double result = 0;
    for (const double size : sizes) {
        const double length = size / depth;
        result = std::max(result, std::max(length / depth, depth / length));
    }
    return result;
}

// Of lore the entry's title: the book's name in front of it is what all of them share.
QString tileTitle(const Source &source, const QString &name)
{
    const QString book = source.id().section(u'.', 0, -2);
    const qsizetype at =
        source.family() == SourceFamily::WorldBook && !book.isEmpty() ? name.indexOf(book) : -1;
    const QString title = at < 0 ? QString() : name.sliced(at + book.size());
    return title.startsWith(u": ") && title.size() > 2 ? title.sliced(2) : name;
}

} // namespace

BudgetMap::BudgetMap(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Map of the prompt"));
    setObjectName(u"budgetMap"_s);
}

void BudgetMap::setTheme(const Theme &theme)
{
    m_theme = theme;
    update();
}

void BudgetMap::setPrompt(const AssembledPrompt &prompt)
{
    m_areas.clear();
    m_total = 0;
    m_kind = prompt.budget.kind;
    QHash<QString, qsizetype> places;
    for (const PromptPart &part : promptParts(prompt)) {
        // Messages of one speaker are one area: two thousand specks tell nothing.
        const QString key =
            part.isChat() ? u"chat|"_s + part.source.type() + part.source.label() : thingKey(part.source);
        const auto known = places.constFind(key);
        if (known == places.cend()) {
            places.insert(key, m_areas.size());
            //: %1 is a speaker's name
            const QString name = part.isChat() && part.source.kind() != SourceKind::NewUser
                                     ? tr("messages of %1").arg(part.source.label())
                                     : thingName(part.source);
            m_areas.append({name,
                            tileTitle(part.source, name),
                            int(part.source.group()),
                            part.tokens,
                            int(part.message),
                            part.start,
                            {}});
        } else {
            m_areas[*known].tokens += part.tokens;
        }
    }
    const PromptAccount account = promptAccount(prompt);
    m_areas.append(
        {shareName(separatorShare), shareName(separatorShare), separatorShare, account.separators, 0, 0, {}});
    m_areas.append(
        {shareName(overheadShare), shareName(overheadShare), overheadShare, account.overhead, 0, 0, {}});
    m_areas.append(
        {shareName(thoughtsShare), shareName(thoughtsShare), thoughtsShare, account.thoughts, 0, 0, {}});
    m_total = account.total();
    tellTitlesApart();
    m_areas.removeIf([](const Area &area) { return area.tokens == 0; });
    std::ranges::stable_sort(m_areas, std::ranges::greater(), &Area::tokens);
    m_current = std::min(m_current, int(m_areas.size()) - 1);
    layOut();
}

// Two entries of two books may have one title, and two blocks of a preset one name.
void BudgetMap::tellTitlesApart()
{
    const auto countOf = [this](const QString &title) {
        return std::ranges::count(m_areas, title, &Area::title);
    };
    for (qsizetype i = 0; i < m_areas.size(); ++i) {
        const QString title = m_areas.at(i).title;
        if (countOf(title) < 2)
            continue;
        for (Area &area : m_areas) {
            if (area.title == title)
                area.title = area.name;
        }
        const QString name = m_areas.at(i).title;
        int number = 0;
        for (Area &area : m_areas) {
            if (area.title == name && ++number > 1)
                //: %1: what a tile of the map is of, %2: which of several that are called the same
                area.title = tr("%1 (%2)").arg(name).arg(number);
        }
    }
}

// Squarified: rows along the shorter side of what is left, as long as they get squarer.
void BudgetMap::layOut()
{
    QRectF left = QRectF(rect()).adjusted(0, 0, -1, -1);
    double tokens = m_total;
    qsizetype next = 0;
    while (next < m_areas.size() && left.width() > 1 && left.height() > 1 && tokens > 0) {
        const double scale = left.width() * left.height() / tokens; // square pixels a token
        const double side = std::min(left.width(), left.height());
        QList<double> row{m_areas.at(next).tokens * scale};
        qsizetype end = next + 1;
        for (; end < m_areas.size(); ++end) {
            QList<double> longer = row;
            longer.append(m_areas.at(end).tokens * scale);
            if (worst(longer, side) > worst(row, side))
                break;
            row = longer;
        }
        double sum = 0;
        for (const double size : std::as_const(row))
            sum += size;
        const double depth = sum / side;
        const bool isColumn = left.width() >= left.height();
        double at = isColumn ? left.top() : left.left();
        for (qsizetype i = next; i < end; ++i) {
            const double length = row.at(i - next) / depth;
            m_areas[i].rect =
                isColumn ? QRectF(left.left(), at, depth, length) : QRectF(at, left.top(), length, depth);
            at += length;
            tokens -= m_areas.at(i).tokens;
        }
        if (isColumn)
            left.setLeft(left.left() + depth);
        else
            left.setTop(left.top() + depth);
        next = end;
    }
    for (; next < m_areas.size(); ++next)
        m_areas[next].rect = {};
    update();
}

QString BudgetMap::tokensOf(const Area &area) const
{
    return tokensText(area.tokens, m_kind);
}

QString BudgetMap::words(const Area &area) const
{
    //: %1: what it is, %2: tokens, %3: per cent
    return tr("%1: %2 tokens, %3 %")
        .arg(area.name, tokensOf(area),
             QLocale().toString(m_total > 0 ? area.tokens * 100.0 / m_total : 0, 'f', 0));
}

QColor BudgetMap::colourOf(const Area &area) const
{
    return area.share < sourceGroupCount ? m_theme.source(SourceGroup(area.share)) : m_theme.textDim;
}

void BudgetMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.setFont(m_theme.smallFont());
    const QFontMetrics metrics(m_theme.smallFont());
    for (int i = 0; i < m_areas.size(); ++i) {
        const Area &area = m_areas.at(i);
        const QRectF inner = area.rect.adjusted(1, 1, -1, -1);
        if (inner.width() < 2 || inner.height() < 2)
            continue;
        painter.fillRect(inner, area.share < sourceGroupCount ? m_theme.sourceGround(SourceGroup(area.share))
                                                              : m_theme.tint(m_theme.text, 0.06));
        if (m_kind == CountKind::Estimate) // a guess
            painter.fillRect(inner, QBrush(m_theme.tint(m_theme.text, 0.10), Qt::BDiagPattern));
        painter.fillRect(QRectF(inner.left(), inner.top(), 3, inner.height()), colourOf(area));
        if (i == m_current && hasFocus()) {
            painter.setPen(QPen(m_theme.accent, 2));
            painter.drawRect(inner);
        }
        const QRectF text = inner.adjusted(7, 3, -3, -2);
        if (text.width() < 30 || text.height() < metrics.height())
            continue;
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(text.left(), text.top(), text.width(), metrics.height()), Qt::AlignLeft,
                         metrics.elidedText(area.title, Qt::ElideRight, int(text.width())));
        if (text.height() >= 2 * metrics.height())
            painter.drawText(
                QRectF(text.left(), text.top() + metrics.height(), text.width(), metrics.height()),
                Qt::AlignLeft, tokensOf(area));
    }
}

void BudgetMap::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

int BudgetMap::areaAt(const QPointF &point) const
{
    const auto found =
        std::ranges::find_if(m_areas, [&](const Area &area) { return area.rect.contains(point); });
    return found == m_areas.cend() ? -1 : int(found - m_areas.cbegin());
}

void BudgetMap::setCurrent(int area)
{
    if (m_areas.isEmpty())
        return;
    m_current = std::clamp(area, 0, int(m_areas.size()) - 1);
    setAccessibleDescription(words(m_areas.at(m_current)));
    QAccessibleAnnouncementEvent spoken(this, words(m_areas.at(m_current)));
    QAccessible::updateAccessibility(&spoken);
    update();
}

void BudgetMap::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        return setCurrent(m_current + 1);
    case Qt::Key_Left:
    case Qt::Key_Up:
        return setCurrent(m_current - 1);
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(int(m_areas.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT chosen(m_areas.at(m_current).message, m_areas.at(m_current).start);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void BudgetMap::mousePressEvent(QMouseEvent *event)
{
    const int area = areaAt(event->position());
    if (area < 0)
        return;
    setCurrent(area);
    Q_EMIT chosen(m_areas.at(area).message, m_areas.at(area).start);
}

void BudgetMap::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0)
        setCurrent(0);
}

bool BudgetMap::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int area = areaAt(help->pos());
        if (area >= 0)
            QToolTip::showText(help->globalPos(), words(m_areas.at(area)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace snug
