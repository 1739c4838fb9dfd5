#!/usr/bin/env python3
"""Times whole processes against each other: ./compare_render.py ROUNDS OURS… -- THEIRS…

Both print the same JSON; exit 1 if they do not. Rounds alternate, the best of each counts."""
import json
import subprocess
import sys
import time


def run(command):
    start = time.perf_counter()
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return time.perf_counter() - start, json.loads(output)


def main(rounds, ours, theirs):
    best = [float("inf"), float("inf")]
    outputs = [None, None]
    for _ in range(rounds):
        for i, command in enumerate((ours, theirs)):
            seconds, outputs[i] = run(command)
            best[i] = min(best[i], seconds)
    size = sum(len(message["content"]) for message in outputs[0]["messages"])
    print(f"render-template: 60 lines over 200 messages, {size} characters: "
          f"{best[1] / best[0]:.1f} times as fast as Node with Nunjucks, as whole processes")
    if outputs[0] != outputs[1]:
        print("  but they do not print the same")
        return 1
    return 0


split = sys.argv.index("--")
sys.exit(main(int(sys.argv[1]), sys.argv[2:split], sys.argv[split + 1:]))
