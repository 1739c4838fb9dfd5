#include "widgets/inspector/segmentpopup.h"

#include "widgets/theme/plainlabel.h"

#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

SegmentPopup::SegmentPopup(QWidget *parent)
    : QFrame(parent, Qt::ToolTip)
    , m_theme(Theme::light())
    , m_path(new PlainLabel(this))
    , m_size(new PlainLabel(this))
{
    setObjectName(u"segmentPopup"_s);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 12, 9);
    column->setSpacing(3);
    column->addWidget(m_path);
    column->addWidget(m_size);
    for (PlainLabel *label : {m_path, m_size})
        label->setWordWrap(true);
}

void SegmentPopup::setTheme(const Theme &theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    m_path->setFont(theme.interfaceFont());
    m_size->setFont(theme.smallFont());
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_size->setPalette(dim);
}

void SegmentPopup::showFor(const SegmentFacts &facts, const QRect &place)
{
    m_group = facts.group;
    m_path->setText(facts.pathText());
    QStringList lines{facts.why, facts.size, facts.place, facts.tag};
    lines.removeAll(QString());
    m_size->setText(lines.join(u'\n'));
    setAccessibleName(facts.spoken());

    const QRect area = parentWidget()->screen()->availableGeometry();
    const int widest = std::min(area.width(), 420);
    const QMargins margins = layout()->contentsMargins();
    const auto widthOf = [](const PlainLabel *label) {
        int width = 0;
        for (const QString &line : label->text().split(u'\n'))
            width = std::max(width, label->fontMetrics().horizontalAdvance(line));
        return width + 4;
    };
    const int width =
        std::min(widest, std::max(widthOf(m_path), widthOf(m_size)) + margins.left() + margins.right());
    resize(width, layout()->heightForWidth(width));

    QPoint at(std::clamp(place.left(), area.left(), std::max(area.left(), area.right() - width)),
              place.bottom() + 4);
    if (at.y() + height() > area.bottom())
        at.setY(std::max(area.top(), place.top() - 4 - height()));
    move(at);
    show();
    update();
}

void SegmentPopup::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.raised);
    painter.setPen(mixed(m_theme.line, m_theme.text, 0.15));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.fillRect(QRect(1, 1, 4, height() - 2), m_theme.source(m_group));
}

} // namespace snug
