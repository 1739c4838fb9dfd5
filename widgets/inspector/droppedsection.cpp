#include "widgets/inspector/droppedsection.h"

#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/theme/richlabel.h"

#include <QKeyEvent>
#include <QListView>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int rowsWithoutScrolling = 4;

// The first words of a text, on one line.
QString beginning(const QString &text)
{
    return text.left(200).simplified();
}

} // namespace

DroppedSection::DroppedSection(QWidget *parent)
    : QWidget(parent)
    , m_toggle(new QToolButton(this))
    , m_next(new RichLabel(this))
    , m_view(new QListView(this))
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
{
    m_toggle->setCheckable(true);
    m_toggle->setAutoRaise(true);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setArrowType(Qt::RightArrow);
    m_toggle->setObjectName(u"notSent"_s);
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setUniformItemSizes(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMouseTracking(true);
    m_view->setAccessibleName(tr("Not sent"));
    m_view->setObjectName(u"notSentList"_s);
    m_view->installEventFilter(this);
    m_view->hide();
    m_next->setObjectName(u"fitsNext"_s);
    m_next->setAccessibleName(tr("Next to fit"));
    m_next->setWordWrap(true);
    m_next->setContentsMargins(12, 2, 12, 6);
    m_next->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toggle);
    column->addWidget(m_next);
    column->addWidget(m_view);
    hide();

    connect(m_toggle, &QToolButton::toggled, this, [this](bool on) {
        m_toggle->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        if (on)
            makeRows();
        m_view->setVisible(on);
        m_next->setVisible(on && !m_next->text().isEmpty());
        if (on)
            Q_EMIT unfolded();
    });
    connect(m_next, &RichLabel::linkActivated, this,
            [this](const QString &link) { Q_EMIT sizeRequested(link.toInt()); });
    connect(m_view, &QListView::activated, this, &DroppedSection::activate);
}

void DroppedSection::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_model->setTheme(theme);
    QPalette palette = theme.palette();
    palette.setColor(QPalette::WindowText, theme.textDim);
    palette.setColor(QPalette::Link, theme.accent);
    m_next->setPalette(palette);
    m_next->setFont(theme.smallFont());
    const QString next = m_next->text(); // links keep the colour that they were set with
    m_next->clear();
    m_next->setMarkup(next);
    fitHeight();
}

void DroppedSection::setDropped(const LateList<DroppedText> &dropped, CountKind kind)
{
    if (m_dropped == dropped && m_kind == kind)
        return;
    m_dropped = dropped;
    m_kind = kind;
    if (dropped.isEmpty())
        setNext({}, 0);
    showFacts();
}

void DroppedSection::setUnsent(const QList<UnsentBlock> &unsent)
{
    if (m_unsent == unsent)
        return;
    m_unsent = unsent;
    showFacts();
}

void DroppedSection::setNext(const QList<FitsNext> &next, int context)
{
    QStringList steps;
    for (const FitsNext &step : next)
        //: %1: "message 12 of Ada", %2 a context size in tokens, %3 how much more that is
        steps += tr("%1 at <a href=\"%4\">%2</a> (+%3)")
                     .arg(RichLabel::escaped(step.names.join(u", "_s)), tokensText(step.contextSize, m_kind),
                          tokensText(step.contextSize - context, m_kind))
                     .arg(step.contextSize);
    //: What comes back into the prompt with a larger context
    m_next->setMarkup(steps.isEmpty() ? QString() : tr("Fits next: %1").arg(steps.join(u" · "_s)));
    m_next->setVisible(isUnfolded() && !steps.isEmpty());
}

bool DroppedSection::isUnfolded() const
{
    return m_toggle->isChecked();
}

void DroppedSection::showFacts()
{
    setHidden(m_dropped.isEmpty() && m_unsent.isEmpty());
    int tokens = 0;
    bool isCounted = true; // what lies far beyond the limit is not
    for (qsizetype i = 0; isCounted && i < m_dropped.size(); ++i) {
        const int cost = m_dropped.at(i).tokens;
        tokens += cost;
        isCounted = cost > 0;
    }
    const QString count = QLocale().toString(m_dropped.size());
    if (m_dropped.isEmpty())
        m_toggle->setText(tr("Not sent: %n blocks", nullptr, int(m_unsent.size())));
    else
        //: What was left out of the prompt. %1 is how many, %2 their tokens.
        m_toggle->setText(isCounted ? tr("Not sent (%1), %2 tokens").arg(count, tokensText(tokens, m_kind))
                                    : tr("Not sent (%1)").arg(count));
    m_areRowsMade = false;
    if (isUnfolded())
        makeRows();
}

// Of a long chat nearly everything is left out: with each key thousands of rows that nobody sees.
void DroppedSection::makeRows()
{
    if (std::exchange(m_areRowsMade, true))
        return;
    QList<Fact> facts;
    facts.reserve(m_dropped.size() + m_unsent.size());
    for (int i = 0; i < m_dropped.size(); ++i) {
        const DroppedText text = m_dropped.at(i);
        const Source source = text.content.spans().isEmpty() ? Source() : text.content.spans().first().source;
        facts.append({sourceName(source), beginning(text.content.text()), text.reason, text.tokens, m_kind,
                      int(source.group()), false, i});
    }
    for (qsizetype i = 0; i < m_unsent.size(); ++i) {
        const UnsentBlock &block = m_unsent.at(i);
        facts.append({.title = block.name,
                      .note = tr("block"),
                      .detail = block.canBeOn() ? tr("%1 (Space tries it)").arg(unsentReason(block))
                                                : unsentReason(block),
                      .group = int(SourceGroup::Preset),
                      .number = int(m_dropped.size() + i)});
    }
    m_model->setFacts(facts);
    fitHeight();
}

void DroppedSection::fitHeight()
{
    const int rows = std::clamp(m_model->rowCount(), 1, rowsWithoutScrolling);
    m_view->setFixedHeight(rows * m_delegate->rowHeight());
}

void DroppedSection::activate(const QModelIndex &index)
{
    const int number = m_model->fact(index.row()).number;
    if (number >= m_dropped.size()) {
        const UnsentBlock &block = m_unsent.at(number - m_dropped.size());
        Q_EMIT sourceRequested(Source(SourceKind::PresetRelative, block.identifier, block.name), -1);
        return;
    }
    const DroppedText text = m_dropped.at(number);
    if (text.content.spans().isEmpty())
        return;
    const Span &span = text.content.spans().first();
    Q_EMIT sourceRequested(span.source, span.originStart);
}

bool DroppedSection::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space && m_view->currentIndex().isValid()) {
        const qsizetype block = m_model->fact(m_view->currentIndex().row()).number - m_dropped.size();
        if (block >= 0 && m_unsent.at(block).canBeOn())
            Q_EMIT blockRequested(m_unsent.at(block).identifier);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
