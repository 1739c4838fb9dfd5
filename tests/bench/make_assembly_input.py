#!/usr/bin/env python3
"""Writes a folder for `snug bench`: ./make_assembly_input.py FOLDER MESSAGES ENTRIES [KIND]

A chat of MESSAGES, a lorebook of ENTRIES of which about one in a hundred fires, some through the
text of another, a card and a preset. The same arguments give the same bytes. KIND is one of
  regex   each entry has two regular expressions as its keys
  fires   all entries fire at once
  chain   each entry fires through the text of the one before
  card    the card has ENTRIES times a kilobyte, full of macros, and the lorebook ten entries"""
import json
import os
import random
import sys

WORDS = ("harbour bell river stone key winter light map wall letter rain road lamp bread night song door field "
         "smoke boat coin garden tower wind paper glass thread hill bridge table").split()
SYLLABLES = "ba ce di fo gu ha li mo nu pe ri sa to vu wen yor zan kel dar mil".split()


def sentence(chance, count):
    return (" ".join(chance.choice(WORDS) for _ in range(count)) + ".").capitalize()


def made_up_name(number):
    """A word that no other number has and no sentence holds."""
    name = ""
    for _ in range(4):
        number, part = divmod(number, len(SYLLABLES))
        name += SYLLABLES[part]
    return name.capitalize()


def entry(chance, uid, keys, content, constant=False):
    return {"uid": uid, "key": keys, "keysecondary": [], "comment": keys[0], "content": content, "constant": constant,
            "selective": False, "selectiveLogic": 0, "order": chance.randrange(1, 200), "position": uid % 2,
            "disable": False, "probability": 100, "useProbability": True, "depth": 4, "excludeRecursion": False,
            "preventRecursion": False, "delayUntilRecursion": False}


def main(folder, messages, entries, kind=""):
    chance = random.Random(f"{messages} {entries}" + (f" {kind}" if kind else ""))
    kilobytes = entries
    if kind == "card":
        entries = 10
    os.makedirs(folder, exist_ok=True)
    fires = [uid for uid in range(entries) if uid % 100 == 7]
    chained = set(fires[1::2])  # named by the entry before, not by the chat
    world = {}
    for uid in range(entries):
        text = " ".join(sentence(chance, 14) for _ in range(10))
        following = uid + 100
        if uid in fires and uid not in chained and following in chained:
            text += f" It is told of {made_up_name(following)} too."
        world[str(uid)] = entry(chance, uid, [made_up_name(uid), f"{made_up_name(uid)} {WORDS[uid % len(WORDS)]}"], text)
    if kind == "regex":
        for uid, each in enumerate(world.values()):
            name = made_up_name(uid)
            each["key"] = [rf"/\b{name}(?:'s)?\b/i", rf"/{name}\s+guild/"]
    if kind == "fires":
        for each in world.values():
            each.update(constant=True, ignoreBudget=True, content=sentence(chance, 12))
    if kind == "chain":
        for uid, each in enumerate(world.values()):
            each.update(key=[made_up_name(uid)], ignoreBudget=True,
                        content=sentence(chance, 12) + f" It is told of {made_up_name(uid + 1)}.")
        fires, chained = [0], set()
    spoken = [made_up_name(uid) for uid in fires if uid not in chained]
    lines = [json.dumps({"chat_metadata": {}, "user_name": "unused", "character_name": "unused"})]
    for number in range(messages):
        is_user = number % 2 == 1
        text = " ".join(sentence(chance, 12) for _ in range(4))
        if number >= messages - 40:
            share = spoken[(number - messages + 40)::40]
            text += "".join(f" {name} nods." for name in share)
        lines.append(json.dumps({"name": "Mika" if is_user else "Bench", "is_user": is_user, "is_system": False,
                                 "send_date": "2026-01-01T00:00:00.000Z", "mes": text, "extra": {}}))
    character = {"spec": "chara_card_v2", "spec_version": "2.0",
                 "data": {"name": "Bench", "description": sentence(chance, 80), "personality": sentence(chance, 20),
                          "scenario": sentence(chance, 20), "first_mes": "Hello.", "mes_example": ""}}
    if kind == "card":
        line = " {{char}} tells {{user}} of {{random:rain,wind,snow}}{{setvar::seen::1}} at {{time}}."
        character["data"]["description"] = "\n".join(sentence(chance, 120) + line * 3 for _ in range(kilobytes))
    order = ["main", "worldInfoBefore", "charDescription", "charPersonality", "scenario", "worldInfoAfter",
             "chatHistory", "jailbreak"]
    prompts = [{"identifier": name, "name": name, "system_prompt": True, "marker": name not in ("main", "jailbreak")}
               for name in order]
    prompts[0].update(marker=False, role="system", content="Write the next reply of {{char}} to {{user}}.")
    prompts[-1].update(role="system", content="Stay in the scene.")
    preset = {"openai_max_context": 32768, "openai_max_tokens": 1024, "new_chat_prompt": "[Begin]",
              "wi_format": "{0}", "prompts": prompts,
              "prompt_order": [{"character_id": 100001,
                                "order": [{"identifier": name, "enabled": True} for name in order]}]}
    for name, value in (("world.json", {"entries": world}), ("character.json", character), ("preset.json", preset)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False)
    with open(os.path.join(folder, "chat.jsonl"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if len(sys.argv) not in (4, 5) or sys.argv[4:] not in ([], ["regex"], ["fires"], ["chain"], ["card"]):
    sys.exit(__doc__)
main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
