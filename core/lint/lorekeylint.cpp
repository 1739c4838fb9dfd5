#include "core/lint/lorekeylint.h"

#include "core/lore/keymatch.h"
#include "core/model/whitespace.h"
#include "core/regex/regexpattern.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

class KeyLint
{
    Q_DECLARE_TR_FUNCTIONS(KeyLint)

public:
    KeyLint(const LoreEntry &entry, const LoreSettings &settings)
        : m_entry(entry)
        , m_options(keyOptions(entry, settings))
    {
    }

    QList<LintFinding> run()
    {
        for (const bool isSecondary : {false, true}) {
            const QStringList &keys = isSecondary ? m_entry.secondaryKeys : m_entry.keys;
            QSet<QString> seen;
            for (qsizetype i = 0; i < keys.size(); ++i) {
                m_place = loreKeyPlace(m_entry.uid, isSecondary, i);
                const qsizetype before = m_findings.size();
                judge(keys[i]);
                const QString text = javaScriptTrimmed(keys[i]).toString();
                const QString same = m_options.isCaseSensitive ? text : lowered(text).text;
                if (m_findings.size() == before && seen.contains(same))
                    add(u"lore.key-twice"_s, tr("The key “%1” is there twice").arg(text), tr("Remove one"),
                        Weight::Hint);
                seen.insert(same);
            }
        }
        return m_findings;
    }

private:
    void judge(const QString &key)
    {
        const QString text = javaScriptTrimmed(key).toString();
        if (text.isEmpty())
            return add(u"lore.empty-key"_s, tr("An empty key does nothing"), tr("Remove it"), Weight::Hint);
        if (key.contains(u"{{"))
            return; // known only when it is looked at
        if (keyPattern(text))
            return; // an expression, if its body is one
        if (looksLikeExpression(text))
            return add(
                u"lore.no-expression"_s,
                tr("“%1” is not a regular expression here, but a plain text with its slashes").arg(text),
                tr("Put a backslash before each slash inside, and only the letters gimsuy after the last "
                   "one"));
        if (text.contains(u", ") || (text.contains(u',') && !text.contains(u' ')))
            return add(u"lore.comma-in-key"_s, tr("“%1” is searched for literally, comma included").arg(text),
                       tr("Write each key on a line of its own"), Weight::Hint);
        judgeWords(text);
    }

    void judgeWords(const QString &text)
    {
        if (!isWholeWord(text, m_options))
            return;
        switch (keyScript(text)) {
        case KeyScript::Plain:
            return;
        case KeyScript::Spaced:
            return add(u"lore.whole-word-letters"_s,
                       tr("“%1” also fires inside longer words: whole words are told apart only by a–z, "
                          "digits and _")
                           .arg(text),
                       tr("If that is wrong, use the expression /(?<!\\p{L})%1(?!\\p{L})/iu")
                           .arg(regexEscaped(text)),
                       Weight::Hint);
        case KeyScript::Unspaced:
            return add(
                u"lore.whole-word-script"_s,
                tr("“%1” is found wherever it occurs: its script has no spaces between words").arg(text),
                tr("Choose a key that is not part of other words"), Weight::Hint);
        }
    }

    // "/…/" with something like flags behind it, and more inside than a path has.
    static bool looksLikeExpression(const QString &text)
    {
        if (!text.startsWith(u'/') || text.size() < 3)
            return false;
        const qsizetype last = text.lastIndexOf(u'/');
        if (last < 2)
            return false;
        const QStringView flags = QStringView(text).sliced(last + 1);
        const QStringView body = QStringView(text).sliced(1, last - 1);
        const bool isMeantAsOne =
            std::ranges::any_of(body, [](QChar c) { return QStringView(u"\\^$.*+?()[]{}|").contains(c); });
        return isMeantAsOne && flags.size() <= 8 &&
               std::ranges::all_of(flags, [](QChar c) { return c.isLetter(); });
    }

    void add(const QString &rule, const QString &what, const QString &fix, Weight weight = Weight::Warning)
    {
        m_findings.append({rule, m_place, what, fix, weight, m_entry.uid});
    }

    const LoreEntry &m_entry;
    const KeyOptions m_options;
    QString m_place;
    QList<LintFinding> m_findings;
};

} // namespace

QString loreKeyPlace(int uid, bool isSecondary, qsizetype number)
{
    return u"entries.%1.%2.%3"_s.arg(uid).arg(isSecondary ? u"keysecondary"_s : u"key"_s).arg(number);
}

KeyScript keyScript(QStringView key)
{
    KeyScript found = KeyScript::Plain;
    for (qsizetype i = 0; i < key.size(); ++i) {
        char32_t letter = key[i].unicode();
        if (key[i].isHighSurrogate() && i + 1 < key.size() && key[i + 1].isLowSurrogate()) {
            letter = QChar::surrogateToUcs4(key[i], key[i + 1]);
            ++i;
        }
        if (letter < 0x80 || !QChar::isLetter(letter))
            continue;
        switch (QChar::script(letter)) {
        case QChar::Script_Han:
        case QChar::Script_Hiragana:
        case QChar::Script_Katakana:
        case QChar::Script_Bopomofo:
        case QChar::Script_Thai:
        case QChar::Script_Lao:
        case QChar::Script_Khmer:
        case QChar::Script_Myanmar:
        case QChar::Script_Tibetan:
            return KeyScript::Unspaced;
        default:
            found = KeyScript::Spaced;
        }
    }
    return found;
}

QList<LintFinding> keyFindings(const LoreEntry &entry, const LoreSettings &settings)
{
    return KeyLint(entry, settings).run();
}

} // namespace snug
