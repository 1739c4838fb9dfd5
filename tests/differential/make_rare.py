"""Cases of what is rarely set: who of a group speaks, timed lore over many turns, odd corners of lore, presets and chats.
They take the maker of make_cases.py as `maker`."""
import json
import os

from files import read, write
from make_deep import CLOCK, base, deep_case, deep_text_case, end_with_reply, lore_extras, rounds, store, weave

KINDS_OF_TURN = ("normal", "normal", "normal", "continue", "swipe", "regenerate", "quiet")
THINKING = ["<think>one {{user}}</think>", "<think>\ntwo\n</think>\n\n", "  <think>three</think> ", "<think>open ", "</think>", "plain words. ",
            "fog and wax. ", "<think></think>", "\n", "**bold** ", "<t>own</t>", "<THINK>loud</THINK>"]
FINDS = ["/fog/gi", "/(?<=the )\\w+/g", "/(\\w)(\\w*)/", "/^\\s*|\\s*$/g", "/[aeiou]/giu", "/\\p{L}+/gu", "/(?<!\\w)the(?!\\w)/g", "/a|b|/g",
         "/(.*)/s", "/(.*)/", "/\\n+/g", "/$/gm", "/x*/g", "/(?<w>wax)|(?<f>fog)/g", "/\\bkey\\b/y", "/\\//g", "/a\\/b/", "//", "/fog/x",
         "/fog/gg", "fog|wax", "(", ".", "\\d+", "/(?:night|moon)[^a-z]/i", "/{{char}}|{{user}}/gi", "/[\\s\\S]+/", "/茶|é/g", "{{getvar::a}}",
         "/^(?!.*fog).*$/m", "/(a)(b)?(c)?/g", "/\\u{1F98A}/gu", "/[{}]/g", "/\\*([^*]+)\\*/g", "/\"([^\"]*)\"/g"]
REPLACEMENTS = ["", "$0", "$1", "$2$1", "$10", "$01", "${1}", "$<w>|$<f>", "$<nobody>", "$&", "$`", "$'", "$$1", "\\$1", "\\n", "\n", "{{match}}{{MATCH}}",
                "{{user}}: $0", "{{setvar::a::$1}}{{getvar::a}}", "{{lastMessage}}", "{{// $0}}", "{{reverse::$0}}", "{{if $1}}y{{else}}n{{/if}}", "*$1*"]


def string_hash(text):
    """SillyTavern's: cyrb53 without a seed, over UTF-16 units."""
    first, second = 0xDEADBEEF, 0x41C6CE57
    units = text.encode("utf-16-le")
    for at in range(0, len(units), 2):
        unit = units[at] | units[at + 1] << 8
        first = (first ^ unit) * 2654435761 & 0xFFFFFFFF
        second = (second ^ unit) * 1597334677 & 0xFFFFFFFF
    first = ((first ^ first >> 16) * 2246822507 ^ (second ^ second >> 13) * 3266489909) & 0xFFFFFFFF
    second = ((second ^ second >> 16) * 2246822507 ^ (first ^ first >> 13) * 3266489909) & 0xFFFFFFFF
    return 4294967296 * (2097151 & second) + first


def entry_hash(entry, world):
    rest = {key: value for key, value in entry.items() if key != "uid"}
    whole = {"uid": entry["uid"], "world": world, **rest, "decorators": []}
    return string_hash(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))


def chat_of(out):
    with open(os.path.join(out, "chat.jsonl"), encoding="utf-8") as file:
        head, *lines = [json.loads(line) for line in file]
    return head["chat_metadata"], lines


# A group in which nobody was asked to speak. Nothing is left to chance, but where the maker has overlooked it.
def rounds_case(maker, out):
    maker.group_case(out, maker.chance(.4))
    case, group, preset = (read(out, name + ".json") for name in ("case", "group", "preset"))
    case["input"].pop("speaker", None)
    metadata, lines = chat_of(out)
    cards = {}
    for file in case["files"]["characters"]:
        card = read(out, file)
        cards[card["data"]["name"]] = (file, card)
    names = list(cards)
    group["disabled_members"] = []
    group["activation_strategy"] = strategy = maker.pick(0, 0, 1, 1, 2, 3)
    able = [name for name in names if name + ".png" in group["members"]]
    if strategy in (2, 3) and maker.chance(.8):
        able = [maker.random.choice(able)]
        group["disabled_members"] = [name for name in dict.fromkeys(group["members"]) if name != able[0] + ".png"]
    elif maker.chance(.3) and len(able) > 1:
        muted = maker.random.choice(able)
        able.remove(muted)
        group["disabled_members"] = [muted + ".png"]
    talker = maker.random.choice(able)
    for name, (file, card) in cards.items():
        card["data"].setdefault("extensions", {})["talkativeness"] = card["talkativeness"] = "1" if name == talker else "0"
        write(card, out, file)
    for index, line in enumerate(lines):
        if not line["is_user"] and line["name"] in names:
            if maker.chance(.8):
                line["original_avatar"] = line["name"] + ".png"
            if maker.chance(.5):
                line["extra"]["gen_id"] = maker.pick(1, 2, 2)
    sort = maker.pick("normal", "normal", "normal", "regenerate", "swipe", "continue", "quiet")
    if strategy != 1 and sort == "normal" and maker.chance(.3):
        lines.append({"name": talker, "is_user": False, "is_system": False, "send_date": "2026-03-01T11:00:00.000Z",
                      "mes": "I have spoken.", "extra": {}, "original_avatar": talker + ".png"})
    if sort == "swipe":
        speaker = maker.random.choice(names)
        lines.append({"name": speaker, "is_user": False, "is_system": False, "send_date": "2026-03-01T11:00:00.000Z",
                      "mes": "Swipe me.", "extra": {}, **({"original_avatar": speaker + ".png"} if maker.chance(.7) else {})})
    case["input"].update(generation_type=sort, user_text="")
    case["input"].pop("quiet_prompt", None)
    if sort == "quiet":
        case["input"]["quiet_prompt"] = "quietly"
    if sort == "normal":
        case["input"]["user_text"] = maker.pick("", "Hello all.", f"And you, {maker.random.choice(names)}?",
                                                f"{names[-1]} and {names[0].lower()}!")
    case["turns"] = [{"user_text": maker.pick("Hm.", "", names[0] + "?"), "reply": maker.words(3).strip() + ".",
                      "generation_type": maker.pick("normal", "normal", "regenerate", "continue")}
                     for _ in range(maker.pick(0, 0, 1, 2))]
    for turn in case["turns"]:
        if turn["generation_type"] != "normal":
            turn["user_text"] = ""
    maker.chat(lines, metadata, out)
    for name, value in (("case", case), ("group", group), ("preset", preset)):
        write(value, out, name + ".json")


# Sticky, cooldown and delay over many turns, from a state that is in the chat already.
def timed_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), {}
    case["settings"].update(world_info_depth=maker.pick(1, 2, 3), world_info_recursive=maker.chance(.5),
                            world_info_use_group_scoring=maker.chance(.2))
    state = {"sticky": {}, "cooldown": {}}
    case["files"]["world"] = []
    for name, scope in [("Sea", "global"), ("Own", "character")][:maker.pick(1, 2)]:
        entries = {}
        for uid in range(maker.random.randint(2, 6)):
            entry = maker.entry(uid)
            entry.update(key=maker.pick(["fog"], ["the"], ["wax", "key"], ["/./"]), keysecondary=[], content=f"{name}{uid} " + maker.words(3),
                         sticky=maker.pick(None, 0, 1, 2, 3, 5), cooldown=maker.pick(None, 0, 1, 2, 4), delay=maker.pick(None, 0, 2, 4, 6),
                         probability=100, position=maker.pick(0, 1, 4), disable=False, triggers=[], group=maker.pick("", "", "g1"),
                         constant=maker.chance(.3), delayUntilRecursion=maker.pick(0, 0, 0, 1), order=maker.pick(100, 50, uid))
            for key in ("selective", "useProbability", "depth", "role"):
                entry.setdefault(key, {"selective": True, "useProbability": True, "depth": 4, "role": 0}[key])
            entry.pop("characterFilter", None)
            entry.pop("constant") if maker.chance(.05) else None
            entries[str(uid)] = entry
            if maker.chance(.35):
                start = maker.random.randint(0, len(lines) + 1)
                state[maker.pick("sticky", "cooldown")][f"{name}.{uid}"] = {
                    "hash": maker.pick(entry_hash(entry, name), entry_hash(entry, name), 12345), "start": start,
                    "end": start + maker.pick(1, 3, 6), "protected": maker.chance(.3)}
        write({"entries": entries}, out, name + ".json")
        case["files"]["world"].append({"file": name + ".json", "scope": scope, "name": name})
        if scope == "character":
            card["data"]["extensions"]["world"] = name
    if maker.chance(.6):
        metadata["timedWorldInfo"] = state
    case["turns"] = [{"user_text": maker.pick("fog.", "wax?", "Nothing.", "The key"), "reply": maker.pick("the fog.", "Nothing.", "A key."),
                      "generation_type": maker.pick("normal", "normal", "swipe", "regenerate", "continue", "impersonate")}
                     for _ in range(maker.random.randint(2, 6))]
    for turn in case["turns"]:
        if turn["generation_type"] != "normal":
            turn["user_text"] = ""
    case["input"].update(generation_type=maker.pick(*KINDS_OF_TURN), user_text="")
    case["input"].pop("quiet_prompt", None)
    if case["input"]["generation_type"] == "normal":
        case["input"]["user_text"] = maker.pick("fog", "Nothing", "the key")
    if case["input"]["generation_type"] == "quiet":
        case["input"]["quiet_prompt"] = "the fog"
    end_with_reply(maker, case, lines, "Aoife")
    store(maker, case, card, persona, preset, lines, metadata, out)


# Lore's rare fields, books that are in effect twice, budgets of nothing, groups that are drawn by weights.
def corners_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), maker.note()
    maker.card(card)
    maker.persona(persona)
    maker.generation(case)
    maker.lore(case, card, persona, metadata, out)
    heavy = set()
    for book in case["files"]["world"]:
        entries = read(out, book["file"])
        for entry in entries["entries"].values():
            entry["matchCharacterPersonality"] = maker.chance(.1)
            entry["matchCharacterDepthPrompt"] = maker.chance(.1)
            if maker.chance(.4):
                entry["key"] = maker.pick(["the"], ["fog", "the"], ["/\\w/"], ["a", "e", "o"])
            if maker.chance(.2):
                entry["triggers"] = maker.pick(["swipe"], ["regenerate"], ["swipe", "normal"], ["other"], ["NORMAL"])
            if maker.chance(.3):
                entry["scanDepth"] = maker.pick(1000, 1001, 99999, -1, 3)
            if maker.chance(.3):
                entry["group"] = maker.pick("g1", "g1,g2", "g2,g1", "g1,", ",g1", "g 1", "g1 ,g2", "3")
            if maker.chance(.7):
                entry["groupOverride"] = False
                names = [name.strip() for name in str(entry.get("group", "")).split(",") if name.strip()]
                entry["groupWeight"] = 0
                if names and not heavy.intersection(names) and maker.chance(.4):
                    entry["groupWeight"] = 100
                    heavy.update(names)
            if maker.chance(.15):
                entry[maker.pick("role", "depth", "scanDepth", "outletName", "group", "sticky", "delay", "caseSensitive")] = None
            if maker.chance(.15):
                entry["content"] = maker.pick("@@activate", "@@activate\n\n x", "@@dont_activate\n@@activate\ny", " @@activate\nz", "@@depth 3\nw",
                                              "@@activate x\nv", "\n@@activate\nu", "@@@activate\nt", "@@x\n@@@y\n@@@activate\ns")
        write(entries, out, book["file"])
    books = case["files"]["world"]
    if maker.chance(.3):
        twice = maker.random.choice(books)
        other = maker.pick("global", "chat", "persona")
        if other == "chat":
            metadata["world_info"] = twice["name"]
        elif other == "persona":
            persona["lorebook"] = twice["name"]
        books[:] = [book for book in books if book["scope"] != other or other == "global"]
        if not any(book["name"] == twice["name"] and book["scope"] == other for book in books):
            books.append(dict(twice, scope=other))
    if maker.chance(.15):
        extra = {str(uid): maker.entry(uid) for uid in range(3)}
        write({"entries": extra}, out, "Extra.json")
        books.append({"file": "Extra.json", "scope": "character", "name": "Extra"})
        case["settings"]["extra_books"] = ["Extra"]
    case["settings"].update(world_info_depth=maker.pick(2, 4, 10, 1000), world_info_budget=maker.pick(25, 100, 1, 0),
                            world_info_budget_cap=maker.pick(0, 0, 1, 30, 7, 60))
    if maker.chance(.3):
        case["settings"].update(world_info_min_activations=maker.pick(1, 4, 50), world_info_min_activations_depth_max=maker.pick(0, 1, 2, 100),
                                world_info_max_recursion_steps=maker.pick(0, 0, 1, 5))
    if maker.chance(.3):
        case["input"].update(generation_type=maker.pick("swipe", "regenerate"), user_text="")
        end_with_reply(maker, {**case, "turns": []}, lines, "Aoife")
    case["input"]["context_size"] = maker.pick(100000, 2000, 6000)
    store(maker, case, card, persona, preset, lines, metadata, out)


# What each member has of its own: book, note, tags, scripts.
def members_case(maker, out):
    maker.group_case(out, True)
    case, group, preset, persona = (read(out, name + ".json") for name in ("case", "group", "preset", "persona"))
    metadata, lines = chat_of(out)
    names, tags = [], {}
    notes = []
    case["files"]["world"] = []
    metadata.pop("world_info", None)
    persona.pop("lorebook", None)
    for index, file in enumerate(case["files"]["characters"]):
        card = read(out, file)
        name = card["data"]["name"]
        names.append(name)
        extensions = card["data"].setdefault("extensions", {})
        extensions.pop("world", None)
        if maker.chance(.6):
            book = f"Book{index}"
            write({"entries": {str(uid): maker.entry(uid) for uid in range(maker.random.randint(1, 5))}}, out, book + ".json")
            case["files"]["world"].append({"file": book + ".json", "scope": "character", "name": book})
            extensions["world"] = book
        if maker.chance(.5):
            extensions["regex_scripts"] = [dict(maker.script(), trimStrings=[]) for _ in range(2)]
        tags[name + ".png"] = maker.pick([], ["t1"], ["t2"], ["t1", "t2"])
        if maker.chance(.6):
            notes.append({"name": name, "prompt": maker.text(.3), "useChara": maker.chance(.8), "position": maker.pick(0, 1, 2)})
        write(card, out, file)
    write({"entries": {str(uid): maker.entry(uid) for uid in range(4)}}, out, "Sea.json")
    case["files"]["world"].append({"file": "Sea.json", "scope": "global", "name": "Sea"})
    for book in case["files"]["world"]:
        entries = read(out, book["file"])
        for entry in entries["entries"].values():
            if maker.chance(.3):
                entry["characterFilter"] = {"isExclude": maker.chance(.5), "names": maker.random.sample(names, maker.pick(0, 1, 2)),
                                            "tags": maker.pick([], ["t1"], ["t2", "t1"])}
            if maker.chance(.4):
                entry["key"] = maker.pick(["the"], ["fog", "the"], ["/\\w/"])
        write(entries, out, book["file"])
    case["settings"].update(tag_map=tags, tags=[{"id": "t1", "name": "a", "color": ""}, {"id": "t2", "name": "b", "color": ""}],
                            allow_scoped_regex=maker.chance(.7), note={"default": "D", "allowWIScan": maker.chance(.5), "chara": notes},
                            world_info_character_strategy=maker.pick(0, 1, 2))
    preset["new_group_chat_prompt"] = maker.pick("[Group: {{group}}]", "", " ", "{{char}} {{notChar}}")
    if maker.chance(.3):
        group["disabled_members"] = [case["input"]["speaker"] + ".png"]
    maker.chat(lines, metadata, out)
    for name, value in (("case", case), ("group", group), ("preset", preset), ("persona", persona)):
        write(value, out, name + ".json")


# Replies in a group, cleaned before they are stored.
def group_replies_case(maker, out):
    from make_cases import REPLIES
    maker.group_case(out)
    case, group, preset = (read(out, name + ".json") for name in ("case", "group", "preset"))
    names = [read(out, file)["data"]["name"] for file in case["files"]["characters"]]
    user = case["input"]["user_name"]
    for key in ("trim_sentences", "collapse_newlines", "allow_name1_display", "allow_name2_display", "auto_fix_generated_markdown",
                "disable_group_trimming"):
        if maker.chance(.2):
            case["settings"][key] = True
    if maker.chance(.2):
        case["settings"]["trim_spaces"] = False
    if maker.chance(.2):
        case["settings"]["user_prompt_bias"] = maker.pick("Well, ", "{{char}}: ", names[-1] + ": ")
    if maker.chance(.3):
        case["settings"].update(custom_stopping_strings='["END", "{{user}}", "\\n***"]', custom_stopping_strings_macro=maker.chance(.5))
    if maker.chance(.4):
        case["input"].pop("speaker")
        group.update(activation_strategy=1, disabled_members=[])

    def reply():
        parts = [maker.random.choice(REPLIES).replace("NAME", maker.random.choice(names)).replace("USER", user)
                 for _ in range(maker.random.randint(1, 7))]
        if maker.chance(.5):
            parts.insert(maker.random.randint(0, len(parts)), "\n" + maker.random.choice(names) + maker.pick(":", ": hi", " :", ""))
        return "".join(parts)

    case["turns"] = [{"user_text": maker.pick("Hm.", "*nods*"), "reply": reply(), "generation_type": "normal"} for _ in range(2)]
    if maker.chance(.4):
        case["turns"].append({"user_text": "", "reply": reply(), "generation_type": maker.pick("continue", "swipe")})
    case["input"].update(generation_type="normal", user_text="Go on.")
    for name, value in (("case", case), ("group", group)):
        write(value, out, name + ".json")


# Replies with thoughts in them, which are taken out and sent back.
def thoughts_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), {}
    case["settings"]["reasoning"] = {
        "auto_parse": maker.chance(.8), "add_to_prompts": maker.chance(.7), "max_additions": maker.pick(1, 2, 9),
        "prefix": maker.pick("<think>", "<think>\n", "<t>", "<{{char}}>", ""), "suffix": maker.pick("</think>", "\n</think>", "</t>", ""),
        "separator": maker.pick("\n\n", "", " {{user}} ")}
    for line in lines[1:]:
        if not line["is_user"] and maker.chance(.5):
            line["extra"]["reasoning"] = maker.text(.2)
            if maker.chance(.2):
                line["mes"] = ""
    if maker.chance(.5):
        scripts = [dict(maker.script(), placement=maker.pick([6], [2, 6], [1], [2]), promptOnly=maker.chance(.5), markdownOnly=False,
                        trimStrings=[]) for _ in range(2)]
        write(scripts, out, "regex.json")
        case["files"]["regex"] = "regex.json"
    for key in ("trim_spaces", "trim_sentences"):
        if maker.chance(.2):
            case["settings"][key] = key == "trim_sentences"
    preset.update(continue_prefill=maker.chance(.5), continue_postfix=maker.pick("", " ", "\n", "\n\n"), names_behavior=maker.pick(0, 2))
    case["turns"] = [{"user_text": "", "generation_type": maker.pick("normal", "normal", "continue", "swipe", "regenerate"),
                      "reply": "".join(maker.random.choice(THINKING) for _ in range(maker.random.randint(1, 4)))}
                     for _ in range(maker.random.randint(1, 4))]
    for turn in case["turns"]:
        if turn["generation_type"] == "normal":
            turn["user_text"] = maker.pick("Hm.", "Go on. <think>mine</think>")
    kind = maker.pick("normal", "continue", "swipe", "impersonate")
    case["input"].update(generation_type=kind, user_text="Then?" if kind == "normal" else "")
    case["input"].pop("quiet_prompt", None)
    end_with_reply(maker, case, lines, "Aoife")
    store(maker, case, card, persona, preset, lines, metadata, out)


# The older engine, in everything at once.
def older_case(maker, out):
    deep_case(maker, out)
    case = read(out, "case.json")
    case["settings"]["experimental_macro_engine"] = False
    write(case, out, "case.json")


RESERVED = ["summary", "authorsNote", "bias", "impersonate", "quietPrompt", "groupNudge", "vectorsMemory", "smartContext", "script_inject_a",
            "newMainChat", "newChat", "continueNudge", "controlPrompts", "chatHistory-1", "toString"]


# Presets as hands and other programs leave them: without lists, without built-in prompts, with names of SillyTavern's own.
def bare_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), maker.note()
    case["files"]["world"] = []
    maker.card(card)
    maker.persona(persona)
    maker.preset(preset)
    maker.generation(case)
    maker.extras(case, lines, metadata, "Aoife")
    orders = preset["prompt_order"]
    main = next(order for order in orders if order["character_id"] == 100001)
    for _ in range(maker.pick(0, 1, 2, 3)):
        name = maker.random.choice(RESERVED)
        block = dict(maker.block(0), identifier=name, name=name, system_prompt=maker.chance(.3), marker=maker.chance(.2))
        preset["prompts"].append(block)
        main["order"].insert(maker.random.randint(0, len(main["order"])), {"identifier": name, "enabled": maker.chance(.8)})
    for prompt in preset["prompts"]:
        if maker.chance(.12):
            prompt["injection_trigger"] = maker.pick(["swipe"], ["regenerate", "normal"], ["NORMAL"], [""], "normal", None)
        if maker.chance(.12):
            prompt.update(injection_position=1, injection_order=maker.pick(-1, 1000, 99, None),
                          injection_depth=maker.pick(2.5, 10001, 10000, -1, 0, 1))
        if maker.chance(.08):
            prompt["forbid_overrides"] = True
        if maker.chance(.08):
            prompt["marker"] = not prompt.get("marker")
        if maker.chance(.05):
            prompt["enabled"] = maker.chance(.5)
    change = maker.pick("", "", "", "empty order", "100000", "two lists", "missing prompts", "no prompts")
    if change == "empty order":
        preset["prompt_order"] = maker.pick([], [{"character_id": 100001, "order": []}])
    elif change == "100000":
        main["character_id"] = maker.pick(100000, 7)
        preset["prompt_order"] = [main]
    elif change == "two lists":
        preset["prompt_order"].append({"character_id": 100001, "order": list(reversed(main["order"]))})
    elif change == "missing prompts":
        preset["prompts"] = [prompt for prompt in preset["prompts"] if maker.chance(.6)]
    elif change == "no prompts":
        preset["prompts"] = []
    if maker.chance(.3):
        case["input"].update(generation_type=maker.pick("swipe", "regenerate"), user_text="")
        case["input"].pop("quiet_prompt", None)
    end_with_reply(maker, {**case, "turns": []}, lines, "Aoife")
    store(maker, case, card, persona, preset, lines, metadata, out)


BIASES = ['{{bias "yes"}}', "Hm. {{bias 'no'}}", '{{bias "a"}}{{bias "b"}} c', '{{bias}}', '{{bias x}}', 'x {{bias "{{user}}"}}', '{{bias "q"}} {{user}} y',
          '{{bias 5}}', '{{bias "p" "r"}} z', '{{#if x}}{{bias "i"}}{{/if}} w', '{{ bias "s" }}\n\nt', '{{bias "u"}', '{{BIAS "u"}}', '{{{bias "v"}}} m']


# Chats that end or begin in an odd way, and what is typed with a start of the reply.
def edges_case(maker, out):
    case, card, persona, preset = base(maker, out)
    case["files"]["world"] = []
    lines, metadata = maker.messages("Mika", ["Aoife"]), maker.note()
    maker.card(card)
    maker.preset(preset)
    preset["names_behavior"] = maker.pick(0, 0, 1, 2, -1)
    case["turns"] = []
    kind = maker.pick("normal", "normal", "continue", "regenerate", "impersonate", "quiet")
    last = {"name": "Aoife", "is_user": False, "is_system": False, "send_date": "2026-03-01T11:00:00.000Z", "mes": maker.text(.2) or "m", "extra": {}}
    ending = maker.pick("hidden", "narrator", "user", "blank", "tool", "comment", "plain", "foreign")
    if ending == "hidden":
        last["is_system"] = True
    elif ending == "narrator":
        last.update(name="System", extra={"type": "narrator"}, is_user=maker.chance(.3))
    elif ending == "user":
        last.update(name="Mika", is_user=True)
    elif ending == "blank":
        last["mes"] = maker.pick("", " ", "\n")
    elif ending == "tool":
        last.update(is_system=True, extra={"tool_invocations": [{"id": "1", "name": "f", "parameters": "{}", "result": "r"}]})
    elif ending == "comment":
        last["extra"]["type"] = maker.pick("comment", "assistant_note", "welcome_prompt", "slash_commands")
    elif ending == "foreign":
        last.update(name=maker.pick("Mika", "Other", "", "Aoife "), force_avatar="x.png")
    lines.append(last)
    for line in lines[1:]:
        if maker.chance(.08):
            line["mes"] = maker.pick("", " ", "\r\nx\r\ny", "a\rb", "\u200b", "{{user}}", "  pad  ")
        if maker.chance(.05):
            line.pop("extra")
        if maker.chance(.05):
            line.pop("send_date")
        if maker.chance(.04):
            line["is_system"] = True
    if maker.chance(.12):
        for line in lines[1:]:
            line["is_system"] = True
    if maker.chance(.15):
        lines = []
        card["data"]["first_mes"] = card["first_mes"] = maker.pick("Hello {{user}}.", "", "I am {{char}}.\n\n<START>", "{{description}}!", "{{random::one}}",
                                                                  "fog <USER>")
        card["data"]["alternate_greetings"] = maker.pick([], ["Second {{user}}.", ""], ["", "x"])
        kind = maker.pick("normal", "continue", "impersonate", "quiet", "swipe")
        if maker.chance(.4):
            write([dict(maker.script(), trimStrings=[], promptOnly=maker.chance(.3)) for _ in range(2)], out, "regex.json")
            case["files"]["regex"] = "regex.json"
    case["input"].update(generation_type=kind, user_text="")
    case["input"].pop("quiet_prompt", None)
    if kind == "normal":
        case["input"]["user_text"] = maker.pick("Hm.", "", "  ", "a\n\nb", *BIASES)
    elif kind == "quiet":
        case["input"]["quiet_prompt"] = maker.pick("q", "{{lastMessage}}", "fog {{user}}")
    if maker.chance(.3):
        case["settings"]["user_prompt_bias"] = maker.pick("Well", " ", "{{user}}", "yes")
    if maker.chance(.3):
        case["turns"] = [{"user_text": maker.pick(*BIASES), "reply": "Yes.", "generation_type": "normal"}]
    store(maker, case, card, persona, preset, lines, metadata, out)


# Scripts of every kind that meet stored and sent texts of several turns.
def scripts_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), {}
    case["files"]["world"] = []

    def script():
        made = dict(maker.script(), findRegex=maker.random.choice(FINDS), replaceString=maker.random.choice(REPLACEMENTS),
                    placement=maker.pick([1], [2], [1, 2], [5], [1, 2, 3, 5, 6], []), promptOnly=maker.chance(.6), markdownOnly=maker.chance(.15),
                    substituteRegex=maker.pick(0, 0, 1, 2, "1"), trimStrings=[])
        if "(" not in made["findRegex"]:
            made["trimStrings"] = maker.pick([], ["o"], ["{{user}}", "the"], [""])
        return made

    write([script() for _ in range(maker.random.randint(1, 4))], out, "regex.json")
    case["files"]["regex"] = "regex.json"
    if maker.chance(.4):
        card["data"]["extensions"]["regex_scripts"] = [script() for _ in range(2)]
        case["settings"]["allow_scoped_regex"] = maker.chance(.8)
    maker.lore(case, card, persona, metadata, out)
    metadata["variables"] = {"a": maker.pick("fog", "(", "")}
    rounds(maker, case)
    end_with_reply(maker, case, lines, "Aoife")
    store(maker, case, card, persona, preset, lines, metadata, out)


# Everything, in a context that is too small.
def tight_case(maker, out):
    deep_case(maker, out)
    case, preset, persona, card = (read(out, name + ".json") for name in ("case", "preset", "persona", "character"))
    case["input"].update(context_size=maker.random.randint(512, 1500), max_tokens=maker.pick(50, 100, 250),
                         model=maker.pick("gpt-4o", "gpt-4o", "gpt-4", "gpt-3.5-turbo"))
    preset.update(openai_max_context=case["input"]["context_size"], openai_max_tokens=case["input"]["max_tokens"])
    case.pop("post_processing", None)
    for name, value in (("case", case), ("preset", preset)):
        write(value, out, name + ".json")


def tight_text_case(maker, out):
    if maker.chance(.4):
        maker.group_text_case(out)
    else:
        deep_text_case(maker, out)
    case, context = read(out, "case.json"), read(out, "context.json")
    case["input"].update(context_size=64 * maker.random.randint(8, 18), max_tokens=maker.pick(64, 100, 200))
    if maker.chance(.3):
        case["settings"]["token_padding"] = maker.pick(0, 10, 64)
    if maker.chance(.3):
        context.update(story_string_position=1, story_string_depth=maker.pick(0, 1, 2, 50), story_string_role=maker.pick(0, 1, 2))
    for name, value in (("case", case), ("context", context)):
        write(value, out, name + ".json")
