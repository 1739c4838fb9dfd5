#!/usr/bin/env python3
"""Trains the small vocabularies of the tests: ./make_small_tokenizers.py FOLDER

They have the shapes of the large ones that may not be shipped: bytelevel is Qwen's (NFC, byte-level),
bytelevel-whole Llama 3's (ignore_merges, special tokens), fallback Llama 2's (U+2581 prepended, bytes
for unknown characters), metaspace an older Llama's with the Metaspace step and no byte fallback."""
import json
import os
import re
import sys

TEXT = """The keeper of the lighthouse lifts the lantern and the harbour fog turns silver. "You came after all,"
she says quietly, and the sea whispers under the door. Nobody else dared, not since the tides turned black.
He laughs; they've waited, it's late, I'm cold, we'll go. There are 12 lanterns, 345 stairs and 1000 ships.
Der Leuchtturm \u00f6ffnet die T\u00fcr. \u706f\u53f0\u304c\u6d77\u3092\u7167\u3089\u3059\u3002 \u041c\u0430\u044f\u043a \u0441\u0432\u0435\u0442\u0438\u043b \u043d\u043e\u0447\u044c.
for (int i = 0; i < 10; ++i) { total += value[i]; }    // sum over the whole list
"""
MERGES = 300


def train(words, initial):
    """words: lists of symbols. Gives merges in order."""
    merges = []
    while len(merges) < MERGES:
        pairs = {}
        for word in words:
            for pair in zip(word, word[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        best = max(pairs.items(), key=lambda item: (item[1], item[0]))[0]
        merges.append(best)
        for word in words:
            i = 0
            while i + 1 < len(word):
                if (word[i], word[i + 1]) == best:
                    word[i:i + 2] = [word[i] + word[i + 1]]
                i += 1
    vocabulary = list(initial)
    for left, right in merges:
        if left + right not in vocabulary:
            vocabulary.append(left + right)
    return merges, vocabulary


def byte_alphabet():
    own = [b for b in range(256) if 0x21 <= b <= 0x7E or 0xA1 <= b <= 0xAC or b >= 0xAE]
    rest = [b for b in range(256) if b not in own]
    return {**{b: chr(b) for b in own}, **{b: chr(256 + i) for i, b in enumerate(rest)}}


def save(name, normalizer, pre_tokenizer, vocabulary, merges, added, **model):
    ids = {token: i for i, token in enumerate(vocabulary)}
    added_tokens = [{"id": len(vocabulary) + i, "content": content, "single_word": False, "lstrip": False,
                     "rstrip": rstrip, "normalized": False, "special": True}
                    for i, (content, rstrip) in enumerate(added)]
    document = {"version": "1.0", "added_tokens": added_tokens, "normalizer": normalizer,
                "pre_tokenizer": pre_tokenizer, "post_processor": None, "decoder": None,
                "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                          "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                          "ignore_merges": False, **model, "vocab": ids, "merges": merges}}
    with open(os.path.join(sys.argv[1], name + ".tokenizer.json"), "w", encoding="utf-8") as out:
        json.dump(document, out, indent=0, ensure_ascii=True)
        out.write("\n")


if len(sys.argv) != 2:
    sys.exit(__doc__)

alphabet = byte_alphabet()
spelt = ["".join(alphabet[b] for b in word.encode()) for word in re.findall(r" ?[^\W\d]+|\d{1,3}| ?[^\w\s]+|\s+", TEXT)]
merges, vocabulary = train([list(word) for word in spelt], list(alphabet.values()))
SPLIT = ("(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
         "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+")
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
split = {"type": "Sequence", "pretokenizers": [
    {"type": "Split", "pattern": {"Regex": SPLIT}, "behavior": "Isolated", "invert": False}, BYTES]}
save("bytelevel", {"type": "NFC"}, split, vocabulary, [list(pair) for pair in merges], [("<|im_start|>", False), ("<|im_end|>", False)])
# A word that no merge reaches: only "whole piece first" finds it.
save("bytelevel-whole", None, split, vocabulary + [alphabet[32] + "says", "Xyzzy"], [" ".join(pair) for pair in merges],
     [("<|endoftext|>", False)], ignore_merges=True)

mark = "\u2581"
letters = sorted(set(TEXT.replace(" ", mark).replace("\n", "")))
pieces = [list(mark + word) for word in TEXT.replace("\n", " ").split(" ") if word]
merges, vocabulary = train(pieces, letters)
save("fallback", {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": mark},
                                                      {"type": "Replace", "pattern": {"String": " "}, "content": mark}]},
     None, ["<unk>"] + ["<0x%02X>" % b for b in range(256)] + vocabulary, [" ".join(pair) for pair in merges],
     [("<s>", False), ("<|im_end|>", False)], unk_token="<unk>", fuse_unk=True, byte_fallback=True)
save("metaspace", None, {"type": "Metaspace", "replacement": mark, "prepend_scheme": "always", "split": True},
     ["<unk>"] + vocabulary, [list(pair) for pair in merges], [], unk_token="<unk>", fuse_unk=True)
