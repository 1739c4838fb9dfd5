#include "app/library/olddrafts.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "core/chat/unsenttexts.h"
#include "core/library/library.h"
#include "core/library/statefile.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Result<void> writeOldDrafts(const LibraryLayout &layout, const QMap<QString, QString> &drafts)
{
    for (const auto &[key, draft] : drafts.asKeyValueRange()) {
        const ChatReference reference{.cardFile = key.section(u'/', 0, 0), .name = key.section(u'/', 1)};
        const QString file = unsentTextsFile(layout, reference);
        if (draft.isEmpty() || stampOf(file).exists())
            continue;
        const UnsentTexts texts{.isOfBegunChat = false, .draft = draft, .sentAs = {}};
        if (const auto written = writeStateFile(file, writeUnsentTexts(texts)); !written)
            return written;
    }
    return {};
}

} // namespace

void moveOldDrafts(const AppContext &app, const QMap<QString, QString> &drafts)
{
    if (drafts.isEmpty())
        return;
    app.library.save(
        u"snug/unsent"_s, [drafts](LibraryStore &store) { return writeOldDrafts(store.layout(), drafts); },
        &app.libraryController,
        [&app](const Result<void> &moved) {
            if (!moved)
                app.libraryController.showError(moved.error());
        });
}

} // namespace snug
