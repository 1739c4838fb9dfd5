#!/usr/bin/env python3
"""Prints the timings of FOLDER as ratios: ./compare.py FOLDER ENCODING…

Reads ENCODING.snug.json and ENCODING.<anchor>.anchor.json. Exit 1 if two disagree about the number of
tokens, because then the times compare nothing."""
import glob
import json
import os
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(folder, encodings):
    agreed = True
    for encoding in encodings:
        ours = read(os.path.join(folder, encoding + ".snug.json"))
        copy = ours["utf8_ms"]
        print(f"{encoding}: {ours['tokens']} tokens; vocabulary ready in {ours['load_ms']:.1f} ms")
        print(f"  counting costs {ours['cold_ms'] / copy:.0f} times the conversion of the text to UTF-8 at first, "
              f"{ours['warm_ms'] / copy:.0f} times when its words are known")
        for path in sorted(glob.glob(os.path.join(folder, encoding + ".*.anchor.json"))):
            name = os.path.basename(path).split(".")[1]
            theirs = read(path)
            print(f"  as fast as {name}: load {theirs['load_ms'] / ours['load_ms']:.1f} times, first count "
                  f"{theirs['cold_ms'] / ours['cold_ms']:.1f} times, again {theirs['warm_ms'] / ours['warm_ms']:.1f} "
                  f"times, ids {theirs['warm_ms'] / ours['ids_ms']:.1f} times")
            if theirs["tokens"] != ours["tokens"]:
                print(f"  but {name} finds {theirs['tokens']} tokens")
                agreed = False
    return 0 if agreed else 1


if len(sys.argv) < 3:
    sys.exit(__doc__)
sys.exit(main(sys.argv[1], sys.argv[2:]))
