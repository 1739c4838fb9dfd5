#include "widgets/inspector/budgetbar.h"

#include "core/tokens/nearestvocabulary.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/segmentfacts.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr int barHeight = 12;
constexpr int lowBarHeight = 8;
constexpr int swatch = 8;
constexpr int spacing = 6;
constexpr int lowSpacing = 3;
constexpr int markHeight = 2; // above the bar and below it
constexpr auto markTime = 150ms;
constexpr int differenceShare = int(std::tuple_size_v<GroupShares>); // of no group, and no length in the bar

QFont sumFont(const Theme &theme)
{
    QFont font = theme.figuresFont();
    font.setPointSizeF(font.pointSizeF() * 1.15);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

BudgetBar::BudgetBar(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Token budget"));
    m_markTime.setSingleShot(true);
    m_markTime.setInterval(markTime);
    connect(&m_markTime, &QTimer::timeout, this, [this] {
        m_marked.clear();
        update();
    });
}

void BudgetBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

void BudgetBar::setBudget(const Budget &budget, const GroupShares &shares)
{
    m_marked = changedShares(budget, shares);
    if (m_marked.isEmpty())
        m_markTime.stop();
    else
        m_markTime.start();
    m_budget = budget;
    m_shares = shares;
    m_counted.reset();
    lay();
}

// Another way of counting is no change of the prompt, and who wants nothing to move gets nothing that
// flashes.
QList<int> BudgetBar::changedShares(const Budget &budget, const GroupShares &shares) const
{
    if (!isVisible() || budget.kind != m_budget.kind || budget.counterName != m_budget.counterName ||
        style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0)
        return {};
    QList<int> changed;
    for (size_t share = 0; share < shares.size(); ++share) {
        if (shares[share] != m_shares[share] && shares[share] > 0)
            changed.append(int(share));
    }
    return changed;
}

QStringList BudgetBar::marked() const
{
    QStringList names;
    for (const int share : m_marked)
        names.append(shareName(share));
    return names;
}

void BudgetBar::setCounted(int tokens, const QString &by)
{
    m_counted = tokens;
    m_countedBy = by;
    lay();
}

void BudgetBar::setMeasured(const MeasuredCount &measured)
{
    if (m_measured == measured)
        return;
    m_measured = measured;
    describe();
}

void BudgetBar::setLegendLines(int lines)
{
    if (m_legendLines == lines)
        return;
    m_legendLines = lines;
    updateGeometry();
    update();
}

void BudgetBar::setLow(bool isLow)
{
    if (std::exchange(m_isLow, isLow) == isLow)
        return;
    updateGeometry();
    update();
}

int BudgetBar::leastHeight(bool isLow) const
{
    return QFontMetrics(sumFont(m_theme)).height() +
           (isLow ? lowSpacing + lowBarHeight : spacing + barHeight);
}

int BudgetBar::gap() const
{
    return m_isLow ? lowSpacing : spacing;
}

int BudgetBar::legendLineHeight(const Theme &theme)
{
    return QFontMetrics(theme.smallFont()).height() + 3;
}

void BudgetBar::lay()
{
    QList<Piece> pieces;
    for (int share = 0; share < int(m_shares.size()); ++share) {
        const int tokens = m_shares[size_t(share)];
        if (tokens > 0)
            pieces.append({share, tokens, shareText(share, tokens)});
    }
    const int difference = used() - m_budget.used;
    if (difference != 0)
        //: Legend of the token bar: what the service counted more or less than the pieces, "+12" or "−12"
        pieces.append(
            {differenceShare, 0,
             tr("Difference to the service's count %1")
                 .arg((difference > 0 ? u"+"_s : u"−"_s) + QLocale().toString(std::abs(difference)))});
    m_pieces = pieces;
    describe();
    updateGeometry();
    update();
}

QString BudgetBar::shareText(int share, int tokens) const
{
    //: Legend of the token bar: a group of sources and its tokens.
    return tr("%1 %2").arg(shareName(share), tokensText(tokens, m_budget.kind));
}

QColor BudgetBar::colourOf(const Piece &piece) const
{
    return piece.share < sourceGroupCount ? m_theme.source(SourceGroup(piece.share)) : m_theme.textDim;
}

QString BudgetBar::sumText() const
{
    const QString count = tokensText(used(), kind());
    if (m_budget.context <= 0)
        return count;
    //: Tokens used / context size.
    return tr("%1 / %2").arg(count, QLocale().toString(m_budget.context));
}

bool BudgetBar::isOver() const
{
    return m_budget.context > 0 && used() + m_budget.reserved > m_budget.context;
}

QString BudgetBar::restText() const
{
    if (m_budget.context <= 0)
        return tr("no limit set");
    const int rest = m_budget.context - m_budget.reserved - used();
    const QString number = tokensText(std::abs(rest), kind());
    return rest < 0 ? tr("%1 too many").arg(number) : tr("%1 left").arg(number);
}

QString BudgetBar::kindText() const
{
    const QString nearest = nearestIn(m_budget.counterName);
    if (m_counted)
        //: %1 is who counted
        return tr("exact · %1").arg(m_countedBy);
    if (kind() == CountKind::Estimate || m_budget.counterName.isEmpty())
        return kind() == CountKind::Exact ? tr("exact") : tr("estimate");
    if (!nearest.isEmpty() && m_measured.replies == 0)
        //: %1 is the name of the tokenizer that is nearest to the unknown one
        return tr("estimate · near %1").arg(nearest);
    if (!nearest.isEmpty())
        //: %1 is per cent
        return tr("estimate · off by %1 %").arg(QLocale().toString(m_measured.off, 'f', 1));
    return kind() == CountKind::Exact ? tr("exact · %1").arg(m_budget.counterName)
                                      : tr("estimate · %1").arg(m_budget.counterName);
}

QString BudgetBar::countingText() const
{
    QStringList lines;
    const QString nearest = nearestIn(m_budget.counterName);
    if (m_counted)
        lines += tr("%1 itself counted this prompt.").arg(m_countedBy);
    else if (m_budget.kind == CountKind::Estimate || m_budget.counterName.isEmpty())
        lines += tr("An estimate by the length of the texts.");
    else if (!nearest.isEmpty())
        lines +=
            tr("An estimate: counted with %1, which is nearest to this model's tokenizer, and corrected by "
               "what is known of the model.")
                .arg(nearest);
    else if (m_budget.kind == CountKind::Calibrated)
        lines += tr("Counted by %1; what it has not counted yet is estimated.").arg(m_budget.counterName);
    else
        lines += tr("Counted with %1.").arg(m_budget.counterName);
    if (m_measured.replies > 0)
        //: %1 is per cent, %n the number of replies
        lines += tr("Off by %1 % over the last %n replies, as the server counted them.", nullptr,
                    m_measured.replies)
                     .arg(QLocale().toString(m_measured.off, 'f', 1));
    else if (kind() != CountKind::Exact)
        lines += tr("The first reply of a server that counts will show how far off it is.");
    return lines.join(u'\n');
}

// Exact pieces are solid, guesses are hatched; of an estimate whose error is known the end is fuzzy by it.
void BudgetBar::paintGrounds(QPainter &painter) const
{
    double end = barRect().left();
    for (const auto &[rect, piece] : pieceRects()) {
        // A gap of a pixel tells neighbours apart without their colours.
        const double gap = rect.width() > 3 ? 1 : 0;
        const QRectF ground = rect.adjusted(0, 0, -gap, 0);
        painter.fillRect(ground, colourOf(m_pieces.at(piece)));
        if (m_marked.contains(m_pieces.at(piece).share)) {
            // Wide enough to be seen also where the piece is not.
            const QRectF mark =
                ground.adjusted(0, -markHeight, std::max(0.0, 3 - ground.width()), markHeight);
            painter.fillRect(mark, mixed(colourOf(m_pieces.at(piece)), m_theme.text, 0.5));
        }
        if (kind() == CountKind::Estimate)
            painter.fillRect(ground, QBrush(m_theme.surface, Qt::BDiagPattern));
        end = rect.right();
    }
    if (kind() == CountKind::Calibrated && m_measured.replies > 0) {
        const double off = used() * m_measured.off / 100.0 * scale();
        const QRectF bar = barRect();
        painter.fillRect(QRectF(end - off, bar.top(), 2 * off, bar.height()).intersected(bar),
                         QBrush(m_theme.text, Qt::Dense6Pattern));
    }
}

void BudgetBar::describe()
{
    QStringList parts{sumText() + u' ' + kindText(), countingText(), restText()};
    for (const Piece &piece : std::as_const(m_pieces))
        parts += piece.text;
    if (m_budget.reserved > 0)
        parts += tr("reply %1").arg(QLocale().toString(m_budget.reserved));
    setAccessibleDescription(parts.join(u", "_s));
}

QRect BudgetBar::barRect() const
{
    return {0, QFontMetrics(sumFont(m_theme)).height() + gap(), width(), m_isLow ? lowBarHeight : barHeight};
}

double BudgetBar::scale() const
{
    const int all = std::max({1, m_budget.context, used() + m_budget.reserved});
    return double(width()) / all;
}

QList<std::pair<QRectF, int>> BudgetBar::pieceRects() const
{
    QList<std::pair<QRectF, int>> rects;
    const QRectF bar = barRect();
    double x = bar.left();
    // Together as long as the sum above them: the service's own, where it has counted.
    const double stretch = m_counted && m_budget.used > 0 ? double(*m_counted) / m_budget.used : 1;
    for (int i = 0; i < m_pieces.size(); ++i) {
        const double length = m_pieces.at(i).tokens * scale() * stretch;
        rects.append({QRectF(x, bar.top(), length, bar.height()), i});
        x += length;
    }
    return rects;
}

QRectF BudgetBar::reserveRect() const
{
    const QRectF bar = barRect();
    const double length = m_budget.reserved * scale();
    const double end = bar.left() + std::max(m_budget.context, used() + m_budget.reserved) * scale();
    return m_budget.reserved > 0 ? QRectF(end - length, bar.top(), length, bar.height()) : QRectF();
}

template <typename Function> int BudgetBar::layoutLegend(int width, Function &&place) const
{
    if (m_legendLines == 0)
        return 0;
    const QFontMetrics metrics(m_theme.smallFont());
    const int line = legendLineHeight(m_theme);
    const QString more = u"…"_s;
    const int moreWidth = metrics.horizontalAdvance(more);
    int x = 0;
    int y = 0;
    const int count = int(m_pieces.size()) + (m_budget.reserved > 0 ? 1 : 0);
    for (int i = 0; i < count; ++i) {
        const bool reserve = i == m_pieces.size();
        const QString text =
            reserve ? tr("Reply %1").arg(QLocale().toString(m_budget.reserved)) : m_pieces.at(i).text;
        const int entry = swatch + 5 + metrics.horizontalAdvance(text);
        const bool isLastLine = y + line >= m_legendLines * line;
        const int room = isLastLine && i + 1 < count ? width - 14 - moreWidth : width;
        if (x > 0 && x + entry > room) {
            if (isLastLine) {
                place(QRect(x, y, moreWidth, line), more, -2);
                return y + line;
            }
            x = 0;
            y += line;
        }
        place(QRect(x, y, entry, line), text, reserve ? -1 : i);
        x += entry + 14;
    }
    return count == 0 ? 0 : y + line;
}

int BudgetBar::heightForWidth(int width) const
{
    const int legend = layoutLegend(width, [](const QRect &, const QString &, int) {});
    return minimumSizeHint().height() + (legend > 0 ? gap() + legend : 0);
}

QSize BudgetBar::sizeHint() const
{
    return {320, heightForWidth(320)};
}

QSize BudgetBar::minimumSizeHint() const
{
    return {160, leastHeight(m_isLow)};
}

void BudgetBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool over = isOver();

    const QFont large = sumFont(m_theme);
    const int top = QFontMetrics(large).height();
    painter.setFont(large);
    painter.setPen(over ? m_theme.error : m_theme.text);
    const QString sum = sumText();
    painter.drawText(QRect(0, 0, width(), top), Qt::AlignLeft | Qt::AlignBottom, sum);
    const int sumWidth = QFontMetrics(large).horizontalAdvance(sum) + 10;

    painter.setFont(m_theme.smallFont());
    const QFontMetrics small(m_theme.smallFont());
    const QString rest = restText();
    const int restWidth = small.horizontalAdvance(rest) + 10;
    painter.drawText(QRect(0, 0, width(), top), Qt::AlignRight | Qt::AlignVCenter, rest);
    painter.setPen(m_theme.textDim);
    const QString kind = kindText();
    painter.drawText(QRect(sumWidth, 0, std::max(0, width() - sumWidth - restWidth), top),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     small.elidedText(kind, Qt::ElideRight, std::max(0, width() - sumWidth - restWidth)));

    const QRect bar = barRect();
    painter.fillRect(bar, mixed(m_theme.pane, m_theme.text, 0.10));
    paintGrounds(painter);
    const QRectF reserve = reserveRect();
    painter.fillRect(reserve, QBrush(m_theme.textDim, Qt::BDiagPattern));
    if (over) {
        const double limit = m_budget.context * scale();
        painter.fillRect(QRectF(limit, bar.top(), bar.width() - limit, bar.height()),
                         QBrush(m_theme.error, Qt::DiagCrossPattern));
        painter.fillRect(QRectF(limit - 1, bar.top() - 3, 2, bar.height() + 6), m_theme.error);
    }

    painter.setFont(m_theme.smallFont());
    const int legendTop = bar.bottom() + 1 + gap();
    layoutLegend(width(), [&](const QRect &place, const QString &text, int piece) {
        const QRect at = place.translated(0, legendTop);
        painter.setPen(m_theme.textDim);
        if (piece == -2) {
            painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, text);
            return;
        }
        const QRect box(at.left(), at.top() + (at.height() - swatch) / 2, swatch, swatch);
        if (piece < 0)
            painter.fillRect(box, QBrush(m_theme.textDim, Qt::BDiagPattern));
        else
            painter.fillRect(box, colourOf(m_pieces.at(piece)));
        painter.drawText(at.adjusted(swatch + 5, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    });
}

QString BudgetBar::textAt(const QPoint &point) const
{
    QStringList all; // the legend may have had no room for them
    for (const Piece &piece : m_pieces)
        all += piece.text;
    if (point.y() > barRect().bottom() + 3)
        return all.join(u'\n');
    if (point.y() < barRect().top() - 3)
        return m_legendLines == 0 ? countingText() + u"\n\n"_s + all.join(u'\n') : countingText();
    for (const auto &[rect, piece] : pieceRects()) {
        if (point.x() >= rect.left() && point.x() < rect.right())
            return tr("%1 tokens").arg(m_pieces.at(piece).text);
    }
    const QRectF reserve = reserveRect();
    if (point.x() >= reserve.left() && point.x() < reserve.right())
        return tr("%1 tokens kept free for the reply").arg(QLocale().toString(m_budget.reserved));
    return restText();
}

bool BudgetBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = textAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace snug
