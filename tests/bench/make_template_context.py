#!/usr/bin/env python3
"""Writes what tests/bench/sixty_lines.njk is given: 200 messages, an entity with facts and memories.
./make_template_context.py [MESSAGES]"""
import json
import sys


def main(count):
    words = "lamp harbour bell rope tide window letter salt <b>bread</b> & \"quiet\" evening wren stair".split()

    def sentence(seed, length):
        return " ".join(words[(seed * 7 + i * (seed % 5 + 1)) % len(words)] for i in range(length))

    history = [{"author": ("Mira", "Tom", "Ines")[i % 3],
                "content": "\n".join(sentence(i + k, 6 + (i * 5 + k) % 17) for k in range(1 + i % 3)),
                "created_at": f"2026-03-14T15:{i // 60:02d}:{i % 60:02d}.000Z",
                "is_bot": i % 3 != 1} for i in range(count)]
    entity = {"id": "mira", "name": "mira okafor", "facts": [sentence(i, 9) for i in range(12)]}
    json.dump({"char": entity, "user": {"id": 0, "name": "Tom", "facts": []}, "entities": [entity],
               "memories": {"mira": [sentence(i, 14) for i in range(8)]}, "history": history}, sys.stdout)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
