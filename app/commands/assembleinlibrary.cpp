#include "app/commands/assembleinlibrary.h"

#include "app/cases/promptjson.h"
#include "app/commands/commandline.h"
#include "app/settings.h"
#include "core/formats/jsontext.h"
#include "core/wire/withoutkeys.h"
#include "core/workspace/librarypreview.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace snug {

static Json sentJson(const WireRequest &request)
{
    const WireRequest shown = withoutKeys(request);
    return Json::object({{u"method"_s, Json(QString::fromLatin1(shown.method))},
                         {u"url"_s, Json(shown.url.toString(QUrl::FullyEncoded))},
                         {u"body"_s, Json(QString::fromUtf8(shown.body))}});
}

static int print(const PreparedPrompt &prepared, const Connections &connections)
{
    if (prepared.prompt.failure) {
        printError(prepared.prompt.failure->error.line());
        return exitNo;
    }
    Json result = promptJson(prepared.prompt);
    if (prepared.request)
        result.set(u"request"_s, sentJson(*prepared.request));
    else if (connections.active().isEmpty())
        printError(
            u"no connection is chosen in this library, so there is no request; choose one in the window"_s);
    else
        printError(
            u"the connection “%1” is not allowed on this computer, so there is no request; the window asks "
            "about it"_s.arg(connections.activeName()));
    return printJson(writeJson(result));
}

int assembleInLibrary(const QString &library, const QString &chat, const std::optional<QString> &draft,
                      const QDateTime &now)
{
    const QString root = QDir(library).absolutePath();
    // A path as the shell has it, or one inside the library.
    const QString file = QFileInfo::exists(chat) ? QFileInfo(chat).absoluteFilePath() : chat;
    Settings settings({}, Settings::Repair::No);
    LibraryPreview::Wish wish{
        .library = root, .outsideFolders = settings.outsideFolders(root), .chat = file, .draft = draft};
    if (now.isValid())
        wish.now = [now] { return now; };
    LibraryPreview preview(wish, settings);
    QObject::connect(&preview, &LibraryPreview::ready, &preview, [&preview](const PreparedPrompt &prepared) {
        QCoreApplication::exit(print(prepared, preview.workspace().connections));
    });
    QObject::connect(&preview, &LibraryPreview::warned, &preview, [file](const QList<Error> &warnings) {
        for (const Error &warning : warnings)
            printError(warning.inFile(file).line());
    });
    QObject::connect(&preview, &LibraryPreview::failed, &preview, [](const Error &error) {
        printError(error.hint.isEmpty() ? error.line() : QString(error.line() + u". "_s + error.hint));
        QCoreApplication::exit(exitNo);
    });
    QTimer::singleShot(0, &preview, &LibraryPreview::start);
    return QCoreApplication::exec();
}

} // namespace snug
