#include "core/tokens/huggingfacesteps.h"

#include "core/tokens/tokenizerfiletext.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Deep nesting says nothing that a flat list could not.
constexpr int deepest = 32;

std::unexpected<Error> notSupported(const Json &object, const QString &place)
{
    if (!object.isObject())
        return failure(TokenizerFileText::tr("expected an object, found %1").arg(object.typeName()), place);
    return failure(TokenizerFileText::tr("the type \"%1\" is not supported").arg(object[u"type"].toText()),
                   place);
}

QString item(const QString &place, QStringView list, qsizetype index)
{
    return place + u'.' + list + u'.' + QString::number(index);
}

Result<void> readNormalizeSteps(const Json &object, const QString &place, int depth, Normalizer &into)
{
    const QString type = object[u"type"].toText();
    const auto add = [&](NormalizeStep step) -> Result<void> {
        into.steps.append(std::move(step));
        return {};
    };
    if (type == u"NFC"_s)
        return add(UnicodeForm{QString::NormalizationForm_C});
    if (type == u"NFD"_s)
        return add(UnicodeForm{QString::NormalizationForm_D});
    if (type == u"NFKC"_s)
        return add(UnicodeForm{QString::NormalizationForm_KC});
    if (type == u"NFKD"_s)
        return add(UnicodeForm{QString::NormalizationForm_KD});
    if (type == u"Lowercase"_s)
        return add(Lowercase{});
    if (type == u"Prepend"_s)
        return add(Prepend{object[u"prepend"].toText()});
    if (type == u"Strip"_s)
        return add(StripSpaces{object[u"strip_left"].toBool(), object[u"strip_right"].toBool()});
    if (type == u"Replace"_s) {
        const Json pattern = object[u"pattern"];
        const QString content = object[u"content"].toText();
        if (const auto text = pattern[u"String"].asString(); text && !text->isEmpty())
            return add(Replace{*text, content});
        if (const auto text = pattern[u"Regex"].asString()) {
            const QRegularExpression regex(*text, QRegularExpression::UseUnicodePropertiesOption);
            if (!regex.isValid())
                return failure(
                    TokenizerFileText::tr("the pattern cannot be used: %1").arg(regex.errorString()),
                    place + u".pattern.Regex"_s);
            return add(ReplacePattern{regex, content});
        }
        return failure(TokenizerFileText::tr("expected a String or a Regex"), place + u".pattern"_s);
    }
    if (type == u"Sequence"_s && depth < deepest) {
        const Json list = object[u"normalizers"];
        for (qsizetype i = 0; i < list.size(); ++i) {
            const auto read = readNormalizeSteps(list.at(i), item(place, u"normalizers", i), depth + 1, into);
            if (!read)
                return read;
        }
        return {};
    }
    return notSupported(object, place);
}

Result<SplitBehaviour> readBehaviour(const Json &object, const QString &place)
{
    const QString name = object[u"behavior"].toText(u"Isolated"_s);
    const QStringList names{u"Isolated"_s, u"Removed"_s, u"MergedWithPrevious"_s, u"MergedWithNext"_s,
                            u"Contiguous"_s};
    const qsizetype index = names.indexOf(name);
    if (index < 0)
        return failure(TokenizerFileText::tr("the behaviour \"%1\" is not supported").arg(name),
                       place + u".behavior"_s);
    return SplitBehaviour(index);
}

class PretokenizerReader
{
public:
    PretokenizerParts parts;

    Result<void> read(const Json &object, const QString &place, int depth)
    {
        const QString type = object[u"type"].toText();
        if (type == u"ByteLevel"_s)
            return readByteLevel(object, place);
        if (type == u"Split"_s)
            return readSplit(object, place);
        if (type == u"Metaspace"_s)
            return readMetaspace(object, place);
        if (type == u"Digits"_s)
            return addStep(object[u"individual_digits"].toBool() ? u"\\p{N}"_s : u"\\p{N}+"_s, place);
        if (type == u"Punctuation"_s) {
            const auto behaviour = readBehaviour(object, place);
            if (!behaviour)
                return std::unexpected(behaviour.error());
            return addStep(u"[\\p{P}$+<=>^`|~]"_s, place, *behaviour);
        }
        if (type == u"Whitespace"_s)
            return addStep(u"\\w+|[^\\w\\s]+"_s, place, SplitBehaviour::Removed, true);
        if (type == u"WhitespaceSplit"_s)
            return addStep(u"\\s+"_s, place, SplitBehaviour::Removed);
        if (type == u"Sequence"_s && depth < deepest) {
            const Json list = object[u"pretokenizers"];
            for (qsizetype i = 0; i < list.size(); ++i) {
                const auto done = read(list.at(i), item(place, u"pretokenizers", i), depth + 1);
                if (!done)
                    return done;
            }
            return {};
        }
        return notSupported(object, place);
    }

private:
    Result<void> addStep(const QString &pattern, const QString &place,
                         SplitBehaviour behaviour = SplitBehaviour::Isolated, bool invert = false)
    {
        auto compiled = SplitPattern::compile(pattern);
        if (!compiled)
            return failure(compiled.error().what, place);
        parts.steps.push_back({std::move(*compiled), behaviour, invert});
        return {};
    }

    // A step that changes text would have to change each piece of the steps before it.
    Result<void> addPrefix(NormalizeStep step, const QString &place)
    {
        if (!parts.steps.empty())
            return failure(TokenizerFileText::tr("a prefix after a split is not supported"), place);
        parts.prefix.steps.append(std::move(step));
        return {};
    }

    Result<void> readByteLevel(const Json &object, const QString &place)
    {
        parts.byteLevel = true;
        if (object[u"add_prefix_space"].toBool(true)) {
            if (const auto added = addPrefix(Prepend{u" "_s, true}, place); !added)
                return added;
        }
        if (!object[u"use_regex"].toBool(true))
            return {};
        return addStep(
            u"'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"_s, place);
    }

    Result<void> readSplit(const Json &object, const QString &place)
    {
        const auto behaviour = readBehaviour(object, place);
        if (!behaviour)
            return std::unexpected(behaviour.error());
        const Json pattern = object[u"pattern"];
        const bool invert = object[u"invert"].toBool();
        if (const auto text = pattern[u"String"].asString(); text && !text->isEmpty())
            return addStep(QRegularExpression::escape(*text), place + u".pattern.String"_s, *behaviour,
                           invert);
        if (const auto text = pattern[u"Regex"].asString())
            return addStep(*text, place + u".pattern.Regex"_s, *behaviour, invert);
        return failure(TokenizerFileText::tr("expected a String or a Regex"), place + u".pattern"_s);
    }

    Result<void> readMetaspace(const Json &object, const QString &place)
    {
        const QString mark = object[u"replacement"].toText(u"\u2581"_s);
        if (mark.isEmpty())
            return failure(TokenizerFileText::tr("expected a character"), place + u".replacement"_s);
        if (const auto added = addPrefix(Replace{u" "_s, mark}, place); !added)
            return added;
        // Files of older versions say add_prefix_space where newer ones say prepend_scheme.
        const bool older = object[u"add_prefix_space"].toBool(true);
        const QString scheme = object[u"prepend_scheme"].toText(older ? u"always"_s : u"never"_s);
        if (scheme != u"never"_s) {
            if (const auto added = addPrefix(Prepend{mark, true}, place); !added)
                return added;
        }
        if (!object[u"split"].toBool(true))
            return {};
        return addStep(QRegularExpression::escape(mark), place, SplitBehaviour::MergedWithNext);
    }
};

} // namespace

Result<Normalizer> readNormalizer(const Json &object, const QString &place)
{
    Normalizer normalizer;
    if (object.isNull() || object.isUndefined())
        return normalizer;
    const auto read = readNormalizeSteps(object, place, 0, normalizer);
    if (!read)
        return std::unexpected(read.error());
    return normalizer;
}

Result<PretokenizerParts> readPretokenizer(const Json &object, const QString &place)
{
    PretokenizerReader reader;
    if (object.isNull() || object.isUndefined())
        return std::move(reader.parts);
    const auto read = reader.read(object, place, 0);
    if (!read)
        return std::unexpected(read.error());
    return std::move(reader.parts);
}

} // namespace snug
