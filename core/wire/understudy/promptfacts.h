// What the Understudy reads out of a prompt: who speaks, to whom, about what.
#pragma once

#include "core/model/role.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

struct UnderstudyMessage
{
    Role role = Role::User;
    QString name = {};
    QString content = {};

    bool operator==(const UnderstudyMessage &) const = default;
};

struct PromptFacts
{
    QString character; // a first name, or empty
    QString user;      // a first name, or empty
    QString lastUserText;
    QString echo;       // a telling word of it, or empty
    QStringList things; // lower-case nouns of the scene, in order of appearance
    bool isQuestion = false;
    bool isGreeting = false;
    bool asksWhoAnswers = false; // "are you a model?"
    bool speaksForUser = false;  // an impersonation
    bool continues = false;      // the last message is the character's own

    bool operator==(const PromptFacts &) const = default;
};

PromptFacts readPrompt(const QList<UnderstudyMessage> &messages);

} // namespace snug
