// What can be done with several characters and groups at once.
#pragma once

#include "widgets/library/castmodel.h"

class QMenu;

namespace snug {

struct ManyChange
{
    enum class Kind : quint8 { AddTag, RemoveTag, Favourite, NoFavourite, Export, Delete };

    Kind kind = Kind::AddTag;
    QList<CastEntry> whom;
    QString tag = {}; // for RemoveTag; for AddTag the user is asked
};

// Fills a menu; `act` is called with what is chosen.
void fillManyMenu(QMenu *menu, const QList<CastEntry> &whom,
                  const std::function<void(const ManyChange &)> &act);
// The tags and the star of one, for its own menu.
void addMarksToMenu(QMenu *menu, const CastEntry &entry, const std::function<void(const ManyChange &)> &act);

} // namespace snug
