"""Cases in which everything meets, and values as other programs and older versions write them. They take the maker of
make_cases.py as `maker`."""
import json
import os

from files import read, write

CLOCK = ["2026-03-14T15:09:05.000Z", "2026-12-31T23:58:05.000Z", "2024-02-29T00:00:05.000Z"]
TIMES = """{{time}} {{date}} {{weekday}} {{isotime}} {{isodate}} {{idleDuration}} {{idle_duration}} {{time::UTC+9}} {{time_UTC-3}}
{{time::UTC+5.5}} {{time::2}} {{datetimeformat::YYYY-MM-DD}} {{datetimeformat::dddd,[x]Do}} {{datetimeformat::LLL}}
{{timeDiff::2026-01-01::2026-03-01}} {{timeDiff::2026-03-01T10:00::2026-03-01T09:15}} {{timeDiff::x::y}} {{datetimeformat}}
{{datetimeformat::HH:mm::x}} {{datetimeformat::[}} {{datetimeformat::kk|Q|wo|E|DDDo|gg}} {{date::x}} {{time::}} {{time::UTC}}""".split()
CHANCES = ["{{pick::a::b::c}}", "{{pick:a,b,c}}", "{{pick a , b\\, c , d}}", "{{pick::{{user}}::{{char}}}}", "{{if x}}{{pick::1::2::3}}{{/if}}",
           "{{roll 1d1}}", "{{roll:1}}", "{{roll::1d1+2}}", "{{roll 0}}", "{{roll x}}", "{{random::one}}", "{{random}}", "{{reverse::{{pick::ab::cd::ef}}}}",
           "{{ pick :: a :: b }}", "{{PICK::a::b}}", "{{pick::a}}{{pick::a::b}}", "{{pick:}}", "{{pick}}", "{{pick::}}"]
STATE = ["{{lastGenerationType}}", "{{hasExtension::memory}}", "{{hasExtension::regex}}", "{{hasExtension::nobody}}", "{{isMobile}}",
         "{{firstIncludedMessageId}}", "{{firstDisplayedMessageId}}", "{{allChatRange}}", "{{lastSwipeId}}", "{{currentSwipeId}}", "{{input}}",
         "{{lastMessageId}}", "{{model}}", "{{maxPrompt}}", "{{maxContext}}", "{{maxResponse}}", "{{greeting::0}}", "{{greeting::1}}",
         "{{charFirstMessage}}", "{{charVersion}}", "{{creatorNotes}}", "{{charDepthPrompt}}", "{{charInstruction}}", "{{mesExamplesRaw}}",
         "{{mesExamples}}", "{{persona}}", "{{group}}", "{{groupNotMuted}}", "{{notChar}}", "{{charIfNotGroup}}", "{{outlet::out}}",
         "{{outlet::o2}}", "{{summary}}", "{{authorsNote}}", "{{charAuthorsNote}}", "{{defaultAuthorsNote}}", "{{systemPrompt}}",
         "{{defaultSystemPrompt}}", "{{globalSystemPrompt}}", "{{chatStart}}", "{{exampleSeparator}}", "{{instructInput}}", "{{instructUserPrefix}}",
         "{{instructOutput}}", "{{instructStop}}", "{{instructSystemPrompt}}", "{{instructStoryStringPrefix}}", "{{chatSeparator}}",
         "{{reasoningPrefix}}", "{{reasoningSuffix}}", "{{reasoningSeparator}}", "{{lastUserMessage}}", "{{lastCharMessage}}", "{{charPrefix}}",
         "{{charNegativePrefix}}", "{{defaultExpression}}", "{{lastExpression}}", "{{lastExpression::x}}", "{{availableExpressions}}",
         "{{getvarindex::arr::1}}", "{{setvarindex::arr::0::q}}{{.arr}}"]
SCOPED = ["{{if {{lastMessage}}}}\n  has {{user}}\n{{else}}\n  none\n{{/if}}", "{{#if .n}}\n  kept {{.n}}\n{{/if}}",
          "{{setvar::s}}\n  one {{char}}\n    two\n{{/setvar}}<{{getvar::s}}>", "{{if !$g}}{{setglobalvar::g::z}}{{/if}}{{$g}}",
          "{{if persona}}P{{else}}no P{{/if}}", "{{if .a == fog}}f{{/if}}", "{{.list += x}}{{.list}}", "{{.n ??= 3}}{{.n--}}",
          "{{addvar::list::[1]}}{{getvar::list}}", "{{if {{.n > 2}}}}big{{/if}}", "{{trim}}\n\n x", "{{setvar::o::{\"k\":[1,{\"z\":2}]}}}{{getvarkey::o::k}}",
          "{{setvarkey::o::k::v}}{{.o}}", "{{if outlet::out}}o{{/if}}", "{{//}}hidden {{incvar::n}}{{///}}{{.n}}", "{{reverse}}ab{{user}}{{/reverse}}",
          "{{if a}}{{if}}{{/if}}{{/if}}", "\\{{user}} \\{\\{char\\}\\}", "{{newline::2}}|{{space::3}}|", "{{getvar::arr}} {{getvar::obj}} {{getvar::yes}}",
          "{{getvarkey::arr::1}} {{getvarkey::obj::a}}", "{{addvar::arr::4}}{{.arr}}", "{{incvar::yes}}", "{{incvar::arr}}", "{{.yes == true}}"]
VARIABLES = {"n": [3, "4", "x", 1.5, None], "arr": [[1, "b"], "[1,2]"], "obj": [{"a": 1}, '{"a": "q"}'], "yes": [True, "true", False],
             "a": ["fog", "{{user}}", ""]}
NAMES = ["Mika", "A.B (c)", "Zoë 🦊", "x", "Ann: Lee", "$1", "user", "O'Neil-2", "The [Red] *", "李", "{{char}}", "a b c"]


# SillyTavern fails where it takes something off a group that is none.
def scripts(maker, count):
    made = [maker.script() for _ in range(count)]
    for script in made:
        if "(" not in script["findRegex"]:
            script["trimStrings"] = []
    return made


def weave(maker, text, share=.5):
    if maker.random.random() >= share:
        return text
    extra = maker.random.choice(maker.random.choice([TIMES, CHANCES, STATE, STATE, SCOPED, SCOPED]))
    return maker.pick(text + " " + extra, extra + text, text + "\n" + extra + "!")


# Macros of all kinds in all texts that know them.
def weave_all(maker, card, persona, preset, metadata, lines):
    data = card["data"]
    for key in ("description", "personality", "scenario", "system_prompt", "post_history_instructions", "creator_notes"):
        data[key] = weave(maker, data.get(key) or "")
    data["character_version"] = maker.pick("", "1.0", "{{user}}")
    data["alternate_greetings"] = maker.pick([], ["Second {{user}}."], ["a", "b {{char}}"])
    persona["description"] = weave(maker, persona.get("description") or "")
    for prompt in preset.get("prompts", []):
        if prompt.get("content"):
            prompt["content"] = weave(maker, prompt["content"])
    for line in lines[1:]:
        line["mes"] = weave(maker, line["mes"], .25)
    if "note_prompt" in metadata:
        metadata["note_prompt"] = weave(maker, metadata["note_prompt"])
    if maker.chance(.7):
        metadata["variables"] = {key: maker.random.choice(values) for key, values in VARIABLES.items() if maker.chance(.6)}


def history(maker, lines, metadata):
    metadata["chat_id_hash"] = maker.pick(123456, 7, 4503599627370496)
    for line in lines[1:]:
        extra = line["extra"]
        if maker.chance(.08):
            extra["files"] = [{"name": "a.txt", "size": 3, "text": maker.text(.2)} for _ in range(maker.pick(1, 1, 2))]
        if maker.chance(.04):
            extra["file"] = {"name": "old.txt", "size": 3, "text": "an old file"}
        if maker.chance(.06):
            extra["media"] = [{"url": "/x.png", "type": "document", "title": "seen", "append_title": maker.chance(.6)}]
            extra["title"] = maker.pick("first", "")
            extra["append_title"] = maker.chance(.5)
        if maker.chance(.05):
            extra["bias"] = maker.pick(" begun", "")
        if maker.chance(.06) and not line["is_user"]:
            extra["memory"] = maker.text(.2)
        if maker.chance(.05):
            extra["type"] = maker.pick("comment", "assistant_message", "generic", "narrator")
        if maker.chance(.05):
            extra["isSmallSys"] = True
        if maker.chance(.1) and not line["is_user"]:
            line.update(swipes=[line["mes"], "b"], swipe_id=maker.pick(0, 1), swipe_info=[])
        if maker.chance(.05):
            line["name"] = maker.random.choice(NAMES)
        if maker.chance(.1):
            line["send_date"] = maker.pick("March 1, 2026 10:05am", "2026-3-1 @10h 05m 00s 12ms", 1772359500000, "", "2026-03-01T10:05:00Z")
    if maker.chance(.25):
        metadata["system_prompt"] = maker.text(.3)
    if maker.chance(.2):
        metadata["scenario"] = maker.text(.3)
    if maker.chance(.2):
        metadata["mes_example"] = maker.examples()


# What is swiped has to be a reply.
def end_with_reply(maker, case, lines, name):
    kinds = [turn["generation_type"] for turn in case["turns"]] + [case["input"]["generation_type"]]
    first = next((kind for kind in kinds if kind not in ("impersonate", "quiet")), "")
    last = lines[-1]
    if first in ("swipe", "regenerate", "continue") and (
            last["is_user"] or last["is_system"] or last["name"] != name or last["extra"].get("type")):
        lines.append({"name": name, "is_user": False, "is_system": False, "send_date": "2026-03-01T11:00:00.000Z",
                      "mes": maker.text(.1).strip() or "m", "extra": {}})


def rounds(maker, case, kinds=("normal", "normal", "normal", "continue", "swipe", "regenerate", "impersonate", "quiet")):
    case["turns"] = []
    for _ in range(maker.random.randint(0, 3)):
        kind = maker.pick(*kinds)
        if kind == "quiet":
            kind = "normal"
        case["turns"].append({"user_text": (maker.text(.2).strip() or "Hm.") if kind == "normal" else "", "generation_type": kind,
                              "reply": (maker.words(4).strip() or "r") + "."})
    case["input"]["generation_type"] = kind = maker.pick(*kinds)
    case["input"]["user_text"] = maker.text(.2).strip() or "Go." if kind == "normal" else ""
    case["input"].pop("quiet_prompt", None)
    if kind == "quiet":
        case["input"]["quiet_prompt"] = weave(maker, "quietly")
    if maker.chance(.12) and kind in ("impersonate", "swipe", "regenerate"):
        case["input"]["user_text"] = "left in the box"


def lore_extras(maker, case, out):
    for book in case["files"].get("world", []):
        entries = read(out, book["file"])
        for entry in entries["entries"].values():
            entry["content"] = weave(maker, entry["content"], .25)
            if maker.chance(.2):
                entry["key"] = maker.pick(["the"], ["fog", "the", "light"], ["/./"])
            if maker.chance(.15):
                entry.update(group=maker.pick("g1", "g1, g2", " g2 ", "g3"), groupOverride=maker.chance(.8), groupWeight=maker.pick(100, 1, 0))
                entry["groupOverride"] = True
            if maker.chance(.1):
                entry["vectorized"] = True
            if maker.chance(.1):
                entry["characterFilter"] = {"isExclude": maker.chance(.5), "names": [], "tags": maker.pick(["t1"], ["t2"], [])}
        write(entries, out, book["file"])
    settings = case["settings"]
    if maker.chance(.3):
        settings.update(world_info_min_activations=maker.pick(1, 3, 6), world_info_max_recursion_steps=maker.pick(0, 2, 4),
                        world_info_min_activations_depth_max=maker.pick(0, 1, 3))
    if maker.chance(.4):
        settings.update(tags=[{"id": "t1", "name": "sea", "color": ""}, {"id": "t2", "name": "b", "color": ""}],
                        tag_map={"Aoife.png": maker.pick(["t1"], ["t2"], [], ["t1", "t2"])})
    if maker.chance(.3):
        settings["memory"] = {"template": maker.pick("[S: {{summary}}]", "", "{{summary}} {{user}}"), "position": maker.pick(0, 1, 2, -1),
                              "depth": maker.pick(0, 2, 5), "role": maker.pick(0, 1, 2), "scan": maker.chance(.5)}


def odd_name(maker, case, card, persona):
    if maker.chance(.25):
        case["input"]["user_name"] = persona["name"] = maker.pick(*NAMES[:-2])
    if maker.chance(.2):
        card["data"]["name"] = card["name"] = maker.pick("Ann Lee", "The Red One")


def base(maker, out):
    case = maker.copy(os.path.join(maker.cases, "world-info", "regex-keys"), out)
    parts = [read(out, name + ".json") for name in ("character", "persona", "preset")]
    return (case, *parts)


def store(maker, case, card, persona, preset, lines, metadata, out):
    preset["openai_max_context"] = case["input"]["context_size"]
    maker.chat(lines, metadata, out)
    for name, value in (("case", case), ("character", card), ("persona", persona), ("preset", preset)):
        write(value, out, name + ".json")


def deep_case(maker, out):
    case, card, persona, preset = base(maker, out)
    metadata = {}
    odd_name(maker, case, card, persona)
    user, name = case["input"]["user_name"], card["data"]["name"]
    lines = maker.messages(user, [name])
    case["files"]["world"] = []
    maker.card(card)
    maker.persona(persona)
    maker.preset(preset)
    maker.generation(case)
    metadata.update(maker.note())
    maker.lore(case, card, persona, metadata, out)
    lore_extras(maker, case, out)
    if maker.chance(.6):
        write(scripts(maker, maker.random.randint(1, 4)), out, "regex.json")
        case["files"]["regex"] = "regex.json"
    if maker.chance(.2):
        card["data"]["extensions"]["regex_scripts"] = scripts(maker, 1)
        case["settings"]["allow_scoped_regex"] = maker.chance(.7)
    maker.extras(case, lines, metadata, name)
    history(maker, lines, metadata)
    maker.user_settings(case, name + ".png")
    case["settings"].pop("experimental_macro_engine", None)
    weave_all(maker, card, persona, preset, metadata, lines)
    rounds(maker, case)
    end_with_reply(maker, case, lines, name)
    case["input"]["now"] = maker.random.choice(CLOCK)
    if maker.chance(.25):
        case["post_processing"] = maker.pick("merge", "semi", "strict", "single", "merge_tools", "semi_tools", "strict_tools")
    if maker.chance(.25):
        case["input"].update(context_size=maker.random.randint(700, 2400), max_tokens=maker.pick(100, 300))
        preset["openai_max_tokens"] = case["input"]["max_tokens"]
    store(maker, case, card, persona, preset, lines, metadata, out)


def mistype(maker, value):
    """The same in another type, or what is left when a tool writes nothing."""
    others = [None, str(value).lower() if isinstance(value, bool) else str(value)]
    if isinstance(value, bool):
        others += [int(value), "", 1, "1", 0]
    elif isinstance(value, (int, float)):
        others += [bool(value), float(value) + .5, -1, "", " 2", 3]
    elif isinstance(value, str):
        others += ["", 5, 0, False]
    elif isinstance(value, list):
        others += [{}, "fog, the", ",".join(map(str, value)), [5, None, "fog"]]
    return maker.random.choice(others)


def spoil(maker, holder, keys, share):
    for key in keys:
        if key in holder and maker.chance(share):
            if maker.chance(.15):
                holder.pop(key)
            else:
                holder[key] = mistype(maker, holder[key])


def odd_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), maker.note()
    case["files"]["world"] = []
    maker.card(card)
    maker.persona(persona)
    maker.preset(preset)
    maker.generation(case)
    maker.lore(case, card, persona, metadata, out)
    maker.extras(case, lines, metadata, "Aoife")
    share = maker.pick(.03, .08, .15)
    parts = maker.random.sample(["lore", "prompts", "preset", "note", "persona", "injects", "messages", "depth", "regex"], maker.pick(1, 2, 3))
    if "lore" in parts:
        for book in case["files"]["world"]:
            entries = read(out, book["file"])
            for entry in entries["entries"].values():
                spoil(maker, entry, [key for key in entry if key not in ("uid", "displayIndex", "groupOverride", "content", "comment",
                                                                         "delayUntilRecursion", "sticky", "cooldown")], share)
                spoil(maker, entry, ["delayUntilRecursion", "sticky", "cooldown"], share / 2)
            write(entries, out, book["file"])
    if "prompts" in parts:
        for prompt in preset["prompts"]:
            spoil(maker, prompt, [key for key in prompt if key not in ("identifier", "name")], share)
        for order in preset["prompt_order"]:
            for item in order["order"]:
                spoil(maker, item, ["enabled"], share / 2)
    if "preset" in parts:
        spoil(maker, preset, ["names_behavior", "squash_system_messages", "wi_format", "scenario_format", "personality_format", "new_chat_prompt",
                              "new_example_chat_prompt", "continue_nudge_prompt", "continue_prefill", "send_if_empty", "impersonation_prompt"],
              share * 2)
    if "note" in parts:
        spoil(maker, metadata, list(maker.note()), .3)
    if "persona" in parts:
        spoil(maker, persona, ["position", "depth", "role"], .35)
    if "injects" in parts:
        for inject in metadata.get("script_injects", {}).values():
            spoil(maker, inject, list(inject), .25)
    if "depth" in parts:
        spoil(maker, card["data"]["extensions"]["depth_prompt"], ["prompt", "depth", "role"], .4)
    if "messages" in parts:
        for line in lines[1:]:
            spoil(maker, line, ["is_user", "is_system", "send_date", "force_avatar", "extra"], share)
            if not isinstance(line.get("extra"), dict):
                line["extra"] = {}
    if "regex" in parts:
        made = scripts(maker, 3)
        for script in made:
            spoil(maker, script, ["findRegex", "replaceString", "trimStrings", "placement", "disabled", "markdownOnly", "promptOnly",
                                  "substituteRegex", "minDepth", "maxDepth"], share * 1.5)
        write(made, out, "regex.json")
        case["files"]["regex"] = "regex.json"
    store(maker, case, card, persona, preset, lines, metadata, out)


def deep_group_case(maker, out):
    maker.group_case(out, True)
    case, group, preset, persona = (read(out, name + ".json") for name in ("case", "group", "preset", "persona"))
    with open(os.path.join(out, "chat.jsonl"), encoding="utf-8") as file:
        head, *lines = [json.loads(line) for line in file]
    metadata = head["chat_metadata"]
    history(maker, lines, metadata)
    card = read(out, case["files"]["characters"][0])
    weave_all(maker, card, persona, preset, metadata, lines)
    write(card, out, case["files"]["characters"][0])
    lore_extras(maker, case, out)
    if maker.chance(.6):
        write(scripts(maker, 2), out, "regex.json")
        case["files"]["regex"] = "regex.json"
    if maker.chance(.5):
        rounds(maker, case, ("normal", "normal", "normal", "continue", "swipe", "impersonate", "quiet"))
        end_with_reply(maker, case, lines, case["input"]["speaker"])
    case["input"]["now"] = maker.random.choice(CLOCK)
    if maker.chance(.3):
        case["post_processing"] = maker.pick("merge", "semi", "strict", "single", "merge_tools", "semi_tools", "strict_tools")
    if maker.chance(.25):
        case["input"].update(context_size=maker.random.randint(900, 2400), max_tokens=200)
        preset.update(openai_max_context=case["input"]["context_size"], openai_max_tokens=200)
    maker.chat(lines, metadata, out)
    for name, value in (("case", case), ("group", group), ("preset", preset), ("persona", persona)):
        write(value, out, name + ".json")


STORIES = ["{{#if system}}{{system}}\n{{/if}}{{#if wiBefore}}{{wiBefore}}\n{{/if}}{{#if description}}{{description}}\n{{/if}}"
           "{{#if personality}}{{char}}'s personality: {{personality}}\n{{/if}}{{#if scenario}}Scenario: {{scenario}}\n{{/if}}"
           "{{#if wiAfter}}{{wiAfter}}\n{{/if}}{{#if persona}}{{persona}}\n{{/if}}{{trim}}",
           "{{anchorBefore}}|{{system}}|{{mesExamples}}|{{anchorAfter}}", "{{#unless scenario}}no{{else}}{{scenario}}{{/unless}} {{user}} {{{description}}}",
           "{{mesExamplesRaw}}\n{{loreBefore}}{{loreAfter}}{{getvar::n}}", "{{#if persona}}{{else}}nobody{{/if}}\n\n\n{{description}}\n{{//c}}", "",
           "{{!-- c --}}{{~#if char~}} {{char}} {{~/if~}} <{{user}}>", "{{#if (x)}}"]


def deep_text_case(maker, out):
    maker.text_case(out, True)
    case, card, context, persona = (read(out, name + ".json") for name in ("case", "character", "context", "persona"))
    with open(os.path.join(out, "chat.jsonl"), encoding="utf-8") as file:
        head, *lines = [json.loads(line) for line in file]
    metadata = head["chat_metadata"]
    history(maker, lines, metadata)
    if maker.chance(.5):
        context["story_string"] = maker.pick(*STORIES[:-1])
    if "sysprompt" in case["files"] and maker.chance(.6):
        prompt = read(out, case["files"]["sysprompt"])
        prompt.update(content=weave(maker, maker.text(.4)), post_history=maker.pick("", weave(maker, "After.")))
        write(prompt, out, case["files"]["sysprompt"])
    weave_all(maker, card, persona, {}, metadata, lines)
    lore_extras(maker, case, out)
    if maker.chance(.5):
        write(scripts(maker, 2), out, "regex.json")
        case["files"]["regex"] = "regex.json"
    rounds(maker, case)
    end_with_reply(maker, case, lines, card["data"]["name"])
    for key, values in {"custom_stopping_strings": ['["x","{{user}}:"]', "[", '["a"]'], "custom_stopping_strings_macro": [False, True],
                        "strip_examples": [True], "trim_spaces": [False], "collapse_newlines": [True]}.items():
        if maker.chance(.2):
            case["settings"][key] = maker.pick(*values)
    case["input"]["now"] = maker.random.choice(CLOCK)
    if maker.chance(.25):
        case["input"].update(context_size=64 * maker.random.randint(10, 40), max_tokens=100)
    else:
        case["input"]["context_size"] = 99968  # the control's steps are 64
    maker.chat(lines, metadata, out)
    for name, value in (("case", case), ("character", card), ("context", context), ("persona", persona)):
        write(value, out, name + ".json")


# What is left in the message field, whatever is asked for; and the settings of a card's and a chat's own note.
def box_case(maker, out):
    case, card, persona, preset = base(maker, out)
    lines, metadata = maker.messages("Mika", ["Aoife"]), maker.note()
    case["files"]["world"] = []
    maker.card(card)
    maker.persona(persona)
    maker.preset(preset)
    kind = maker.pick("normal", "continue", "impersonate", "swipe", "regenerate", "quiet")
    case["turns"] = []
    case["input"].update(generation_type=kind, user_text=maker.pick("in the box", "", "*waves* {{char}}", "  "))
    if kind == "quiet":
        case["input"]["quiet_prompt"] = "quiet {{input}}"
    end_with_reply(maker, case, lines, "Aoife")
    preset["impersonation_prompt"] = "[As {{user}}: {{input}}]"
    preset["send_if_empty"] = maker.pick("", "", "go")
    for prompt in preset["prompts"]:
        if prompt.get("content") and maker.chance(.5):
            prompt["content"] += " <{{input}}|{{lastMessage}}|{{lastMessageId}}|{{lastGenerationType}}>"
    metadata["note_prompt"] = maker.pick("", "N {{input}} {{.n++}}")
    metadata["variables"] = {"n": maker.pick(1, "2", None)}
    case["settings"]["note"] = {"default": "D", "allowWIScan": maker.chance(.3), "chara": [
        {"name": "Aoife", "prompt": maker.pick("", "C {{.n++}}"), "useChara": maker.chance(.8), "position": maker.pick(0, 1, 2)}]}
    store(maker, case, card, persona, preset, lines, metadata, out)
