#include "tests/durability/playedfolder.h"

#include "core/library/samplelibrary.h"
#include "tests/durability/faultserver.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace snug::durability {

void makePlayedLibrary(const QString &folder)
{
    const QString root = folder + u"/library"_s;
    QFile connections(root + u"/snug/connections.json"_s);
    if (!installSampleLibrary(root) || !QDir().mkpath(root + u"/snug"_s) ||
        !connections.open(QIODevice::WriteOnly) ||
        connections.write(R"({"active":"understudy","connections":[{"id":"understudy","name":"Understudy",)"
                          R"("kind":"understudy","baseUrl":"","model":"understudy"}]})") < 0)
        qFatal("no library in %s", qPrintable(folder));
}

void liveIn(const QString &root, const FaultServer &server)
{
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    if (!process.waitFor("state") ||
        !process.play({u"send U1x mode:ok"_s, u"settle saved"_s, u"send U2x mode:ok"_s, u"settle saved"_s}) ||
        process.quit() != 0)
        qFatal("nothing could be said in %s", qPrintable(root));
}

PlayedProcess::Environment surroundingsIn(const QString &folder)
{
    return {{u"QT_QPA_PLATFORM"_s, u"offscreen"_s},
            {u"QT_LOGGING_RULES"_s, u"*=false"_s},
            {u"XDG_STATE_HOME"_s, folder + u"/state"_s},
            {u"XDG_CONFIG_HOME"_s, folder + u"/config"_s}};
}

} // namespace snug::durability
