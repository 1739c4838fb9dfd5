// Which instruct template a model asks for by its name.
#pragma once

#include "core/model/texttemplates.h"
#include "core/regex/regexengine.h"

#include <QStringList>

namespace snug {

struct InstructChoice
{
    QString name;        // empty: none of them
    QStringList invalid; // names of templates whose expression cannot be searched with, each with why
};

// The first template, in this order, whose `activation_regex` is found in the model's name
// (SillyTavern 1.19). Blocks; not for the window's thread.
InstructChoice instructForModel(const QList<InstructTemplate> &templates, const QString &model,
                                RegexEngine &engine);

} // namespace snug
