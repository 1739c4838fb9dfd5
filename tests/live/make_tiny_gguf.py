#!/usr/bin/env python3
"""Writes a tiny LLaMA-architecture GGUF (v3) that a stock llama-server loads.

No third-party modules. Two kinds of weights:

  scripted (default)  Attention and feed-forward outputs are zero, so the model is a
                      pure bigram machine: every word of a few invented replies leads to
                      the next word of that reply, any other token starts a reply. The
                      output is readable and, at temperature 0, always the same; with
                      temperature > 0 the seed chooses which reply is told (swipes).
                      A prefilled assistant text that ends in a word of a reply is continued.
  random              Seeded noise everywhere: unpredictable tokens, broken UTF-8, long
                      outputs that never stop by themselves.

Two kinds of vocabulary:

  synthetic (default) SentencePiece-style BPE with byte fallback, trained here on an
                      invented corpus (about 1,500 pieces), ChatML control tokens.
  --vocab FILE        a byte-level-BPE Hugging Face tokenizer.json (Llama 3, Qwen ...):
                      the real vocabulary and merges with --pre naming llama.cpp's
                      pre-tokenizer (llama-bpe, qwen2, ...). Weights are then random.

  ./make_tiny_gguf.py tiny.gguf
  ./make_tiny_gguf.py think.gguf --reasoning
  ./make_tiny_gguf.py noise.gguf --weights random
  ./make_tiny_gguf.py llama3.gguf --vocab tokenizer.json --pre llama-bpe --embd 32
"""
import argparse, array, json, math, random, struct, sys

# ---------------------------------------------------------------- invented text
REPLIES = [
    # every whitespace-separated word must occur once over ALL replies (see check below)
    "*Mira lifts her lantern, squinting through harbour fog.* \u201cYou came after all,\u201d she "
    "says quietly. \u201cNobody else dared, not since tides turned black.\u201d \U0001F98A "
    "The fox beside him yawns.\n\n"
    "\u706f\u53f0 keeps burning \u2014 d\u00e9j\u00e0 vu, perhaps \u2014\u2014 while gulls wheel overhead.",
    "*A kettle whistles.* \u201cSit down, traveller,\u201d Oskar mutters, pouring bitter tea into "
    "chipped cups. \u201cRoads are closed until morning anyway.\u201d",
    "*Thunder rolls beyond distant hills.* \u201cRun!\u201d someone shouts. Everyone scatters like "
    "startled sparrows, leaving only muddy footprints behind.",
]
THOUGHT = "Okay, user wants drama; I should stay in-character."
COMMON = """the of and to in a is that it was he for on are as with his they at be this from have or
by one had not but what all were when we there can an your which their said if do will each about how
up out them then she many some so these would other into has more her two like him see time could no
make than first been its who now people my made over did down only way find use may water long little
very after words called just where most know get through back much before go good new write our me man
too any day same right look think also around another came come work three word must because does part
system user assistant name story world hello chat character scene speak please tell who where night""".split()

SP = "\u2581"
SPACE_PREFIX = False


def words_of(text):
    """Split as SentencePiece would see it: a leading marker per word. A paragraph break stays glued to
    the word before it, because a newline alone is how a prompt ends and must start a reply."""
    w = [SP + w for w in text.replace("\n\n", "\n\n ").split(" ")]
    return w if SPACE_PREFIX else [w[0][1:]] + w[1:]


def train_bpe(word_counts, keep):
    """Character BPE; goes on until every word in `keep` is one symbol."""
    vocab = {w: list(w) for w in word_counts}
    merges = []
    while True:
        pairs = {}
        for w, n in word_counts.items():
            s = vocab[w]
            for a, b in zip(s, s[1:]):
                pairs[(a, b)] = pairs.get((a, b), 0) + n
        if not pairs or all(len(vocab[w]) == 1 for w in keep):
            return merges
        best = max(pairs.items(), key=lambda kv: (kv[1], kv[0]))[0]
        merges.append(best[0] + best[1])
        for w, s in vocab.items():
            if len(s) < 2:
                continue
            t, i = [], 0
            while i < len(s):
                if i + 1 < len(s) and (s[i], s[i + 1]) == best:
                    t.append(s[i] + s[i + 1]); i += 2
                else:
                    t.append(s[i]); i += 1
            vocab[w] = t


def synthetic(reasoning):
    """-> tokens, scores, types, chains (lists of token ids), special ids"""
    chains_text = []
    for k, r in enumerate(REPLIES):
        ws = words_of(r)
        if reasoning and k == 0:
            ws = ["<think>"] + words_of(THOUGHT) + ["</think>"] + ws
        chains_text.append(ws)
    counts, keep = {}, set()
    for w in COMMON:
        counts[SP + w] = counts.get(SP + w, 0) + 20
    for ws in chains_text:
        for w in ws:
            if w in ("<think>", "</think>") or any(ord(c) > 0xFFFF for c in w):
                continue
            counts[w] = counts.get(w, 0) + 5
            keep.add(w)
    merges = train_bpe(counts, keep)
    tokens, scores, types = [], [], []

    def add(t, score, typ):
        tokens.append(t); scores.append(score); types.append(typ); return len(tokens) - 1
    ids = {"unk": add("<unk>", 0.0, 2), "bos": add("<s>", 0.0, 3), "eot": add("</s>", 0.0, 3)}
    ids["start"] = add("<|im_start|>", 0.0, 3)
    ids["eos"] = add("<|im_end|>", 0.0, 3)
    if reasoning:
        add("<think>", 0.0, 4); add("</think>", 0.0, 4)
    byte0 = len(tokens)
    for b in range(256):
        add("<0x%02X>" % b, 0.0, 6)
    for i, m in enumerate(merges):
        add(m, -float(i), 1)
    chars = sorted({c for w in counts for c in w} | set(map(chr, range(33, 127))) | {SP, "\n"})
    have = set(tokens)
    for i, c in enumerate(chars):
        if c not in have:
            add(c, -float(len(merges) + i), 1)
    index = {t: i for i, t in enumerate(tokens)}
    chains, used = [], set()
    for ws in chains_text:
        ch = []
        for w in ws:
            if w in index:
                step = [index[w]]
            else:                       # byte fallback (emoji): marker, then its UTF-8 bytes
                step = [index[SP]] if w.startswith(SP) else []
                step += [byte0 + b for b in w.replace(SP, "").encode()]
            for s in step:
                if s in used:
                    sys.exit("reply word %r occurs twice; replies need distinct words" % w)
                used.add(s); ch.append(s)
        chains.append(ch)
    return tokens, scores, types, chains, ids


def export_tokenizer(path, tokens, scores, types, space_prefix):
    """The same vocabulary as a Hugging Face tokenizer.json. SentencePiece merges any two neighbours whose
    joined text is a token, the best score first; a list of merges says the same split by split."""
    normal = {t for t, typ in zip(tokens, types) if typ == 1}
    merges = []
    for score, token in sorted(((s, t) for t, s, typ in zip(tokens, scores, types) if typ == 1), key=lambda x: -x[0]):
        merges += [[token[:i], token[i:]] for i in range(1, len(token)) if token[:i] in normal and token[i:] in normal]
    prepend = [{"type": "Prepend", "prepend": SP}] if space_prefix else []
    added = [{"id": i, "content": t, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
              "special": typ == 3} for i, (t, typ) in enumerate(zip(tokens, types)) if typ in (3, 4)]
    document = {"version": "1.0", "added_tokens": added, "pre_tokenizer": None,
                "normalizer": {"type": "Sequence", "normalizers": prepend + [
                    {"type": "Replace", "pattern": {"String": " "}, "content": SP}]},
                "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True,
                          "vocab": {t: i for i, t in enumerate(tokens)}, "merges": merges}}
    with open(path, "w", encoding="utf-8") as out:
        json.dump(document, out)


CHATML = ("{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n' }}"
          "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}")
# ---------------------------------------------------------------- GGUF v3
U32, F32, BOOL, STR, ARR = 4, 6, 7, 8, 9
I32 = 5


def s_(x):
    b = x.encode("utf-8")
    return struct.pack("<Q", len(b)) + b


def kv(key, typ, val, sub=None):
    out = s_(key) + struct.pack("<I", typ)
    if typ == U32: return out + struct.pack("<I", val)
    if typ == F32: return out + struct.pack("<f", val)
    if typ == BOOL: return out + struct.pack("<?", val)
    if typ == STR: return out + s_(val)
    out += struct.pack("<IQ", sub, len(val))
    if sub == STR: return out + b"".join(map(s_, val))
    if sub == F32: return out + struct.pack("<%df" % len(val), *val)
    return out + struct.pack("<%di" % len(val), *val)


def half(vals):
    return struct.pack("<%de" % len(vals), *vals)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out")
    ap.add_argument("--weights", choices=["scripted", "random"], default="scripted")
    ap.add_argument("--vocab", help="byte-level BPE tokenizer.json")
    ap.add_argument("--pre", default="llama-bpe")
    ap.add_argument("--reasoning", action="store_true", help="reply 1 opens with <think> ... </think>")
    ap.add_argument("--space-prefix", action="store_true",
                    help="Llama-2 habit: replies begin with a space, and the server refuses JSON schemas in chat")
    ap.add_argument("--tokenizer-json", help="also write the synthetic vocabulary as a Hugging Face file")
    ap.add_argument("--embd", type=int, default=256)
    ap.add_argument("--layers", type=int, default=2)
    ap.add_argument("--ctx", type=int, default=8192)
    ap.add_argument("--seed", type=int, default=7)
    a = ap.parse_args()
    global SPACE_PREFIX
    SPACE_PREFIX = a.space_prefix
    rnd = random.Random(a.seed)
    n_embd, heads = a.embd, 4
    n_ff = 2 * n_embd
    meta = [kv("general.architecture", STR, "llama"), kv("general.name", STR, "tiny-lantern")]
    chains = None
    if a.vocab:
        tj = json.load(open(a.vocab, encoding="utf-8"))
        v = tj["model"]["vocab"]
        added = {t["id"]: t for t in tj.get("added_tokens", [])}
        n = max(max(v.values()), max(added, default=0)) + 1
        tokens, types = ["[PAD%d]" % i for i in range(n)], [5] * n
        for t, i in v.items():
            tokens[i], types[i] = t, 1
        for i, t in added.items():
            tokens[i], types[i] = t["content"], 3 if t.get("special") else 4
        merges = [m if isinstance(m, str) else " ".join(m) for m in tj["model"]["merges"]]
        idx = {t: i for i, t in enumerate(tokens)}
        bos = next(idx[t] for t in ("<|begin_of_text|>", "<|endoftext|>", "<s>") if t in idx)
        eos = next(idx[t] for t in ("<|eot_id|>", "<|im_end|>", "</s>", "<|endoftext|>") if t in idx)
        meta += [kv("tokenizer.ggml.model", STR, "gpt2"), kv("tokenizer.ggml.pre", STR, a.pre),
                 kv("tokenizer.ggml.tokens", ARR, tokens, STR),
                 kv("tokenizer.ggml.token_type", ARR, types, I32),
                 kv("tokenizer.ggml.merges", ARR, merges, STR),
                 kv("tokenizer.ggml.bos_token_id", U32, bos), kv("tokenizer.ggml.eos_token_id", U32, eos),
                 kv("tokenizer.ggml.add_bos_token", BOOL, a.pre == "llama-bpe")]
        if "<|im_start|>" in idx:
            meta.append(kv("tokenizer.chat_template", STR, CHATML))
        else:
            meta.append(kv("tokenizer.chat_template", STR,
                "{{ bos_token }}{% for m in messages %}{{ '<|start_header_id|>' + m['role'] + '<|end_header_id|>\\n\\n' + m['content'] + '<|eot_id|>' }}"
                "{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}"))
        a.weights = "random"
    else:
        tokens, scores, types, chains, ids = synthetic(a.reasoning)
        if a.tokenizer_json:
            export_tokenizer(a.tokenizer_json, tokens, scores, types, SPACE_PREFIX)
        eos = ids["eos"]
        meta += [kv("tokenizer.ggml.model", STR, "llama"), kv("tokenizer.ggml.pre", STR, "default"),
                 kv("tokenizer.ggml.tokens", ARR, tokens, STR), kv("tokenizer.ggml.scores", ARR, scores, F32),
                 kv("tokenizer.ggml.token_type", ARR, types, I32),
                 kv("tokenizer.ggml.bos_token_id", U32, ids["bos"]), kv("tokenizer.ggml.eos_token_id", U32, eos),
                 kv("tokenizer.ggml.unknown_token_id", U32, ids["unk"]),
                 kv("tokenizer.ggml.add_bos_token", BOOL, True), kv("tokenizer.ggml.add_eos_token", BOOL, False),
                 kv("tokenizer.ggml.add_space_prefix", BOOL, SPACE_PREFIX)]
        tpl = CHATML
        if a.reasoning:   # the server learns the tags from how the template renders reasoning_content
            tpl = ("{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' }}"
                   "{% if m['role'] == 'assistant' and m['reasoning_content'] %}{{ '<think>' + m['reasoning_content'] + '</think>' }}{% endif %}"
                   "{{ m['content'] + '<|im_end|>\\n' }}{% endfor %}"
                   "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}"
                   "{% if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{% endif %}{% endif %}")
        meta.append(kv("tokenizer.chat_template", STR, tpl))
    V = len(tokens)
    meta += [kv("llama.vocab_size", U32, V), kv("llama.context_length", U32, a.ctx),
             kv("llama.embedding_length", U32, n_embd), kv("llama.block_count", U32, a.layers),
             kv("llama.feed_forward_length", U32, n_ff), kv("llama.attention.head_count", U32, heads),
             kv("llama.attention.head_count_kv", U32, heads),
             kv("llama.attention.layer_norm_rms_epsilon", F32, 1e-5),
             kv("llama.rope.dimension_count", U32, n_embd // heads), kv("general.file_type", U32, 1)]

    def noise(n, scale):
        g = rnd.gauss
        return [g(0.0, scale) for _ in range(n)]

    def unit():
        v = noise(n_embd, 1.0)
        r = math.sqrt(sum(x * x for x in v))
        return [x / r for x in v]
    tensors = []                       # name, dims, ggml type (0 f32, 1 f16), bytes
    if a.weights == "random":
        tensors.append(("token_embd.weight", [n_embd, V], 1, half(noise(n_embd * V, 1.0))))
        if not a.vocab:                # with a real vocabulary the embedding is tied: half the size
            tensors.append(("output.weight", [n_embd, V], 1, half(noise(n_embd * V, 0.4))))
    else:
        start = unit()
        emb, outw = [None] * V, [[0.0] * n_embd for _ in range(V)]
        succ = []
        for ch in chains:
            succ += list(zip(ch, ch[1:] + [eos]))
        for i, j in succ:
            emb[i] = unit()
            outw[j] = [p + 1.5 * q for p, q in zip(outw[j], emb[i])]
        for k, ch in enumerate(chains):   # the first reply wins at temperature 0 by a small margin
            outw[ch[0]] = [p + (1.5 - 0.02 * k) * q for p, q in zip(outw[ch[0]], start)]
        flat_e, flat_o = array.array("f"), array.array("f")
        for i in range(V):
            # a token outside the replies still gets a direction of its own (for embeddings)
            e = emb[i] or [0.85 * p + 0.35 * q for p, q in zip(start, unit())]
            flat_e.extend(e); flat_o.extend(outw[i])
        tensors.append(("token_embd.weight", [n_embd, V], 1, half(flat_e)))
        tensors.append(("output.weight", [n_embd, V], 1, half(flat_o)))
    ones = struct.pack("<%df" % n_embd, *([1.0] * n_embd))
    tensors.append(("output_norm.weight", [n_embd], 0, ones))
    for b in range(a.layers):
        p = "blk.%d." % b
        live = 1.0 if a.weights == "random" else 0.0
        sc = 0.6 / math.sqrt(n_embd)
        tensors.append((p + "attn_norm.weight", [n_embd], 0, ones))
        tensors.append((p + "ffn_norm.weight", [n_embd], 0, ones))
        for t, dims in (("attn_q", [n_embd, n_embd]), ("attn_k", [n_embd, n_embd]), ("attn_v", [n_embd, n_embd]),
                        ("attn_output", [n_embd, n_embd]), ("ffn_gate", [n_embd, n_ff]),
                        ("ffn_up", [n_embd, n_ff]), ("ffn_down", [n_ff, n_embd])):
            mul = live if t in ("attn_output", "ffn_down") else 1.0
            tensors.append((p + t + ".weight", dims, 1, half([x * mul for x in noise(dims[0] * dims[1], sc)])))
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(meta)) + b"".join(meta)
    off = 0
    for name, dims, typ, data in tensors:
        head += s_(name) + struct.pack("<I", len(dims)) + struct.pack("<%dQ" % len(dims), *dims)
        head += struct.pack("<IQ", typ, off)
        off += (len(data) + 31) // 32 * 32
    head += b"\0" * (-len(head) % 32)
    with open(a.out, "wb") as f:
        f.write(head)
        for _, _, _, data in tensors:
            f.write(data + b"\0" * (-len(data) % 32))
    print("%s: %d tokens, %d embd, %d layers, %.1f MB" % (a.out, V, n_embd, a.layers, (len(head) + off) / 1e6))


main()
