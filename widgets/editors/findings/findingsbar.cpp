#include "widgets/editors/findings/findingsbar.h"

#include "widgets/editors/findings/findingtext.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/theme/icons.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QResizeEvent>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int MostRows = 6;           // that are shown at once
constexpr qsizetype MostListed = 200; // of a large lorebook

bool isWarning(const LintFinding &finding)
{
    return finding.weight == LintFinding::Weight::Warning;
}

} // namespace

FindingsBar::FindingsBar(PlaceNames placeNames, QWidget *parent)
    : QFrame(parent)
    , m_theme(Theme::light())
    , m_placeNames(std::move(placeNames))
    , m_head(new QToolButton)
    , m_first(new ElidedLabel)
    , m_list(new QListWidget)
{
    setObjectName(u"findingsBar"_s);
    setAutoFillBackground(true);
    m_head->setObjectName(u"findingsHead"_s);
    m_head->setAutoRaise(true);
    m_head->setCheckable(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_list->setObjectName(u"findingsList"_s);
    m_list->setAccessibleName(tr("Findings"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->hide();
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 3, 12, 3);
    row->setSpacing(10);
    row->addWidget(m_head);
    row->addWidget(m_first, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_list);

    const auto choose = [this](QListWidgetItem *item) {
        if (item && item->flags() != Qt::NoItemFlags)
            Q_EMIT chosen(m_findings.at(m_list->row(item)));
    };
    connect(m_head, &QToolButton::toggled, this, &FindingsBar::setOpen);
    connect(m_list, &QListWidget::itemClicked, this, choose);
    connect(m_list, &QListWidget::itemActivated, this, choose);
    connect(new QShortcut(Qt::Key_F8, parent), &QShortcut::activated, this, [this] { step(1); });
    connect(new QShortcut(Qt::SHIFT | Qt::Key_F8, parent), &QShortcut::activated, this, [this] { step(-1); });
    hide();
}

void FindingsBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme.pane);
    setPalette(palette);
    QPalette dim = palette;
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_first->setPalette(dim);
    // That there are none is to be read as well.
    QPalette head = theme.palette();
    head.setColor(QPalette::Disabled, QPalette::ButtonText, theme.textDim);
    m_head->setPalette(head);
    m_first->setFont(theme.smallFont());
    m_head->setFont(theme.smallFont());
    QPalette ground = palette;
    ground.setColor(QPalette::Base, theme.pane);
    m_list->setPalette(ground);
    m_list->setFont(theme.smallFont());
    fill();
    showHead();
}

void FindingsBar::setFindings(const QList<LintFinding> &findings)
{
    QList<LintFinding> sorted = findings;
    std::ranges::stable_partition(sorted, isWarning);
    show();
    if (sorted == m_findings && !m_head->text().isEmpty())
        return;
    m_findings = sorted;
    fill();
    showHead();
}

void FindingsBar::clear()
{
    m_findings.clear();
    fill();
    showHead();
    hide();
}

void FindingsBar::fill()
{
    const int row = m_list->currentRow();
    m_list->clear();
    const QList<LintFinding> listed = m_findings.first(std::min(m_findings.size(), MostListed));
    for (const LintFinding &finding : listed) {
        const QString place = m_placeNames(finding);
        //: %1 is where ("Main Prompt"), %2 what is doubtful there, in whole sentences
        const QString text =
            place.isEmpty() ? findingText(finding) : tr("%1: %2").arg(place, findingText(finding));
        auto *item = new QListWidgetItem(
            icon(IconName::Warning, isWarning(finding) ? m_theme.warning : m_theme.textDim), text, m_list);
        item->setData(Qt::AccessibleTextRole,
                      isWarning(finding) ? tr("Warning: %1").arg(text) : tr("Hint: %1").arg(text));
    }
    if (m_findings.size() > MostListed) {
        auto *rest =
            new QListWidgetItem(tr("and %n more", nullptr, int(m_findings.size() - MostListed)), m_list);
        rest->setFlags(Qt::NoItemFlags);
    }
    if (row >= 0 && m_list->count() > 0)
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    fitList();
}

// As high as its rows are, up to a point; how high they are depends on the width.
void FindingsBar::fitList()
{
    const int most = MostRows * (m_list->fontMetrics().lineSpacing() + 10);
    int height = 0;
    for (int row = 0; row < m_list->count() && height < most; ++row)
        height += m_list->sizeHintForRow(row);
    m_list->setFixedHeight(std::min(height, most) + 6);
}

void FindingsBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitList();
}

void FindingsBar::showHead()
{
    const auto warnings = int(std::ranges::count_if(m_findings, isWarning));
    const int hints = int(m_findings.size()) - warnings;
    QStringList parts;
    if (warnings > 0)
        parts.append(tr("%n warning(s)", nullptr, warnings));
    if (hints > 0)
        parts.append(tr("%n hint(s)", nullptr, hints));
    const bool isClean = m_findings.isEmpty();
    m_head->setText(isClean ? tr("No problems found") : parts.join(u" · "_s));
    m_head->setIcon(isClean ? QIcon()
                            : icon(IconName::Warning, warnings > 0 ? m_theme.warning : m_theme.textDim));
    m_head->setToolTip(isClean ? tr("No macro is unknown, and nothing is left unsent by mistake")
                               : tr("Show them all. F8 goes to the next one"));
    m_head->setEnabled(!isClean);
    if (isClean)
        setOpen(false);
    const QListWidgetItem *first = m_list->item(0);
    m_first->setWhole(first && !isOpen() ? first->text() : QString());
}

void FindingsBar::setOpen(bool isOpen)
{
    const bool shows = isOpen && !m_findings.isEmpty();
    m_head->setChecked(shows);
    if (shows == this->isOpen())
        return;
    m_list->setVisible(shows);
    fitList();
    showHead();
}

bool FindingsBar::isOpen() const
{
    return m_list->isVisibleTo(this);
}

void FindingsBar::step(int by)
{
    const auto count = int(std::min(m_findings.size(), MostListed));
    if (count == 0)
        return;
    const int now = m_list->currentRow();
    const int row = now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count;
    m_list->setCurrentRow(row);
    Q_EMIT chosen(m_findings.at(row));
}

} // namespace snug
