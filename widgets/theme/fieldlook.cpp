#include "widgets/theme/fieldlook.h"

#include <QPainter>
#include <QStyleOption>

namespace snug {

namespace {

void drawRounded(QPainter &painter, const QRect &rect, const QColor &line, qreal thickness,
                 const QBrush &ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, thickness) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    const qreal inset = line.isValid() ? thickness / 2 : 0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), fieldRadius - inset,
                            fieldRadius - inset);
    painter.restore();
}

QColor borderOf(QStyle::State state, const Theme &theme)
{
    return state.testFlag(QStyle::State_Enabled) ? theme.outline() : theme.line;
}

// An arrowhead of two strokes in the middle of `rect`.
void drawChevron(QPainter &painter, const QRect &rect, bool isUp, const QColor &colour)
{
    const QPointF middle = QRectF(rect).center();
    const qreal across = 3.5;
    const qreal along = isUp ? 1.75 : -1.75;
    const QPointF points[] = {{middle.x() - across, middle.y() + along},
                              {middle.x(), middle.y() - along},
                              {middle.x() + across, middle.y() + along}};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(points, 3);
    painter.restore();
}

QColor arrowColour(QStyle::State state, bool isPossible, const Theme &theme)
{
    return state.testFlag(QStyle::State_Enabled) && isPossible ? theme.text : theme.line;
}

QColor buttonGround(QStyle::State state, const Theme &theme)
{
    const QColor resting = theme.isDark() ? theme.raised : mixed(theme.pane, theme.raised, 0.6);
    if (!state.testFlag(QStyle::State_Enabled))
        return mixed(resting, theme.pane, 0.5);
    if (state & (QStyle::State_Sunken | QStyle::State_On))
        return mixed(resting, theme.text, 0.16);
    return state.testFlag(QStyle::State_MouseOver) ? mixed(resting, theme.text, 0.07) : resting;
}

bool isReachedByKeys(QStyle::State state)
{
    return state.testFlag(QStyle::State_HasFocus) && state.testFlag(QStyle::State_KeyboardFocusChange);
}

} // namespace

void paintFieldBorder(QPainter &painter, const QRect &rect, QStyle::State state, const Theme &theme)
{
    if (state.testFlag(QStyle::State_HasFocus) && state.testFlag(QStyle::State_Enabled))
        paintFocusRing(painter, rect, theme);
    else
        drawRounded(painter, rect, borderOf(state, theme), 1, Qt::NoBrush);
}

void paintField(QPainter &painter, const QRect &rect, QStyle::State state, const QColor &ground,
                const Theme &theme)
{
    drawRounded(painter, rect, {}, 0, ground);
    paintFieldBorder(painter, rect, state, theme);
}

void paintFocusRing(QPainter &painter, const QRect &rect, const Theme &theme)
{
    drawRounded(painter, rect, theme.accent, fieldRing, Qt::NoBrush);
}

void paintButton(QPainter &painter, const QStyleOption &option, const Theme &theme)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    const bool isDefault = button && button->features.testFlag(QStyleOptionButton::DefaultButton) &&
                           option.state.testFlag(QStyle::State_Enabled);
    drawRounded(painter, option.rect, isDefault ? theme.accent : borderOf(option.state, theme), 1,
                buttonGround(option.state, theme));
    if (isReachedByKeys(option.state))
        paintFocusRing(painter, option.rect, theme);
}

void paintMenuArrow(QPainter &painter, const QRect &rect, QStyle::State state, const Theme &theme)
{
    drawChevron(painter, rect, false, arrowColour(state, true, theme));
}

void paintComboBox(QPainter &painter, const QStyleOptionComboBox &box, const QRect &arrow, const Theme &theme)
{
    if (box.editable && box.frame) {
        paintField(painter, box.rect, box.state, box.palette.color(QPalette::Base), theme);
    } else if (box.frame) {
        drawRounded(painter, box.rect, borderOf(box.state, theme), 1, buttonGround(box.state, theme));
        if (isReachedByKeys(box.state))
            paintFocusRing(painter, box.rect, theme);
    }
    if (box.subControls.testFlag(QStyle::SC_ComboBoxArrow))
        drawChevron(painter, arrow, false, arrowColour(box.state, true, theme));
}

void paintSpinBox(QPainter &painter, const QStyleOptionSpinBox &box, const QRect &up, const QRect &down,
                  const Theme &theme)
{
    if (box.frame)
        paintField(painter, box.rect, box.state, box.palette.color(QPalette::Base), theme);
    if (box.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto drawStep = [&](const QRect &rect, QStyle::SubControl part, bool isPossible) {
        const bool isUnder = box.activeSubControls == part && box.state.testFlag(QStyle::State_MouseOver);
        if (isUnder && isPossible)
            painter.fillRect(
                rect.adjusted(0, 1, -1, -1),
                mixed(theme.surface, theme.text, box.state.testFlag(QStyle::State_Sunken) ? 0.16 : 0.07));
        drawChevron(painter, rect, part == QStyle::SC_SpinBoxUp, arrowColour(box.state, isPossible, theme));
    };
    drawStep(up, QStyle::SC_SpinBoxUp, box.stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled));
    drawStep(down, QStyle::SC_SpinBoxDown, box.stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled));
}

} // namespace snug
