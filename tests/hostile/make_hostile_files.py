#!/usr/bin/env python3
"""Files as a stranger would make them to do harm, for tst_hostile.

make_hostile_files.py small FOLDER   those that are kept in tests/data/hostile
make_hostile_files.py large FOLDER   those that are made anew for every build

FOLDER/import       files that somebody imports
FOLDER/libraries    whole libraries that somebody opens
FOLDER/tokenizers   vocabularies that a connection names
FOLDER/prompttests  folders that snug test plays
The same bytes each time.
"""
import base64
import io
import json
import os
import pathlib
import struct
import sys
import zipfile
import zlib

FILES = {"small": {}, "large": {}}
LINKS = []  # path, target
PIPES = []
LONGEST_KEPT = 8 << 10  # bytes


def put(path, content, size="small"):
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    elif not isinstance(content, bytes):
        content = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if len(content) > LONGEST_KEPT:
        size = "large"
    assert path not in FILES["small"] and path not in FILES["large"], path
    FILES[size][path] = content


def imported(name, content, size="small"):
    put("import/" + name, content, size)


# Parts of files

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) & 0xFFFFFFFF)


def png(*texts, width=2, height=2, before=b"", after=b"", pixels=None):
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    if pixels is None:
        pixels = zlib.compress((b"\0" + b"\x40\x60\x80" * width) * height, 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + before + b"".join(texts) + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b"") + after)


def text_chunk(keyword, content):
    return chunk(b"tEXt", keyword + b"\0" + base64.b64encode(content))


def card(**fields):
    data = {"name": "Vex", "description": "A thief.", "personality": "", "scenario": "", "first_mes": "Hello.",
            "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
            "alternate_greetings": [], "tags": [], "creator": "", "character_version": "", "extensions": {}}
    data.update(fields)
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def card_bytes(**fields):
    return json.dumps(card(**fields)).encode()


def card_png(**fields):
    return png(text_chunk(b"chara", card_bytes(**fields)))


def entry(uid=0, **fields):
    made = {"uid": uid, "key": ["dragon"], "keysecondary": [], "comment": "", "content": "A dragon.",
            "constant": False, "selective": True, "selectiveLogic": 0, "addMemo": True, "order": 100,
            "position": 0, "disable": False, "probability": 100, "useProbability": True, "depth": 4}
    made.update(fields)
    return made


def book(entries, **fields):
    made = {"entries": {str(index): one for index, one in enumerate(entries)}}
    made.update(fields)
    return made


def preset(*blocks, **fields):
    prompts = [{"identifier": "main", "name": "Main", "role": "system", "content": "Write.", "system_prompt": True}]
    prompts += blocks
    order = [{"identifier": one["identifier"], "enabled": True} for one in prompts]
    order.append({"identifier": "chatHistory", "enabled": True})
    made = {"chat_completion_source": "openai", "openai_max_context": 8192, "openai_max_tokens": 300,
            "temperature": 1, "prompts": prompts, "prompt_order": [{"character_id": 100001, "order": order}]}
    made.update(fields)
    return made


def block(content, identifier="evil"):
    return {"identifier": identifier, "name": "Evil", "role": "system", "content": content}


def chat(*messages, header=None):
    first = {"user_name": "Ada", "character_name": "Vex", "create_date": "2026-01-01@00h00m00s",
             "chat_metadata": {}}
    first.update(header or {})
    lines = [first] + [{"name": "Vex", "is_user": False, "is_system": False, "send_date": "1", "mes": one}
                       if isinstance(one, str) else one for one in messages]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"


def script(find, replace="x", **fields):
    made = {"id": "s", "scriptName": "Evil", "findRegex": find, "replaceString": replace, "trimStrings": [],
            "placement": [1, 2, 5], "disabled": False, "markdownOnly": False, "promptOnly": True,
            "runOnEdit": True, "substituteRegex": 0, "minDepth": None, "maxDepth": None}
    made.update(fields)
    return made


def archive(members, stored=False):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as made:
        for name, content in members:
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            made.writestr(info, content)
    return out.getvalue()


def charx(assets=(), members=(), **fields):
    made = card(**fields)
    made["spec"], made["spec_version"] = "chara_card_v3", "3.0"
    made["data"]["assets"] = list(assets)
    return archive([("card.json", json.dumps(made))] + list(members))


def icon(content, name="assets/icon/main.svg", extension="svg"):
    return charx([{"type": "icon", "uri": "embeded://" + name, "name": "main", "ext": extension}], [(name, content)])


# Pictures

def pictures():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">'
    imported("picture-svg-pattern-in-text.charx", icon(
        svg + '<text><pattern id="a"/></text><rect fill="url(#a)" width="9" height="9"/></svg>'))
    uses = "".join(f'<g id="g{i}">' + f'<use xlink:href="#g{i + 1}"/>' * 10 + "</g>" for i in range(12))
    imported("picture-svg-use-bomb.charx", icon(svg + uses + '<g id="g12"><rect width="9" height="9"/></g></svg>'))
    imported("picture-svg-local-file.charx", icon(svg + '<image xlink:href="/etc/passwd" width="9" height="9"/></svg>'))
    imported("picture-svg-device.charx", icon(svg + '<image xlink:href="/dev/zero" width="9" height="9"/></svg>'))
    lol = "".join(f'<!ENTITY l{i} "{("&l%d;" % (i - 1)) * 10}">' for i in range(1, 12))
    imported("picture-svg-entities.charx",
             icon(f'<!DOCTYPE svg [<!ENTITY l0 "lol">{lol}]>' + svg + "<text>&l11;</text></svg>"))
    imported("picture-svg-called-png.charx", icon(svg + "</svg>", "assets/icon/main.png", "png"))
    imported("picture-xpm.charx", icon('/* XPM */ static char *x[] = {"30000 30000 1 1", "a c #fff"', "assets/icon/main.png", "png"))
    imported("picture-tiff.charx", icon(b"II*\0\x08\0\0\0\xff\xff" + b"\0" * 40, "assets/icon/main.png", "png"))
    huge = struct.pack(">IIBBBBB", 0x7FFFFFFF, 0x7FFFFFFF, 16, 6, 0, 0, 0)
    imported("picture-huge-size.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", huge) + text_chunk(b"chara", card_bytes())
             + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b""))
    imported("picture-15000-by-15000.png", png(text_chunk(b"chara", card_bytes()), width=15000, height=15000,
                                               pixels=zlib.compress(bytes(15000 * 45001), 9)), "large")
    frames = b"".join(chunk(b"fcTL", struct.pack(">IIIIIHHBB", i, 2, 2, 0, 0, 1, 1, 0, 0)) for i in range(20000))
    imported("picture-20000-frames.png", png(text_chunk(b"chara", card_bytes()),
                                             before=chunk(b"acTL", struct.pack(">II", 20000, 0)) + frames), "large")
    imported("picture-gif-many-frames.charx", icon(
        b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff" + b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0" * 5000 + b";",
        "assets/icon/main.gif", "gif"))
    imported("picture-webp-lying-size.charx", icon(
        b"RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff", "assets/icon/main.webp", "webp"))


# Cards in PNG

def pngs():
    packed = zlib.compress(b"A" * (30 << 20), 9)
    imported("png-text-bomb.png", png(*[chunk(b"zTXt", b"chara\0\0" + packed) for _ in range(20)]), "large")
    imported("png-other-text-bomb.png", png(text_chunk(b"chara", card_bytes()),
                                            *[chunk(b"zTXt", b"note\0\0" + packed) for _ in range(20)]), "large")
    imported("png-itxt-bomb.png", png(*[chunk(b"iTXt", b"ccv3\0\1\0\0\0" + packed) for _ in range(10)]), "large")
    imported("png-500000-chunks.png", png(text_chunk(b"chara", card_bytes()), chunk(b"tEXt", b"a\0b") * 500000), "large")
    imported("png-lying-length.png", png(text_chunk(b"chara", card_bytes()))[:-30] + struct.pack(">I", 0xFFFFFFFF) + b"tEXt")
    imported("png-length-past-end.png", png()[:33] + struct.pack(">I", 0x7FFFFFFF) + b"tEXtchara\0" + b"A" * 100)
    imported("png-no-end.png", card_png()[:-12])
    imported("png-two-cards.png", png(*[text_chunk(b"chara", card_bytes(name="Vex %d" % i)) for i in range(50)]))
    imported("png-not-base64.png", png(chunk(b"tEXt", b"chara\0" + b"\xff\xfe!!!!")))
    imported("png-no-keyword.png", png(chunk(b"tEXt", b"")))
    imported("png-long-keyword.png", png(chunk(b"tEXt", b"k" * 100000)))
    imported("png-card-in-card.png", card_png(description=base64.b64encode(card_png()).decode()))
    imported("png-bad-crc.png", card_png().replace(b"chara", b"chara", 1)[:50] + b"\0\0\0\0" + card_png()[54:])
    whole = card_png(description="d" * 500)
    for part in (9, 8 + 25, len(whole) // 2, len(whole) - 1):
        imported(f"png-cut-at-{part}.png", whole[:part])


# JSON of every kind

def documents():
    imported("json-nested-lists.json", "[" * 200000)
    imported("json-nested-objects.json", '{"a":' * 100000 + "1" + "}" * 100000, "large")
    imported("json-million-lists.json", '{"entries":[' + ",".join(["[]"] * 3000000) + "]}", "large")
    imported("json-one-long-string.json", '{"spec":"chara_card_v2","data":{"name":"' + "n" * (4 << 20) + '"}}', "large")
    imported("json-many-keys.json", "{" + ",".join(f'"k{i}":1' for i in range(600000)) + "}", "large")
    imported("json-one-key-often.json", "{" + ",".join(['"spec":"chara_card_v2"'] * 200000) + "}", "large")
    imported("json-numbers.json", '{"spec":"chara_card_v2","data":{"name":"N","talkativeness":1e999999,"n":'
             + "9" * 100000 + ',"m":-1e-999999999,"o":1' + "0" * 50000 + ".5}}")
    imported("json-lone-surrogates.json", '{"spec":"chara_card_v2","data":{"name":"\\ud800","description":"\\udfff\\ud800 x",'
             '"first_mes":"\\u0000\\u0000","extensions":{"\\ud83d":1}}}')
    imported("json-overlong.json", b'{"spec":"chara_card_v2","data":{"name":"\xc0\x80\xc0\xaf\xe0\x80\xaf","first_mes":"\xf8\x88\x80\x80\x80\xed\xa0\x80\xff"}}')
    imported("json-utf16.json", json.dumps(card()).encode("utf-16"))
    imported("json-utf32.json", json.dumps(card()).encode("utf-32"))
    imported("json-bom-bom.json", b"\xef\xbb\xbf\xef\xbb\xbf" + card_bytes())
    imported("json-nul.json", card_bytes().replace(b"thief", b"thi\0ef"))
    imported("json-only-nul.json", bytes(5000))
    imported("json-empty.json", b"")
    imported("json-rubbish-behind.json", card_bytes() + b"]]]}}}" * 100)
    whole = card_bytes(description="d" * 50)
    for part in (1, len(whole) // 3, len(whole) - 1):
        imported(f"json-cut-at-{part}.json", whole[:part])
    imported("json-escape-cut.json", b'{"spec":"chara_card_v2","data":{"name":"\\u12')
    wrong = [None, True, -1, 1e308, "text", [], {}, [[[]]], [None], {"a": {"a": None}}]
    for number, value in enumerate(wrong):
        imported(f"types-card-{number}.json", {"spec": "chara_card_v2", "data": dict.fromkeys(card()["data"], value)
                                               | {"character_book": value}})
    imported("types-lorebook.json", {"entries": {str(i): dict.fromkeys(entry(), value) for i, value in enumerate(wrong)}})
    for number, value in enumerate(wrong[:8]):
        imported(f"types-preset-{number}.json", dict.fromkeys(preset(), value) | {"prompts": value, "chat_completion_source": "openai"})
    imported("types-preset-order.json", preset(prompt_order=[{"character_id": [], "order": {"order": 1}}, 1, None, "x"]))
    imported("types-scripts.json", [dict.fromkeys(script("a"), value) | {"scriptName": "s", "findRegex": "a"} for value in wrong])
    imported("types-group.json", {"id": {}, "name": [], "members": [1, None, {}], "chats": "x", "chat_id": ["../x"],
                                  "activation_strategy": "x", "generation_mode": 1e99})
    imported("types-chat.jsonl", chat(*[{"name": value, "mes": value, "swipes": value, "swipe_id": value, "extra": value}
                                        for value in wrong], header={"chat_metadata": []}))
    imported("types-instruct.json", {"name": {}, "input_sequence": [], "output_sequence": 1, "wrap": "x", "activation_regex": []})


# What macros, expressions and templates grow into

def growth():
    doubling = "{{setvar::a::AAAAAAAAAA}}" + "{{setvar::a::{{getvar::a}}{{getvar::a}}{{getvar::a}}{{getvar::a}}}}" * 16
    imported("macro-doubling-card.png", card_png(description=doubling))
    imported("macro-doubling-greeting.json", card(first_mes=doubling + "{{getvar::a}}"))
    imported("macro-doubling-preset.json", preset(block(doubling + "{{getvar::a}}")))
    imported("macro-doubling-global.json", preset(block(doubling.replace("var::", "globalvar::"))))
    imported("macro-adding.json", preset(block("{{setvar::a::AAAAAAAA}}" + "{{addvar::a::{{getvar::a}}}}" * 40 + "{{getvar::a}}")))
    imported("macro-if-8000.png", card_png(description="{{if 1}}" * 8000 + "x" + "{{/if}}" * 8000))
    imported("macro-if-preset.json", preset(block("{{if 1}}" * 8000 + "x" + "{{/if}}" * 8000)))
    imported("macro-if-open.json", preset(block("{{if 1}}" * 20000)))
    imported("macro-braces.json", preset(block("{{" * 100000)))
    imported("macro-random.json", preset(block("{{random::" + "a::" * 200000 + "}}")))
    imported("macro-newlines.json", preset(block("{{newline::10000}}" * 2000)))
    imported("macro-time.json", preset(block("{{timeDiff::" + "9" * 10000 + "::-1e99}}{{roll:99999999999d99999999999}}{{datetimeformat " + "Y" * 20000 + "}}")))
    imported("macro-names.json", card(name="{{char}}", description="{{char}}{{user}}{{description}}{{personality}}",
                                      personality="{{description}}{{personality}}", scenario="{{scenario}}"))
    imported("macro-in-lore.json", book([entry(content=doubling + "{{getvar::a}}", constant=True)]))
    imported("macro-in-key.json", book([entry(key=[doubling + "{{getvar::a}}"])]))
    imported("macro-in-chat.jsonl", chat(doubling + "{{getvar::a}}", "{{if 1}}" * 3000))
    hostile = ["(a+)+$", "(a|aa)+$", "(.*)*x", "(?:(?:a?){30}){30}b", "(\\w+\\s?)*!", "([a-z]+)*\\1$", "(?=(a+))\\1*b", "^(?:a|a|a)*$"]
    long = "a" * 300
    imported("regex-keys-compile.json", book([entry(i, key=["/" + "\\k<x>" * 50000 + f"(?<x>a){i}/"]) for i in range(5)]
                                             + [entry(9, key=["/dragon/"])]), "large")
    imported("regex-keys-run-away.json", book([entry(i, key=[f"/{one}{i}/"], content=long) for i, one in enumerate(hostile * 10)]))
    imported("regex-keys-recursing.json", book([entry(i, key=["/a*" + str(i) + "?/"], content=long, preventRecursion=False) for i in range(300)]))
    imported("regex-scripts.json", [script(f"/{one}/g") for one in hostile * 5])
    imported("regex-scripts-empty-matches.json", [script("/(?:)/g", "$0" + "X" * 20), script("/X/g", "XXXXXXXXXX"), script("/X/g", "XXXXXXXXXX"), script("/X/g", "XXXXXXXXXX")])
    imported("regex-scripts-growing.json", [script("/^[^]*$/", "$0$0$0$0") for _ in range(60)])
    imported("regex-scripts-macros.json", [script("/a/g", doubling + "{{getvar::a}}", substituteRegex=1), script(doubling, substituteRegex=1)])
    imported("regex-script-groups.json", [script("/" + "(" * 8000 + ")" * 8000 + "/"), script("/" + "(?<n>a)|" * 2000 + "/", "$<n>" * 10000),
                                          script("/[" + "\\p{L}" * 2000 + "]/iu"), script("/a{0,4294967295}{0,99}/")])
    imported("regex-in-card.png", card_png(extensions={"regex_scripts": [script(f"/{one}/g") for one in hostile * 5]}))
    imported("instruct-activation.json", {"name": "Evil", "input_sequence": "<", "output_sequence": ">", "activation_regex": "/(a+)+$/",
                                          "wrap": True, "macro": True, "system_sequence": doubling})
    imported("context-story.json", {"name": "Evil", "story_string": "{{#if description}}" * 5000 + "{{description}}" + doubling,
                                    "example_separator": "***", "chat_start": "***"})
    template = ("{% set a=['x'] %}" + "{% set a=[a,a] %}" * 100 + "{{ a }}",
                "{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}",
                "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{% include 'Vex' %}{% extends 'Vex' %}",
                "{{ 'x'.repeat(1e9) }}", "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "{% if 1 %}" * 4000,
                "{{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.match('^(a|aa)+$') }}")
    for number, text in enumerate(template):
        put(f"libraries/template-{number}/snug/templates/Evil.njk", text)
        put(f"libraries/template-{number}/snug/templates/Evil.json", {"name": "Evil", "template": text})
        put(f"libraries/template-{number}/characters/Vex.png", card_png(extensions={"prompt_template": text}))


# Lorebooks

def lorebooks():
    imported("lore-200000-entries.json", book([{"uid": i, "key": ["k"], "content": "c"} for i in range(200000)]), "large")
    imported("lore-recursion.json", book([entry(i, key=[f"k{i}"], content=f"k{i + 1} k{i} k0") for i in range(2000)]
                                         + [entry(5000, constant=True, content="k0")]))
    imported("lore-everything-constant.json", book([entry(i, constant=True, content="word " * 200, depth=10**12, position=99, order=-10**15) for i in range(500)]))
    imported("lore-same-uid.json", book([entry(7, key=["a", "a", "", " "]) for _ in range(300)]))
    imported("lore-100000-keys.json", book([entry(0, key=[f"key{i}" for i in range(100000)])]), "large")
    imported("lore-one-letter-keys.json", book([entry(i, key=["e", "a", "\u0001", "\n"], content="e a e a " * 50) for i in range(500)]))
    imported("lore-groups.json", book([entry(i, constant=True, group=",".join(f"g{k}" for k in range(200)), groupWeight=-2**31, useGroupScoring=True) for i in range(100)]))
    imported("lore-timed.json", book([entry(0, constant=True, sticky=2**62, cooldown=-2**62, delay=1e300)]))
    imported("lore-number-entries.json", {"entries": {str(2**70): entry(2**70), "-1": entry(-1), "1e5": entry(1.5), "__proto__": entry(3)}})
    imported("lore-entries-list.json", {"entries": [entry(0), None, [], "x"]})
    imported("lore-novelai.json", {"lorebookVersion": 5, "entries": [{"text": "x" * 5000, "displayName": "<b>x", "keys": ["/(a+)+$/", "&".join(["a"] * 5000)],
             "id": "x", "category": "c"}] * 50, "categories": [{"id": "c", "name": "../../x", "subcontextSettings": []}], "settings": []})
    imported("lore-agnai.json", {"kind": "memory", "name": "../../../tmp/x", "entries": [{"name": "\u202egnp.exe", "entry": "x", "keywords": [""], "priority": 1e99,
             "weight": "NaN", "enabled": 1}] * 100})
    imported("lore-risu.json", {"type": "risu", "ver": 1, "data": [{"key": ",".join(["k"] * 10000), "secondkey": "", "insertorder": 1e99, "comment": "@@depth 99999999999\n" * 500,
             "content": "@@role evil\n@@position ../x\n" * 500, "mode": "folder", "alwaysActive": True}] * 20})
    imported("lore-v3.json", {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["/(a+)+$/"], "use_regex": True, "content": "@@depth -99\n@@activate\n" * 200,
             "extensions": {"position": 1e300}, "enabled": True, "insertion_order": "x"}] * 50, "recursive_scanning": True}})
    imported("lore-in-card-linked-to-itself.json", card(character_book={"entries": [], "name": "../../../Vex"}, extensions={"world": "../../../../etc/passwd"}))


# Chats

def chats():
    imported("chat-rich-text.jsonl", chat('<img src="file:///dev/zero">'))
    imported("chat-markup.jsonl", chat("<script>x</script><style>*{}</style><iframe src=file:///etc/passwd>", "![x](file:///dev/zero)![x](http://127.0.0.1:1/x)",
                                       "[a](javascript:x) [b](file:///usr/share/applications/x.desktop) [https://good.example](https://evil.example) <vbscript:x>"))
    imported("chat-markdown-quotes.jsonl", chat(">" * 50000 + "x", "* " * 20000, "[" * 30000, "`" * 30000 + "x", "*_" * 20000, "|a" * 3000 + "\n" + "|-" * 3000 + "\n" + "|b" * 3000))
    imported("chat-markdown-lists.jsonl", chat("\n".join(" " * i + "- x" for i in range(1500)), "&" * 50000, "<" * 50000, "![" * 20000, "~~" * 20000))
    imported("chat-long-word.jsonl", chat("x" * 190000, "\u0301" * 60000, "\U0001F468\u200d" * 20000))
    imported("chat-controls.jsonl", chat("".join(map(chr, range(32))) + "\x7f" + "".join(map(chr, range(128, 160))) + "\u202e\u2066\u2069\ufeff\ufffe\uffff" + "\x1b]0;x\x07\x1b[2J"))
    imported("chat-20mb-line.jsonl", chat("m" * (20 << 20)), "large")
    imported("chat-100000-lines.jsonl", chat(*["line"] * 100000), "large")
    imported("chat-swipes.jsonl", chat({"name": "Vex", "mes": "x", "swipes": ["s"] * 50000, "swipe_id": 2**63, "swipe_info": [None] * 9}))
    imported("chat-branches.jsonl", chat("x", header={"chat_metadata": {"main_chat": "chat-branches", "parent": "chat-branches", "variables": {"a": "{{getvar::a}}"}}}))
    imported("chat-bookmark-cycle.jsonl", chat({"name": "Vex", "mes": "x", "extra": {"bookmark_link": "../../../../etc/passwd", "known_to": ["Vex", ["Vex"]], "branches": ["chat-bookmark-cycle"]}}))
    imported("chat-knowledge.jsonl", chat(*[{"name": f"N{i}", "mes": "@" + ",".join(f"N{k}" for k in range(200)) + ": x", "extra": {"known_to": [f"N{k}" for k in range(200)]}} for i in range(200)]))
    imported("chat-files.jsonl", chat({"name": "Vex", "mes": "x", "extra": {"image": "file:///dev/zero", "file": {"url": "/etc/passwd"}, "media": [{"url": "/dev/zero"}]}}))
    imported("chat-name-escapes.jsonl", chat("x", header={"character_name": "../../../tmp/Vex", "user_name": "/etc/passwd"}))
    imported("chat-header-only.jsonl", chat())
    imported("chat-no-header.jsonl", '{"mes":"x"}\n' * 50 + "{")
    imported("chat-cr.jsonl", chat("x", "y").replace("\n", "\r"))
    imported("chat-memory-marks.jsonl", chat("x", "y", header={"chat_metadata": {"STMemoryBooks": {"sceneStart": -2**62, "sceneEnd": 2**62, "manualLorebook": "../x", "scenes": "x"}}}))


# Names that want to be elsewhere

def names():
    for number, name in enumerate(["../../../tmp/escape", "/etc/cron.d/x", "CON", ".ssh", "a\nb", "$(id)", "\u202egnp.exe", "x" * 5000, "..", "", "-rf", "a/b\\c", "\0"]):
        imported(f"name-{number}.json", card(name=name, character_book={"name": name, "entries": []}, extensions={"world": name}))
    imported("name-group.json", {"id": "../../../escape", "name": "../x", "members": ["../../../etc/passwd", "group.png", "../groups/x.json"], "chats": ["../../x"],
                                 "chat_id": "../../../../tmp/x", "avatar_url": "file:///dev/zero", "allow_self_responses": True})
    imported("name-group-of-itself.json", {"id": "g", "name": "g", "members": ["g", "g.json"] * 5000, "chats": ["g"] * 5000, "chat_id": "g", "disabled_members": ["g"] * 5000})
    imported("name-personas.json", {"personas": {"../../../x.png": "x", "/dev/zero": "<img src=file:///dev/zero>", "a\0.png": ""}, "persona_descriptions": {"../../../x.png": {"description": "{{persona}}", "position": 1e99, "lorebook": "../../x"}}, "default_persona": "../../../x.png"})


# Archives

def archives():
    plain = json.dumps(card() | {"spec": "chara_card_v3", "spec_version": "3.0"})
    imported("zip-climbing.charx", archive([("card.json", plain), ("../../../escape.txt", "x"), ("/abs.txt", "x"), ("..\\..\\b.txt", "x"), ("a/../../c", "x")]))
    imported("zip-bomb.charx", archive([("card.json", plain), ("assets/a.bin", bytes(200 << 20))]), "large")
    imported("zip-bomb-card.charx", archive([("card.json", '{"spec":"chara_card_v3","data":{"name":"' + " " * (200 << 20) + '"}}')]), "large")
    imported("zip-60000-members.charx", archive([("card.json", plain)] + [(f"assets/{i}", "") for i in range(60000)], True), "large")
    imported("zip-two-cards.charx", archive([("card.json", plain), ("CARD.JSON", "{}"), ("card.json ", plain)]))
    made = archive([("card.json", plain)])
    imported("zip-lying-size.charx", made.replace(struct.pack("<I", len(plain)), struct.pack("<I", 0xFFFFFFF0)))
    imported("zip-lying-offset.charx", made[:-6] + struct.pack("<I", 0x7FFFFFFF) + b"\0\0")
    imported("zip-lying-count.charx", made[:-14] + b"\xff\xff\xff\xff" + made[-10:])
    imported("zip-cut.charx", made[:len(made) // 2])
    imported("zip-only-end.charx", b"PK\5\6" + bytes(18))
    imported("zip-in-zip.charx", archive([("card.json", plain), ("card.charx", made), ("module.risum", made)]))
    link = zipfile.ZipInfo("assets/link", (2026, 1, 1, 0, 0, 0))
    link.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(zipfile.ZipInfo("card.json", (2026, 1, 1, 0, 0, 0)), plain)
        file.writestr(link, "/etc/passwd")
    imported("zip-symlink.charx", out.getvalue())
    imported("zip-assets-elsewhere.charx", charx([{"type": "icon", "uri": uri, "name": "main", "ext": "png"} for uri in
             ("file:///dev/zero", "/etc/passwd", "embeded://../../x", "http://127.0.0.1:1/x", "data:image/png;base64," + "A" * 100000, "ccdefault:")]))
    imported("zip-risum-lying.charx", archive([("card.json", plain), ("module.risum", b"\x6f\0\xff\xff\xff\x7f" + bytes(100))]))
    imported("jpeg-with-zip.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(9) + b"\xff\xd9" + made)


# SmartTavern's, presets and other kinds

def others():
    imported("smarttavern-character.json", {"id": "x", "name": "../../x", "description": "x" * 1000, "message": ["<img src=file:///dev/zero>"] * 500,
             "world_book": {"name": "x", "entries": [{"id": 1, "keys": ["/(a+)+$/"], "content": "{{" * 3000, "mode": "conditional", "condition": "(" * 5000}] * 20},
             "regex_rules": [{"id": "r", "find_regex": "(a+)+$", "replace_regex": "$1" * 999, "targets": ["assistant"], "placement": "after_macro", "views": ["user"]}] * 20})
    imported("smarttavern-rules.json", {"regex_rules": [{"id": f"r{i}", "name": "r", "enabled": True, "find_regex": "(a|aa)+$", "replace_regex": "{{" * 500,
             "targets": ["assistant_response"], "placement": "after_macro", "views": ["user_view", "assistant_view"], "condition": "not " * 20000} for i in range(20)]})
    nodes = {f"n{i}": {"pid": f"n{(i + 1) % 50}", "role": "user", "content": "x"} for i in range(50)}
    imported("smarttavern-conversation-cycle.json", {"name": "x", "description": "x", "roots": ["n0"], "nodes": nodes, "children": {f"n{i}": [f"n{(i + 1) % 50}"] * 3 for i in range(50)}, "active_path": ["n0"] * 5000})
    imported("smarttavern-preset.json", {"setting": {"temperature": "x"}, "regex_rules": [], "prompts": [{"identifier": "x", "name": "x", "enabled": True, "role": "x", "content": "{{" * 9999, "position": "relative", "condition": "1 and " * 9999}]})
    imported("preset-10000-blocks.json", preset(*[block("x", f"b{i}") for i in range(10000)]), "large")
    imported("preset-same-blocks.json", preset(*[block("x", "same") for _ in range(3000)]))
    imported("preset-depths.json", preset(*[block("x", f"b{i}") | {"injection_position": 1, "injection_depth": 10**18, "injection_order": -1} for i in range(100)]))
    imported("preset-sizes.json", preset(openai_max_context=-2**63, openai_max_tokens=2**63, temperature=float("1e308"), seed=2**64, n=10**9))
    imported("preset-tool-tip.json", preset(block('<img src="file:///dev/zero">') | {"name": '<img src="file:///dev/zero">'}))
    imported("card-tool-tip.json", card(name='<img src="file:///dev/zero">', creator_notes='<img src="file:///dev/zero"><table>' + "<tr>" * 5000, tags=["<b>"] * 5000))
    imported("card-10000-greetings.json", card(alternate_greetings=["<b>{{user}}"] * 10000))
    imported("card-deep-extensions.json", '{"spec":"chara_card_v2","data":{"name":"x","extensions":' + '{"a":' * 400 + "1" + "}" * 400 + "}}")
    imported("card-depth-prompt.json", card(extensions={"depth_prompt": {"depth": -2**62, "prompt": "{{" * 999, "role": []}, "talkativeness": "NaN"}))
    imported("cast.json", {"title": "x", "characters": [{"name": "A", "knows": ["A"] * 5000}, {"name": "A"}], "player": ["A"], "cast": {"A": {"A": "A"}}, "system": "{{" * 999})
    imported("settings.json", {"power_user": {"personas": {"../../x.png": "x"}, "persona_descriptions": []}, "world_info_settings": {"world_info": {"globalSelect": ["../../x"] * 999}}, "extension_settings": {"regex": [script("/(a+)+$/")] * 99, "STMemoryBooks": {"profiles": [{"name": "x", "connection": {"apiKey": "k", "endpoint": "http://127.0.0.1:1"}}] * 99}}, "tag_map": {"../x": ["x"] * 999}, "main_api": 1})
    imported("master-export.json", {"instruct": {"name": "../../x"}, "context": {"name": "/etc/x", "story_string": "{{#if a}}" * 999}, "sysprompt": {"name": "x\0y", "content": []}, "preset": {"temp": "x"}, "reasoning": 1})
    imported("kobold-story.json", {"gamestarted": True, "prompt": "x", "memory": [], "worldinfo": [{"key": ",".join(["a"] * 9999), "keysecondary": {}, "content": None}] * 99})
    imported("logit-bias.json", [{"text": "x" * 999, "value": 1e99}] * 999)
    imported("polyglot.json", b"\x89PNG\r\n\x1a\n" + card_bytes())
    imported("executable.json", b"\x7fELF" + bytes(1000))
    imported("html.json", "<!DOCTYPE html><script>x</script>")


# Whole libraries

def libraries():
    def library(name, **files):
        put(f"libraries/{name}/characters/Vex.png", card_png())
        put(f"libraries/{name}/chats/Vex/First.jsonl", chat("a dragon", "another " + name))
        for path, content in files.items():
            put(f"libraries/{name}/" + path.replace("__", "/").replace("_json", ".json"), content)

    deep = "[" * 100000
    connection = {"id": "c", "name": "<img src=file:///dev/zero>", "kind": "openai", "url": "http://u:p@127.0.0.1:1/v1?key=K&sig=S", "model": "m" * 5000,
                  "tokenizerFile": "/dev/zero", "contextSize": 1e300, "headers": {"Authorization": "Bearer x"}}
    library("connections", snug__connections_json={"connections": [connection] * 500, "active": "c"})
    library("connections-deep", snug__connections_json=deep)
    library("connections-types", snug__connections_json={"connections": {"a": []}, "active": [1]})
    library("session-deep", snug__session_json=deep)
    library("session-types", snug__session_json={"open": {"card": ["../../x"], "chat": {}}, "drafts": {"../../../../tmp/x": 1}, "regexScripts": {"allowed": 1}, "knowledge": []})
    library("session-paths", snug__session_json={"open": {"card": "../../../../etc/passwd", "chat": "../../../dev/zero"}, "templates": {"library": "../../../../etc/passwd"}})
    library("settings-deep", settings_json='{"a":' * 5000 + "1" + "}" * 5000)
    library("settings-types", settings_json={"power_user": [], "username": {}, "user_avatar": ["../x"], "extension_settings": "x", "world_info_settings": {"world_info": 1}})
    library("settings-memory", settings_json={"extension_settings": {"STMemoryBooks": {"moduleSettings": [], "profiles": [{"name": "x" * 9999, "prompt": "{{" * 999, "titleFormat": "[0" * 999}] * 50, "defaultProfile": -5}}})
    library("settings-personas", settings_json={"power_user": {"personas": {f"p{i}.png": "<b>" for i in range(20000)}, "persona_descriptions": {}}})
    library("sideprompts", snug__memory__sideprompts_json={"version": "x", "prompts": {"a": {"prompt": "{{" * 9999, "triggers": {"onInterval": {"visibleMessages": -1}}}}})
    library("ledger", snug__ledger__0001__requests='{"id":' * 500, snug__ledger__ledger_json=deep)
    library("groups", groups__a_json={"id": "a", "members": ["a", "../Vex.png"], "chat_id": "../../x", "chats": ["a"]}, groups__b_json=deep)
    library("drafts", snug__drafts__x_json={"kind": "card", "name": "../../../x", "base": "../../x", "value": deep})
    library("trash", snug__trash__x__note_json={"path": "../../../../tmp/x", "files": ["../../x"]})
    library("vectors", snug__vectors__x_json={"dimensions": 2**62, "vectors": [[1e999]]})
    library("templates", instruct__x_json=deep, context__x_json={"story_string": []}, sysprompt__x_json="null", reasoning__x_json="1")
    library("presets", **{"OpenAI Settings__x_json": deep, "TextGen Settings__x_json": "[]"})
    library("worlds", worlds__deep_json=deep, worlds__nul_json=bytes(100), worlds__book_json=book([entry(0, key=["/(a+)+$/"])]))
    library("chats-many", **{f"chats__Vex__c{i}.jsonl": chat("x") for i in range(30)})
    library("rules", snug__rules__x_json={"regex_rules": [{"find_regex": "(a+)+$"}] * 99})
    if MODE != "large":
        return
    base = "libraries-with-links"
    for name, path, target in (("settings-device", "settings.json", "/dev/zero"), ("settings-outside", "settings.json", "../../canary.json"),
                               ("worlds-outside", "worlds", "../../canary"), ("card-device", "characters/Zero.png", "/dev/zero"),
                               ("card-outside", "characters/Out.png", "../../../canary.png"), ("chat-device", "chats/Vex/Zero.jsonl", "/dev/zero"),
                               ("folder-cycle", "chats/Vex/loop", ".."), ("connections-device", "snug/connections.json", "/dev/zero"),
                               ("session-device", "snug/session.json", "/dev/zero"), ("snug-outside", "snug", "../../canary")):
        put(f"{base}/{name}/characters/Vex.png", card_png(), "large")
        put(f"{base}/{name}/chats/Vex/First.jsonl", chat("a dragon " + name), "large")
        LINKS.append((f"{base}/{name}/{path}", target))
    for name, path in (("settings-pipe", "settings.json"), ("card-pipe", "characters/Pipe.png"), ("chat-pipe", "chats/Vex/Pipe.jsonl"),
                       ("world-pipe", "worlds/Pipe.json"), ("connections-pipe", "snug/connections.json")):
        put(f"{base}/{name}/characters/Vex.png", card_png(), "large")
        put(f"{base}/{name}/chats/Vex/First.jsonl", chat("a dragon " + name), "large")
        PIPES.append(f"{base}/{name}/{path}")


def tokenizers():
    def huggingface(**fields):
        made = {"version": "1.0", "added_tokens": [], "normalizer": None, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True},
                "decoder": {"type": "ByteLevel"}, "model": {"type": "BPE", "vocab": {chr(i): i for i in range(33, 127)}, "merges": []}}
        made.update(fields)
        return made
    put("tokenizers/split-runs-away.json", huggingface(pre_tokenizer={"type": "Split", "pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated", "invert": False}))
    put("tokenizers/split-recursion.json", huggingface(pre_tokenizer={"type": "Split", "pattern": {"Regex": "(?R)*x"}, "behavior": "Isolated", "invert": False}))
    put("tokenizers/sequence-nested.json", '{"model":{"type":"BPE","vocab":{},"merges":[]},"pre_tokenizer":' + '{"type":"Sequence","pretokenizers":[' * 500 + "]}" * 500 + "}")
    put("tokenizers/normalizer-grows.json", huggingface(normalizer={"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaa"}] * 12}))
    put("tokenizers/merge-of-nothing.json", huggingface(model={"type": "BPE", "vocab": {"a": -1, "b": 2**62}, "merges": ["a b", "x y", "", ["a"], 1]}))
    put("tokenizers/added-empty.json", huggingface(added_tokens=[{"id": -1, "content": "", "special": True}, {"id": 2**40, "content": "a" * 9999}] * 50))
    put("tokenizers/types.json", {"model": [], "added_tokens": {}, "pre_tokenizer": 5})
    put("tokenizers/ranks.tiktoken", b"YQ== 0\nYQ== 1\n!!! 2\nYg== -1\nYw== 99999999999999999999\n" + b"\n" * 1000)
    put("tokenizers/deep.json", "[" * 100000)


def prompttests():
    put("prompttests/deep/prompt.json", "[" * 100000)
    put("prompttests/climbing/prompt.json", {"version": 1, "card": "../../../../etc/passwd", "preset": "/dev/zero", "chat": "../x"})
    put("prompttests/climbing/expected.json", {"messages": [{"content": ["x"]}]})
    put("prompttests/types/inputs.json", {"card": 1, "chat": [], "settings": "x"})
    put("prompttests/types/expectation.json", {"messages": "x", "tokens": {}})


def main():
    global MODE
    MODE, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for make in (pictures, pngs, documents, growth, lorebooks, chats, names, archives, others, libraries, tokenizers, prompttests):
        make()
    for path, content in FILES[MODE].items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    for path, target in LINKS:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(folder / path):
            os.symlink(target, folder / path)
    for path in PIPES:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(folder / path):
            os.mkfifo(folder / path)


main()
