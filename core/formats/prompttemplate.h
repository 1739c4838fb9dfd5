// Files of templates: an object with the key "template", or plain template text.
#pragma once

#include "core/formats/fields.h"
#include "core/model/prompttemplate.h"

namespace snug {

struct PromptTemplateReading
{
    PromptTemplate value;
    Warnings warnings;
};

Result<PromptTemplateReading> readPromptTemplate(const QByteArray &bytes, const QString &name = {});
// As readPromptTemplate(); what is no such object is the text of a template.
Result<PromptTemplateReading> readPromptTemplateOrText(const QByteArray &bytes, const QString &name = {});
// Unknown keys stay; an unchanged value is written as the same bytes.
QByteArray writePromptTemplate(const PromptTemplate &value);

} // namespace snug
