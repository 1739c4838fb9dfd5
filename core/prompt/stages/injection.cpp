#include "core/prompt/injectiondepth.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/stages.h"

#include <QMap>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr double commonOrder = 100; // of everything that is not a preset's prompt

// What is injected at one depth, newest first: higher orders stand nearer to the end, inside one
// order system, user, assistant.
static QList<HistoryItem> injectionsAt(int depth, const QList<const ListedPrompt *> &prompts, Draft &draft)
{
    const TracedText newline = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    QMap<double, QList<const ListedPrompt *>> byOrder{{-commonOrder, {}}};
    for (const ListedPrompt *prompt : prompts)
        byOrder[-prompt->order].append(prompt);

    QList<HistoryItem> items;
    for (auto group = byOrder.cbegin(); group != byOrder.cend(); ++group) {
        for (const Role role : {Role::System, Role::User, Role::Assistant}) {
            HistoryItem item{.role = role};
            QList<TracedText> texts;
            for (const ListedPrompt *prompt : group.value()) {
                if (prompt->role != role)
                    continue;
                texts.append(prompt->text);
                if (item.source == Source())
                    item.source = prompt->source;
            }
            QList<TracedText> parts;
            if (TracedText joined = TracedText::join(texts, newline); !joined.isEmpty())
                parts.append(joined.trimmed());
            QList<TracedText> others;
            if (group.key() == -commonOrder) {
                for (const InChatText &text : std::as_const(draft.inChat)) {
                    if (text.depth != depth || text.role != role)
                        continue;
                    others.append(text.text.trimmed());
                    if (item.source == Source())
                        item.source = text.source;
                }
            }
            if (TracedText joined = draft.macros.expand(TracedText::join(others, newline)); !joined.isEmpty())
                parts.append(joined.trimmed());
            item.text = TracedText::join(parts, newline);
            if (!item.text.trimmed().isEmpty())
                items.append(item);
        }
    }
    return items;
}

// Texts beside a main prompt that is itself in the chat go with it, one after the other directly before it or
// directly behind it.
static void goWithMain(Draft &draft, QList<ListedPrompt> &inChat)
{
    const auto main = std::ranges::find(inChat, u"main"_s, &ListedPrompt::identifier);
    if (main == inChat.end())
        return;
    const ListedPrompt like = *main;
    const auto add = [&](const QString &identifier, const TracedText &text, NotePlace &place) {
        if (text.isEmpty() || (place != NotePlace::BeforeMain && place != NotePlace::AfterMain))
            return;
        ListedPrompt beside = like;
        beside.identifier = identifier;
        beside.text = text;
        beside.source = text.spans().first().source;
        const auto at = std::ranges::find(inChat, u"main"_s, &ListedPrompt::identifier);
        inChat.insert(place == NotePlace::AfterMain ? at + 1 : at, beside);
        place = NotePlace::None;
    };
    for (BesideMain &text : draft.beforeNote)
        add(text.key, text.text, text.place);
    add(u"authorsNote"_s, draft.note.text, draft.note.place);
    for (BesideMain &text : draft.behindNote)
        add(text.key, text.text, text.place);
}

void injectionStage(const PromptInputs &inputs, Draft &draft)
{
    QList<ListedPrompt> absolute;
    for (const ListedPrompt &prompt : std::as_const(draft.prompts)) {
        if (prompt.placement == PromptBlock::Placement::InChat)
            absolute.append(prompt);
    }
    goWithMain(draft, absolute);

    // The continued message of a prefill stands behind everything: depth counts without it.
    const bool isPrefill = inputs.type == GenerationType::Continue && inputs.preset &&
                           continuesByPrefill(*inputs.preset, inputs.layout);
    std::optional<HistoryItem> continued;
    if (isPrefill && !draft.history.isEmpty())
        continued = draft.history.takeLast();

    QMap<int, QList<const ListedPrompt *>> byDepth;
    for (const ListedPrompt &prompt : std::as_const(absolute)) {
        if (!prompt.text.isEmpty())
            byDepth[prompt.depth].append(&prompt);
    }
    for (const InChatText &text : std::as_const(draft.inChat))
        byDepth[text.depth];
    for (auto depth = byDepth.keyBegin(); depth != byDepth.keyEnd(); ++depth) {
        if (*depth >= 0 && *depth <= deepestInjection)
            readOlder(draft, *depth);
    }
    const qsizetype sent = draft.history.size();
    QList<HistoryItem> newestFirst;
    qsizetype taken = 0; // of the history
    for (auto depth = byDepth.cbegin(); depth != byDepth.cend(); ++depth) {
        if (depth.key() < 0 || depth.key() > deepestInjection)
            continue;
        const QList<HistoryItem> items = injectionsAt(depth.key(), depth.value(), draft);
        for (; taken < std::min<qsizetype>(depth.key(), sent); ++taken)
            newestFirst.append(draft.history[sent - 1 - taken]);
        newestFirst += items;
    }
    if (!newestFirst.isEmpty()) {
        std::ranges::reverse(newestFirst);
        draft.history = draft.history.first(sent - taken) + newestFirst;
    }
    if (continued)
        draft.controls.append({.identifier = u"continuePrefill"_s,
                               .role = continued->role,
                               .text = continued->text,
                               .source = continued->source,
                               .name = continued->name});
}

} // namespace snug
