#include "core/whatwas/filetext.h"

#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/filekind.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString chatText(const QByteArray &bytes)
{
    const Chat chat = readChat(bytes).chat;
    QStringList shown;
    qsizetype length = 0;
    for (auto message = chat.messages.crbegin(); message != chat.messages.crend() && length < FileTextLimit;
         ++message) {
        const QString text = message->text.left(FileTextLimit);
        shown.prepend(message->name + u":\n"_s + text);
        length += text.size();
    }
    const qsizetype before = chat.messages.size() - shown.size();
    if (before > 0)
        shown.prepend(QCoreApplication::translate("WhatWas", "(Messages before these: %1)").arg(before));
    return shown.join(u"\n\n"_s);
}

QString cardText(const Card &card)
{
    QStringList parts{card.name};
    const auto add = [&](const QString &title, const QString &text) {
        if (!text.trimmed().isEmpty())
            parts.append(title + u":\n"_s + text);
    };
    add(QCoreApplication::translate("WhatWas", "Description"), card.description);
    add(QCoreApplication::translate("WhatWas", "Personality"), card.personality);
    add(QCoreApplication::translate("WhatWas", "Scenario"), card.scenario);
    add(QCoreApplication::translate("WhatWas", "First message"), card.firstMessage);
    for (const QString &greeting : card.alternateGreetings)
        add(QCoreApplication::translate("WhatWas", "Alternate greeting"), greeting);
    add(QCoreApplication::translate("WhatWas", "Examples of dialogue"), card.messageExamples);
    add(QCoreApplication::translate("WhatWas", "System prompt"), card.systemPrompt);
    add(QCoreApplication::translate("WhatWas", "Post-history instructions"), card.postHistoryInstructions);
    add(QCoreApplication::translate("WhatWas", "Creator's notes"), card.creatorNotes);
    return parts.join(u"\n\n"_s).left(FileTextLimit);
}

// "temperature 0.9, top_p 0.95, …", by the names that the file has for them.
QString samplerText(const Preset &preset)
{
    QStringList values;
    const auto add = [&](QLatin1StringView name, const auto &value) {
        if (value)
            values.append(name + u' ' + QString::number(*value));
    };
    const SamplerValues &samplers = preset.samplers;
    add("temperature"_L1, samplers.temperature);
    add("top_p"_L1, samplers.topP);
    add("top_k"_L1, samplers.topK);
    add("top_a"_L1, samplers.topA);
    add("min_p"_L1, samplers.minP);
    add("frequency_penalty"_L1, samplers.frequencyPenalty);
    add("presence_penalty"_L1, samplers.presencePenalty);
    add("repetition_penalty"_L1, samplers.repetitionPenalty);
    add("seed"_L1, samplers.seed);
    add("openai_max_context"_L1, std::optional(preset.contextSize));
    add("openai_max_tokens"_L1, std::optional(preset.maxTokens));
    return values.join(u", "_s);
}

// The blocks in their order, then those that are not in it.
QString presetText(const Preset &preset)
{
    QStringList parts{samplerText(preset)};
    QStringList shown;
    const auto add = [&](const PromptBlock &block, bool isOn) {
        shown.append(block.identifier);
        const QString title = block.name.isEmpty() ? block.identifier : block.name;
        //: %1 is a block of a preset
        const QString head = isOn ? title : QCoreApplication::translate("WhatWas", "%1 (off)").arg(title);
        parts.append(block.content.trimmed().isEmpty() ? head : head + u":\n"_s + block.content);
    };
    const auto order = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    const QList<PromptOrderItem> items =
        order != preset.orders.cend() ? order->items : preset.orders.value(0).items;
    for (const PromptOrderItem &item : items) {
        const auto block = std::ranges::find(preset.prompts, item.identifier, &PromptBlock::identifier);
        if (block != preset.prompts.cend())
            add(*block, item.enabled);
    }
    for (const PromptBlock &block : preset.prompts) {
        if (!shown.contains(block.identifier))
            add(block, false);
    }
    return parts.join(u"\n\n"_s).left(FileTextLimit);
}

QString lorebookText(const Lorebook &book)
{
    QStringList parts;
    qsizetype length = 0;
    for (const LoreEntry &entry : book.entries) {
        QString head = entry.title.isEmpty() ? entry.keys.value(0) : entry.title;
        if (entry.disabled)
            //: %1 is an entry of a lorebook
            head = QCoreApplication::translate("WhatWas", "%1 (off)").arg(head);
        const QString keys = entry.constant ? QCoreApplication::translate("WhatWas", "always")
                                            : (entry.keys + entry.secondaryKeys).join(u", "_s);
        parts.append(head + u" ["_s + keys + u"]\n"_s + entry.content);
        length += parts.last().size();
        if (length > FileTextLimit)
            break;
    }
    return parts.join(u"\n\n"_s).left(FileTextLimit);
}

// Nothing for what is no text.
QString plainText(const QByteArray &bytes)
{
    // A character has four bytes at most; one that is cut off at the end does not count.
    const QByteArrayView beginning = QByteArrayView(bytes).first(qMin(bytes.size(), 4 * FileTextLimit));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(beginning);
    return decoder.hasError() || text.contains(QChar(0)) ? QString() : text.left(FileTextLimit);
}

} // namespace

QString fileText(const QByteArray &bytes)
{
    const FileKind kind = fileKindOf(bytes);
    if (kind == FileKind::Chat)
        return chatText(bytes);
    if (kind == FileKind::CardPng) {
        if (const auto card = readNewestCardPng(bytes))
            return cardText(*card);
    }
    if (kind == FileKind::Preset) {
        if (const auto preset = readPreset(bytes))
            return presetText(preset->preset);
    }
    if (kind == FileKind::WorldInfo) {
        if (const auto book = readWorldInfo(bytes))
            return lorebookText(book->book);
    }
    return plainText(bytes);
}

} // namespace snug
