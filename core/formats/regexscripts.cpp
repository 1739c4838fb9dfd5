#include "core/formats/regexscripts.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

template <typename Fields> void scriptFields(Fields &f)
{
    f.field(u"id"_s, &RegexScript::id, AbsentCodec());
    f.field(u"scriptName"_s, &RegexScript::name);
    f.field(u"findRegex"_s, &RegexScript::find);
    f.field(u"replaceString"_s, &RegexScript::replacement);
    f.field(u"trimStrings"_s, &RegexScript::trimStrings);
    f.field(u"placement"_s, &RegexScript::placements);
    f.field(u"disabled"_s, &RegexScript::disabled);
    f.field(u"markdownOnly"_s, &RegexScript::displayOnly);
    f.field(u"promptOnly"_s, &RegexScript::promptOnly);
    f.field(u"runOnEdit"_s, &RegexScript::runOnEdit);
    f.field(u"substituteRegex"_s, &RegexScript::findMacros,
            NumberEnumCodec<RegexScript::FindMacros::None, RegexScript::FindMacros::Escaped>());
    f.field(u"minDepth"_s, &RegexScript::minDepth);
    f.field(u"maxDepth"_s, &RegexScript::maxDepth);
}

} // namespace

RegexScript readRegexScript(const Json &json, const Place &place, Warnings &warnings)
{
    RegexScript script;
    FieldReader reader(json, script, place, warnings);
    scriptFields(reader);
    script.source = json;
    return script;
}

QList<RegexScript> readRegexScriptList(const Json &array, const Place &place, Warnings &warnings)
{
    QList<RegexScript> scripts;
    if (!array.isUndefined() && !array.isNull() && !array.isArray())
        warnExpected(warnings, place, Json::array().typeName(), array);
    for (qsizetype i = 0; i < array.items().size(); ++i) {
        const Json &item = array.items()[i];
        if (item.isObject())
            scripts.append(readRegexScript(item, place.at(i), warnings));
        else
            warnExpected(warnings, place.at(i), Json::object().typeName(), item);
    }
    return scripts;
}

Json writtenRegexScript(const RegexScript &script)
{
    Warnings ignored;
    return writtenFields(script, readRegexScript(script.source, Place(), ignored),
                         [](auto &writer) { scriptFields(writer); });
}

Json writtenRegexScriptList(const Json &source, const QList<RegexScript> &scripts)
{
    return writtenList(source, scripts, writtenRegexScript);
}

Result<RegexScriptsReading> readRegexScripts(const QByteArray &bytes)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    RegexScriptsReading reading;
    reading.source = *document;
    if (document->isArray())
        reading.scripts = readRegexScriptList(*document, Place(), reading.warnings);
    else if (document->contains(u"findRegex") || document->contains(u"scriptName"))
        reading.scripts.append(readRegexScript(*document, Place(), reading.warnings));
    else
        return failure(QCoreApplication::translate("RegexScripts", "expected a regex script, found %1")
                           .arg(document->typeName()));
    return reading;
}

QByteArray writeRegexScripts(const QList<RegexScript> &scripts, const Json &source)
{
    if (!source.isArray() && scripts.size() == 1)
        return writeJson(writtenRegexScript(scripts.first()));
    const Json array = source.isArray() ? source : Json::array();
    Json document = array;
    const Json now = writtenRegexScriptList(array, scripts);
    if (now.isSameAs(array))
        return writeJson(array);
    // Changed in place, so that the file's layout stays.
    for (qsizetype i = document.size() - 1; i >= now.size(); --i)
        document.removeAt(i);
    for (qsizetype i = 0; i < now.size(); ++i) {
        if (i >= document.size())
            document.append(now.at(i));
        else if (!document.at(i).isSameAs(now.at(i)))
            document.setAt(i, now.at(i));
    }
    return writeJson(document);
}

} // namespace snug
