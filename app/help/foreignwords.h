// Words by which people who come from another program look for something, and the place where it is here.
#pragma once

#include "widgets/window/actions.h"

#include <QList>
#include <QString>

#include <variant>

namespace snug {

// A menu of the main window, where no single action is the place.
enum class WordMenu : quint8 {
    Personas,
    Presets,
    Lorebooks,
    Scripts,
    Modes,
    TextTemplates,
    Connections,
    Memories
};

struct ForeignWord
{
    QString word;    // theirs: "Author's Note"
    QString program; // "SillyTavern"
    QString here;    // what it is called here and how it is different, one sentence without its full stop
    std::variant<ActionId, WordMenu> target;
};

QList<ForeignWord> foreignWords();

} // namespace snug
