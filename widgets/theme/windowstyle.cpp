#include "widgets/theme/windowstyle.h"

#include "widgets/theme/fieldlook.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/scrollbarlook.h"
#include "widgets/theme/viewlook.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QDialogButtonBox>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>
#include <QTreeView>

#include <algorithm>
#include <optional>

namespace snug {

static constexpr int menuArrow = 14;      // beside a button's text
static constexpr int listInset = 7;       // of a list's words
static constexpr int listGap = 6;         // added to the height of its rows
static constexpr int buttonInset = 7;     // of a button's words, beside Fusion's own
static constexpr int longestMotion = 120; // milliseconds

WindowStyle::WindowStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

// Enter in a field is about that field: it presses no button beside it, only the one that a dialog ends with.
void WindowStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    auto *button = qobject_cast<QPushButton *>(widget);
    if (button && !button->isDefault() && !qobject_cast<QDialogButtonBox *>(button->parentWidget()))
        button->setAutoDefault(false);
}

// Ours where each window has them. Fusion's are read from PNGs, for which Qt loads whatever decoders of
// pictures the system has.
static std::optional<IconName> ownIcon(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_LineEditClearButton:
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
        return IconName::Close;
    case QStyle::SP_TitleBarNormalButton:
        return IconName::Copy;
    case QStyle::SP_ToolBarHorizontalExtensionButton: // what does not fit the menu bar
        return IconName::ChevronRight;
    case QStyle::SP_ToolBarVerticalExtensionButton:
        return IconName::ChevronDown;
    default:
        return {};
    }
}

QIcon WindowStyle::standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    const std::optional<IconName> own = ownIcon(which);
    if (!own)
        return QProxyStyle::standardIcon(which, option, widget);
    QIcon &kept = m_icons[which]; // docks ask at each paint and each question for their size
    if (kept.isNull())
        kept = icon(*own);
    return kept;
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                           QStyleHintReturn *answer) const
{
    const int fusions = QProxyStyle::styleHint(hint, option, widget, answer);
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons: // words alone, whatever the desktop; its icons are Fusion's
                                              // again
        return 0;
    case SH_Widget_Animation_Duration: // 0 where the desktop wants none
        return std::min(fusions, longestMotion);
    default:
        return fusions;
    }
}

// Whose rows have room around their words: rows with a delegate of their own do not ask, and the list of a
// combo box is as the box.
static bool isPlainList(const QWidget *widget)
{
    return qobject_cast<const QListView *>(widget) && !widget->inherits("QComboBoxListView");
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarBreadth;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_DefaultFrameWidth:
        // Room for the ring; what is scrolled is drawn over everything further in.
        if (qobject_cast<const QAbstractScrollArea *>(widget))
            return fieldRing;
        break;
    case PM_FocusFrameHMargin:
        if (isPlainList(widget))
            return listInset;
        break;
    case PM_TabBarTabHSpace:
        return 10; // all pages of the inspector beside a narrow chat
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
        return 0; // the line below it says which one is chosen
    default:
        break;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

// A button that only opens its menu: the arrow has a place of its own beside the text.
static const QStyleOptionToolButton *menuButton(const QStyleOption *option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    using enum QStyleOptionToolButton::ToolButtonFeature;
    const bool isMenu = button && button->features.testFlag(HasMenu) &&
                        !button->features.testAnyFlags(MenuButtonPopup | PopupDelay) &&
                        button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
    return isMenu ? button : nullptr;
}

// One that is an icon alone.
static bool isPictureOfAMenu(const QStyleOption *option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    using enum QStyleOptionToolButton::ToolButtonFeature;
    return button && button->features.testFlag(HasMenu) && !button->features.testFlag(MenuButtonPopup) &&
           (button->toolButtonStyle == Qt::ToolButtonIconOnly || button->text.isEmpty());
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                                    const QWidget *widget) const
{
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_ItemViewItem && (isPlainList(widget) || qobject_cast<const QTreeView *>(widget)))
        return size + QSize(0, listGap);
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    if (type == CT_PushButton && button && !button->text.isEmpty() &&
        !button->features.testFlag(QStyleOptionButton::Flat))
        return size + QSize(2 * buttonInset, 0);
    return type == CT_ToolButton && menuButton(option) ? size + QSize(menuArrow, 0) : size;
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    if (const auto *button = menuButton(option); button && element == CE_ToolButtonLabel) {
        QStyleOptionToolButton label = *button;
        label.rect = visualRect(button->direction, button->rect, button->rect.adjusted(0, 0, -menuArrow, 0));
        QProxyStyle::drawControl(element, &label, painter, widget);
        return;
    }
    if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
        tab && element == CE_TabBarTabShape)
        return paintTab(*painter, *tab, m_theme);
    if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        header && element == CE_HeaderSection)
        return paintHeader(*painter, *header, m_theme);
    if (element == CE_HeaderEmptyArea)
        return paintHeaderRest(*painter, option->rect, m_theme);
    QProxyStyle::drawControl(element, option, painter, widget);
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                                  const QWidget *widget) const
{
    if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        bar && control == CC_ScrollBar)
        return scrollBarPart(*bar, part);
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    // The text keeps clear of the rounded corners.
    return element == SE_LineEditContents && frame && frame->lineWidth > 0 ? rect.adjusted(2, 0, -2, 0)
                                                                           : rect;
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                const QWidget *widget) const
{
    switch (element) {
    case PE_PanelLineEdit: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        const QColor ground = option->palette.color(QPalette::Base);
        if (frame && frame->lineWidth > 0)
            return paintField(*painter, option->rect, option->state, ground, m_theme);
        return painter->fillRect(option->rect, option->palette.brush(QPalette::Base));
    }
    case PE_FrameLineEdit:
        return paintFieldBorder(*painter, option->rect, option->state, m_theme);
    case PE_Frame:
        if (const auto *area = qobject_cast<const QAbstractScrollArea *>(widget))
            return paintField(*painter, option->rect, option->state, scrolledGround(area), m_theme);
        break;
    case PE_PanelScrollAreaCorner:
        if (const QColor ground = scrolledGround(widget); ground.isValid())
            return painter->fillRect(option->rect, ground);
        break;
    case PE_IndicatorArrowDown:
        if (const auto *button = menuButton(option); button && widget) {
            const QRect whole = widget->rect();
            const QRect arrow = whole.adjusted(whole.width() - menuArrow - 4, 0, -2, 0);
            return paintMenuArrow(*painter, visualRect(button->direction, whole, arrow), button->state,
                                  m_theme);
        }
        if (isPictureOfAMenu(option))
            return; // there is no room, and the picture says it
        return paintMenuArrow(*painter, option->rect, option->state, m_theme);
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow:
        if (const auto *row = qstyleoption_cast<const QStyleOptionViewItem *>(option))
            return paintRow(*painter, *row, element == PE_PanelItemViewRow);
        break;
    case PE_FrameTabWidget: // the line below the tabs alone
        return painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), m_theme.line);
    case PE_FrameTabBarBase:
        if (const auto *base = qstyleoption_cast<const QStyleOptionTabBarBase *>(option))
            return paintTabBase(*painter, base->rect, base->shape, m_theme);
        break;
    case PE_PanelButtonCommand:
        return paintButton(*painter, *option, m_theme);
    case PE_FrameFocusRect:
        if (qobject_cast<const QPushButton *>(widget) && !static_cast<const QPushButton *>(widget)->isFlat())
            return; // it has its ring already
        if (option->state.testFlag(State_KeyboardFocusChange))
            paintFocusRing(*painter, option->rect, m_theme);
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                     QPainter *painter, const QWidget *widget) const
{
    const auto part = [&](SubControl which) {
        return proxy()->subControlRect(control, option, which, widget);
    };
    if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        bar && control == CC_ScrollBar)
        return paintScrollBar(*painter, *bar, widget, m_theme);
    if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        box && control == CC_ComboBox)
        return paintComboBox(*painter, *box, part(SC_ComboBoxArrow), m_theme);
    if (const auto *box = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        box && control == CC_SpinBox)
        return paintSpinBox(*painter, *box, part(SC_SpinBoxUp), part(SC_SpinBoxDown), m_theme);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

// Fusion draws the outlines of boxes in the window's colour made 1.4 times darker and then a tenth lighter;
// on a dark window nobody would see them. The window's colour that gives an outline of at least this
// contrast.
static QColor windowForOutline(const Theme &theme)
{
    return theme.outline().lighter(theme.isDark() ? 140 : 127);
}

void applyTheme(QApplication &application, const Theme &theme)
{
    auto *style = qobject_cast<WindowStyle *>(QApplication::style());
    if (!style) {
        style = new WindowStyle;
        application.setStyle(style);
    }
    style->setTheme(theme);
    application.setPalette(theme.palette());
    QPalette framed = theme.palette();
    framed.setColor(QPalette::Window, windowForOutline(theme));
    for (const char *name : {"QCheckBox", "QRadioButton", "QAbstractItemView"})
        QApplication::setPalette(framed, name);
}

} // namespace snug
