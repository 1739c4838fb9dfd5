#include "tests/widgets/inspector/promptfixture.h"

#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/prompt/assemble.h"

using namespace Qt::StringLiterals;

namespace snug::fixture {

namespace {

int estimate(const QString &text)
{
    return int((text.size() + 3) / 4) + 4;
}

const Source &preset()
{
    static const Source source(SourceKind::PresetFile, u"Default.json"_s, u"preset Default"_s);
    return source;
}

Source block(const QString &id, const QString &label)
{
    return Source(SourceKind::PresetRelative, id, label).inside(preset());
}

Source macro(const QString &name, const Source &outer)
{
    return Source(SourceKind::Macro, name, u"{{"_s + name + u"}}"_s).inside(outer);
}

Source card(const QString &field)
{
    return Source::named(u"char."_s + field, u"Mira.png"_s, u"card Mira, "_s + field);
}

Source lore(int uid, const QString &title)
{
    return Source(SourceKind::WorldBookBeforeChar, u"Harbour.%1"_s.arg(uid), title)
        .inside(Source::named(u"world_book.book"_s, u"Harbour"_s, u"lorebook Harbour"_s));
}

OutboundMessage made(Role role, const TracedText &content, const Source &source)
{
    OutboundMessage message;
    message.role = role;
    message.content = content;
    message.tokens = estimate(content.text());
    message.source = source;
    return message;
}

OutboundMessage mainBlock()
{
    const Source source = block(u"main"_s, u"Main"_s);
    TracedText text(u"Write the next reply of "_s, source);
    text.append(TracedText::computed(u"Mira Okafor"_s, card(u"name"_s).inside(macro(u"char"_s, source))));
    text.append(TracedText(u" in a chat with "_s, source));
    text.append(TracedText::computed(
        u"Ada"_s,
        Source(SourceKind::PersonaName, u"ada.png"_s, u"persona Ada"_s).inside(macro(u"user"_s, source))));
    text.append(
        TracedText(u". Stay in the scene; speech in quotes, actions between asterisks.\n\n"_s, source));
    text.append(TracedText(u"Mira keeps the light at Grey Point. She has not slept since the bell buoy "
                           u"went silent, and she counts the ships that do not come in. She talks to the "
                           u"fog as one talks to a neighbour whom one does not trust."_s,
                           card(u"description"_s).inside(macro(u"description"_s, source))));
    text.append(TracedText(u"\n\nKeep replies under three paragraphs. Never decide for "_s, source));
    text.append(TracedText::computed(
        u"Ada"_s,
        Source(SourceKind::PersonaName, u"ada.png"_s, u"persona Ada"_s).inside(macro(u"user"_s, source))));
    text.append(TracedText(u"; end where an answer is wanted. If the harbour comes up, what the lorebook "
                           u"says is true and what anyone says about it may not be."_s,
                           source));
    return made(Role::System, text, source);
}

OutboundMessage scenario()
{
    const Source marker = block(u"scenario"_s, u"Scenario"_s);
    return made(Role::System,
                TracedText(u"A February night. The keeper's stair, a lamp, two cups."_s,
                           card(u"scenario"_s).inside(marker)),
                marker);
}

OutboundMessage loreBefore()
{
    const Source marker = block(u"worldInfoBefore"_s, u"World Info (before)"_s);
    TracedText text(u"Grey Point harbour has one mole, seven berths and a bell buoy that the ice takes "
                    u"every third winter."_s,
                    lore(3, u"Harbour"_s).inside(marker));
    text.append(TracedText(u"\nThe ferry Constance sank in 1911 with the mail and the schoolteacher."_s,
                           lore(9, u"Constance"_s).inside(marker)));
    OutboundMessage message = made(Role::System, text, lore(3, u"Harbour"_s).inside(marker));
    return message;
}

OutboundMessage persona()
{
    const Source marker = block(u"personaDescription"_s, u"Persona Description"_s);
    return made(
        Role::System,
        TracedText(u"Ada repairs clocks, and left this coast nine years ago without a word."_s,
                   Source(SourceKind::PersonaDescription, u"ada.png"_s, u"persona Ada"_s).inside(marker)),
        Source(SourceKind::PersonaDescription, u"ada.png"_s, u"persona Ada"_s).inside(marker));
}

OutboundMessage authorsNote()
{
    const Source source = Source::named(u"injection.authors_note"_s, u"note"_s, u"Author's Note"_s);
    return made(Role::System,
                TracedText(u"[The lamp is low. Nobody has said her brother's name yet.]"_s, source), source);
}

const QStringList &lines()
{
    static const QStringList list{
        u"I never left. I only stopped writing."_s,
        u"\"You came back,\" *she says to the window, not to you.* \"The ferry does not run in February. So "
        u"either you rowed, or you are the fog, and the fog has never once knocked.\""_s,
        u"*I put the clock on the table.* It stopped the night of the storm. I thought you would want it."_s,
        u"*She turns it over, once. The brass leaves a green line on her thumb.* \"Ten past four. That is "
        u"when the buoy went quiet.\" *A breath.* \"Sit. The stair is cold and I am tired of talking down it.\""_s,
        u"What happened to the Constance?"_s,
        u"\"Which one?\" *she asks, and there it is, the smallest smile.* \"The ship, or what people say "
        u"about "
        u"her?\""_s,
    };
    return list;
}

// What makes the silent rows near misses: "inn" seven messages back, "Joanne" in the newest.
LoreEvidence loreEvidence(const QList<LoreTrace> &rows)
{
    QList<ActiveLorebook> books{{.book = {.name = u"Harbour"_s, .entries = {}, .source = {}}},
                                {.book = {.name = u"People"_s, .entries = {}, .source = {}}}};
    for (int i = 0; i < rows.size(); ++i) {
        LoreEntry entry;
        entry.uid = rows[i].uid;
        entry.order = 100 - i; // served as the rows stand
        if (rows[i].title == u"Lighthouse inn")
            entry.keys = {u"inn"_s};
        else if (rows[i].title == u"Joan")
            entry.keys = {u"Joan"_s};
        books[rows[i].book == u"Harbour" ? 0 : 1].book.entries.append(entry);
    }
    LoreEvidence evidence;
    evidence.depth = evidence.settings.depth = 4;
    evidence.index = std::make_shared<const LoreIndex>(books, evidence.settings);
    for (int i = 0; i < 8; ++i)
        evidence.texts.messages.append({i % 2 == 0 ? u"Ada"_s : u"Mira"_s,
                                        i == 0   ? u"Is Joanne at the harbour?"_s
                                        : i == 6 ? u"We met at the inn."_s
                                                 : u"…"_s,
                                        13 - i});
    return evidence;
}

AssembledPrompt withChat(int messages)
{
    AssembledPrompt prompt;
    prompt.messages = {mainBlock(), loreBefore(), persona(), scenario()};
    for (int i = 0; i < messages; ++i) {
        if (i == messages - 3)
            prompt.messages.append(authorsNote());
        prompt.messages.append(chatMessage(i, lines().at(i % lines().size())));
    }
    prompt.trace.modeReason = u"the preset has a prompt order"_s;
    prompt.maxTokens = 512;
    prompt.budget = {8192, 512, 0, CountKind::Exact, u"o200k_base"_s};
    for (const OutboundMessage &message : std::as_const(prompt.messages))
        prompt.budget.used += message.tokens;
    const auto row = [](const QString &book, int uid, const QString &title, bool fired, LoreGate gate,
                        int tokens, const LoreDetail &detail = {}) {
        return LoreTrace{book, uid,           title,  fired,
                         gate, fired ? 1 : 0, tokens, std::make_shared<const LoreDetail>(detail)};
    };
    const auto inMessage = [](const QString &key, int message, const QString &name, qsizetype start) {
        LoreDetail detail;
        detail.key = key;
        detail.place = LorePlace::Message;
        detail.message = message;
        detail.name = name;
        detail.start = start;
        detail.length = key.size();
        return detail;
    };
    LoreDetail budget;
    budget.value = 31;
    budget.other = 12;
    LoreDetail lot;
    lot.value = 40;
    prompt.trace.lore = {
        row(u"Harbour"_s, 3, u"Harbour"_s, true, LoreGate::KeyFound, 31,
            inMessage(u"harbour"_s, 13, u"Ada"_s, 12)),
        row(u"Harbour"_s, 9, u"Constance"_s, true, LoreGate::KeyFound, 24,
            inMessage(u"Constance"_s, 11, u"Mira"_s, 4)),
        row(u"Harbour"_s, 4, u"Lighthouse inn"_s, false, LoreGate::KeyNotFound, 0),
        row(u"Harbour"_s, 5, u"Joan"_s, false, LoreGate::KeyNotFound, 0),
        row(u"Harbour"_s, 6, u"Ice years"_s, false, LoreGate::Budget, 31, budget),
        row(u"People"_s, 1, u"Tomas"_s, false, LoreGate::Probability, 58, lot),
        row(u"People"_s, 2, u"The schoolteacher"_s, false, LoreGate::Disabled, 0),
    };
    prompt.trace.loreEvidence = loreEvidence(prompt.trace.lore);
    return prompt;
}

} // namespace

OutboundMessage message(Role role, const QString &type, const QString &id, const QString &label,
                        const QString &text, int tokens)
{
    const Source source = Source::named(type, id, label);
    OutboundMessage result;
    result.role = role;
    result.content = TracedText(text, source);
    result.tokens = tokens;
    result.source = source;
    return result;
}

OutboundMessage chatMessage(int index, const QString &text)
{
    const bool user = index % 2 == 0;
    return message(user ? Role::User : Role::Assistant, user ? u"history.user"_s : u"history.assistant"_s,
                   QString::number(index), user ? u"Ada"_s : u"Mira"_s, text, estimate(text));
}

AssembledPrompt harbourPrompt()
{
    return withChat(6);
}

AssembledPrompt longPrompt(int messages)
{
    AssembledPrompt prompt = withChat(messages);
    prompt.budget.context = 131072;
    prompt.budget.kind = CountKind::Estimate;
    prompt.budget.counterName = u"estimate"_s;
    return prompt;
}

AssembledPrompt overBudgetPrompt()
{
    AssembledPrompt prompt = withChat(6);
    prompt.budget = {640, 256, prompt.budget.used, CountKind::Calibrated, u"llama3"_s};
    prompt.trace.dropped = {
        {TracedText(u"\"You came back,\" she says."_s,
                    Source(SourceKind::HistoryAssistant, u"0"_s, u"Mira"_s)),
         u"over the context size by 31 tokens"_s, 44},
        {TracedText(u"I never left."_s, Source(SourceKind::HistoryUser, u"1"_s, u"Ada"_s)),
         u"over the context size by 20 tokens"_s, 12},
        {TracedText(u"<START>\nMira: The fog lifts when it is bored."_s,
                    Source::named(u"char.mes_example"_s, u"Mira.png"_s, u"card Mira, example 2"_s)),
         u"examples give way to the chat"_s, 61},
    };
    prompt.trace.warnings = {
        u"The prompt needs 39 tokens more than the context holds. Shorten the card or raise the context size."_s,
        u"Preset Default: the block \"jailbreak2\" is in the order but not in the preset."_s};
    return prompt;
}

AssembledPrompt manyScriptsPrompt()
{
    AssembledPrompt prompt;
    prompt.trace.modeReason = u"the preset has a prompt order"_s;
    prompt.budget = {8192, 512, 0, CountKind::Exact, u"o200k_base"_s};
    const QStringList texts{
        u"قالت ميرا: «لقد عدت». ثم نظرت إلى الضباب ولم تنتظر جوابا، لأن الميناء (Grey Point) لا يجيب أحدا."_s,
        u"חזרתי, אמרתי לה. \"The fog\" לא ענה."_s,
        u"霧の夜、灯台守のミラは窓に向かって言った。「戻ってきたのね」。彼女は三日も眠っていない。"
        u"港の鐘が鳴らなくなってから、帰らない船を数えているのだ。霧はいちども戸を叩いたことがない。"_s,
        u"雾夜，守灯人米拉对着窗户说：“你回来了。”她已经三天没有睡觉。"_s,
        u"👩‍🚒 *waves* 🌊🌊 e\u0301 – naïve – 𝔐𝔦𝔯𝔞 \t tab"_s,
        u"https://example.org/"_s + u"averyveryverylongwordwithoutanybreak"_s.repeated(6),
    };
    for (int i = 0; i < texts.size(); ++i)
        prompt.messages.append(chatMessage(i, texts.at(i)));
    const Source source = block(u"main"_s, u"בלוק ראשי · الكتلة الرئيسية"_s);
    TracedText mixed(u"שלום "_s, source);
    mixed.append(TracedText::computed(u"Mira Okafor"_s, card(u"name"_s).inside(macro(u"char"_s, source))));
    mixed.append(TracedText(u", ברוכה השבה אל "_s, source));
    mixed.append(TracedText(u"灯台"_s, lore(3, u"灯台"_s).inside(source)));
    prompt.messages.prepend(made(Role::System, mixed, source));
    for (const OutboundMessage &message : std::as_const(prompt.messages))
        prompt.budget.used += message.tokens;
    return prompt;
}

AssembledPrompt longMessagePrompt(int paragraphs)
{
    AssembledPrompt prompt = withChat(2);
    QString text;
    for (int i = 0; i < paragraphs; ++i)
        text += u"%1. "_s.arg(i + 1) + lines().at(i % lines().size()) + u"\n\n"_s;
    const Source source = block(u"main"_s, u"Main"_s);
    prompt.messages[0] = made(Role::System, TracedText(text, source), source);
    prompt.budget.used = 0;
    for (const OutboundMessage &message : std::as_const(prompt.messages))
        prompt.budget.used += message.tokens;
    prompt.budget.context = 32768;
    return prompt;
}

AssembledPrompt framingPrompt()
{
    PromptInputs inputs;
    if (const auto preset = readPreset(R"({"name": "Evening", "prompts": [
        {"identifier": "main", "name": "Main", "enabled": true, "role": "system", "position": "relative",
         "content": "Write {{char}}'s next message. Stay in the scene."},
        {"identifier": "charBefore", "enabled": true, "position": "relative"},
        {"identifier": "charDescription", "enabled": true, "role": "system", "position": "relative"},
        {"identifier": "chatHistory", "enabled": true, "position": "relative"},
        {"identifier": "hint", "name": "Hint", "enabled": true, "role": "system", "position": "in-chat", "depth": 1,
         "content": "The fog is thicker now."}]})",
                                       u"Evening"_s))
        inputs.preset = preset->preset;
    if (const auto book = readWorldInfo(R"({"name": "Coast", "entries": [
        {"id": 7, "name": "Harbour", "enabled": true, "position": "before_char", "mode": "conditional",
         "keys": ["harbour"], "order": 10, "content": "The harbour has one crane and no ferry after nine."}]})",
                                        u"Coast"_s))
        inputs.lorebooks.append({book->book});
    inputs.card.emplace();
    inputs.card->name = u"Mira"_s;
    inputs.card->description = u"{{char}} keeps the lighthouse and counts ships."_s;
    inputs.userName = u"Ada"_s;
    Message greeting;
    greeting.name = u"Mira"_s;
    greeting.text = u"\"You came back,\" *she says, without turning from the window.*"_s;
    inputs.chat.messages = {greeting};
    inputs.userText = u"Is there a light in the harbour?"_s;
    return assemble(inputs);
}

WireRequest requestFor(const AssembledPrompt &prompt)
{
    QByteArray body = "{\"model\":\"gpt-4o-mini\",\"messages\":[";
    bool first = true;
    for (const OutboundMessage &message : prompt.messages) {
        QString text = message.content.text();
        text.replace(u'\\', u"\\\\"_s)
            .replace(u'"', u"\\\""_s)
            .replace(u'\n', u"\\n"_s)
            .replace(u'\t', u"\\t"_s);
        if (!first)
            body += ',';
        first = false;
        body +=
            "{\"role\":\"" + roleName(message.role).toUtf8() + "\",\"content\":\"" + text.toUtf8() + "\"}";
    }
    body += "],\"temperature\":0.90,\"max_tokens\":512,\"stream\":true}";
    WireRequest request;
    request.method = "POST";
    request.url = QUrl(u"https://api.example.org/v1/chat/completions"_s);
    request.headers = {{"content-type", "application/json"},
                       {"accept", "text/event-stream"},
                       {"authorization", "Bearer ", Secret("sk-test-0123456789")}};
    request.body = body;
    return request;
}

} // namespace snug::fixture
