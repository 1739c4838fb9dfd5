// Regex scripts: a file holds one object or an array; cards and settings hold arrays.
#pragma once

#include "core/formats/fields.h"
#include "core/model/regexscript.h"

namespace snug {

struct RegexScriptsReading
{
    QList<RegexScript> scripts;
    Json source; // the document as read
    Warnings warnings;
};

Result<RegexScriptsReading> readRegexScripts(const QByteArray &bytes);
// `source` is the reading's: it decides between one object and an array, and the layout.
QByteArray writeRegexScripts(const QList<RegexScript> &scripts, const Json &source = {});

RegexScript readRegexScript(const Json &json, const Place &place, Warnings &warnings);
QList<RegexScript> readRegexScriptList(const Json &array, const Place &place, Warnings &warnings);
Json writtenRegexScript(const RegexScript &script);
Json writtenRegexScriptList(const Json &source, const QList<RegexScript> &scripts);

} // namespace snug
