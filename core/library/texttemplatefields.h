// What the templates of a text completion say, one field at a time: for forms and for undo's words.
#pragma once

#include "core/library/fieldinfo.h"
#include "core/model/texttemplates.h"

#include <QVariant>

#include <functional>

namespace snug {

// `info.id` is the field's place in its list.
template <typename T> struct TextTemplateField
{
    FieldInfo info;
    QString section; // the heading it stands under; fields of one section follow each other
    QString key;     // in the file; the sources of a prompt and what `snug lint` finds go by it
    int lines = 1;   // how much of a text is shown at once
    std::function<QVariant(const T &value)> get;
    std::function<void(T &value, const QVariant &to)> set;
};

// The names are not among them: those are the files'.
QList<TextTemplateField<ContextTemplate>> contextFields();
QList<TextTemplateField<InstructTemplate>> instructFields();
QList<TextTemplateField<SystemPrompt>> systemPromptFields();

} // namespace snug
