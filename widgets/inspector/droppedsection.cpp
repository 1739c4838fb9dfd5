#include "widgets/inspector/droppedsection.h"

#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/inspector/outboundmodel.h"

#include <QListView>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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
    m_view->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toggle);
    column->addWidget(m_view);
    hide();

    connect(m_toggle, &QToolButton::toggled, this, [this](bool on) {
        m_toggle->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        m_view->setVisible(on);
    });
    connect(m_view, &QListView::activated, this, &DroppedSection::activate);
}

void DroppedSection::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_model->setTheme(theme);
    fitHeight();
}

void DroppedSection::setDropped(const QList<DroppedText> &dropped, CountKind kind)
{
    setHidden(dropped.isEmpty());
    if (m_dropped == dropped)
        return;
    m_dropped = dropped;
    QList<Fact> facts;
    facts.reserve(dropped.size());
    int tokens = 0;
    bool isCounted = true; // what lies far beyond the limit is not
    for (int i = 0; i < dropped.size(); ++i) {
        const DroppedText &text = dropped.at(i);
        const Source source = text.content.spans().isEmpty() ? Source() : text.content.spans().first().source;
        facts.append({sourceName(source), beginning(text.content.text()), text.reason, text.tokens, kind,
                      int(source.group()), false, i});
        tokens += text.tokens;
        isCounted = isCounted && text.tokens > 0;
    }
    const QString count = QLocale().toString(dropped.size());
    //: What was left out of the prompt. %1 is how many, %2 their tokens.
    m_toggle->setText(isCounted ? tr("Not sent (%1), %2 tokens").arg(count, tokensText(tokens, kind))
                                : tr("Not sent (%1)").arg(count));
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
    const DroppedText &text = m_dropped.at(m_model->fact(index.row()).number);
    if (text.content.spans().isEmpty())
        return;
    const Span &span = text.content.spans().first();
    Q_EMIT openSource(span.source, span.originStart);
}

} // namespace snug
