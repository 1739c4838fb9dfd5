#include "core/templates/templatedata.h"

namespace snug {

TemplateData TemplateData::null()
{
    TemplateData data;
    data.kind = Kind::Null;
    return data;
}

TemplateData TemplateData::fromBool(bool value)
{
    TemplateData data;
    data.kind = Kind::Bool;
    data.number = value;
    return data;
}

TemplateData TemplateData::fromNumber(double value)
{
    TemplateData data;
    data.kind = Kind::Number;
    data.number = value;
    return data;
}

TemplateData TemplateData::fromText(QString text, int origin)
{
    TemplateData data;
    data.kind = Kind::Text;
    data.text = std::move(text);
    data.origin = origin;
    return data;
}

TemplateData TemplateData::fromItems(Items items)
{
    TemplateData data;
    data.kind = Kind::List;
    data.items = std::make_shared<const Items>(std::move(items));
    return data;
}

TemplateData TemplateData::fromLines(Items items)
{
    TemplateData data = fromItems(std::move(items));
    data.printsLines = true;
    return data;
}

TemplateData TemplateData::fromMembers(Members members)
{
    TemplateData data;
    data.kind = Kind::Object;
    data.members = std::make_shared<const Members>(std::move(members));
    return data;
}

TemplateData TemplateData::fromFunction(QString name, Items about)
{
    TemplateData data = fromItems(std::move(about));
    data.kind = Kind::Function;
    data.text = std::move(name);
    return data;
}

TemplateData TemplateData::fromJson(const Json &json)
{
    switch (json.type()) {
    case Json::Type::Undefined:
        return {};
    case Json::Type::Null:
        return null();
    case Json::Type::Bool:
        return fromBool(json.toBool());
    case Json::Type::Number:
        return fromNumber(json.asDouble().value_or(0));
    case Json::Type::String:
        return fromText(json.asString().value_or(QString()));
    case Json::Type::Array: {
        Items items;
        items.reserve(size_t(json.size()));
        for (const Json &item : json.items())
            items.push_back(fromJson(item));
        return fromItems(std::move(items));
    }
    case Json::Type::Object:
        break;
    }
    Members members;
    members.reserve(size_t(json.size()));
    for (const Json::Member &member : json.members())
        members.emplace_back(member.key, fromJson(member.value));
    return fromMembers(std::move(members));
}

} // namespace snug
