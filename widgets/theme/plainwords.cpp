#include "widgets/theme/plainwords.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QScreen>

#include <algorithm>

namespace snug {

namespace {

constexpr int charactersAcross = 72;
constexpr qsizetype longestTip = 1200;

bool isTip(const QLabel *label)
{
    return label->windowType() == Qt::ToolTip;
}

} // namespace

PlainWords::PlainWords(QApplication &application)
{
    application.installEventFilter(this);
}

bool PlainWords::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Polish:
        // Comes before a label measures its text, and a tool tip's before it has any.
        if (auto *label = qobject_cast<QLabel *>(watched);
            label && (label->textFormat() == Qt::AutoText || isTip(label)))
            label->setTextFormat(Qt::PlainText);
        break;
    case QEvent::ToolTip:
        m_asked = static_cast<QHelpEvent *>(event)->globalPos();
        break;
    case QEvent::Show:
    case QEvent::Resize:
        if (auto *label = qobject_cast<QLabel *>(watched); label && isTip(label))
            fitTip(label);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

// Qt makes a tool tip of plain text as wide as its longest line.
void PlainWords::fitTip(QLabel *tip) const
{
    if (tip->text().size() > longestTip)
        tip->setText(tip->text().first(longestTip) + QChar(0x2026));
    const int width = tip->fontMetrics().averageCharWidth() * charactersAcross;
    if (tip->width() <= width)
        return;
    tip->setWordWrap(true);
    tip->resize(width, tip->heightForWidth(width));
    if (tip->isVisible())
        return; // is placed after this
    const QRect screen = tip->screen()->availableGeometry();
    const QPoint wanted = m_asked + QPoint(2, 16);
    tip->move(std::clamp(wanted.x(), screen.left(), std::max(screen.left(), screen.right() - width)),
              wanted.y() + tip->height() <= screen.bottom()
                  ? wanted.y()
                  : std::max(screen.top(), m_asked.y() - tip->height() - 4));
}

} // namespace snug
