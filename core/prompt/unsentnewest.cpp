#include "core/prompt/unsentnewest.h"

#include "core/prompt/presetorder.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/storedtext.h"
#include "core/prompt/typedtext.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct UnsentNewestText
{
    Q_DECLARE_TR_FUNCTIONS(UnsentNewest)
};

struct SizedThing
{
    QString name;
    double tokens = 0;
};

// The row of what the user said last in the chat; -1 = nothing.
int newestRow(const PromptInputs &inputs)
{
    const QList<Message> &messages = inputs.chat.messages;
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        const Message &message = messages.at(i);
        if (message.isUser && !message.isHidden)
            return inputs.scene.rowOf(i);
    }
    return -1;
}

// Things that stand in a dropped text, once each.
QList<Source> thingsIn(const TracedText &text)
{
    QList<Source> things;
    for (const Span &span : text.spans()) {
        const Source thing = thingOf(span.source);
        if (!things.contains(thing))
            things.append(thing);
    }
    return things;
}

// The row of a message of the chat that was left out; nothing if nothing stands in it.
std::optional<int> rowOf(const DroppedText &dropped)
{
    for (const Source &thing : thingsIn(dropped.content)) {
        bool isRow = false;
        const int row = thing.id().toInt(&isRow);
        if (isChatThing(thing) && isRow)
            return row;
    }
    return {};
}

// Of messages of the chat, the newest first, of which there may be many.
template <typename Is> bool isAnyOf(const LateItems<DroppedText> &older, int newest, Is is)
{
    for (qsizetype i = 0; i < older.size(); ++i) {
        const DroppedText dropped = older.at(i);
        if (is(dropped))
            return true;
        if (rowOf(dropped).value_or(newest) < newest)
            return false;
    }
    return false;
}

SizedThing largestThing(const AssembledPrompt &prompt)
{
    QHash<QString, SizedThing> sizes;
    const auto add = [&](const Source &thing, double tokens) {
        SizedThing &size = sizes[thingKey(thing)];
        size.name = thingName(thing);
        size.tokens += tokens;
    };
    for (const PromptPart &part : promptParts(prompt))
        add(part.source, part.tokens);
    for (const DroppedText &dropped : prompt.trace.dropped) {
        // What came after the first that did not fit has not been counted.
        const double tokens = dropped.tokens > 0 ? dropped.tokens : double(dropped.content.size()) / 4;
        const QList<Source> things = thingsIn(dropped.content);
        if (!things.isEmpty() && dropped.cause == DroppedText::Cause::NoRoom)
            add(things.first(), tokens);
    }
    const auto largest = std::ranges::max_element(sizes, {}, &SizedThing::tokens);
    return largest == sizes.end() ? SizedThing() : *largest;
}

// What the user said last; null = nothing.
const Message *newestSaid(const PromptInputs &inputs)
{
    for (const Message &message : inputs.chat.messages | std::views::reverse) {
        if (message.isUser && !message.isHidden)
            return &message;
    }
    return nullptr;
}

// A new message goes out with this prompt.
bool isTypedIn(const PromptInputs &inputs)
{
    return isTypedSent(inputs.type) && !inputs.userText.isEmpty();
}

// Macros may leave nothing, too, and whoever writes those knows it.
bool mayScriptsEmpty(const PromptInputs &inputs)
{
    if (!areTextsScripted(inputs, ScriptPurpose::Prompt, {RegexScript::Placement::UserInput}))
        return false;
    const Message *said = isTypedIn(inputs) ? nullptr : newestSaid(inputs);
    const QString text = said ? said->text : isTypedIn(inputs) ? inputs.userText : QString();
    return !text.trimmed().isEmpty() && !text.contains(u"{{");
}

// Whether the chat has a place in this prompt; the first message alone cannot tell.
bool isChatIn(const PromptInputs &inputs, const QList<PromptPart> &parts)
{
    const auto others = std::ranges::count_if(inputs.chat.messages, [](const Message &message) {
        return !message.isHidden && !message.text.trimmed().isEmpty();
    });
    return others <= (isTypedIn(inputs) ? 0 : 1) || std::ranges::any_of(parts, &PromptPart::isChat);
}

// SillyTavern sends it so; nobody has meant it.
bool hasEmptyOrder(const PromptInputs &inputs, const AssembledPrompt &prompt)
{
    return prompt.mode == PromptMode::SillyTavern && !prompt.prompt && inputs.preset &&
           orderInEffect(*inputs.preset, inputs.layout.order).items.isEmpty();
}

} // namespace

std::optional<UnsentNewest> unsentNewest(const PromptInputs &inputs, const AssembledPrompt &prompt)
{
    const bool isTyped = isTypedIn(inputs);
    const int newest = isTyped ? -1 : newestRow(inputs);
    if ((isTyped || newest >= 0) && !prompt.failure && hasEmptyOrder(inputs, prompt))
        return UnsentNewest{.cause = UnsentNewest::Cause::EmptyOrder};
    const bool mayBeEmptied = mayScriptsEmpty(inputs);
    if ((!isTyped && newest < 0) || prompt.failure || (prompt.budget.context <= 0 && !mayBeEmptied))
        return {};
    const auto isAtOrBehind = [&](const Source &thing, bool isBehindToo) {
        if (isTyped || thing.kind() == SourceKind::NewUser)
            return thing.kind() == SourceKind::NewUser;
        bool isRow = false;
        const int row = thing.id().toInt(&isRow);
        return isChatThing(thing) && thing.kind() != SourceKind::HistoryThinking && isRow &&
               (row == newest || (isBehindToo && row > newest));
    };
    const auto isNewest = [&](const DroppedText &dropped) {
        return dropped.cause == DroppedText::Cause::NoRoom &&
               std::ranges::any_of(thingsIn(dropped.content),
                                   [&](const Source &thing) { return isAtOrBehind(thing, false); });
    };
    const LateList<DroppedText> &dropped = prompt.trace.dropped;
    const bool isCut = std::ranges::any_of(dropped.before(), isNewest) ||
                       std::ranges::any_of(dropped.behind(), isNewest) ||
                       (!isTyped && dropped.late() && isAnyOf(*dropped.late(), newest, isNewest));
    if (!isCut && !mayBeEmptied) // nearly always, and found without a look at the prompt's parts
        return {};
    const QList<PromptPart> parts = promptParts(prompt);
    const bool isSent =
        std::ranges::any_of(parts, [&](const PromptPart &part) { return isAtOrBehind(part.source, true); });
    if (isSent)
        return {};
    if (!isCut) {
        const auto isAbout = [&](const DroppedText &each) {
            return std::ranges::any_of(thingsIn(each.content),
                                       [&](const Source &thing) { return isAtOrBehind(thing, false); });
        };
        const bool isLeftOut =
            std::ranges::any_of(dropped.before(), isAbout) || std::ranges::any_of(dropped.behind(), isAbout);
        if (isLeftOut || !isChatIn(inputs, parts))
            return {};
        return UnsentNewest{.cause = UnsentNewest::Cause::Scripts};
    }
    const SizedThing largest = largestThing(prompt);
    return UnsentNewest{.largest = largest.name,
                        .largestTokens = int(std::min(largest.tokens, 2e9)),
                        .context = prompt.budget.context,
                        .reserved = prompt.budget.reserved};
}

QString unsentNewestWarning(const UnsentNewest &unsent)
{
    if (unsent.cause == UnsentNewest::Cause::EmptyOrder)
        return UnsentNewestText::tr("The preset's prompt order is empty: your message is not in the prompt.");
    if (unsent.cause == UnsentNewest::Cause::Scripts)
        return UnsentNewestText::tr("Regex scripts leave nothing of your message in the prompt.");
    const QLocale locale;
    //: %1 is a part of the prompt, such as “Description (card Mira)”; %2 and %3 are numbers of tokens
    return UnsentNewestText::tr(
               "Your message does not fit: “%1” takes about %2 tokens, and there is room for %3. "
               "Shorten it, raise the context size or lower the reply length.")
        .arg(unsent.largest, locale.toString(unsent.largestTokens),
             locale.toString(std::max(0, unsent.context - unsent.reserved)));
}

Error explainUnsentNewest(const UnsentNewest &unsent)
{
    if (unsent.cause == UnsentNewest::Cause::EmptyOrder) {
        return {.what =
                    UnsentNewestText::tr("Not sent, because the preset's prompt order is empty: your newest "
                                         "message would not be in it"),
                .hint = UnsentNewestText::tr("Insert the preset's prompts in its editor, or choose another "
                                             "preset, then retry.")};
    }
    if (unsent.cause == UnsentNewest::Cause::Scripts) {
        return {.what = UnsentNewestText::tr("Not sent, because regex scripts leave nothing of your newest "
                                             "message in the prompt"),
                .hint = UnsentNewestText::tr("Change the message, or turn the script off, then retry.")};
    }
    const QLocale locale;
    //: %1 is a part of the prompt, such as “Description (card Mira)”; %2, %3 and %4 are numbers of tokens
    const QString what =
        UnsentNewestText::tr("Not sent, because your newest message would not be in it: “%1” takes "
                             "about %2 of the context size of %3 tokens, of which %4 are kept "
                             "for the reply");
    return {.what = what.arg(unsent.largest, locale.toString(unsent.largestTokens),
                             locale.toString(unsent.context), locale.toString(unsent.reserved)),
            .hint = UnsentNewestText::tr(
                "Shorten it, raise the context size or lower the reply length, then retry.")};
}

} // namespace snug
