#include "core/prompt/variablelist.h"

#include "core/macros/macroparser.h"
#include "core/macros/variables.h"
#include "core/prompt/labels.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/typedtext.h"
#include "core/templates/templatelexer.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Scope = ListedVariable::Scope;

class VariableSearch
{
public:
    explicit VariableSearch(std::function<QString(const QString &text)> expand)
        : m_expand(std::move(expand))
    {
    }
    ListedVariable &variable(Scope scope, const QString &name)
    {
        ListedVariable &found = m_found[{scope, name}];
        found.scope = scope;
        found.name = name;
        return found;
    }
    void look(const QString &text, const Source &source)
    {
        if (text.contains(u"{{"_s))
            look(text, parseMacros(text), source);
    }
    void lookInTemplate(const QString &text, const QString &name);
    QList<ListedVariable> all() const
    {
        QList<ListedVariable> list;
        for (const auto &[key, variable] : m_found)
            list.append(variable);
        return list;
    }

private:
    struct Deed
    {
        bool isGlobal = false;
        bool sets = false;
        bool reads = false;
    };

    void look(const QString &text, const QList<MacroNode> &nodes, const Source &source)
    {
        for (const MacroNode &node : nodes) {
            if (!node.isMacro || node.isTooDeep)
                continue;
            note(text, node, source);
            look(text, node.children, source);
        }
    }
    void note(const QString &text, const MacroNode &node, const Source &source);
    void noteCondition(const QString &condition, const VariableUse &use);
    void add(const QString &name, Deed deed, const VariableUse &use);
    void addMadeUp(const QString &name, Deed deed, const VariableUse &use);
    static std::optional<Deed> deedOf(const QString &macro);

    std::function<QString(const QString &text)> m_expand;
    std::map<std::pair<Scope, QString>, ListedVariable> m_found;
    QHash<QString, QString> m_madeUp; // by how they are written
};

// The macros of docs/sillytavern/macros.md#variables: "set", "get" …, "global" or not, "var", "key" or not.
std::optional<VariableSearch::Deed> VariableSearch::deedOf(const QString &macro)
{
    QString rest = macro;
    if (rest.endsWith(u"key"))
        rest.chop(3);
    Deed deed;
    if (rest.endsWith(u"exists")) {
        rest.chop(6);
        rest.prepend(u"has"_s);
    }
    if (!rest.endsWith(u"var"))
        return {};
    rest.chop(3);
    if (rest.endsWith(u"global")) {
        rest.chop(6);
        deed.isGlobal = true;
    }
    if (rest == u"set" || rest == u"delete" || rest == u"flush")
        deed.sets = true;
    else if (rest == u"get" || rest == u"has")
        deed.reads = true;
    else if (rest == u"add" || rest == u"inc" || rest == u"dec")
        deed.sets = deed.reads = true;
    else
        return {};
    return deed;
}

void VariableSearch::add(const QString &name, Deed deed, const VariableUse &use)
{
    if (name.isEmpty())
        return;
    ListedVariable &found = variable(deed.isGlobal ? Scope::Everywhere : Scope::Chat, name);
    const auto addOnce = [&use](QList<VariableUse> &uses) {
        if (std::ranges::find(uses, use.source, &VariableUse::source) == uses.cend())
            uses.append(use);
    };
    if (deed.sets)
        addOnce(found.setBy);
    if (deed.reads)
        addOnce(found.readBy);
}

// {{if .flag}}, {{if !$flag}}
void VariableSearch::noteCondition(const QString &condition, const VariableUse &use)
{
    QString name = condition.trimmed();
    if (name.startsWith(u'!'))
        name = name.sliced(1).trimmed();
    if (name.startsWith(u'.') || name.startsWith(u'$'))
        add(name.sliced(1).trimmed(), {.isGlobal = name.startsWith(u'$'), .reads = true}, use);
}

void VariableSearch::note(const QString &text, const MacroNode &node, const Source &source)
{
    const MacroCall call = readMacroCall(text, node);
    const VariableUse use{source, node.start};
    if (call.kind == MacroCall::Kind::Variable) {
        const QString &sign = call.variableOperator;
        const bool sets = sign == u"=" || sign == u"?\?=" || sign == u"||=" || sign == u"+=" ||
                          sign == u"-=" || sign == u"++" || sign == u"--";
        add(call.name, {.isGlobal = call.isGlobal, .sets = sets, .reads = sign != u"="}, use);
        return;
    }
    if (call.kind != MacroCall::Kind::Named || call.isClosing || call.arguments.isEmpty())
        return;
    const MacroArgument &first = call.arguments.first();
    const bool isPlain = std::ranges::none_of(first.nodes, &MacroNode::isMacro);
    const QString argument = text.sliced(first.start, first.end - first.start).trimmed();
    const std::optional<Deed> deed = deedOf(call.name);
    if (call.name == u"if" && isPlain)
        noteCondition(argument, use);
    else if (deed && isPlain)
        add(argument, *deed, use);
    else if (deed)
        addMadeUp(argument, *deed, use);
}

// A name out of macros, as in {{setvar::{{char}}_mood::calm}}. It may come out otherwise in the prompt: only
// one that exists is taken.
void VariableSearch::addMadeUp(const QString &name, Deed deed, const VariableUse &use)
{
    constexpr int most = 100; // each is a run of the macros
    if (!m_madeUp.contains(name)) {
        if (m_madeUp.size() >= most)
            return;
        m_madeUp.insert(name, m_expand(name).trimmed());
    }
    const QString made = m_madeUp.value(name);
    if (m_found.contains({deed.isGlobal ? Scope::Everywhere : Scope::Chat, made}))
        add(made, deed, use);
}

Source templateSource(const QString &name, int line)
{
    return Source(SourceKind::TemplateOutput, u"%1:%2"_s.arg(name).arg(line),
                  QCoreApplication::translate("TemplateFrame", "template %1, line %2").arg(name).arg(line));
}

// {% set name = … %}; every later mention of the name reads it (docs/systems/hologram.md#expressions).
void VariableSearch::lookInTemplate(const QString &text, const QString &name)
{
    using Type = TemplateToken::Type;
    QList<qsizetype> lines{0};
    for (qsizetype end = text.indexOf(u'\n'); end >= 0; end = text.indexOf(u'\n', end + 1))
        lines.append(end + 1);
    const auto place = [&lines](const TemplateToken &token) {
        return lines.value(token.line - 1) + token.column - 1;
    };
    QSet<QString> set;
    TemplateLexer lexer(text);
    TemplateToken before;
    QList<ListedVariable *> assigned; // whose value is being read
    qsizetype valueStart = -1;
    bool isSetTag = false;
    for (auto next = lexer.next(); next && next->type != Type::End; before = *next, next = lexer.next()) {
        const TemplateToken &token = *next;
        if (token.type == Type::BlockEnd) {
            for (ListedVariable *variable : std::as_const(assigned)) {
                if (!variable->after && valueStart >= 0)
                    variable->after = text.sliced(valueStart, place(token) - valueStart).trimmed();
            }
            assigned.clear();
            isSetTag = false;
            valueStart = -1;
        } else if (token.isName(u"set") && before.type == Type::BlockStart) {
            isSetTag = true;
        } else if (isSetTag && valueStart < 0 && token.isOperator(u"=")) {
            valueStart = place(token) + 1;
        } else if (token.type == Type::Name && !before.isOperator(u".")) {
            const VariableUse use{templateSource(name, token.line), place(token)};
            if (isSetTag && valueStart < 0) {
                set.insert(token.text);
                ListedVariable &found = variable(Scope::Template, token.text);
                assigned.append(&found);
                if (found.setBy.isEmpty())
                    found.setBy.append(use);
            } else if (set.contains(token.text)) {
                ListedVariable &found = variable(Scope::Template, token.text);
                if (found.readBy.isEmpty())
                    found.readBy.append(use);
            }
        }
    }
}

void lookInPreset(const PromptInputs &inputs, VariableSearch &search)
{
    const Preset &preset = *inputs.preset;
    const QList<PromptBlock> blocks = blocksInEffect(preset);
    for (const PromptOrderItem &item : orderInEffect(preset, inputs.layout.order).items) {
        const auto block = std::ranges::find(blocks, item.identifier, &PromptBlock::identifier);
        if (!isSwitchedOn(item, inputs.layout) || block == blocks.cend() || isPassedOver(*block))
            continue;
        if (isTriggered(*block, inputs.type))
            search.look(block->content, blockSource(preset, *block));
    }
}

void lookInCard(const PromptInputs &inputs, VariableSearch &search)
{
    const Card &card = *inputs.card;
    const auto look = [&](SourceKind kind, const QString &text) {
        search.look(text, cardSource(kind, card.name));
    };
    if (inputs.settings.preferCharacterPrompt)
        look(SourceKind::CardSystemPrompt, card.systemPrompt);
    look(SourceKind::CharDescription, card.description);
    look(SourceKind::CharPersonality, card.personality);
    look(SourceKind::CharScenario, card.scenario);
    look(SourceKind::CharExamples, card.messageExamples);
    look(SourceKind::CardDepthPrompt, card.depthPrompt.text);
    if (inputs.settings.preferCharacterPostHistory)
        look(SourceKind::CardPostHistory, card.postHistoryInstructions);
}

void lookInLore(const PromptInputs &inputs, const QList<LoreTrace> &rows, VariableSearch &search)
{
    for (const LoreTrace &row : rows) {
        if (!row.fired)
            continue;
        const auto book = std::ranges::find(inputs.lorebooks, row.book,
                                            [](const ActiveLorebook &active) { return active.book.name; });
        if (book == inputs.lorebooks.cend())
            continue;
        const QList<LoreEntry> &entries = book->book.entries;
        const auto entry = std::ranges::find(entries, row.uid, &LoreEntry::uid);
        if (entry == entries.cend())
            continue;
        const QString label =
            QCoreApplication::translate("PromptSources", "lore %1: %2").arg(row.book, row.title);
        search.look(entry->content,
                    Source(SourceKind::WorldBookEntry, u"%1.%2"_s.arg(row.book).arg(row.uid), label));
    }
}

void lookInChat(const PromptInputs &inputs, VariableSearch &search)
{
    const Json note = inputs.chat.metadata().value(u"note_prompt");
    search.look(
        note.isUndefined() || note.isNull() ? inputs.settings.note.text : note.toText(),
        Source(SourceKind::NoteChat, {}, QCoreApplication::translate("PromptSources", "author's note")));
    for (qsizetype i = 0; i < inputs.chat.messages.size(); ++i) {
        const Message &message = inputs.chat.messages[i];
        search.look(message.text, messageSource(message, inputs.scene.rowOf(i), false));
    }
    search.look(inputs.userText, Source(SourceKind::NewUser));
}

void takeValues(const MacroState &state, std::optional<QString> ListedVariable::*value,
                VariableSearch &search)
{
    for (const Json::Member &member : state.localVariables.members())
        search.variable(Scope::Chat, member.key).*value =
            readVariable(state, VariableScope::Local, member.key);
    for (const QString &name : state.globalVariables.keys())
        search.variable(Scope::Everywhere, name).*value = readVariable(state, VariableScope::Global, name);
}

} // namespace

QList<ListedVariable> listVariables(const PromptInputs &all, const AssembledPrompt &prompt)
{
    const PromptInputs inputs = visibleInputs(all);
    VariableSearch search([&all](const QString &text) { return expandMacros(text, all); });
    MacroState state;
    state.localVariables = inputs.chat.metadata().value(recordKey(u"variables"_s, all));
    state.globalVariables = inputs.globalVariables;
    takeValues(state, &ListedVariable::before, search);
    if (!prompt.failure) {
        if (!prompt.localVariables.isUndefined())
            state.localVariables = prompt.localVariables;
        state.globalVariables = prompt.globalVariables;
    }
    takeValues(state, &ListedVariable::after, search);

    if (inputs.preset && (prompt.mode == PromptMode::SillyTavern || prompt.mode == PromptMode::Framing))
        lookInPreset(inputs, search);
    if (inputs.card)
        lookInCard(inputs, search);
    if (inputs.persona)
        search.look(inputs.persona->description,
                    personaSource(SourceKind::PersonaDescription, userOf(inputs)));
    lookInLore(inputs, prompt.trace.lore, search);
    lookInChat(inputs, search);
    if (prompt.mode == PromptMode::Template && inputs.promptTemplate.text)
        search.lookInTemplate(*inputs.promptTemplate.text, inputs.promptTemplate.name);
    return search.all();
}

} // namespace snug
