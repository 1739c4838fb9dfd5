#include "core/editing/presetcomparison.h"

#include "core/editing/presetedits.h"
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"

namespace snug {

namespace {

QStringList allBlocks(const Preset &preset)
{
    QStringList identifiers = blockOrder(preset);
    for (const PromptBlock &block : preset.prompts) {
        if (!identifiers.contains(block.identifier))
            identifiers.append(block.identifier);
    }
    return identifiers;
}

// `main` with what only `other` has, each behind what stands before it there.
QStringList wovenOrder(QStringList main, const QStringList &other)
{
    qsizetype place = 0;
    for (const QString &each : other) {
        if (const qsizetype known = main.indexOf(each); known >= 0)
            place = known + 1;
        else
            main.insert(place++, each);
    }
    return main;
}

PromptBlock withoutSource(PromptBlock block)
{
    block.source = Json();
    return block;
}

} // namespace

QList<BlockPair> comparedBlocks(const Preset &left, const Preset &right)
{
    using State = BlockPair::State;
    QList<BlockPair> pairs;
    for (const QString &identifier : wovenOrder(allBlocks(left), allBlocks(right))) {
        const PromptBlock *a = findBlock(left, identifier);
        const PromptBlock *b = findBlock(right, identifier);
        if (!a && !b)
            continue; // orders may name what is not there
        BlockPair pair{.identifier = identifier};
        if (!a || !b) {
            pair.state = a ? State::OnlyLeft : State::OnlyRight;
        } else {
            pair.isTextDifferent = a->content != b->content;
            pair.isSwitchDifferent = isBlockOn(left, identifier) != isBlockOn(right, identifier);
            const bool isSame = withoutSource(*a) == withoutSource(*b) && !pair.isSwitchDifferent;
            pair.state = isSame ? State::Same : State::Different;
        }
        pairs.append(pair);
    }
    return pairs;
}

static Json documentOf(const Preset &preset)
{
    return parseJson(writePreset(preset)).value_or(Json::object());
}

static QString readable(const Json &value)
{
    if (value.isUndefined())
        return {};
    return value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
}

// Those of `preset` that `other` has as well, in its order.
static QStringList sharedOrder(const Preset &preset, const Preset &other)
{
    QStringList order = blockOrder(preset);
    const QStringList others = blockOrder(other);
    order.removeIf([&](const QString &identifier) { return !others.contains(identifier); });
    return order;
}

static QString namesOf(const QStringList &identifiers, const Preset &preset)
{
    QStringList names;
    for (const QString &identifier : identifiers) {
        const PromptBlock *block = findBlock(preset, identifier);
        names.append(block && !block->name.isEmpty() ? block->name : identifier);
    }
    return names.join(u'\n');
}

QList<SettingPair> comparedSettings(const Preset &left, const Preset &right)
{
    QList<SettingPair> pairs;
    const QStringList leftOrder = sharedOrder(left, right);
    const QStringList rightOrder = sharedOrder(right, left);
    if (leftOrder != rightOrder)
        pairs.append({blockOrderKey.toString(), namesOf(leftOrder, left), namesOf(rightOrder, right)});
    const Json a = documentOf(left);
    const Json b = documentOf(right);
    QStringList keys;
    for (const Json &document : {a, b}) {
        for (const Json::Member &member : document.members()) {
            const bool isBlocks = member.key == u"prompts" || member.key == blockOrderKey;
            if (!isBlocks && !keys.contains(member.key))
                keys.append(member.key);
        }
    }
    for (const QString &key : std::as_const(keys)) {
        if (!(a.value(key) == b.value(key)))
            pairs.append({key, readable(a.value(key)), readable(b.value(key))});
    }
    return pairs;
}

Preset withSettingOf(const Preset &to, const Preset &from, const QString &key)
{
    if (key == blockOrderKey)
        return withBlocksInOrder(to, sharedOrder(from, to));
    const Json value = documentOf(from).value(key);
    Json document = documentOf(to);
    if (value.isUndefined())
        document.remove(key);
    else
        document.set(key, value);
    const Result<PresetReading> read = readPreset(writeJson(document), to.name);
    return read ? read->preset : to;
}

} // namespace snug
