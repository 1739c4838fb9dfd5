#include "widgets/theme/closeddocument.h"

#include <QImage>
#include <QVariant>

namespace snug {

QVariant ClosedDocument::loadResource(int type, const QUrl &)
{
    if (type != ImageResource)
        return {};
    // With nothing in its hands Qt would try the address as the name of a file.
    QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
    nothing.fill(Qt::transparent);
    return nothing;
}

} // namespace snug
