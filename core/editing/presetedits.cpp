#include "core/editing/presetedits.h"

#include "core/formats/preset.h"

#include <QCoreApplication>
#include <QSet>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 LeftoverOrder = 100000; // SillyTavern's; kept and ignored
const QString FolderKey = u"snug_folder"_s;

const PromptOrder *usedOrder(const Preset &preset)
{
    const auto found = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    return found == preset.orders.cend() ? nullptr : &*found;
}

// Made when it is not there.
QList<PromptOrderItem> &itemsOf(Preset &preset)
{
    const auto found = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    if (found != preset.orders.end())
        return found->items;
    preset.orders.append(PromptOrder{});
    return preset.orders.last().items;
}

qsizetype indexIn(const QList<PromptOrderItem> &items, QStringView identifier)
{
    const auto found = std::ranges::find(items, identifier, &PromptOrderItem::identifier);
    return found == items.cend() ? -1 : found - items.cbegin();
}

PromptBlock *blockIn(Preset &preset, QStringView identifier)
{
    const auto found = std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier);
    return found == preset.prompts.end() ? nullptr : &*found;
}

qsizetype placeBehind(const QList<PromptOrderItem> &items, QStringView after)
{
    const qsizetype index = indexIn(items, after);
    return index < 0 ? items.size() : index + 1;
}

// Blocks made here have no object yet; with one key in it, it would be taken for a file's.
Json objectOf(const PromptBlock &block)
{
    if (block.source.isObject())
        return block.source;
    Preset only;
    only.prompts = {block};
    const Json prompts = writtenPreset(only, PresetKeys::File).value(u"prompts");
    return prompts.at(0);
}

QString copyName(const Preset &preset, const QString &name)
{
    for (int number = 1;; ++number) {
        const QString candidate =
            number == 1 ? QCoreApplication::translate("PresetEdits", "%1 copy").arg(name)
                        : QCoreApplication::translate("PresetEdits", "%1 copy %2").arg(name).arg(number);
        if (!std::ranges::contains(preset.prompts, candidate, &PromptBlock::name))
            return candidate;
    }
}

// Where the keys are: the document, or a prompt export's `data`.
QString bodyKey(const Json &document)
{
    const Json data = document.value(u"data");
    return !document.contains(u"prompts") && data.value(u"prompts").isArray() ? u"data"_s : QString();
}

} // namespace

QStringList blockOrder(const Preset &preset)
{
    QStringList order;
    if (const PromptOrder *used = usedOrder(preset)) {
        for (const PromptOrderItem &item : used->items)
            order.append(item.identifier);
    }
    return order;
}

const PromptBlock *findBlock(const Preset &preset, QStringView identifier)
{
    const auto found = std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier);
    return found == preset.prompts.cend() ? nullptr : &*found;
}

QHash<QString, bool> blockSwitches(const Preset &preset)
{
    QHash<QString, bool> switches;
    if (const PromptOrder *used = usedOrder(preset)) {
        for (const PromptOrderItem &item : used->items) {
            if (!switches.contains(item.identifier))
                switches.insert(item.identifier, item.enabled);
        }
    }
    return switches;
}

bool isBlockOn(const Preset &preset, QStringView identifier)
{
    const PromptOrder *used = usedOrder(preset);
    const qsizetype index = used ? indexIn(used->items, identifier) : -1;
    return index >= 0 && used->items[index].enabled;
}

Preset withMoved(Preset preset, const QStringList &identifiers, int direction)
{
    if (!usedOrder(preset))
        return preset;
    QList<PromptOrderItem> &items = itemsOf(preset);
    const auto isChosen = [&](qsizetype row) { return identifiers.contains(items[row].identifier); };
    if (direction < 0) {
        for (qsizetype row = 1; row < items.size(); ++row) {
            if (isChosen(row) && !isChosen(row - 1))
                items.swapItemsAt(row, row - 1);
        }
    } else {
        for (qsizetype row = items.size() - 2; row >= 0; --row) {
            if (isChosen(row) && !isChosen(row + 1))
                items.swapItemsAt(row, row + 1);
        }
    }
    return preset;
}

Preset withBlocksInOrder(Preset preset, const QStringList &identifiers)
{
    if (!usedOrder(preset))
        return preset;
    QList<PromptOrderItem> &items = itemsOf(preset);
    const QList<PromptOrderItem> before = items;
    qsizetype next = 0;
    for (PromptOrderItem &item : items) {
        if (!identifiers.contains(item.identifier))
            continue;
        while (next < identifiers.size() && indexIn(before, identifiers.at(next)) < 0)
            ++next;
        if (next < identifiers.size())
            item = before.at(indexIn(before, identifiers.at(next++)));
    }
    return preset;
}

Preset withSwitched(Preset preset, const QStringList &identifiers, bool isOn)
{
    if (!usedOrder(preset))
        return preset;
    for (PromptOrderItem &item : itemsOf(preset)) {
        if (!identifiers.contains(item.identifier))
            continue;
        item.enabled = isOn;
        if (item.source.value(u"enabled").isString()) // which SillyTavern takes for on, whatever it says
            item.source.set(u"enabled"_s, Json(isOn));
    }
    return preset;
}

Preset withTakenOut(Preset preset, const QStringList &identifiers)
{
    if (usedOrder(preset))
        itemsOf(preset).removeIf(
            [&](const PromptOrderItem &item) { return identifiers.contains(item.identifier); });
    return preset;
}

Preset withPutIn(Preset preset, const QStringList &identifiers, QStringView after)
{
    QList<PromptOrderItem> &items = itemsOf(preset);
    qsizetype place = placeBehind(items, after);
    for (const QString &identifier : identifiers) {
        if (indexIn(items, identifier) < 0 && findBlock(preset, identifier))
            items.insert(place++, {.identifier = identifier, .enabled = true, .source = {}});
    }
    return preset;
}

Preset withDeleted(Preset preset, const QStringList &identifiers)
{
    QStringList own;
    for (const PromptBlock &block : std::as_const(preset.prompts)) {
        if (identifiers.contains(block.identifier) && !block.systemPrompt && !block.marker)
            own.append(block.identifier);
    }
    preset.prompts.removeIf([&](const PromptBlock &block) { return own.contains(block.identifier); });
    return withTakenOut(std::move(preset), own);
}

PromptBlock newBlock(const Preset &preset, const QString &name)
{
    PromptBlock block;
    do
        block.identifier = QUuid::createUuid().toString(QUuid::WithoutBraces);
    while (findBlock(preset, block.identifier));
    block.name = name;
    return block;
}

Preset withNew(Preset preset, const PromptBlock &block, QStringView after)
{
    if (!findBlock(preset, block.identifier))
        preset.prompts.append(block);
    return withPutIn(std::move(preset), {block.identifier}, after);
}

Preset withDuplicates(Preset preset, const QStringList &identifiers, QStringList *copies)
{
    QString after;
    for (const QString &identifier : blockOrder(preset)) {
        if (identifiers.contains(identifier))
            after = identifier;
    }
    for (const QString &identifier : identifiers) {
        const PromptBlock *block = findBlock(preset, identifier);
        if (!block)
            continue;
        PromptBlock copy = *block;
        copy.identifier = newBlock(preset, {}).identifier;
        copy.name = copyName(preset, block->name);
        copy.systemPrompt = false;
        copy.marker = false;
        const bool isOn = isBlockOn(preset, identifier);
        preset = withSwitched(withNew(std::move(preset), copy, after), {copy.identifier}, isOn);
        after = copy.identifier;
        if (copies)
            copies->append(copy.identifier);
    }
    return preset;
}

Preset withBlock(Preset preset, const PromptBlock &block)
{
    if (PromptBlock *found = blockIn(preset, block.identifier))
        *found = block;
    return preset;
}

Preset withOrderOf(Preset preset, qint64 characterId)
{
    const auto found =
        std::ranges::find(std::as_const(preset.orders), characterId, &PromptOrder::characterId);
    if (found == preset.orders.cend() || characterId == presetOrderInUse)
        return preset;
    const QList<PromptOrderItem> items = found->items;
    itemsOf(preset) = items;
    return preset;
}

Preset withOrderFor(Preset preset, qint64 characterId)
{
    if (characterId == presetOrderInUse || characterId == LeftoverOrder)
        return preset;
    const QList<PromptOrderItem> items = itemsOf(preset);
    const auto found = std::ranges::find(preset.orders, characterId, &PromptOrder::characterId);
    if (found != preset.orders.end()) {
        found->items = items;
        return preset;
    }
    PromptOrder order;
    order.characterId = characterId;
    for (const PromptOrderItem &item : items) // entries of its own, without the other's source
        order.items.append({.identifier = item.identifier, .enabled = item.enabled, .source = {}});
    preset.orders.append(order);
    return preset;
}

Preset withoutOrderFor(Preset preset, qint64 characterId)
{
    if (characterId != presetOrderInUse && characterId != LeftoverOrder)
        preset.orders.removeIf([&](const PromptOrder &order) { return order.characterId == characterId; });
    return preset;
}

QList<qint64> otherOrders(const Preset &preset)
{
    QList<qint64> ids;
    for (const PromptOrder &order : preset.orders) {
        if (order.characterId != presetOrderInUse && !ids.contains(order.characterId))
            ids.append(order.characterId);
    }
    return ids;
}

QString blockFolder(const PromptBlock &block)
{
    return block.source.value(FolderKey).toText();
}

Preset withFolder(Preset preset, const QStringList &identifiers, const QString &folder)
{
    for (const QString &identifier : identifiers) {
        PromptBlock *block = blockIn(preset, identifier);
        if (!block || blockFolder(*block) == folder)
            continue;
        block->source = objectOf(*block);
        block->source.set(FolderKey, folder.isEmpty() ? Json() : Json(folder));
    }
    return preset;
}

Preset withFoldersByPlace(Preset preset, const QStringList &moved)
{
    const QStringList order = blockOrder(preset);
    const auto folderAt = [&](qsizetype row) {
        const PromptBlock *block = row >= 0 && row < order.size() ? findBlock(preset, order[row]) : nullptr;
        return block ? blockFolder(*block) : QString();
    };
    QSet<QString> withOthers; // folders of which some have stayed
    for (qsizetype row = 0; row < order.size(); ++row) {
        if (!moved.contains(order[row]))
            withOthers.insert(folderAt(row));
    }
    for (qsizetype first = 0; first < order.size(); ++first) {
        if (!moved.contains(order[first]))
            continue;
        qsizetype end = first + 1;
        while (end < order.size() && moved.contains(order[end]))
            ++end;
        const QString above = folderAt(first - 1);
        const QString below = folderAt(end);
        for (qsizetype row = first; row < end; ++row) {
            const QString own = folderAt(row);
            const bool isAlone = !own.isEmpty() && withOthers.contains(own) && own != above && own != below;
            if (above == below && !above.isEmpty() && (own.isEmpty() || withOthers.contains(own)))
                preset = withFolder(std::move(preset), {order[row]}, above);
            else if (isAlone)
                preset = withFolder(std::move(preset), {order[row]}, {});
        }
        first = end;
    }
    return preset;
}

Preset withCopied(Preset preset, const Preset &from, const QString &identifier, QStringView after)
{
    const PromptBlock *block = findBlock(from, identifier);
    if (!block)
        return preset;
    if (PromptBlock *present = blockIn(preset, identifier)) {
        *present = *block;
        return preset;
    }
    const bool isListed = blockOrder(from).contains(identifier);
    const bool isOn = isBlockOn(from, identifier);
    if (!isListed) {
        preset.prompts.append(*block);
        return preset;
    }
    return withSwitched(withNew(std::move(preset), *block, after), {identifier}, isOn);
}

QStringList connectionKeys(const Preset &preset)
{
    const QString inside = bodyKey(preset.source);
    const Json body = inside.isEmpty() ? preset.source : preset.source.value(inside);
    QStringList found;
    for (const QString &key : presetConnectionKeys()) {
        if (!body.value(key).toText().trimmed().isEmpty())
            found.append(key);
    }
    return found;
}

Preset withoutConnectionKeys(Preset preset)
{
    const QString inside = bodyKey(preset.source);
    Json body = inside.isEmpty() ? preset.source : preset.source.value(inside);
    for (const QString &key : connectionKeys(preset))
        body.set(key, Json(QString()));
    if (inside.isEmpty())
        preset.source = body;
    else
        preset.source.set(inside, body);
    return preset;
}

} // namespace snug
