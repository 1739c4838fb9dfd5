// Rendering over several templates: extends and block, include and import, send_as.
// See docs/systems/hologram.md#inheritance, docs/systems/hologram.md#roles.
#include "core/templates/rendering.h"
#include "core/templates/sendas.h"
#include "core/templates/templateparser.h"
#include "core/templates/treecache.h"

#include <QCoreApplication>
#include <QScopeGuard>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int includeDepth = 50;

QString trInheritance(const char *text)
{
    return QCoreApplication::translate("Rendering", text);
}

} // namespace

TemplateUnitPtr Rendering::makeUnit(const QString &name, const QString &source)
{
    TemplateResult<TemplateTreePtr> tree =
        request().trees ? request().trees->parsed(source) : parseTemplate(source);
    if (!tree) {
        TemplateError error = tree.error();
        error.templateName = name;
        failWith(error);
        return {};
    }
    auto unit = std::make_shared<TemplateUnit>();
    unit->name = name;
    unit->tree = *tree;
    if (!name.isEmpty()) {
        unit->index = int(m_templates.size());
        m_templates.append(name);
    }
    return unit;
}

TemplateUnitPtr Rendering::load(const TemplateValue &name)
{
    if (failed())
        return {};
    const QString wanted = templateText(name);
    const QString key = wanted.toLower();
    if (const TemplateUnitPtr known = m_units.value(key))
        return known;
    for (const NamedTemplate &other : request().templates) {
        if (!name.isText() && !(name.text() || name.object()))
            break;
        if (other.name.toLower() != key || !other.text)
            continue;
        const TemplateUnitPtr unit = makeUnit(other.name, *other.text);
        if (unit)
            m_units.insert(key, unit);
        return unit;
    }
    fail(TemplateError::Kind::TemplateNotFound,
         trInheritance("there is no template named “%1”").arg(name.isMissing() ? QString() : wanted), wanted);
    return {};
}

TemplateContextPtr Rendering::makeContext(const TemplateUnitPtr &unit) const
{
    auto context = std::make_shared<TemplateContext>();
    for (const TemplateStatement *block : unit->tree->blocks)
        context->blocks[block->names[0]].append({block, unit});
    return context;
}

void Rendering::defineSendAs()
{
    const auto sendAs = [this](TemplateEvaluation &, const TemplateArguments &arguments) {
        const TemplateValue *role = arguments.size() > 0 ? &arguments.at(0) : arguments.find(u"role");
        const TemplateValue *caller = arguments.find(u"caller");
        if (!caller)
            return fail(TemplateError::Kind::NotCallable,
                        trInheritance("send_as is used as {% call send_as('role') %}…{% endcall %}"),
                        u"caller"_s);
        TemplateOutput output;
        const QString marker = request().marker;
        const int line = place().line;
        const int index = place().unit->index;
        if (request().isStrict && (!role || role->isMissing()))
            return fail(TemplateError::Kind::UndefinedOutput, trInheritance("send_as was given no role"));
        const QString name = role && !role->isMissing() ? templateText(*role) : QString();
        output.append(roleMarker(marker, name), -1, line, index);
        const TemplateValue body = call(*caller, {}, u"caller"_s);
        if (failed())
            return TemplateValue();
        output.append(textOf(body), line, index);
        output.append(endMarker(marker), -1, line, index);
        return TemplateValue(output.taken(true));
    };
    TemplateFunction *made = heap().function(u"send_as"_s, sendAs);
    made->takesNames = true;
    place().context->variables.insert(u"send_as"_s, made);
}

void Rendering::renderUnit(TemplateUnitPtr unit, const TemplateContextPtr &context,
                           const TemplateFramePtr &frame, TemplateOutput &output)
{
    TemplateUnitPtr *const parentBefore = m_parent;
    const auto leave = qScopeGuard([&] { m_parent = parentBefore; });
    place().context = context;
    place().frame = frame;
    while (unit && !failed()) {
        TemplateUnitPtr parent;
        m_parent = &parent;
        place().unit = unit;
        if (!unit->tree->extends && !request().marker.isEmpty())
            defineSendAs();
        // Whoever extends another writes nothing itself; extends may also stand in a condition.
        TemplateOutput own;
        const bool direct = !unit->tree->extends && output.text.isEmpty() && &output == m_final;
        TemplateOutput &target = direct ? output : own;
        render(unit->tree->body, target);
        if (!parent) {
            if (!direct) {
                for (const TemplateSpan &span : own.spans)
                    output.append(QStringView(own.text).sliced(span.start, span.length), span.origin,
                                  span.line, span.templateIndex);
            }
            return;
        }
        if (direct) {
            output.text.clear();
            output.spans.clear();
        }
        unit = parent;
    }
}

// With variables and blocks of its own.
void Rendering::renderApart(const TemplateUnitPtr &unit, const TemplateContextPtr &context,
                            const TemplateFramePtr &frame, TemplateOutput &output)
{
    const RenderPlace before = place();
    frame->isTopLevel = true;
    if (++m_includes > includeDepth)
        fail(TemplateError::Kind::CircularInheritance,
             trInheritance("“%1” includes itself endlessly").arg(unit->name), unit->name);
    const auto up = deeper();
    renderUnit(unit, context, frame, output);
    --m_includes;
    place() = before;
}

void Rendering::renderExtends(const TemplateStatement &statement)
{
    const TemplateUnitPtr parent = load(evaluate(*statement.expressions[0]));
    if (!parent)
        return;
    const QString key = parent->name.toLower();
    if (place().context->chain.contains(key)) {
        QStringList names = place().context->chain;
        names.append(key);
        fail(TemplateError::Kind::CircularInheritance,
             trInheritance("templates extend each other in a circle: %1").arg(names.join(u" › "_s)),
             parent->name);
        return;
    }
    place().context->chain.append(key);
    for (const TemplateStatement *block : parent->tree->blocks)
        place().context->blocks[block->names[0]].append({block, parent});
    if (m_parent)
        *m_parent = parent;
}

void Rendering::renderBlockTag(const TemplateStatement &statement, TemplateOutput &output)
{
    if (statement.isTopLevel && m_parent && *m_parent)
        return; // the parent will
    const QList<BlockOfTemplate> known = place().context->blocks.value(statement.names[0]);
    if (!known.isEmpty())
        renderBlock(known.first(), output);
}

void Rendering::renderBlock(const BlockOfTemplate &block, TemplateOutput &output)
{
    const TemplateFramePtr frameBefore = place().frame;
    const TemplateUnitPtr unitBefore = place().unit;
    const auto leave = qScopeGuard([&] {
        place().frame = frameBefore;
        place().unit = unitBefore;
    });
    const auto up = deeper();
    place().unit = block.unit;
    if (!enter(block.block->line, block.block->column))
        return;
    place().frame = TemplateFrame::inside(frameBefore, true);
    place().frame->isOwnText = true;
    if (block.block->usesSuper) {
        const QList<BlockOfTemplate> known = place().context->blocks.value(block.block->names[0]);
        qsizetype above = 0;
        while (above < known.size() && known[above].block != block.block)
            ++above;
        if (above + 1 >= known.size()) {
            fail(TemplateError::Kind::NoSuperBlock,
                 trInheritance("super() has no block “%1” above it").arg(block.block->names[0]),
                 block.block->names[0]);
            return;
        }
        TemplateOutput text;
        renderBlock(known[above + 1], text);
        place().frame->bind(u"super()"_s, text.taken(true), true);
    }
    render(block.block->bodies[0], output);
}

void Rendering::renderInclude(const TemplateStatement &statement, TemplateOutput &output)
{
    const TemplateUnitPtr unit = load(evaluate(*statement.expressions[0]));
    if (!unit) {
        if (statement.ignoresMissing)
            forgive(TemplateError::Kind::TemplateNotFound);
        return;
    }
    const TemplateContextPtr context = makeContext(unit);
    context->variables = place().context->variables;
    context->seesData = place().context->seesData;
    const TemplateFramePtr frame = TemplateFrame::inside(place().frame, true);
    frame->isOwnText = true;
    renderApart(unit, context, frame, output);
}

void Rendering::renderImport(const TemplateStatement &statement)
{
    const TemplateUnitPtr unit = load(evaluate(*statement.expressions[0]));
    if (!unit)
        return;
    const TemplateContextPtr context = makeContext(unit);
    context->seesData = statement.withContext && place().context->seesData;
    if (statement.withContext)
        context->variables = place().context->variables;
    TemplateOutput thrownAway;
    // With its context an imported text may also set what is known there.
    const TemplateFramePtr frame =
        TemplateFrame::inside(statement.withContext ? place().frame : nullptr, false);
    frame->isOwnText = true;
    renderApart(unit, context, frame, thrownAway);
    if (failed())
        return;
    const auto define = [this](const QString &name, const TemplateValue &value) {
        place().frame->bind(name, value, false);
        if (place().frame->isTopLevel)
            place().context->variables.insert(name, value);
    };
    if (statement.kind == TemplateStatement::Kind::Import) {
        TemplateObject *exported = heap().object();
        for (const QString &name : context->exported)
            exported->set(name, context->variables.value(name));
        define(statement.names[0], exported);
        return;
    }
    for (qsizetype i = 0; i + 1 < statement.names.size(); i += 2) {
        if (!context->exported.contains(statement.names[i])) {
            fail(TemplateError::Kind::BadOperand,
                 trInheritance("“%1” has no “%2”").arg(unit->name, statement.names[i]), statement.names[i]);
            return;
        }
        define(statement.names[i + 1], context->variables.value(statement.names[i]));
    }
}

} // namespace snug
