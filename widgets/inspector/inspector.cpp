#include "widgets/inspector/inspector.h"

#include "widgets/inspector/changespane.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/inspector/variablespane.h"
#include "widgets/inspector/veiloverlay.h"
#include "widgets/inspector/warningstrip.h"
#include "widgets/inspector/whatifbar.h"
#include "widgets/inspector/whatifedge.h"
#include "widgets/inspector/wirepane.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QCoreApplication>
#include <QStackedLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int roomyHeight = 700; // less than this has no room above the pages for who speaks
constexpr int dimDelay = 100;    // milliseconds: shorter assemblies are not worth a flicker

// Its pages take the height that there is. Asked how high they would like to be at this width, all of them,
// shown or not, would lay out all their words at each key.
class PageTabs : public QTabWidget
{
public:
    using QTabWidget::QTabWidget;
    bool hasHeightForWidth() const override { return false; }

protected:
    // Where a word on a page changes, QTabWidget places and paints everything anew. Only its bar is a reason.
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::LayoutRequest)
            return QTabWidget::event(event);
        const QSize bar = tabBar()->sizeHint();
        return std::exchange(m_bar, bar) == bar ? QWidget::event(event) : QTabWidget::event(event);
    }

private:
    QSize m_bar;
};

} // namespace

Inspector::Inspector(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_tabs(new PageTabs)
    , m_prompt(new PromptPane)
    , m_lore(new LorePane)
    , m_wire(new WirePane)
    , m_comparison(new ComparisonPane)
    , m_changes(new ChangesPane)
    , m_history(new HistoryPane)
    , m_variables(new VariablesPane)
    , m_speakers(new SpeakerStrip)
    , m_warnings(new WarningStrip)
    , m_asEdited(new PlainLabel)
    , m_content(new QWidget)
    , m_column(new QVBoxLayout(m_content))
    , m_empty(new PlainLabel)
    , m_stack(new QStackedLayout(this))
    , m_veil(nullptr)
    , m_whatIf(new WhatIfBar)
    , m_edge(nullptr)
{
    setAccessibleName(tr("Prompt inspector"));
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Inspector pages"));
    m_tabs->addTab(m_prompt, tr("Prompt"));
    m_tabs->addTab(m_lore, tr("Lore"));
    m_tabs->addTab(m_wire, tr("Wire"));
    m_tabs->addTab(m_changes, tr("Diff"));
    m_tabs->addTab(m_history, tr("History"));
    m_tabs->addTab(m_variables, tr("Variables"));
    m_tabs->addTab(m_comparison, tr("Compare"));
    setComparable(false);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_asEdited->setObjectName(u"asEdited"_s);
    m_asEdited->setAccessibleName(tr("Unsaved edits in the prompt"));
    m_asEdited->setWordWrap(true);
    m_asEdited->setContentsMargins(12, 6, 12, 6);
    m_asEdited->setAutoFillBackground(true);
    m_asEdited->hide();
    m_column->addWidget(m_speakers);
    m_column->addWidget(m_tabs, 1);
    // What comes and goes stands below: it moves no row that one aims at.
    m_column->addWidget(m_warnings);
    m_column->addWidget(m_asEdited);
    m_column->addWidget(m_whatIf);
    m_speakers->installEventFilter(this);
    setSaysNothing(false);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(32, 24, 32, 24);
    m_empty->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // nor does its text
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    m_veil = new VeilOverlay(m_content);
    m_edge = new WhatIfEdge(m_content);

    m_dimDelay.setSingleShot(true);
    m_dimDelay.setInterval(dimDelay);
    connect(&m_dimDelay, &QTimer::timeout, this, [this] {
        m_veil->raise();
        m_veil->show();
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &Inspector::showCurrentPage);
    connect(m_prompt, &PromptPane::sourceRequested, this, &Inspector::sourceRequested);
    connect(m_prompt, &PromptPane::modeRequested, this, &Inspector::modeRequested);
    connect(m_prompt, &PromptPane::templatesRequested, this, &Inspector::templatesRequested);
    connect(m_warnings, &WarningStrip::layoutRequested, this, &Inspector::layoutRequested);
    connect(m_prompt->list(), &PromptList::switchRequested, this, &Inspector::switchRequested);
    connect(m_prompt->list(), &PromptList::editRequested, this, &Inspector::editRequested);
    connect(m_prompt->list(), &PromptList::belowRequested, this, &Inspector::belowRequested);
    connect(m_lore, &LorePane::switchRequested, this,
            [this](const QString &book, int uid, const QString &title) {
                Q_EMIT switchRequested(
                    Source(SourceKind::WorldBookEntry, u"%1.%2"_s.arg(book).arg(uid),
                           QCoreApplication::translate("PromptSources", "lore %1: %2").arg(book, title)));
            });
    connect(m_prompt, &PromptPane::searchLoreRequested, this, [this](const QString &text) {
        m_lore->setFilter(text);
        bringToFront(m_lore);
        m_lore->focusFilter();
    });
    connect(m_prompt, &PromptPane::moveBelowRequested, this, &Inspector::moveBelowRequested);
    connect(m_prompt, &PromptPane::copied, this, &Inspector::copied);
    connect(m_variables, &VariablesPane::sourceRequested, this, &Inspector::sourceRequested);
    connect(m_wire, &WirePane::copied, this, &Inspector::copied);
    connect(m_lore, &LorePane::openLoreEntry, this, &Inspector::openLoreEntry);
    connect(m_lore, &LorePane::copied, this, &Inspector::copied);
    connect(m_lore, &LorePane::simulationRequested, this, &Inspector::simulationRequested);
    connect(m_lore, &LorePane::messageRequested, this, &Inspector::messageRequested);

    auto *find = new QAction(tr("Find in the inspector"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QAction::triggered, this, &Inspector::focusFilter);
    addAction(find);
    setTheme(m_theme);
}

Inspector::~Inspector() = default;

void Inspector::setTheme(const Theme &theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    m_prompt->setTheme(theme);
    m_lore->setTheme(theme);
    m_wire->setTheme(theme);
    m_comparison->setTheme(theme);
    m_changes->setTheme(theme);
    m_history->setTheme(theme);
    m_variables->setTheme(theme);
    m_speakers->setTheme(theme);
    m_warnings->setTheme(theme);
    m_whatIf->setTheme(theme);
    m_edge->setColour(theme.whatIf);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_empty->setPalette(dim);
    QPalette edited = theme.palette();
    edited.setColor(QPalette::Window, theme.tint(theme.accent, 0.16));
    edited.setColor(QPalette::WindowText, theme.text);
    m_asEdited->setPalette(edited);
    m_asEdited->setFont(theme.smallFont());
    QColor veil = theme.pane;
    veil.setAlphaF(0.5F);
    m_veil->setColour(veil);
}

void Inspector::setState(const InspectorState &state)
{
    if (state.generation < m_state.generation)
        return;
    m_state = state;
    m_pendingPrompt = m_pendingLore = m_pendingWire = true;
    m_stack->setCurrentWidget(state.prompt ? m_content : static_cast<QWidget *>(m_empty));
    showCurrentPage();
    setStale(state.stale);
    Q_EMIT stateChanged();
}

void Inspector::setStale(bool stale)
{
    m_state.stale = stale;
    if (!stale) {
        m_dimDelay.stop();
        m_veil->hide();
    } else if (m_veil->isHidden() && !m_dimDelay.isActive()) {
        m_dimDelay.start();
    }
}

void Inspector::setAsEdited(const QStringList &names)
{
    m_asEdited->setVisible(!names.isEmpty());
    //: %1 is a list such as "preset Default, lorebook Harbour"
    m_asEdited->setText(tr("As edited: %1. Sent like this, though not saved yet.").arg(names.join(u", "_s)));
}

void Inspector::setSaysNothing(bool saysNothing)
{
    m_empty->setText(saysNothing ? QString() : tr("No chat open. Open one and its prompt appears here."));
}

bool Inspector::isDimmed() const
{
    return !m_veil->isHidden();
}

void Inspector::showCurrentPage()
{
    if (!isVisible() || !m_state.prompt)
        return;
    const AssembledPrompt &prompt = *m_state.prompt;
    m_warnings->setWarnings(prompt.trace.warnings, prompt.trace.hasLayoutSwitch);
    const QWidget *page = m_tabs->currentWidget();
    if (page == m_prompt && std::exchange(m_pendingPrompt, false)) {
        m_prompt->setOutbound(m_state.outbound, m_state.leftOut);
        m_prompt->setPrompt(prompt, m_state.requestedMode, m_state.counter);
    } else if (page == m_lore && std::exchange(m_pendingLore, false))
        m_lore->setLore(prompt);
    else if (page == m_wire && std::exchange(m_pendingWire, false))
        m_wire->setRequest(m_state.request, m_state.prompt && m_state.prompt->failure);
}

// All that is above the list of messages gets a fifth of the height.
void Inspector::placeSpeakers()
{
    const bool isAbove = height() >= roomyHeight;
    if (const int place = isAbove ? 0 : 1; m_column->indexOf(m_speakers) != place) {
        m_column->removeWidget(m_speakers);
        m_column->insertWidget(place, m_speakers);
    }
    const bool counts = isAbove && !m_speakers->isHidden();
    m_prompt->setHeadRoom(height() / 5 - m_tabs->tabBar()->sizeHint().height() -
                          (counts ? m_speakers->sizeHint().height() : 0));
}

void Inspector::resizeEvent(QResizeEvent *event)
{
    placeSpeakers();
    QWidget::resizeEvent(event);
}

bool Inspector::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_speakers &&
        (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent))
        placeSpeakers();
    return QWidget::eventFilter(watched, event);
}

void Inspector::showEvent(QShowEvent *event)
{
    showCurrentPage();
    QWidget::showEvent(event);
}

void Inspector::focusFilter()
{
    const QWidget *page = m_tabs->currentWidget();
    if (page == m_prompt)
        m_prompt->focusFilter();
    else if (page == m_lore)
        m_lore->focusFilter();
    else if (page == m_wire)
        m_wire->focusFilter();
    else if (page == m_history)
        m_history->focusFilter();
    else if (page == m_variables)
        m_variables->focusFilter();
    else if (page == m_changes)
        m_changes->focusList();
}

void Inspector::setComparable(bool isComparable)
{
    m_tabs->setTabVisible(m_tabs->indexOf(m_comparison), isComparable);
}

void Inspector::setTrying(bool isTrying)
{
    m_edge->setVisible(isTrying);
    m_edge->raise();
}

bool Inspector::isTrying() const
{
    return !m_edge->isHidden();
}

void Inspector::setCache(const std::optional<CacheFacts> &facts)
{
    m_prompt->setCache(facts);
}

void Inspector::bringToFront(QWidget *page)
{
    m_tabs->setCurrentWidget(page);
}

void Inspector::focusContent()
{
    if (m_tabs->currentWidget() == m_prompt)
        m_prompt->list()->setFocus(Qt::ShortcutFocusReason);
    else if (m_tabs->currentWidget() == m_changes)
        m_changes->focusList();
    else if (m_tabs->currentWidget() == m_history)
        m_history->focusList();
    else
        m_tabs->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
