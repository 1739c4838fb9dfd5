// What a template is given: plain data that never changes. Each render makes its own values of it.
#pragma once

#include "core/model/json.h"

#include <QString>

#include <memory>
#include <utility>
#include <vector>

namespace snug {

// A tree of plain data. `origin` is the caller's number for where a text came from (a card's field, a
// message); it comes back in the spans of what was rendered, whatever the template did with the value.
struct TemplateData
{
    enum class Kind : quint8 { Undefined, Null, Bool, Number, Text, List, Object, Function };
    using Members = std::vector<std::pair<QString, TemplateData>>;
    using Items = std::vector<TemplateData>;

    Kind kind = Kind::Undefined;
    bool printsLines = false; // a list that prints one item a line
    bool printsName = false;  // an object that prints as its "name"
    bool hasToJson = false;   // toJSON() gives it as JSON
    int origin = -1;
    double number = 0; // of Bool too
    QString text = {}; // of a Function its name: chatFunction()
    std::shared_ptr<const Items> items = {};
    std::shared_ptr<const Members> members = {};

    static TemplateData null();
    static TemplateData fromBool(bool value);
    static TemplateData fromNumber(double value);
    static TemplateData fromText(QString text, int origin = -1);
    static TemplateData fromItems(Items items);
    static TemplateData fromLines(Items items);
    static TemplateData fromMembers(Members members);
    static TemplateData fromFunction(QString name, Items about = {});
    // Members in their order; a repeated one counts by its last value.
    static TemplateData fromJson(const Json &json);
};

} // namespace snug
