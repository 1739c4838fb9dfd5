#include "tests/gui/promptclicks.h"

#include "widgets/inspector/outboundmodel.h"

#include <QScrollBar>
#include <QTest>

namespace snug {

static const QList<OutboundMessage> &messagesOf(const PromptList *list)
{
    return static_cast<const OutboundModel *>(list->model())->messages();
}

PromptList::Segment stretchOf(const PromptList *list, const WantedSource &wanted)
{
    const QList<OutboundMessage> &messages = messagesOf(list);
    for (int row = 0; row < messages.size(); ++row) {
        const auto &spans = messages.at(row).content.spans();
        for (qsizetype span = 0; span < spans.size(); ++span) {
            if (wanted(spans.at(span).source))
                return {row, span};
        }
    }
    return {};
}

PromptList::Segment stretchOf(const PromptList *list, SourceKind kind)
{
    return stretchOf(list, [kind](const Source &source) { return source.kind() == kind; });
}

Source sourceOf(const PromptList *list, const PromptList::Segment &stretch)
{
    return stretch.row < 0 || stretch.span < 0
               ? Source()
               : messagesOf(list).at(stretch.row).content.spans().at(stretch.span).source;
}

QPoint placeOf(PromptList *list, const PromptList::Segment &stretch)
{
    if (stretch.row < 0)
        return {};
    if (!list->isVisible()) // from the Studio back to the chat
        QTest::keyClick(list->window(), Qt::Key_Left, Qt::AltModifier);
    const QModelIndex row = list->model()->index(stretch.row, 0);
    list->scrollTo(row, QAbstractItemView::PositionAtTop);
    QRect place = list->segmentRect(stretch);
    if (place.isNull() && list->isFolded(stretch.row)) {
        list->setCurrentIndex(row);
        QTest::keyClick(list, Qt::Key_Return);
        place = list->segmentRect(stretch);
    }
    const QRect seen = list->viewport()->rect();
    if (!seen.contains(place.topLeft())) {
        QScrollBar *bar = list->verticalScrollBar();
        bar->setValue(bar->value() + place.top() - seen.height() / 3);
        place = list->segmentRect(stretch);
    }
    // It may begin within a line, behind another's end.
    place &= seen;
    for (int y = place.top() + 6; y < place.bottom(); y += 6) {
        for (int x = place.left() + 3; x < place.right(); x += 3) {
            if (list->segmentAt({x, y}) == stretch)
                return {x, y};
        }
    }
    return {};
}

bool goToSource(PromptList *list, const PromptList::Segment &stretch)
{
    const QPoint place = placeOf(list, stretch);
    if (place.isNull())
        return false;
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, place);
    return true;
}

} // namespace snug
