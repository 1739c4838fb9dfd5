#include "widgets/chat/storypainter.h"

#include "widgets/chat/messagepainter.h"
#include "widgets/theme/pictures.h"

#include <QPainter>

namespace snug {

void paintEmptyStory(QPainter &painter, const QRect &view, const Theme &theme, const QString &text)
{
    painter.setFont(theme.textFont());
    painter.setPen(theme.textDim);
    painter.drawText(view.adjusted(40, 40, -40, -40), int(Qt::AlignCenter) | int(Qt::TextWordWrap), text);
}

void paintStory(QPainter &painter, const QRect &exposed, const StoryLook &look)
{
    for (int row = look.place.visibleRows().first; row < look.rows.heights().count(); ++row) {
        const QRect rect = look.place.rect(row);
        if (rect.top() > exposed.bottom())
            break;
        if (!rect.intersects(exposed))
            continue;
        const MessageLayout &layout = look.rows.at(row);
        const QString file = layout.content().picture;
        if (look.pictures.wants(file))
            look.pictureWanted(file);
        MessagePaint how;
        how.exposed = exposed.intersected(rect).translated(-rect.topLeft());
        how.hovered = row == look.hoveredRow ? look.hoveredPart : MessagePart::None;
        how.isCurrent = row == look.currentRow;
        how.isInRun = look.run.isRun() && look.run.contains(row);
        how.hidesTime = row == look.barRow;
        how.number = look.numberOf(row);
        how.scale = look.scale;
        how.searched = look.searched;
        if (!look.selection.isEmpty() && look.selection.id() == layout.content().id) {
            how.selectedPart = look.selection.part();
            how.selectionStart = look.selection.start();
            how.selectionEnd = look.selection.end();
        }
        painter.save();
        painter.translate(rect.topLeft());
        paintMessage(painter, layout, how, look.pictures);
        painter.restore();
        look.scene.paint(painter, row);
    }
}

} // namespace snug
