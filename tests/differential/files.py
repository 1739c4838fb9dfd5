"""Case files as JSON."""
import json
import os


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def write(value, *path):
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
