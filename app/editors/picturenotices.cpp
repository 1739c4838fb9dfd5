#include "app/editors/picturenotices.h"

#include "core/editing/documentediting.h"
#include "widgets/editors/editorstatus.h"

#include <QCoreApplication>

namespace snug {

namespace {

struct PictureNoticesText
{
    Q_DECLARE_TR_FUNCTIONS(PictureNotices)
};

} // namespace

void tellOfPicture(EditorStatus *status, DocumentEditing *editing,
                   const std::function<void(const KeptVersion &version)> &putBack)
{
    const auto back = [editing, putBack] {
        editing->versions().list(editing, [putBack](const QList<KeptVersion> &versions) {
            if (!versions.isEmpty())
                putBack(versions.first());
        });
    };
    status->tell(PictureNoticesText::tr("The picture is saved. The previous one is kept as a version."),
                 {{PictureNoticesText::tr("Restore the Previous One"), back}});
}

} // namespace snug
