"""Macro texts as nobody writes them: nested, scoped, half written, sharing a few variables."""

NAMES = """user char group charIfNotGroup groupNotMuted notChar description charDescription personality scenario persona
mesExamples mesExamplesRaw charPrompt charInstruction charDepthPrompt creatorNotes charVersion greeting charFirstMessage
original model isMobile lastMessage lastUserMessage lastCharMessage lastMessageId allChatRange lastSwipeId currentSwipeId
lastGenerationType input maxPrompt maxContext maxResponse newline space noop trim else""".split()
WORDS = ["a", "B", "fox", "0", "1", "-3", "4.5", "007", "1e3", "false", "true", "off", "OFF", " ", "", "null", "x y", "é",
         "茶", "🦊", '"q"', "a,b", "[1,2]", '{"k":1}', "::", ":", "{", "}", "\\", "|", ".x", "$g", "!", "<USER>", "<bot>",
         "NaN", "Infinity", "\n", "  pad  ", "a\nb"]
VARIABLES = ["x", "y", "my_var", "a-b", "n1", "list", "obj", "ZZ", "x1", "user"]
OPERATORS = ["=", "+=", "-=", "++", "--", "??", "||", "??=", "||=", "==", "!=", ">", ">=", "<", "<=", ""]
WITH_VALUE = ["setvar", "addvar", "setglobalvar", "addglobalvar"]
WITH_NAME = """getvar incvar decvar hasvar varexists deletevar flushvar getglobalvar incglobalvar decglobalvar hasglobalvar
deleteglobalvar""".split()
SCOPED = ["reverse", "//", "comment", "trim", "newline", "user", "space", "noop", "random", "pick", "unknown"]
BROKEN = ["{{", "}}", "{{{user}}}", "\\{\\{user\\}\\}", "\\{{user}}", "{{user", "{{{{char}}}}", "{{ }}", "{{}}", "<CHAR>",
          "{{//x}}", "{{/if}}", "{{else}}", "{{/setvar}}", "{{user}", "{{.}}", "{{.x", "{{trim}}\n\n", "{{!user}}",
          "{{~user~}}", "{{#user}}", "{{ #if x}}a{{/if}}", "{{/user}}", "{{user/}}", "{{user|char}}"]


class Macros:
    def __init__(self, random):
        self.random = random

    def pick(self, *choices):
        return self.random.choice(choices)

    def blank(self):
        return self.pick("", "", "", "", " ", "  ", "\n")

    def argument(self, depth):
        if depth > 0 and self.random.random() < .3:
            return self.macro(depth - 1)
        return self.random.choice(WORDS + VARIABLES)

    def text(self, depth):
        return "".join(self.macro(depth) if self.random.random() < .55 else self.random.choice(WORDS)
                       for _ in range(self.pick(1, 1, 2, 3)))

    def shorthand(self, depth):
        operator = self.random.choice(OPERATORS)
        value = "" if operator in ("++", "--", "") else self.blank() + self.argument(depth)
        return "{{" + self.blank() + self.pick(".", "$") + self.random.choice(VARIABLES) + self.blank() + operator + \
            value + self.blank() + "}}"

    def condition(self, depth):
        variable = self.pick(".", "$") + self.random.choice(VARIABLES)
        name = self.random.choice(NAMES)
        asked = self.pick(self.random.choice(WORDS), variable, "!" + variable, name, "!" + name, self.macro(depth - 1),
                          "! " + self.macro(depth - 1), variable + " == " + self.random.choice(WORDS))
        line = self.pick("", "", "\n", "\n  ")
        otherwise = "{{else}}" + self.text(depth - 1) if self.random.random() < .5 else ""
        return "{{" + self.pick("", "", "", "#") + "if" + self.pick(" ", " ", "::", ":") + asked + "}}" + line + \
            self.text(depth - 1) + otherwise + line + "{{/if}}"

    def scoped(self, depth):
        name = self.random.choice(SCOPED + WITH_VALUE)
        opening = name + "::" + self.random.choice(VARIABLES) if name in WITH_VALUE else name
        return "{{" + self.pick("", "", "#") + opening + "}}" + self.pick("", "\n", "  ") + self.text(depth - 1) + \
            self.pick("", "\n") + "{{/" + self.pick(name, name, name.upper(), " " + name) + "}}"

    def macro(self, depth):
        kind = self.random.random()
        flag = self.random.choice([""] * 12 + list("!?~>#/"))
        variable = self.random.choice(VARIABLES)
        if kind < .2:
            return "{{" + flag + self.blank() + self.random.choice(NAMES) + self.blank() + "}}"
        if kind < .34:
            return "{{" + flag + self.random.choice(WITH_VALUE) + "::" + variable + "::" + self.argument(depth) + "}}"
        if kind < .44:
            return "{{" + flag + self.random.choice(WITH_NAME) + self.pick("::", "::", " ", ":") + variable + "}}"
        if kind < .5:
            key = self.pick("k", "0", "1", "a b")
            return self.pick("{{setvarkey::" + variable + "::" + key + "::" + self.argument(depth) + "}}",
                             "{{getvarkey::" + variable + "::" + key + "}}")
        if kind < .64:
            return self.shorthand(depth)
        if kind < .78 and depth > 0:
            return self.condition(depth)
        if kind < .84 and depth > 0:
            return self.scoped(depth)
        if kind < .92:
            name = self.pick("reverse", "newline", "space", "greeting", "trim", "banned", "//", "comment", "user", "foo")
            return "{{" + flag + name + self.pick("::", " ", ":", " ::") + self.argument(depth) + "}}"
        return self.random.choice(BROKEN)
