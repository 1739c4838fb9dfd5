// Where a render is: in which template, at which line, and which variables it sees there.
#pragma once

#include "core/templates/templatetree.h"
#include "core/templates/templatevalue.h"

#include <QHash>

#include <memory>

namespace snug {

struct TemplateFrame;
struct TemplateUnit;
struct TemplateContext;
using TemplateFramePtr = std::shared_ptr<TemplateFrame>;
using TemplateUnitPtr = std::shared_ptr<const TemplateUnit>;
using TemplateContextPtr = std::shared_ptr<TemplateContext>;

// A scope. Closures keep theirs alive.
struct TemplateFrame
{
    struct Binding
    {
        QString name;
        TemplateValue value;
        bool isFixed = false;  // hides outer variables of its name even while it is missing
        bool isHiding = false; // hides them until it is set, which sets the outer one too
        bool isOfText = false; // not seen by blocks and includes, which are texts of their own
    };

    TemplateFramePtr parent;
    bool isolatesWrites = false;
    bool isTopLevel = false;
    bool isOwnText = false; // of a block or an include
    std::vector<Binding> bindings;
    qsizetype loopIndex = -1; // of a loop's frame: what `loop` tells
    qsizetype loopLength = 0;
    TemplateObject *loop = nullptr; // one for all rounds, once a round asked for it

    Binding *own(const QString &name)
    {
        for (Binding &binding : bindings) {
            if (binding.name == name)
                return &binding;
        }
        return nullptr;
    }

    void bind(const QString &name, TemplateValue value, bool isFixed)
    {
        if (Binding *held = own(name)) {
            held->value = std::move(value);
            held->isOfText = false;
        } else {
            bindings.push_back({name, std::move(value), isFixed});
        }
    }

    void bindInText(const QString &name, const TemplateValue &value)
    {
        if (Binding *held = own(name)) {
            held->value = value;
            held->isOfText = true;
        } else {
            bindings.push_back({name, value, true, false, true});
        }
    }

    void hide(const QString &name)
    {
        if (!own(name))
            bindings.push_back({name, {}, false, true});
    }

    static TemplateFramePtr inside(const TemplateFramePtr &parent, bool isolatesWrites)
    {
        auto frame = std::make_shared<TemplateFrame>();
        frame->parent = parent;
        frame->isolatesWrites = isolatesWrites;
        return frame;
    }
};

// A template in this render.
struct TemplateUnit
{
    QString name;
    int index = 0;
    TemplateTreePtr tree;
};

struct BlockOfTemplate
{
    const TemplateStatement *block = nullptr;
    TemplateUnitPtr unit;
};

// What the templates of one inheritance chain share.
struct TemplateContext
{
    QHash<QString, TemplateValue> variables;
    bool seesData = true;
    QStringList exported;
    QHash<QString, QList<BlockOfTemplate>> blocks; // the child's first
    QStringList chain;                             // lower-case names, the child's first
};

struct RenderPlace
{
    TemplateFramePtr frame;
    TemplateContextPtr context;
    TemplateUnitPtr unit; // whose text is being rendered
    int line = 0;
    int column = 0;
};

} // namespace snug
