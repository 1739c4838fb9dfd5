// What a macro pass can read and what it can change.
#pragma once

#include "core/macros/macrobudget.h"
#include "core/macros/macrotext.h"
#include "core/model/json.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QMap>
#include <QSet>
#include <QString>

#include <functional>

namespace snug {

// One card's part of a text that the cards of a group share, and the names that count in it.
struct SharedCardText
{
    QString before = {};
    QString text = {};
    QString behind = {};
    QHash<QString, MacroValue> names = {};
};

// What a macro makes of one of the card's texts once that is resolved: {{mesExamples}} of the examples.
struct CardTextLayout
{
    QString type; // of the value that it makes
    std::function<QString(const QString &text)> layOut;
};

// Read only. Names are lower case.
struct MacroEnvironment
{
    // Macros without arguments whose value is known beforehand: names, card fields, chat, limits.
    QHash<QString, MacroValue> values;
    // The card's and the persona's texts as they stand there: resolved anew in each text that shows them,
    // without each other (then they are empty).
    QHash<QString, MacroValue> cardTexts;
    QHash<QString, QList<SharedCardText>> sharedTexts; // of these, instead of their texts
    QHash<QString, CardTextLayout> cardTextLayouts;
    bool areCardTextsEmpty = false;
    // Of `values`: what the card gives beside its texts, which these do not see either.
    QSet<QString> cardValues;
    bool collapsesNewlines = false; // of the card's texts, once they are resolved
    bool isOldEngine = false;       // SillyTavern's older engine reads the texts
    // Values that are empty from the second use in one text on: {{original}}.
    QHash<QString, MacroValue> valuesOnce;
    QList<MacroValue> greetings;        // the first message, then the alternates; resolved at each use
    QHash<QString, MacroValue> outlets; // by outlet name as it stands
    QDateTime now;
    QDateTime idleSince; // the last user message before the newest message; invalid = none
    QString chatHash;    // of the chat's id, decimal: seeds {{pick}}
    QString rerollSeed;  // chat_metadata.pick_reroll_seed, or empty
};

// Goes from pass to pass.
struct MacroState
{
    Json localVariables; // an object; Undefined = none yet
    QMap<QString, Json> globalVariables;
    bool localChanged = false;
    quint64 random = 0; // state of {{random}} and {{roll}}; start it with the seed
    // Shared with copies: they belong to the same assembly. Never null.
    MacroBudgetPtr budget = std::make_shared<MacroBudget>();
};

} // namespace snug
