#include "core/library/usualplaces.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

QString usualSillyTavernFolder(const QString &home)
{
    for (const QString &parent : {u""_s, u"SillyTavern-Launcher/"_s, u"Documents/"_s, u"Downloads/"_s,
                                  u"git/"_s, u"src/"_s, u"Apps/"_s, u"ai/"_s}) {
        for (const QString &name : {u"SillyTavern"_s, u"sillytavern"_s}) {
            // Before version 1.12 the user's files were in the folder "public".
            for (const QString &user : {u"/data/default-user"_s, u"/public"_s}) {
                const QString folder = home + u'/' + parent + name + user;
                if (QDir(folder + u"/characters"_s).exists())
                    return folder;
            }
        }
    }
    return {};
}

bool isWrittenBySillyTavern(const Json &settings)
{
    return settings.contains(u"firstRun") || settings.contains(u"currentVersion");
}

} // namespace snug
