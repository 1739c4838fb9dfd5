#include "core/formats/prompttemplate.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

template <typename Fields> void fieldsOf(Fields &f)
{
    f.field(u"template"_s, &PromptTemplate::text);
    f.field(u"system_prompt"_s, &PromptTemplate::systemPrompt);
    f.field(u"history"_s, &PromptTemplate::historyRule);
    f.field(u"strict"_s, &PromptTemplate::isStrict);
}

PromptTemplateReading readingOf(const Json &document)
{
    PromptTemplateReading reading;
    const Place root;
    FieldReader reader(document, reading.value, root, reading.warnings);
    fieldsOf(reader);
    reading.value.source = document;
    return reading;
}

} // namespace

Result<PromptTemplateReading> readPromptTemplate(const QByteArray &bytes, const QString &name)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject() || !document->contains(u"template"))
        return failure(QCoreApplication::translate("PromptTemplateFile",
                                                   "not a template: there is no “template” in it"));
    PromptTemplateReading reading = readingOf(*document);
    reading.value.name = name;
    return reading;
}

Result<PromptTemplateReading> readPromptTemplateOrText(const QByteArray &bytes, const QString &name)
{
    const Result<Json> document = parseJson(bytes);
    if (document && document->isObject() && document->value(u"template").isString())
        return readPromptTemplate(bytes, name);
    PromptTemplateReading reading;
    reading.value.name = name;
    reading.value.text = QString::fromUtf8(bytes);
    return reading;
}

QByteArray writePromptTemplate(const PromptTemplate &value)
{
    const Json document =
        writtenFields(value, readingOf(value.source).value, [](auto &writer) { fieldsOf(writer); });
    return value.source.isObject() ? writeJson(document) : writeJson(document, JsonStyle{.indent = 4});
}

} // namespace snug
