#include "core/editing/ruleedits.h"

#include "core/formats/jsontext.h"
#include "core/library/rulefiles.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

DocumentFormat rulesFormat()
{
    DocumentFormat format;
    format.kind = DocumentKind::Rules;
    format.changeKind = LibraryChange::Kind::Templates;
    format.changedAs = LibraryLayout::folderName(LibraryLayout::Folder::Rules);
    format.path = rulesPath;
    format.read = [](const QByteArray &bytes, const QString &) {
        return readFramingRuleFile(bytes).transform([](const FramingRuleFileReading &reading) {
            return DocumentReading{DocumentValue::of(reading.value), reading.warnings};
        });
    };
    format.write = [](const DocumentValue &value, const QByteArray &) -> Result<QByteArray> {
        return writeFramingRuleFile(value.as<FramingRuleFile>());
    };
    format.document = parseJson;
    format.file = [](const Json &document, const QByteArray &) -> Result<QByteArray> {
        return writeJson(document);
    };
    return format;
}

static Json freshId()
{
    return Json(QUuid::createUuid().toString(QUuid::WithoutBraces));
}

Json newRule(const QString &name)
{
    return Json::object({{u"id"_s, freshId()},
                         {u"name"_s, Json(name)},
                         {u"enabled"_s, Json(true)},
                         {u"mode"_s, Json(u"always"_s)},
                         {u"find_regex"_s, Json(u""_s)},
                         {u"replace_regex"_s, Json(u""_s)},
                         {u"placement"_s, Json(u"after_macro"_s)},
                         {u"views"_s, Json::array({Json(u"assistant_view"_s)})},
                         {u"targets"_s, Json::array()}});
}

Json asNewRule(Json rule)
{
    rule.set(u"id"_s, freshId());
    return rule;
}

QList<Json> withRule(QList<Json> rules, const Json &added, qsizetype behind)
{
    rules.insert(behind >= 0 && behind < rules.size() ? behind + 1 : rules.size(), added);
    return rules;
}

QList<Json> withoutRule(QList<Json> rules, qsizetype row)
{
    if (row >= 0 && row < rules.size())
        rules.removeAt(row);
    return rules;
}

QList<Json> withRuleMoved(QList<Json> rules, qsizetype row, int direction)
{
    const qsizetype to = row + direction;
    if (row >= 0 && row < rules.size() && to >= 0 && to < rules.size())
        rules.move(row, to);
    return rules;
}

} // namespace snug
