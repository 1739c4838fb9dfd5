// Rendering over several templates: extends and block, include and import, send_as.
// See docs/systems/hologram.md#inheritance, docs/systems/hologram.md#roles.
#include "core/templates/renderingframes.h"
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

Rendering::UnitPtr Rendering::makeUnit(const QString &name, const QString &source)
{
    TemplateResult<TemplateTreePtr> tree =
        m_request.trees ? m_request.trees->parsed(source) : parseTemplate(source);
    if (!tree) {
        if (!failed()) {
            m_error = tree.error();
            m_error->templateName = name;
        }
        return {};
    }
    auto unit = std::make_shared<Unit>();
    unit->name = name;
    unit->tree = *tree;
    if (!name.isEmpty()) {
        unit->index = int(m_templates.size());
        m_templates.append(name);
    }
    return unit;
}

Rendering::UnitPtr Rendering::load(const TemplateValue &name)
{
    if (failed())
        return {};
    const QString wanted = templateText(name);
    const QString key = wanted.toLower();
    if (const UnitPtr known = m_units.value(key))
        return known;
    for (const NamedTemplate &other : m_request.templates) {
        if (!name.isText() && !(name.text() || name.object()))
            break;
        if (other.name.toLower() != key || !other.text)
            continue;
        const UnitPtr unit = makeUnit(other.name, *other.text);
        if (unit)
            m_units.insert(key, unit);
        return unit;
    }
    fail(TemplateError::Kind::TemplateNotFound,
         trInheritance("there is no template of the name “%1”").arg(name.isMissing() ? QString() : wanted),
         wanted);
    return {};
}

Rendering::ContextPtr Rendering::makeContext(const UnitPtr &unit) const
{
    auto context = std::make_shared<Context>();
    for (const TemplateStatement *block : unit->tree->blocks)
        context->blocks[block->names[0]].append({block, unit});
    return context;
}

void Rendering::defineSendAs()
{
    const auto sendAs = [](Rendering &self, const TemplateArguments &arguments) {
        const TemplateValue *role = arguments.size() > 0 ? &arguments.at(0) : arguments.find(u"role");
        const TemplateValue *caller = arguments.find(u"caller");
        if (!caller)
            return self.fail(TemplateError::Kind::NotCallable,
                             trInheritance("send_as is used as {% call send_as('role') %}…{% endcall %}"),
                             u"caller"_s);
        TemplateOutput output;
        const QString marker = self.m_request.marker;
        const int line = self.m_line;
        const int index = self.m_unit->index;
        if (self.m_request.isStrict && (!role || role->isMissing()))
            return self.fail(TemplateError::Kind::UndefinedOutput,
                             trInheritance("send_as was given no role"));
        const QString name = role && !role->isMissing() ? templateText(*role) : QString();
        output.append(roleMarker(marker, name), -1, line, index);
        const TemplateValue body = self.call(*caller, {}, u"caller"_s);
        if (self.failed())
            return TemplateValue();
        output.append(textOf(body), line, index);
        output.append(endMarker(marker), -1, line, index);
        return TemplateValue(output.taken(true));
    };
    TemplateFunction *made = m_heap.function(u"send_as"_s, sendAs);
    made->takesNames = true;
    m_context->variables.insert(u"send_as"_s, made);
}

void Rendering::renderUnit(UnitPtr unit, const ContextPtr &context, const FramePtr &frame,
                           TemplateOutput &output)
{
    UnitPtr *const parentBefore = m_parent;
    const auto leave = qScopeGuard([&] { m_parent = parentBefore; });
    m_context = context;
    m_frame = frame;
    while (unit && !failed()) {
        UnitPtr parent;
        m_parent = &parent;
        m_unit = unit;
        if (!unit->tree->extends && !m_request.marker.isEmpty())
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
void Rendering::renderApart(const UnitPtr &unit, const ContextPtr &context, const FramePtr &frame,
                            TemplateOutput &output)
{
    const FramePtr frameBefore = m_frame;
    const UnitPtr unitBefore = m_unit;
    const ContextPtr contextBefore = m_context;
    const int line = m_line;
    const int column = m_column;
    frame->isTopLevel = true;
    if (++m_includes > includeDepth)
        fail(TemplateError::Kind::CircularInheritance,
             trInheritance("“%1” includes itself without end").arg(unit->name), unit->name);
    ++m_depth;
    renderUnit(unit, context, frame, output);
    --m_depth;
    --m_includes;
    m_frame = frameBefore;
    m_unit = unitBefore;
    m_context = contextBefore;
    m_line = line;
    m_column = column;
}

void Rendering::renderExtends(const TemplateStatement &statement)
{
    const UnitPtr parent = load(evaluate(*statement.expressions[0]));
    if (!parent)
        return;
    const QString key = parent->name.toLower();
    if (m_context->chain.contains(key)) {
        QStringList names = m_context->chain;
        names.append(key);
        fail(TemplateError::Kind::CircularInheritance,
             trInheritance("templates extend each other in a circle: %1").arg(names.join(u" › "_s)),
             parent->name);
        return;
    }
    m_context->chain.append(key);
    for (const TemplateStatement *block : parent->tree->blocks)
        m_context->blocks[block->names[0]].append({block, parent});
    if (m_parent)
        *m_parent = parent;
}

void Rendering::renderBlockTag(const TemplateStatement &statement, TemplateOutput &output)
{
    if (statement.isTopLevel && m_parent && *m_parent)
        return; // the parent will
    const QList<BlockOfUnit> known = m_context->blocks.value(statement.names[0]);
    if (!known.isEmpty())
        renderBlock(known.first(), output);
}

void Rendering::renderBlock(const BlockOfUnit &block, TemplateOutput &output)
{
    const FramePtr frameBefore = m_frame;
    const UnitPtr unitBefore = m_unit;
    const auto leave = qScopeGuard([&] {
        m_frame = frameBefore;
        m_unit = unitBefore;
        --m_depth;
    });
    ++m_depth;
    m_unit = block.unit;
    if (!enter(block.block->line, block.block->column))
        return;
    m_frame = Frame::inside(frameBefore, true);
    m_frame->isOwnText = true;
    if (block.block->usesSuper) {
        const QList<BlockOfUnit> known = m_context->blocks.value(block.block->names[0]);
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
        m_frame->bind(u"super()"_s, text.taken(true), true);
    }
    render(block.block->bodies[0], output);
}

void Rendering::renderInclude(const TemplateStatement &statement, TemplateOutput &output)
{
    const UnitPtr unit = load(evaluate(*statement.expressions[0]));
    if (!unit) {
        if (statement.ignoresMissing && m_error && m_error->kind == TemplateError::Kind::TemplateNotFound)
            m_error.reset();
        return;
    }
    const ContextPtr context = makeContext(unit);
    context->variables = m_context->variables;
    context->seesData = m_context->seesData;
    const FramePtr frame = Frame::inside(m_frame, true);
    frame->isOwnText = true;
    renderApart(unit, context, frame, output);
}

void Rendering::renderImport(const TemplateStatement &statement)
{
    const UnitPtr unit = load(evaluate(*statement.expressions[0]));
    if (!unit)
        return;
    const ContextPtr context = makeContext(unit);
    context->seesData = statement.withContext && m_context->seesData;
    if (statement.withContext)
        context->variables = m_context->variables;
    TemplateOutput thrownAway;
    renderApart(unit, context, Frame::inside(statement.withContext ? m_frame : nullptr, true), thrownAway);
    if (failed())
        return;
    const auto define = [this](const QString &name, const TemplateValue &value) {
        m_frame->bind(name, value, false);
        if (m_frame->isTopLevel)
            m_context->variables.insert(name, value);
    };
    if (statement.kind == TemplateStatement::Kind::Import) {
        TemplateObject *exported = m_heap.object();
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
