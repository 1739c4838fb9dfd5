#include "core/formats/risuscripts.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Of our own making; only has to stay the same.
constexpr QUuid ScriptSpace(0x5e6f1a3c, 0x0b41, 0x4c8e, 0x9d, 0x27, 0x31, 0x52, 0x8a, 0xfe, 0x60, 0x14);

// The words in angle brackets among an item's flags, and the flags without them.
struct Flags
{
    QString letters;
    QStringList words;
};

// As RisuAI reads them (December 2025): "g" unless flags are switched on; unknown letters and repeats go.
Flags flagsOf(const Json &item)
{
    Flags flags{u"g"_s, {}};
    QString text = item.value(u"flag").toText();
    if (!item.value(u"ableFlag").toBool() || text.isEmpty())
        return flags;
    for (qsizetype open = text.indexOf(u'<'); open >= 0; open = text.indexOf(u'<')) {
        const qsizetype close = text.indexOf(u'>', open + 2);
        if (close < 0)
            break;
        for (const QString &word : text.sliced(open + 1, close - open - 1).split(u','))
            flags.words.append(word.trimmed());
        text.remove(open, close - open + 1);
    }
    flags.letters.clear();
    for (const QChar letter : std::as_const(text)) {
        if (u"dgimsuvy"_s.contains(letter) && !flags.letters.contains(letter))
            flags.letters.append(letter);
    }
    if (flags.letters.isEmpty())
        flags.letters = u"u"_s;
    return flags;
}

// "/body/flags": a slash in the body has to be escaped there.
QString expression(const QString &body, const QString &flags)
{
    QString escaped;
    bool isEscaped = false;
    for (const QChar c : body) {
        if (c == u'/' && !isEscaped)
            escaped += u'\\';
        escaped += c;
        isEscaped = c == u'\\' && !isEscaped;
    }
    return u'/' + escaped + u'/' + flags;
}

// JavaScript's "$&" and "$$" mean nothing in SillyTavern's replacements. Nothing where a literal dollar
// stands in front of what would be taken for a group there.
std::optional<QString> replacement(QString text, bool addsLine)
{
    text.replace(u"$n"_s, u"\n"_s);
    text.replace(u"{{data}}"_s, u"$&"_s);
    if (addsLine && text.endsWith(u'>'))
        text += u'\n';
    QString made;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar next = i + 1 < text.size() ? text[i + 1] : QChar();
        if (text[i] != u'$' || (next != u'$' && next != u'&')) {
            made += text[i];
            continue;
        }
        ++i;
        if (next == u'&') {
            made += u"{{match}}"_s;
            continue;
        }
        const QChar after = i + 1 < text.size() ? text[i + 1] : QChar();
        if (after.isDigit() || after == u'<')
            return std::nullopt;
        made += u'$';
    }
    return made;
}

bool setPlace(const QString &type, RegexScript &script)
{
    using enum RegexScript::Placement;
    if (type == u"editinput") {
        script.placements = {int(UserInput)};
    } else if (type == u"editoutput") {
        script.placements = {int(AiOutput)};
    } else if (type == u"editprocess" || type == u"editdisplay") {
        script.placements = {int(UserInput), int(AiOutput)};
        script.promptOnly = type == u"editprocess";
        script.displayOnly = !script.promptOnly;
    } else {
        return false;
    }
    return true;
}

class RisuScriptReading
{
    Q_DECLARE_TR_FUNCTIONS(RisuScripts)

public:
    RisuScripts run(const Json &list);

private:
    // Why it cannot be done here; empty if it can.
    QString take(const Json &item, RegexScript &script);
};

QString RisuScriptReading::take(const Json &item, RegexScript &script)
{
    const Flags flags = flagsOf(item);
    const QString out = item.value(u"out").toText();
    script.find = expression(item.value(u"in").toText(), flags.letters);
    script.replacement = out;
    if (!setPlace(item.value(u"type").toText(), script))
        return tr("its kind is not known");
    if (out.startsWith(u"@@"))
        //: %1 is a word such as @@move_top
        return tr("%1 has no counterpart here").arg(out.section(u' ', 0, 0));
    bool addsLine = true;
    for (const QString &word : flags.words) {
        if (word == u"no_end_nl")
            addsLine = false;
        else if (word == u"cbs")
            script.findMacros = RegexScript::FindMacros::Raw;
        else if (!word.startsWith(u"order "))
            return tr("%1 has no counterpart here").arg(u'<' + word + u'>');
    }
    const std::optional<QString> made = replacement(out, addsLine);
    if (!made)
        return tr("a literal dollar sign before a number has no counterpart here");
    script.replacement = *made;
    return {};
}

RisuScripts RisuScriptReading::run(const Json &list)
{
    RisuScripts reading;
    struct Ordered
    {
        RegexScript script;
        int order = 0;
    };
    QList<Ordered> scripts;
    const QList<Json> items = list.items();
    for (qsizetype i = 0; i < items.size(); ++i) {
        const Json &item = items[i];
        if (!item.isObject())
            continue;
        Ordered next;
        RegexScript &script = next.script;
        script.name = item.value(u"comment").toText();
        if (script.name.isEmpty())
            script.name = tr("Script %1").arg(i + 1);
        const QByteArray identity = QByteArray::number(i) + writeJsonLine(item);
        script.id = QUuid::createUuidV5(ScriptSpace, identity).toString(QUuid::WithoutBraces);
        const QString problem = take(item, script);
        if (!problem.isEmpty()) {
            script.disabled = true;
            //: %1 is a script's name, %2 why
            reading.unused.append(tr("the regex script “%1” is switched off: %2").arg(script.name, problem));
        }
        for (const QString &word : flagsOf(item).words) {
            if (word.startsWith(u"order "))
                next.order = word.sliced(6).toInt();
        }
        scripts.append(next);
    }
    std::ranges::stable_sort(scripts, std::greater(), &Ordered::order); // as they are run there
    for (const Ordered &next : std::as_const(scripts))
        reading.scripts.append(next.script);
    const qsizetype working = reading.scripts.size() - reading.unused.size();
    if (working > 0)
        reading.mapped.append(tr("regex scripts of RisuAI: %1").arg(working));
    return reading;
}

} // namespace

RisuScripts readRisuScripts(const Json &list)
{
    return RisuScriptReading().run(list);
}

} // namespace snug
