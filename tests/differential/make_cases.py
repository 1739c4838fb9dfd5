#!/usr/bin/env python3
"""Makes up cases: ./make_cases.py CASES KIND COUNT SEED OUT. CASES is tests/conformance/cases/sillytavern, whose files
they begin with; the same seed makes the same cases. Prints their folders."""
import glob
import json
import os
import random
import shutil
import sys

from files import read, write
from make_deep import box_case, deep_case, deep_group_case, deep_text_case, odd_case
from make_macros import Macros
import make_rare

WORDS = """the fog lantern selkie harbour Dunmara gulls wax compass tide stair Mika Aoife key red 茶房 café naïve ALL Light
lights light-house 12 moon; night… ghost""".split()
MACROS = """{{user}} {{char}} {{persona}} {{scenario}} {{lastMessage}} {{lastUserMessage}} {{setvar::a::fog}} {{getvar::a}}
{{incvar::n}} {{.n++}} {{trim}} {{newline}} {{//c}} {{outlet::out}} {{original}} {{mesExamples}} {{description}}
{{lastMessageId}} {{maxPrompt}} <USER> <BOT> {{group}} {{lastCharMessage}} {{charPrompt}} {{input}} {{noop}} {{addvar::n::2}}
{{$g}} {{setglobalvar::g::z}}""".split() + ["{{if .n}}yes{{else}}no{{/if}}"]
KEYS = ["/fog|wax/", "/FOG/i", "/^Mika:/m", "/(?<=the )\\w+/", "/\\bkey\\b/g", "/[/", "/a\\/b/", "/\\x01{{user}}:/", "/tide$/m",
        "/l(i)ght\\1/i", "/selkie/y", "/(fog).*?(wax)/s", "{{user}}", "{{char}}", "  fog ", "", "fo", "茶", "caf", "*", "C++"]
FINDS = ["/fog/g", "/(\\w+) (tide)/i", "lantern", "/[.!?]$/gm", "/^/", "/(?<a>Mika|Aoife)/g", "/{{user}}/g", "/\\s+/g",
         "/(red)?wax/g", "/$/", "/E\\d+ ?/", "/[/", "", "/the /gi"]
REPLACEMENTS = ["", "FOG", "$1-$2", "{{match}}!", "[$0]", "$<a>$1", "{{user}}", "$3", "$$", "\\n", "{{getvar::a}}"]
REPLIES = ["NAME: ", "NAME:", "USER:", "\nUSER: hi", "\nNAME: ", "A door. ", '"Rats." ', "*He nods", "*", '"', "\n", "\n\n",
           "   \n", " ", "<|endoftext|>", "<think>plan</think>", "<|im_end|>", "<|im_start|>", "**bold", "No end", "done!",
           "***", "\n* item", "`code*`", "Ça va.", "茶。", "He *nods* and*goes *", "{{user}}", "\nUSER", "🦊"]


class Maker:
    def __init__(self, cases, seed):
        self.cases = cases
        self.random = random.Random(seed)
        self.macros = Macros(self.random)

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def words(self, count=None):
        count = count or self.random.randint(1, 8)
        return " ".join(self.random.choice(WORDS) for _ in range(count)) + self.pick("", ".", "!", "?", "\n", "  ", ' "x"')

    def text(self, macros=.3):
        if self.chance(.08):
            return self.pick("", "", " ", "\n", "   \n  ")
        parts = []
        for _ in range(self.random.randint(1, 3)):
            parts.append(self.words())
            if self.chance(macros):
                parts.append(self.random.choice(MACROS))
            if self.chance(.15):
                parts.append(self.pick("\n", "\n\n", " ", "\t"))
        return "".join(parts)

    def copy(self, base, out):
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(base, out)
        for extra in ("expected.json", "sillytavern.json"):
            if os.path.exists(os.path.join(out, extra)):
                os.remove(os.path.join(out, extra))
        case = read(out, "case.json")
        case["settings"] = {}
        case.pop("turns", None)
        case["input"].pop("quiet_prompt", None)
        case["input"]["context_size"] = 100000
        return case

    def generation(self, case):
        kind = self.pick("normal", "normal", "normal", "impersonate", "continue", "quiet")
        case["input"].update(generation_type=kind, user_text=self.text(.2) if kind == "normal" else "")
        if kind == "quiet":
            case["input"]["quiet_prompt"] = self.text(.3).strip() or "q"

    def examples(self):
        text = ""
        for _ in range(self.pick(0, 0, 1, 2, 3)):
            text += self.pick("<START>\n", "<START>\n", "<start>\n", "<START>", " <START> \n", "")
            for _ in range(self.random.randint(0, 4)):
                text += self.pick("{{user}}: ", "{{char}}: ", "{{user}}:", "Mika: ", "", "Other: ", " {{char}}: ") + \
                    self.text(.15) + self.pick("\n", "\n", "")
        return text

    def card(self, card):
        data = card["data"]
        for key in ("description", "personality", "scenario"):
            data[key] = self.pick(self.text(), self.text(), "")
        data["mes_example"] = self.examples()
        for key in ("system_prompt", "post_history_instructions"):
            data[key] = self.pick("", "", self.text(.4))
        data.setdefault("extensions", {})["depth_prompt"] = {
            "prompt": self.pick("", self.text()), "depth": self.pick(0, 1, 4, 20),
            "role": self.pick("system", "user", "assistant")}
        for key in ("description", "personality", "scenario", "mes_example"):
            card[key] = data[key]

    def persona(self, persona):
        persona.update(description=self.pick(self.text(), ""), position=self.pick(0, 0, 2, 3, 4, 9),
                       depth=self.pick(0, 1, 2, 7), role=self.pick(0, 1, 2))

    def block(self, index):
        return {"identifier": f"made{index}", "name": f"made{index}", "role": self.pick("system", "user", "assistant"),
                "content": self.text(.4), "injection_position": self.pick(0, 0, 1, 1),
                "injection_depth": self.pick(0, 1, 2, 4, 30), "injection_order": self.pick(100, 100, 50, 150, 0),
                "system_prompt": False, "marker": False, "forbid_overrides": False,
                "injection_trigger": self.pick([], [], [], ["normal"], ["quiet", "continue"], ["impersonate"])}

    def preset(self, preset):
        preset.update(
            names_behavior=self.pick(-1, 0, 0, 1, 2), squash_system_messages=self.chance(.3),
            wi_format=self.pick("{0}", "[{0}]", "", "x {0} y {0}", " "),
            scenario_format=self.pick("{{scenario}}", "[S: {{scenario}}]", "", "fixed"),
            personality_format=self.pick("{{personality}}", "P {{personality}}", "", "fixed"),
            new_chat_prompt=self.pick("[Start]", "", "{{char}} begins", " "),
            new_example_chat_prompt=self.pick("[Ex]", "", "{{user}} ex"),
            continue_nudge_prompt=self.pick("[Continue: {{lastChatMessage}}]", "go on", ""),
            continue_prefill=self.chance(.5), send_if_empty=self.pick("", "", "go {{char}}"),
            impersonation_prompt=self.pick("[Write {{user}}]", ""))
        made = [self.block(index) for index in range(self.random.randint(0, 6))]
        preset["prompts"] += made
        for prompt in preset["prompts"]:
            if prompt["identifier"] in ("main", "nsfw", "jailbreak") and self.chance(.5):
                prompt.update(content=self.text(), role=self.pick("system", "user", "assistant"))
            if prompt["identifier"] in ("main", "jailbreak") and self.chance(.15):
                prompt.update(injection_position=1, injection_depth=self.pick(0, 2))
        for order in preset["prompt_order"]:
            if order["character_id"] != 100001:
                continue
            items = order["order"]
            for prompt in made:
                items.insert(self.random.randint(0, len(items)),
                             {"identifier": prompt["identifier"], "enabled": self.chance(.85)})
            if self.chance(.4):
                self.random.shuffle(items)
            for item in items:
                item["enabled"] ^= self.chance(.06)

    def entry(self, uid):
        entry = {
            "uid": uid, "key": [self.key() for _ in range(self.random.randint(0, 3))],
            "keysecondary": [self.key() for _ in range(self.pick(0, 0, 1, 2, 3))], "comment": f"e{uid}",
            "content": self.pick(f"E{uid} ", "@@activate\n", "@@dont_activate\n", "@@x\n@@@activate\n", "") + self.text(.25),
            "constant": self.chance(.2), "selective": self.chance(.8), "selectiveLogic": self.pick(0, 1, 2, 3),
            "order": self.pick(100, 100, 50, 10, 0, 200, -5, 99.5), "position": self.pick(0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7),
            "disable": self.chance(.06), "ignoreBudget": self.chance(.1), "excludeRecursion": self.chance(.15),
            "preventRecursion": self.chance(.15), "delayUntilRecursion": self.pick(0, 0, 0, 0, True, 1, 2, 3),
            "probability": self.pick(100, 100, 100, 0), "useProbability": self.chance(.7), "depth": self.pick(4, 0, 1, 3, 99),
            "outletName": self.pick("out", "out", "", "o2"), "group": self.pick("", "", "", "g1", "g1,g2", "g2"),
            "groupOverride": True, "scanDepth": self.pick(None, None, None, 0, 1, 5, 20), "role": self.pick(0, 0, 1, 2),
            "caseSensitive": self.pick(None, True, False), "matchWholeWords": self.pick(None, True, False),
            "useGroupScoring": self.pick(None, None, True), "sticky": self.pick(None, None, 2, 3),
            "cooldown": self.pick(None, None, 2), "delay": self.pick(None, None, None, 2, 5),
            "triggers": self.pick([], [], [], ["normal"], ["continue", "impersonate"]), "displayIndex": uid}
        for key in ("matchPersonaDescription", "matchCharacterDescription", "matchScenario", "matchCreatorNotes"):
            entry[key] = self.chance(.08)
        if self.chance(.1):
            entry["characterFilter"] = {"isExclude": self.chance(.5), "names": self.pick(["Aoife"], ["Other"]), "tags": []}
        if self.chance(.1):
            entry.pop(self.pick("selective", "useProbability", "position", "probability", "order", "role", "depth"))
        return entry

    def key(self):
        return self.random.choice(WORDS) if self.chance(.65) else self.random.choice(KEYS)

    def lore(self, case, card, persona, metadata, out):
        case["settings"].update(
            world_info_depth=self.pick(2, 2, 0, 1, 4, 10), world_info_recursive=self.chance(.7),
            world_info_case_sensitive=self.chance(.3), world_info_match_whole_words=self.chance(.5),
            world_info_include_names=self.chance(.7), world_info_character_strategy=self.pick(0, 1, 2),
            world_info_budget=self.pick(25, 25, 100), world_info_budget_cap=self.pick(0, 0, 40, 100, 300),
            world_info_use_group_scoring=self.chance(.3))
        if self.chance(.5):
            case["settings"]["world_info_min_activations"] = self.pick(2, 5)
        else:
            case["settings"]["world_info_max_recursion_steps"] = self.pick(0, 1, 2, 3)
        books = [("Sea", "global"), ("Own", "character"), ("Talk", "chat"), ("Mine", "persona"), ("Land", "global")]
        case["files"]["world"] = []
        for name, scope in books[:self.random.randint(1, 5)]:
            entries = {str(uid): self.entry(uid) for uid in range(self.random.randint(1, 9))}
            write({"entries": entries}, out, name + ".json")
            case["files"]["world"].append({"file": name + ".json", "scope": scope, "name": name})
            if scope == "character":
                card["data"].setdefault("extensions", {})["world"] = name
            elif scope == "chat":
                metadata["world_info"] = name
            elif scope == "persona":
                persona["lorebook"] = name

    def script(self):
        return {"id": str(self.random.random()), "scriptName": "s", "findRegex": self.random.choice(FINDS),
                "replaceString": self.random.choice(REPLACEMENTS), "trimStrings": self.pick([], [], ["o"], ["{{user}}"]),
                "placement": self.pick([1], [2], [1, 2], [5], [1, 2, 5], [6]), "disabled": self.chance(.1),
                "markdownOnly": self.chance(.2), "promptOnly": self.chance(.8), "runOnEdit": True,
                "substituteRegex": self.pick(0, 0, 1, 2), "minDepth": self.pick(None, None, 0, 1, -1, -2),
                "maxDepth": self.pick(None, None, 0, 1, 3, -1)}

    def note(self):
        return {"note_prompt": self.pick(self.text(), ""), "note_interval": self.pick(1, 1, 2, 0, 3),
                "note_position": self.pick(0, 1, 1, 2), "note_depth": self.pick(0, 1, 4, 9), "note_role": self.pick(0, 1, 2)}

    # The first message stays as it is: SillyTavern resolves its macros while a chat opens.
    def messages(self, user, names):
        lines = []
        for index in range(self.random.randint(1, 9)):
            is_users = self.chance(.5) and index > 0
            line = {"name": user if is_users else self.random.choice(names), "is_user": is_users, "is_system": False,
                    "send_date": f"2026-03-01T10:{index:02}:00.000Z", "extra": {},
                    "mes": (self.text(.15) or "m") if index > 0 else "The first words."}
            kind = self.random.random()
            if kind < .1 and index > 0:
                line["is_system"] = True
            elif kind < .18:
                line.update(extra={"type": "narrator"}, name="System", is_user=False)
            elif kind < .24:
                line.update(name="Other", force_avatar="x.png")
            lines.append(line)
        return lines

    def chat(self, lines, metadata, out):
        head = {"chat_metadata": metadata, "user_name": "unused", "character_name": "unused"}
        with open(os.path.join(out, "chat.jsonl"), "w", encoding="utf-8") as file:
            for line in [head] + lines:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    # What a chat's file and the settings add: injected texts, thoughts, notes of a character, a start of the reply.
    def extras(self, case, lines, metadata, avatar):
        if self.chance(.6):
            metadata["script_injects"] = {
                self.pick("a", "b", "10", "9", "Z"): {
                    "value": self.text(.4), "position": self.pick(0, 1, 1, 2, -1), "depth": self.pick(0, 1, 4, 30),
                    "scan": self.chance(.5), "role": self.pick(0, 1, 2)} for _ in range(self.random.randint(1, 4))}
        settings = case["settings"]
        if self.chance(.6):
            settings["reasoning"] = {"add_to_prompts": self.chance(.7), "max_additions": self.pick(1, 2, 5),
                                     "prefix": self.pick("<think>\n", "<{{char}}>"), "suffix": self.pick("\n</think>", ">"),
                                     "separator": self.pick("\n\n", "", "{{newline}}")}
            for line in lines:
                if not line["is_user"] and self.chance(.6):
                    line["extra"]["reasoning"] = self.text(.2).strip() or "t"
        if self.chance(.3):
            settings["user_prompt_bias"] = self.pick("Well", "{{char}}: ", " ", "*smiles* {{getvar::a}}")
        if self.chance(.3):
            settings["collapse_newlines"] = True
        if self.chance(.3):
            settings["pin_examples"] = True
        if self.chance(.5):
            settings["note"] = {"default": self.pick("", self.text(.4)), "allowWIScan": self.chance(.5),
                                "chara": [{"name": avatar, "prompt": self.text(.4), "useChara": self.chance(.8),
                                           "position": self.pick(0, 1, 2)}]}
        if self.chance(.2) and lines:
            self.random.choice(lines)["extra"]["title"] = "a caption"
            self.random.choice(lines)["extra"]["append_title"] = True

    # Lists as editors of other programs leave them.
    def disorder(self, preset):
        for order in preset["prompt_order"]:
            items = order["order"]
            if self.chance(.4) and items:
                items.insert(self.random.randint(0, len(items)), dict(self.random.choice(items), enabled=self.chance(.5)))
            if self.chance(.2):
                items.append({"identifier": "nobody", "enabled": True})
            if self.chance(.3):
                items.remove(self.random.choice(items))
        prompts = preset["prompts"]
        if self.chance(.3):
            prompts.append(dict(self.random.choice(prompts), content="A second one."))
        for prompt in prompts:
            if self.chance(.1):
                prompt[self.pick("role", "injection_depth", "injection_order", "forbid_overrides")] = self.pick(
                    "system", "1", 1, None, True)
            if self.chance(.05):
                prompt.pop(self.pick("role", "content", "system_prompt", "marker"), None)
            if prompt.get("marker") and self.chance(.1):
                prompt.update(injection_position=1, injection_depth=self.pick(0, 2), role=self.pick("user", "system"))

    # What somebody has changed in SillyTavern's own settings.
    def user_settings(self, case, avatar):
        settings = case["settings"]
        for key, values in {
                "prefer_character_prompt": [False], "prefer_character_jailbreak": [False], "pin_examples": [True],
                "strip_examples": [True], "collapse_newlines": [True], "experimental_macro_engine": [False],
                "user_prompt_bias": ["Sure. ", "{{char}}: ", " "], "global_variables": [{"g": "41", "n": "2"}],
                "tags": [[{"id": "t1", "name": "sea", "color": ""}]], "tag_map": [{avatar: ["t1"]}],
                "token_padding": [0, 64], "allow_scoped_regex": [True]}.items():
            if self.chance(.3):
                settings[key] = self.random.choice(values)
        if self.chance(.5):
            settings["note"] = {"default": self.pick("", self.text(.4)), "defaultPosition": self.pick(0, 1, 2),
                                "defaultDepth": self.pick(0, 2, 4), "defaultInterval": self.pick(0, 1, 2),
                                "defaultRole": self.pick(0, 1, 2), "allowWIScan": self.chance(.5),
                                "chara": [{"name": avatar.replace(".png", ""), "prompt": self.text(.4), "useChara": self.chance(.7),
                                           "position": self.pick(0, 1, 2)}]}

    def macro_case(self, out, legacy=False):
        case = self.copy(os.path.join(self.cases, "macros", "if-else"), out)
        preset = read(out, "preset.json")
        preset["openai_max_context"] = 100000
        for index in range(40):
            block = dict(self.block(index), role="user", content=f"{index}>{self.macros.text(3)}<", injection_position=0,
                         injection_trigger=[])
            preset["prompts"].append(block)
            for order in preset["prompt_order"]:
                if order["character_id"] == 100001:
                    order["order"].append({"identifier": block["identifier"], "enabled": True})
        if legacy:
            case["settings"]["experimental_macro_engine"] = False
        write(preset, out, "preset.json")
        write(case, out, "case.json")

    def chat_case(self, out, parts):
        case = self.copy(os.path.join(self.cases, "world-info", "regex-keys"), out)
        card, persona, preset = (read(out, name + ".json") for name in ("character", "persona", "preset"))
        metadata = {"integrity": "6f1d2c3b-0000-4000-8000-000000000001"}
        lines = self.messages("Mika", ["Aoife"])
        case["files"]["world"] = []
        case["input"].update(generation_type="normal", user_text=self.text(.2))
        if "prompt" in parts:
            self.card(card)
            self.persona(persona)
            self.preset(preset)
            metadata.update(self.note())
            self.generation(case)
        if "lore" in parts:
            self.lore(case, card, persona, metadata, out)
        if "regex" in parts:
            write([self.script() for _ in range(self.random.randint(1, 4))], out, "regex.json")
            case["files"]["regex"] = "regex.json"
        if "swipe" in parts:
            case["input"].update(generation_type=self.pick("swipe", "regenerate"), user_text="")
            case["input"].pop("quiet_prompt", None)
            last = {"name": "Aoife", "is_user": False, "is_system": False, "send_date": "2026-03-01T11:00:00.000Z",
                    "mes": self.text(.15) or "m", "extra": {}}
            if self.chance(.5):
                last.update(swipe_id=0, swipes=[last["mes"], "other one"],
                            swipe_info=[{"send_date": last["send_date"], "extra": {}}] * 2)
            lines.append(last)
        if "extras" in parts:
            self.extras(case, lines, metadata, "Aoife")
        if "settings" in parts:
            self.user_settings(case, "Aoife.png")
        if "disorder" in parts:
            self.disorder(preset)
        if "turns" in parts:
            case["input"].update(generation_type=self.pick("normal", "continue", "swipe", "regenerate"))
            if case["input"]["generation_type"] != "normal":
                case["input"]["user_text"] = ""
            case["turns"] = [{"user_text": self.text(.1).strip() or "Hm.", "reply": self.words(3).strip() + "."}
                             for _ in range(self.random.randint(1, 4))]
        if "post" in parts:
            case["post_processing"] = self.pick("merge", "semi", "strict", "single", "merge_tools", "semi_tools",
                                                         "strict_tools")
        preset["openai_max_context"] = 100000
        if "trimming" in parts:
            case["input"].update(context_size=self.random.randint(512, 1100), max_tokens=self.pick(100, 200, 300))
            preset.update(openai_max_context=case["input"]["context_size"], openai_max_tokens=case["input"]["max_tokens"])
        self.chat(lines, metadata, out)
        for name, value in (("case", case), ("character", card), ("persona", persona), ("preset", preset)):
            write(value, out, name + ".json")

    def bases(self, area, groups=False):
        folders = sorted(glob.glob(os.path.join(self.cases, area, "*")))
        return [each for each in folders if os.path.exists(os.path.join(each, "group.json")) == groups]

    def templates(self, case, context, out):
        for key, values in {
                "example_separator": ["***", "", "{{char}} ex"], "chat_start": ["***", "", "{{user}}"],
                "names_as_stop_strings": [True, False], "always_force_name2": [True, False], "single_line": [False, True],
                "story_string_position": [0, 0, 1], "story_string_depth": [0, 1, 3]}.items():
            if self.chance(.35):
                context[key] = self.random.choice(values)
        if "instruct" in case["files"]:
            instruct = read(out, "instruct.json")
            for key, values in {
                    "wrap": [True, False], "names_behavior": ["none", "force", "always"], "system_same_as_user": [True, False],
                    "sequences_as_stop_strings": [True, False], "skip_examples": [True, False],
                    "input_sequence": ["### In:", "<{{user}}>", ""], "output_sequence": ["### Out:", "{{name}}:", ""],
                    "system_sequence": ["### Sys:", ""], "input_suffix": ["</u>", "", "\n"], "output_suffix": ["</a>", ""],
                    "first_output_sequence": ["", "<fa>"], "last_output_sequence": ["", "<la>"],
                    "last_input_sequence": ["", "<lu>"], "stop_sequence": ["", "<stop>"],
                    "first_input_sequence": ["", "<fu>"], "last_system_sequence": ["", "<ls>{{char}}"],
                    "story_string_prefix": ["", "<sp>"], "story_string_suffix": ["", "</sp>\n"], "macro": [True, False],
                    "system_suffix": ["", "</s>"],
                    "user_alignment_message": ["", "Go on."]}.items():
                if self.chance(.25):
                    instruct[key] = self.random.choice(values)
            write(instruct, out, "instruct.json")

    def text_case(self, out, more=False):
        case = self.copy(self.random.choice(self.bases("text-completion")), out)
        card, context, persona = (read(out, name + ".json") for name in ("character", "context", "persona"))
        self.generation(case)
        self.card(card)
        self.persona(persona)
        self.templates(case, context, out)
        metadata = self.note() if self.chance(.5) else {}
        lines = self.messages(case["input"]["user_name"], [card["data"]["name"]])
        if more:
            self.extras(case, lines, metadata, card["data"]["name"])
            self.lore(case, card, persona, metadata, out)
        self.chat(lines, metadata, out)
        case["files"]["chat"] = "chat.jsonl"
        for name, value in (("case", case), ("character", card), ("context", context), ("persona", persona)):
            write(value, out, name + ".json")

    # Their names; some get another card.
    def members(self, case, out):
        names = []
        for file in case["files"]["characters"]:
            card = read(out, file)
            names.append(card["data"]["name"])
            if self.chance(.6):
                self.card(card)
            write(card, out, file)
        return names

    def group_case(self, out, more=False):
        case = self.copy(self.random.choice(self.bases("groups", True)), out)
        group, preset = read(out, "group.json"), read(out, "preset.json")
        names = self.members(case, out)
        group.update(generation_mode=self.pick(0, 0, 1, 2), allow_self_responses=self.chance(.5), disabled_members=[],
                     generation_mode_join_prefix=self.pick("", "", "[<FIELDNAME> of {{char}}:\n"),
                     generation_mode_join_suffix=self.pick("", "", "]"))
        preset.update(openai_max_context=100000, names_behavior=self.pick(-1, 0, 1, 2), send_if_empty="",
                      group_nudge_prompt=self.pick("[Only {{char}} now; not {{notChar}}.]", "", "{{groupNotMuted}}"))
        case["input"].update(generation_type="normal", user_text=self.text(.2) or "Hello all.",
                             speaker=self.random.choice(names))
        metadata = {}
        lines = self.messages(case["input"]["user_name"], names)
        if more:
            self.group_extras(case, group, preset, lines, metadata, out)
        self.chat(lines, metadata, out)
        case["files"]["chat"] = "chat.jsonl"
        for name, value in (("case", case), ("group", group), ("preset", preset)):
            write(value, out, name + ".json")

    # A group whose members are written as one text.
    def group_text_case(self, out):
        case = self.copy(self.random.choice(self.bases("groups", True)), out)
        base = self.random.choice(self.bases("text-completion"))
        files = read(base, "case.json")["files"]
        for key in ("context", "instruct", "sysprompt"):
            if key in files:
                shutil.copy(os.path.join(base, files[key]), os.path.join(out, key + ".json"))
                case["files"][key] = key + ".json"
        os.remove(os.path.join(out, case["files"].pop("preset")))
        case["api"] = "textgenerationwebui"
        context = read(out, "context.json")
        self.templates(case, context, out)
        group = read(out, "group.json")
        names = self.members(case, out)
        group.update(generation_mode=self.pick(0, 0, 1, 2), disabled_members=[])
        case["input"].update(generation_type=self.pick("normal", "normal", "impersonate", "continue"),
                             user_text="", speaker=self.random.choice(names))
        if case["input"]["generation_type"] == "normal":
            case["input"]["user_text"] = self.text(.2).strip() or "Hello all."
        metadata = self.note() if self.chance(.5) else {}
        lines = self.messages(case["input"]["user_name"], names)
        if case["input"]["generation_type"] == "continue":
            lines.append({"name": case["input"]["speaker"], "is_user": False, "is_system": False,
                          "send_date": "2026-03-01T11:00:00.000Z", "mes": self.text(.1).strip() or "m", "extra": {}})
        self.extras(case, lines, metadata, "none")
        self.chat(lines, metadata, out)
        case["files"]["chat"] = "chat.jsonl"
        for name, value in (("case", case), ("group", group), ("context", context)):
            write(value, out, name + ".json")

    def group_extras(self, case, group, preset, lines, metadata, out):
        if self.chance(.4):
            group["disabled_members"] = [self.random.choice(group["members"])]
        if self.chance(.4):
            preset["send_if_empty"] = self.pick("go {{char}}", "and {{notChar}}?")
            case["input"]["user_text"] = self.pick("", "Hm.")
        if self.chance(.5):
            self.preset(preset)
        metadata.update(self.note())
        self.extras(case, lines, metadata, "none")
        persona = {"name": case["input"]["user_name"], "avatar": "u.png"}
        self.persona(persona)
        if self.chance(.5):
            card = read(out, case["files"]["characters"][0])
            self.lore(case, card, persona, metadata, out)
            write(card, out, case["files"]["characters"][0])
        write(persona, out, "persona.json")
        case["files"]["persona"] = "persona.json"
        if self.chance(.5):
            case["input"].update(generation_type=self.pick("impersonate", "quiet", "continue", "swipe"), user_text="")
            if case["input"]["generation_type"] == "quiet":
                case["input"]["quiet_prompt"] = self.text(.3).strip() or "q"
            if case["input"]["generation_type"] in ("continue", "swipe"):
                lines.append({"name": case["input"]["speaker"], "is_user": False, "is_system": False,
                              "send_date": "2026-03-01T11:00:00.000Z", "mes": self.text(.1).strip() or "m", "extra": {}})

    def reply_case(self, out):
        base = self.random.choice([os.path.join(self.cases, "replies", "name-prefix")] * 3 + self.bases("text-completion"))
        case = self.copy(base, out)
        name, user = read(out, "character.json")["data"]["name"], case["input"]["user_name"]
        case["input"].update(generation_type="normal", user_text="Go on.")
        for key in ("trim_sentences", "collapse_newlines", "allow_name1_display", "allow_name2_display",
                    "auto_fix_generated_markdown"):
            if self.chance(.25):
                case["settings"][key] = True
        case["turns"] = [
            {"user_text": self.pick("Hm.", "*nods*"),
             "reply": "".join(self.random.choice(REPLIES).replace("NAME", name).replace("USER", user)
                              for _ in range(self.random.randint(1, 7)))} for _ in range(3)]
        if "chat" not in case["files"]:
            self.chat(self.messages(user, [name]), {}, out)
            case["files"]["chat"] = "chat.jsonl"
        write(case, out, "case.json")


KINDS = {
    "macros": Maker.macro_case,
    "prompt": lambda maker, out: maker.chat_case(out, {"prompt"}),
    "lore": lambda maker, out: maker.chat_case(out, {"lore"}),
    "regex": lambda maker, out: maker.chat_case(out, {"regex", "lore"}),
    "trimming": lambda maker, out: maker.chat_case(out, {"prompt", "lore", "trimming"}),
    "swipe": lambda maker, out: maker.chat_case(out, {"prompt", "lore", "regex", "swipe"}),
    "text": Maker.text_case,
    "groups": Maker.group_case,
    "table": lambda maker, out: maker.group_case(out, True),
    "grouptext": Maker.group_text_case,
    "extras": lambda maker, out: maker.chat_case(out, {"prompt", "lore", "extras"}),
    "disorder": lambda maker, out: maker.chat_case(out, {"prompt", "disorder"}),
    "settings": lambda maker, out: maker.chat_case(out, {"prompt", "lore", "settings"}),
    "legacy": lambda maker, out: maker.macro_case(out, True),
    "turns": lambda maker, out: maker.chat_case(out, {"lore", "turns"}),
    "post": lambda maker, out: maker.chat_case(out, {"prompt", "lore", "post"}),
    "textmore": lambda maker, out: maker.text_case(out, True),
    "replies": Maker.reply_case,
    "box": box_case,
    "deep": deep_case,
    "odd": odd_case,
    "deepgroup": deep_group_case,
    "deeptext": deep_text_case,
    "rounds": make_rare.rounds_case,
    "timed": make_rare.timed_case,
    "corners": make_rare.corners_case,
    "members": make_rare.members_case,
    "groupreplies": make_rare.group_replies_case,
    "thoughts": make_rare.thoughts_case,
    "older": make_rare.older_case,
    "bare": make_rare.bare_case,
    "edges": make_rare.edges_case,
    "scripts": make_rare.scripts_case,
    "tight": make_rare.tight_case,
    "tighttext": make_rare.tight_text_case,
}


def main():
    cases, kind, count, seed, out = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
    for number in range(seed, seed + count):
        folder = os.path.join(out, f"{kind}-{number}")
        os.makedirs(out, exist_ok=True)
        KINDS[kind](Maker(cases, f"{kind} {number}"), folder)
        print(folder)


if __name__ == "__main__":
    main()
