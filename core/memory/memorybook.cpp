#include "core/memory/memorybook.h"

#include "core/memory/memorytitle.h"
#include "core/model/lorebook.h"

using namespace Qt::StringLiterals;

namespace snug {

QList<Json> bookEntries(const Json &book)
{
    const Json entries = book.value(u"entries");
    QList<Json> list;
    if (entries.isArray()) {
        list = entries.items();
    } else {
        QList<std::pair<int, Json>> numbered;
        QList<Json> others;
        for (const Json::Member &member : entries.members()) {
            bool isNumber = false;
            const int uid = member.key.toInt(&isNumber);
            if (isNumber && uid >= 0)
                numbered.append({uid, member.value});
            else
                others.append(member.value);
        }
        std::ranges::stable_sort(numbered, {}, &std::pair<int, Json>::first);
        for (const auto &[uid, entry] : std::as_const(numbered))
            list.append(entry);
        list += others;
    }
    list.removeIf([](const Json &entry) { return !entry.isObject(); });
    return list;
}

Json bookWithEntry(const Json &book, const Json &entry)
{
    Json changed = book.isObject() ? book : Json::object();
    Json entries = changed.value(u"entries");
    const int uid = entry.value(u"uid").toInt();
    if (entries.isArray()) {
        qsizetype at = 0;
        while (at < entries.size() && entries.at(at).value(u"uid").toInt(-1) != uid)
            ++at;
        if (at < entries.size())
            entries.setAt(at, entry);
        else
            entries.append(entry);
    } else {
        entries.set(QString::number(uid), entry);
    }
    changed.set(u"entries"_s, entries);
    return changed;
}

Json bookWithoutEntry(const Json &book, int uid)
{
    Json changed = book;
    Json entries = book.value(u"entries");
    const auto isIt = [uid](const Json &entry) { return entry.value(u"uid").toInt(-1) == uid; };
    if (entries.isArray()) {
        for (qsizetype i = entries.size() - 1; i >= 0; --i) {
            if (isIt(entries.at(i)))
                entries.removeAt(i);
        }
    } else {
        const QList<Json::Member> members = entries.members();
        for (const Json::Member &member : members) {
            if (isIt(member.value))
                entries.remove(member.key);
        }
    }
    changed.set(u"entries"_s, entries);
    return changed;
}

int freeUid(const Json &book)
{
    const Json entries = book.value(u"entries");
    QSet<int> taken;
    for (const Json::Member &member : entries.members())
        taken.insert(member.key.toInt());
    for (const Json &entry : bookEntries(book))
        taken.insert(entry.value(u"uid").toInt(-1));
    int uid = 0;
    while (taken.contains(uid))
        ++uid;
    return uid;
}

Json entryTitled(const Json &book, QStringView title)
{
    for (const Json &entry : bookEntries(book)) {
        if (entry.value(u"comment").toText() == title)
            return entry;
    }
    return {};
}

bool isMemoryEntry(const Json &entry)
{
    return entry.value(u"stmemorybooks").asBool() == true;
}

QList<StoredMemory> memoriesIn(const Json &book)
{
    QList<StoredMemory> memories;
    for (const Json &entry : bookEntries(book)) {
        if (!isMemoryEntry(entry))
            continue;
        const QString title = entry.value(u"comment").toText();
        memories.append({numberInTitle(title).value_or(0), title, entry.value(u"content").toText(),
                         entry.value(u"key").toTextList(), entry.value(u"uid").toInt(-1)});
    }
    std::ranges::stable_sort(memories, {}, &StoredMemory::number);
    return memories;
}

int nextMemoryNumber(const Json &book, QStringView titleFormat)
{
    int highest = 0;
    for (const Json &entry : bookEntries(book)) {
        if (isMemoryEntry(entry))
            highest =
                std::max(highest, numberInTitle(entry.value(u"comment").toText(), titleFormat).value_or(0));
    }
    return highest + 1;
}

static std::optional<MessageRange> sceneOf(const Json &entry)
{
    const std::optional<qint64> start = entry.value(u"STMB_start").asInteger();
    const std::optional<qint64> end = entry.value(u"STMB_end").asInteger();
    return start && end ? std::optional(MessageRange{int(*start), int(*end)}) : std::nullopt;
}

std::optional<MessageRange> overlappingMemory(const Json &book, const MessageRange &range)
{
    for (const Json &entry : bookEntries(book)) {
        const std::optional<MessageRange> scene = sceneOf(entry);
        if (isMemoryEntry(entry) && scene && range.start <= scene->end && range.end >= scene->start)
            return scene;
    }
    return {};
}

QList<KeptEntry> keptIn(const Json &book)
{
    QList<KeptEntry> kept;
    for (const Json &entry : bookEntries(book)) {
        const QString title = entry.value(u"comment").toText();
        const bool isMemory = isMemoryEntry(entry);
        if (isMemory || title.endsWith(sidePromptMark))
            kept.append(
                {entry.value(u"uid").toInt(), title, isMemory ? sceneOf(entry) : std::nullopt, isMemory});
    }
    const auto isBefore = [](const KeptEntry &left, const KeptEntry &right) {
        if (left.isMemory != right.isMemory)
            return left.isMemory;
        const int leftNumber = left.isMemory ? numberInTitle(left.title, {}).value_or(0) : 0;
        const int rightNumber = right.isMemory ? numberInTitle(right.title, {}).value_or(0) : 0;
        return leftNumber != rightNumber ? leftNumber < rightNumber
                                         : QString::localeAwareCompare(left.title, right.title) < 0;
    };
    std::ranges::stable_sort(kept, isBefore);
    return kept;
}

} // namespace snug
