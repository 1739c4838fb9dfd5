#include "core/prompt/whatif.h"

#include "core/lore/decorators.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Kind = WhatIfTarget::Kind;

struct WhatIfText
{
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

QString *cardText(Card &card, SourceKind kind)
{
    static const QHash<SourceKind, QString Card::*> fields{
        {SourceKind::CharDescription, &Card::description},
        {SourceKind::CharPersonality, &Card::personality},
        {SourceKind::CharScenario, &Card::scenario},
        {SourceKind::CharExamples, &Card::messageExamples},
        {SourceKind::CharExampleBlocks, &Card::messageExamples},
        {SourceKind::CardSystemPrompt, &Card::systemPrompt},
        {SourceKind::CardPostHistory, &Card::postHistoryInstructions},
        {SourceKind::CharCreatorNotes, &Card::creatorNotes},
    };
    if (kind == SourceKind::CardDepthPrompt)
        return &card.depthPrompt.text;
    const auto field = fields.constFind(kind);
    return field == fields.cend() ? nullptr : &(card.**field);
}

const PromptBlock *findBlock(const PromptInputs &inputs, const QString &identifier)
{
    if (!inputs.preset)
        return nullptr;
    const auto found = std::ranges::find(inputs.preset->prompts, identifier, &PromptBlock::identifier);
    return found == inputs.preset->prompts.cend() ? nullptr : &*found;
}

const LoreEntry *findEntry(const PromptInputs &inputs, const WhatIfTarget &target)
{
    for (const ActiveLorebook &active : inputs.lorebooks) {
        if (active.book.name != target.name)
            continue;
        const auto entry = std::ranges::find(active.book.entries, target.number, &LoreEntry::uid);
        if (entry != active.book.entries.cend())
            return &*entry;
    }
    return nullptr;
}

// One link of a source alone.
WhatIfTarget targetOf(const Source &link, const PromptInputs &inputs)
{
    const SourceKind kind = link.kind();
    const SourceFamily family = link.family();
    WhatIfTarget target;
    if (kind == SourceKind::PresetRelative || kind == SourceKind::PresetInChat) {
        if (findBlock(inputs, link.id()))
            target = {Kind::Block, link.id()};
    } else if (family == SourceFamily::WorldBook || family == SourceFamily::Memory) {
        const qsizetype dot = link.id().lastIndexOf(u'.');
        bool isNumber = false;
        const int uid = link.id().mid(dot + 1).toInt(&isNumber);
        if (dot > 0 && isNumber && findEntry(inputs, {Kind::LoreEntry, link.id().left(dot), uid}))
            target = {Kind::LoreEntry, link.id().left(dot), uid};
    } else if (family == SourceFamily::History && kind != SourceKind::HistoryName) {
        bool isNumber = false;
        const int index = link.id().toInt(&isNumber);
        if (isNumber && index >= 0 && index < inputs.chat.messages.size())
            target = {Kind::ChatMessage, {}, index};
    } else if (kind == SourceKind::PersonaDescription) {
        if (inputs.persona)
            target = {.kind = Kind::Persona};
    } else if (kind == SourceKind::NoteChat) {
        target = {.kind = Kind::AuthorsNote};
    } else if (inputs.card && !inputs.group) {
        Card card = *inputs.card;
        if (cardText(card, kind))
            target = {Kind::CardField, link.type()};
    }
    return target;
}

void moveBelow(Preset &preset, const QString &identifier)
{
    for (PromptOrder &order : preset.orders) {
        if (order.characterId != presetOrderInUse)
            continue;
        const auto block = std::ranges::find(order.items, identifier, &PromptOrderItem::identifier);
        const auto history = std::ranges::find(order.items, u"chatHistory"_s, &PromptOrderItem::identifier);
        if (block != order.items.end() && history != order.items.end() && block < history)
            std::rotate(block, block + 1, history + 1);
    }
    for (PromptBlock &block : preset.prompts) {
        if (block.identifier == identifier)
            block.placement = PromptBlock::Placement::Relative;
    }
}

// At the end of the order if it is not in there, as SillyTavern adds them.
void switchOn(Preset &preset, const QString &identifier)
{
    auto order = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (order == preset.orders.end())
        return;
    const auto item = std::ranges::find(order->items, identifier, &PromptOrderItem::identifier);
    if (item == order->items.end())
        order->items.append({identifier, true, {}});
    else
        item->enabled = true;
}

// Nothing is left that could keep it from firing, but that its text is empty.
void switchOn(LoreEntry &entry)
{
    entry.disabled = false;
    entry.constant = true;
    entry.triggers.clear();
    entry.characterFilter = {};
    entry.delay = 0;
    entry.cooldown = 0;
    entry.delayUntilRecursion = 0;
    entry.excludeRecursion = false;
    entry.useProbability = false;
    entry.group.clear();
    entry.ignoreBudget = true;
    if (loreDecorators(entry.content).contains(u"@@dont_activate"_s))
        entry.content = contentWithoutDecorators(entry.content);
}

void applyToChat(Chat &chat, const WhatIfChange &change)
{
    if (change.target.number < 0 || change.target.number >= chat.messages.size())
        return;
    Message &message = chat.messages[change.target.number];
    if (change.isOff)
        message.isHidden = true;
    if (change.text)
        message.text = *change.text;
}

void applyToNote(PromptInputs &inputs, const WhatIfChange &change)
{
    Json metadata = inputs.chat.metadata();
    metadata.set(u"note_prompt"_s, change.isOff ? QString() : change.text.value_or(QString()));
    inputs.chat.header.set(u"chat_metadata"_s, metadata);
}

} // namespace

WhatIfTarget whatIfTarget(const Source &source, const PromptInputs &inputs)
{
    for (Source link = source;; link = link.parent()) {
        if (const WhatIfTarget target = targetOf(link, inputs); !target.isNothing())
            return target;
        if (!link.hasParent())
            return {};
    }
}

QString whatIfText(const WhatIfTarget &target, const PromptInputs &inputs)
{
    switch (target.kind) {
    case Kind::Nothing:
        break;
    case Kind::Block:
        if (const PromptBlock *block = findBlock(inputs, target.name))
            return block->content;
        break;
    case Kind::LoreEntry:
        if (const LoreEntry *entry = findEntry(inputs, target))
            return entry->content;
        break;
    case Kind::CardField:
        if (inputs.card) {
            Card card = *inputs.card;
            const QString *text = cardText(card, sourceKindNamed(target.name));
            return text ? *text : QString();
        }
        break;
    case Kind::Persona:
        return inputs.persona ? inputs.persona->description : QString();
    case Kind::ChatMessage:
        return inputs.chat.messages.value(target.number).text;
    case Kind::AuthorsNote: {
        const Json own = inputs.chat.metadata().value(u"note_prompt");
        return own.isUndefined() || own.isNull() ? inputs.settings.note.text : own.toText();
    }
    }
    return {};
}

bool canMoveBelow(const WhatIfTarget &target)
{
    return target.kind == Kind::LoreEntry || (target.kind == Kind::Block && target.name != u"chatHistory");
}

const WhatIfChange *WhatIf::find(const WhatIfTarget &target) const
{
    const auto found = std::ranges::find(changes, target, &WhatIfChange::target);
    return found == changes.cend() ? nullptr : &*found;
}

WhatIfChange &WhatIf::at(const WhatIfTarget &target, const QString &name)
{
    for (WhatIfChange &change : changes) {
        if (change.target == target)
            return change;
    }
    changes.append({.target = target, .name = name});
    return changes.last();
}

void WhatIf::tidy()
{
    changes.removeIf([](const WhatIfChange &change) { return change.changesNothing(); });
}

void applyTo(Preset &preset, const WhatIfChange &change)
{
    if (change.text) {
        for (PromptBlock &block : preset.prompts) {
            if (block.identifier == change.target.name)
                block.content = *change.text;
        }
    }
    if (change.isBelow)
        moveBelow(preset, change.target.name);
    if (change.isOn)
        switchOn(preset, change.target.name);
    if (change.isOff) {
        for (PromptOrder &order : preset.orders) {
            for (PromptOrderItem &item : order.items) {
                if (item.identifier != change.target.name)
                    continue;
                item.enabled = false;
                item.source.remove(u"enabled"); // a text would be on
            }
        }
    }
}

void applyTo(Lorebook &book, const WhatIfChange &change)
{
    for (LoreEntry &entry : book.entries) {
        if (entry.uid != change.target.number)
            continue;
        if (change.isOn)
            switchOn(entry);
        if (change.isOff)
            entry.disabled = true;
        if (change.text)
            entry.content = *change.text;
        if (change.isBelow) {
            entry.position = LoreEntry::Position::AtDepth;
            entry.depth = 0;
        }
    }
}

void applyTo(Card &card, const WhatIfChange &change)
{
    if (QString *text = cardText(card, sourceKindNamed(change.target.name)))
        *text = change.isOff ? QString() : change.text.value_or(*text);
}

PromptInputs withWhatIf(PromptInputs inputs, const WhatIf &whatIf)
{
    if (whatIf.persona)
        inputs.persona = whatIf.persona;
    if (whatIf.contextSize)
        inputs.contextSize = *whatIf.contextSize;
    for (const WhatIfChange &change : whatIf.changes) {
        switch (change.target.kind) {
        case Kind::Nothing:
            break;
        case Kind::Block:
            if (inputs.preset)
                applyTo(*inputs.preset, change);
            break;
        case Kind::LoreEntry:
            for (ActiveLorebook &active : inputs.lorebooks) {
                if (active.book.name == change.target.name)
                    applyTo(active.book, change);
            }
            break;
        case Kind::CardField:
            if (inputs.card)
                applyTo(*inputs.card, change);
            break;
        case Kind::Persona:
            if (inputs.persona)
                inputs.persona->description =
                    change.isOff ? QString() : change.text.value_or(inputs.persona->description);
            break;
        case Kind::ChatMessage:
            applyToChat(inputs.chat, change);
            break;
        case Kind::AuthorsNote:
            applyToNote(inputs, change);
            break;
        }
    }
    return inputs;
}

WhatIf withoutSentence(WhatIf whatIf, int sentence)
{
    int number = 0; // in the order of whatIfSentences()
    for (WhatIfChange &change : whatIf.changes) {
        if (change.isOff && number++ == sentence)
            change.isOff = false;
        if (change.isOn && number++ == sentence)
            change.isOn = false;
        if (change.text && number++ == sentence)
            change.text.reset();
        if (change.isBelow && number++ == sentence)
            change.isBelow = false;
    }
    if (whatIf.contextSize && number++ == sentence)
        whatIf.contextSize.reset();
    if (whatIf.persona && number++ == sentence)
        whatIf.persona.reset();
    if (whatIf.model && number++ == sentence)
        whatIf.model.reset();
    whatIf.tidy();
    return whatIf;
}

QStringList whatIfSentences(const WhatIf &whatIf)
{
    QStringList sentences;
    for (const WhatIfChange &change : whatIf.changes) {
        if (change.isOff)
            //: %1: "Main", "lore Harbour: Inn"; here and below
            sentences += WhatIfText::tr("%1 is off").arg(change.name);
        if (change.isOn)
            sentences += change.target.kind == WhatIfTarget::Kind::LoreEntry
                             ? WhatIfText::tr("%1 fires").arg(change.name)
                             : WhatIfText::tr("%1 is on").arg(change.name);
        if (change.text)
            sentences += WhatIfText::tr("%1 is written differently").arg(change.name);
        if (change.isBelow)
            sentences += WhatIfText::tr("%1 is below the history").arg(change.name);
    }
    if (whatIf.contextSize)
        sentences += WhatIfText::tr("the context size is %1").arg(QLocale().toString(*whatIf.contextSize));
    if (whatIf.persona)
        sentences += WhatIfText::tr("the persona is %1").arg(whatIf.persona->name);
    if (whatIf.model)
        //: %1: a model's name
        sentences += WhatIfText::tr("the model is %1").arg(whatIf.model->name);
    return sentences;
}

} // namespace snug
