// What can be done with several characters and groups at once.
#pragma once

#include "widgets/library/castmodel.h"

class QMenu;

namespace snug {

struct ManyChange
{
    enum class Kind : quint8 {
        AddTag,
        RemoveTag,
        AddLorebook,
        RemoveLorebook,
        Favourite,
        NoFavourite,
        Duplicate,
        Export,
        Delete
    };

    Kind kind = Kind::AddTag;
    QList<CastEntry> whom;
    QString what = {}; // the tag, or the lorebook; for AddTag the user is asked
};

// Fills a menu; `act` is called with what is chosen. `lorebooks`: all of the library.
void fillManyMenu(QMenu *menu, const QList<CastEntry> &whom, const QStringList &lorebooks,
                  const std::function<void(const ManyChange &)> &act);
// The tags, the lorebooks and the star of one, for its own menu.
void addMarksToMenu(QMenu *menu, const CastEntry &entry, const QStringList &lorebooks,
                    const std::function<void(const ManyChange &)> &act);

} // namespace snug
