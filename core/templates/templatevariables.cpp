#include "core/templates/templatevariables.h"

#include "core/templates/chatfunctions.h"
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

bool isRefusedMethod(QStringView name)
{
    return name == u"apply" || name == u"bind" || name == u"call" || name == u"matchAll";
}

TemplateValue TemplateVariables::member(const TemplateValue &target, const TemplateValue &key)
{
    if (target.isMissing() || failed())
        return {};
    // A list's place, without making a text of it.
    const double *place = key.number();
    const bool isPlace = place && *place >= 0 && *place == std::floor(*place) && *place < 4e9;
    if (const TemplateList *list = target.list(); list && isPlace)
        return *place < double(list->items.size()) ? list->items[size_t(*place)] : TemplateValue();
    const QString name = templateText(key);
    if (isBlockedProperty(name))
        return {};
    if (const TemplateObject *object = target.object()) {
        if (const TemplateValue *value = object->find(name))
            return *value;
    }
    bool numeric = false;
    const uint index = name.toUInt(&numeric);
    numeric = numeric && name == QString::number(index);
    if (const TemplateText *text = target.text()) {
        if (name == u"length")
            return text->text.size();
        if (numeric)
            return index < text->text.size() ? TemplateValue(sliced(textOf(target), index, 1))
                                             : TemplateValue();
    } else if (const TemplateList *list = target.list()) {
        if (name == u"length")
            return qsizetype(list->items.size());
        if (numeric)
            return index < list->items.size() ? list->items[index] : TemplateValue();
    }
    const TemplateMethod method = isRefusedMethod(name) ? nullptr : methodOf(target, name);
    if (!method)
        return {};
    return heap().function(name,
                           [method, target](TemplateEvaluation &self, const TemplateArguments &arguments) {
                               return method(self, target, arguments);
                           });
}

TemplateValue TemplateVariables::lookup(const QString &name)
{
    bool isOutside = false; // of the text that stands here
    for (TemplateFrame *frame = place().frame.get(); frame; frame = frame->parent.get()) {
        for (const TemplateFrame::Binding &binding : frame->bindings) {
            if (binding.name == name && !(isOutside && binding.isOfText) &&
                (binding.isFixed || binding.isHiding || !binding.value.isUndefined()))
                return binding.value;
        }
        if (frame->loopIndex >= 0 && name == u"loop") {
            const qsizetype index = frame->loopIndex;
            const qsizetype length = frame->loopLength;
            TemplateObject *loop = frame->loop ? frame->loop : frame->loop = heap().object();
            loop->members = {{u"index"_s, index + 1},
                             {u"index0"_s, index},
                             {u"revindex"_s, length - index},
                             {u"revindex0"_s, length - index - 1},
                             {u"first"_s, index == 0},
                             {u"last"_s, index == length - 1},
                             {u"length"_s, length}};
            return loop;
        }
        isOutside = isOutside || frame->isOwnText;
    }
    if (isBlockedProperty(name))
        return {};
    if (const auto known = place().context->variables.constFind(name);
        known != place().context->variables.cend())
        return *known;
    if (!place().context->seesData)
        return global(name);
    if (const auto known = m_data.constFind(name); known != m_data.cend())
        return *known;
    for (auto entry = request().context.rbegin(); entry != request().context.rend(); ++entry) {
        if (entry->first == name)
            return *m_data.insert(name, imported(entry->second));
    }
    return global(name);
}

void TemplateVariables::setVariable(const QString &name, const TemplateValue &value)
{
    // A variable of that name that is known here, up to the next macro or call body. What stands directly in
    // a block or an include stays there; names of loops and arguments belong to the text that they stand in.
    TemplateFrame *const here = place().frame.get();
    TemplateFrame *target = here;
    bool isOutside = false;
    const auto above = [&](TemplateFrame *frame) {
        const bool isEnd = frame->isolatesWrites && (frame == here || !frame->isOwnText);
        return isEnd ? nullptr : frame->parent.get();
    };
    for (TemplateFrame *frame = target; frame; frame = above(frame)) {
        TemplateFrame::Binding *binding = frame->own(name);
        if (isOutside && binding && binding->isFixed)
            break;
        isOutside = isOutside || frame->isOwnText;
        if (binding && binding->isHiding && binding->value.isUndefined()) {
            binding->value = value; // known here from now on, and outside as well
        } else if (binding && (binding->isFixed || !binding->value.isUndefined())) {
            target = frame;
            break;
        }
    }
    target->bind(name, value, false);
    if (!place().frame->isTopLevel)
        return;
    place().context->variables.insert(name, value);
    if (!name.startsWith(u'_'))
        place().context->exported.append(name);
}

TemplateValue TemplateVariables::imported(const TemplateData &data)
{
    switch (data.kind) {
    case TemplateData::Kind::Undefined:
        return {};
    case TemplateData::Kind::Null:
        return nullptr;
    case TemplateData::Kind::Bool:
        return data.number != 0;
    case TemplateData::Kind::Number:
        return data.number;
    case TemplateData::Kind::Text:
        return TemplateText{data.text, data.origin};
    case TemplateData::Kind::List: {
        TemplateList *list = heap().list();
        list->printsLines = data.printsLines;
        list->hasToJson = data.hasToJson;
        list->items.reserve(data.items->size());
        for (const TemplateData &item : *data.items)
            list->items.push_back(imported(item));
        return list;
    }
    case TemplateData::Kind::Function:
        return chatFunction(*this, data);
    case TemplateData::Kind::Object:
        break;
    }
    TemplateObject *object = heap().object();
    object->form = data.printsName ? TemplateObject::Form::Named : TemplateObject::Form::Plain;
    object->hasToJson = data.hasToJson;
    for (const auto &[key, value] : *data.members)
        object->set(key, imported(value));
    return object;
}

} // namespace snug
