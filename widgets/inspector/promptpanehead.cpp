// What stands above the list of messages: as much of it as a fifth of the height has room for.
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/richlabel.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int partsOfHeight = 5; // it gets one
constexpr QMargins fullMargins(12, 8, 12, 6);
constexpr int fullSpacing = 5;
constexpr QMargins lowMargins(12, 4, 12, 3);
constexpr int lowHeadSpacing = 3;
constexpr int buttonSpacing = 6;
constexpr int leastFilter = 110;

} // namespace

void PromptPane::makeHead()
{
    m_more->setIcon(icon(IconName::Menu));
    m_more->setObjectName(u"morePrompt"_s);
    m_more->setToolTip(tr("Layout, colours, map, what if"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setMenu(m_moreMenu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->hide();
    connect(m_moreMenu, &QMenu::aboutToShow, this, &PromptPane::fillMore);
    fillMore(); // an empty menu would be greyed out on some desktops

    auto *sum = new QHBoxLayout;
    sum->setSpacing(6);
    sum->addWidget(m_budget, 1);
    sum->addWidget(m_more, 0, Qt::AlignTop);
    auto *find = new QHBoxLayout(m_findRow);
    find->setContentsMargins(0, 0, 0, 0);
    find->setSpacing(buttonSpacing);
    find->addWidget(m_filter, 1);
    find->addWidget(m_matches);
    find->addWidget(m_colourAll);
    find->addWidget(m_apart);
    find->addWidget(m_showMap);
    find->addWidget(m_whatIf);
    m_head->setContentsMargins(fullMargins);
    m_head->setSpacing(fullSpacing);
    m_head->addLayout(sum);
    m_head->addWidget(m_mode, 0, Qt::AlignLeft);
    m_head->addWidget(m_failure);
    m_head->addWidget(m_findRow);
}

void PromptPane::setHeadRoom(int height)
{
    if (m_headRoom == height)
        return;
    m_headRoom = height;
    placeHead();
}

// The list is what one reads. In a low pane the layout's button goes first, then the legend, to be told to
// those who point at the sum, then the search, until it is asked for. What has no place is in a menu.
void PromptPane::placeHead()
{
    const int room = m_headRoom.value_or(height() / partsOfHeight);
    const auto vertical = [](const QMargins &margins) { return margins.top() + margins.bottom(); };
    const int find = m_filter->sizeHint().height();
    const int mode = fullSpacing + m_mode->sizeHint().height();
    const int line = BudgetBar::legendLineHeight(m_theme);
    const int full = vertical(fullMargins) + m_budget->leastHeight(false) + fullSpacing + find;
    const int low = vertical(lowMargins) + m_budget->leastHeight(true) + lowHeadSpacing + find;
    const bool showsMode = m_hasMode && full + mode + fullSpacing + line <= room;
    const int rest = room - full - (showsMode ? mode : 0) - fullSpacing;
    m_isLow = full > room;
    m_budget->setLow(m_isLow);
    m_budget->setLegendLines(m_isLow ? 0 : std::max(0, rest / line));
    m_head->setContentsMargins(m_isLow ? lowMargins : fullMargins);
    const int between = m_isLow ? lowHeadSpacing : fullSpacing;
    if (m_head->spacing() != between) // setting it lays everything out again
        m_head->setSpacing(between);
    m_hasFind = low <= room || m_filter->hasFocus() || !m_filter->text().isEmpty();
    m_findRow->setVisible(m_hasFind);
    m_mode->setVisible(showsMode);
    placeButtons();
}

// As many as are wide enough for, the most pressed ones first.
void PromptPane::placeButtons()
{
    int room = width() - fullMargins.left() - fullMargins.right() - leastFilter;
    bool hasAll = m_hasFind && m_mode->isHidden() != m_hasMode;
    for (const auto &[button, exists] : {std::pair(m_whatIf, m_hasMode), std::pair(m_showMap, true),
                                         std::pair(m_apart, m_hasJoined), std::pair(m_colourAll, true)}) {
        if (exists)
            room -= button->sizeHint().width() + buttonSpacing;
        button->setVisible(exists && room >= 0);
        hasAll = hasAll && (!exists || room >= 0);
    }
    m_more->setVisible(!hasAll);
}

// Below the list, where it moves nothing.
void PromptPane::showReason()
{
    m_modeReason->setVisible(!m_modeReason->text().isEmpty() && m_reasonTime.isActive() && m_hasMode);
}

void PromptPane::fillMore()
{
    m_moreMenu->clear();
    if (m_hasMode && m_mode->isHidden() && m_mode->menu()) {
        m_moreMenu->addAction(m_modeMenu->menuAction());
        m_modeMenu->setTitle(tr("&Layout: %1").arg(m_mode->text()));
    } else if (m_hasMode && m_mode->isHidden()) {
        m_moreMenu->addAction(m_mode->text(), m_mode, &QPushButton::click);
    }
    const auto mirror = [this](QToolButton *button) {
        if (m_hasFind && !button->isHidden())
            return;
        QAction *action = m_moreMenu->addAction(button->text(), button, &QToolButton::click);
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setToolTip(button->toolTip());
    };
    if (!m_hasFind)
        m_moreMenu->addAction(tr("&Find in the Prompt"), this, &PromptPane::focusFilter);
    mirror(m_colourAll);
    if (m_hasJoined)
        mirror(m_apart);
    mirror(m_showMap);
    if (m_hasMode) // the live prompt
        mirror(m_whatIf);
}

void PromptPane::resizeEvent(QResizeEvent *event)
{
    placeHead();
    QWidget::resizeEvent(event);
}

} // namespace snug
