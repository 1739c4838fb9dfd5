#include "core/library/tagediting.h"

#include "core/library/librarystore.h"
#include "core/library/settingsfiles.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool hasName(const Tag &tag, const QString &name)
{
    return tag.name.compare(name, Qt::CaseInsensitive) == 0;
}

// Changes the tags of this name, after what of it is noted that comes back.
class TagEdit
{
public:
    TagEdit(LibraryStore &store, const QString &name)
        : m_store(store)
        , m_contents(store.contents())
        , m_name(name)
    {
    }

    Result<TagBefore> run(const std::function<void(SillyTavernSettings &)> &change)
    {
        const auto edited = editSettings(m_store, [&](SillyTavernSettings &settings) {
            m_before = {};
            for (qsizetype at = 0; at < settings.tags.size(); ++at) {
                if (hasName(settings.tags[at], m_name))
                    m_before.tags.append({at, settings.tags[at]});
            }
            QStringList known;
            for (const Tag &tag : std::as_const(settings.tags))
                known.append(tag.id);
            change(settings);
            for (const Tag &tag : std::as_const(settings.tags)) {
                if (!known.contains(tag.id))
                    m_before.made.append(tag.id);
            }
        });
        if (!edited)
            return std::unexpected(edited.error());
        return m_before;
    }

    // As it was before the first change.
    void note(const SillyTavernSettings &settings, const QString &key)
    {
        if (m_before.whose.entries.contains(key))
            return;
        const auto entry = settings.tagMap.constFind(key);
        m_before.whose.entries.insert(key,
                                      entry != settings.tagMap.cend() ? std::optional(*entry) : std::nullopt);
    }

    // Cards that have it of their own alone: in settings.json from now on.
    void writeDown(SillyTavernSettings &settings)
    {
        for (const CardSummary &card : std::as_const(m_contents.cards)) {
            const auto isIt = [this](const QString &own) {
                return own.trimmed().compare(m_name, Qt::CaseInsensitive) == 0;
            };
            if (settings.tagMap.contains(card.file) || std::ranges::none_of(card.tags, isIt))
                continue;
            note(settings, card.file);
            addTag(settings, card.file, card.tags, m_name);
        }
    }

private:
    LibraryStore &m_store;
    LibraryContents m_contents;
    QString m_name;
    TagBefore m_before;
};

void forEachOfName(SillyTavernSettings &settings, const QString &name, const std::function<void(Tag &)> &act)
{
    for (Tag &tag : settings.tags) {
        if (hasName(tag, name))
            act(tag);
    }
}

} // namespace

Result<TagBefore> setTagColour(LibraryStore &store, const QString &name, const QString &colour)
{
    return TagEdit(store, name).run([&](SillyTavernSettings &settings) {
        const auto isIt = [&](const Tag &tag) { return hasName(tag, name); };
        if (std::ranges::none_of(settings.tags, isIt))
            setTagFolder(settings, name, TagFolder::None); // makes it
        forEachOfName(settings, name, [&](Tag &tag) { tag.color = colour; });
    });
}

Result<TagBefore> renameTag(LibraryStore &store, const QString &name, const QString &to)
{
    const auto isOther = [&](const Tag &tag) { return hasName(tag, to) && !hasName(tag, name); };
    if (to.isEmpty() || std::ranges::any_of(store.contents().settings.tags, isOther))
        return failure(to.isEmpty()
                           ? QCoreApplication::translate("Library", "a name is needed")
                           : QCoreApplication::translate("Library", "there is already a tag “%1”").arg(to),
                       {}, {}, QCoreApplication::translate("Library", "Type another name."));
    TagEdit edit(store, name);
    return edit.run([&](SillyTavernSettings &settings) {
        edit.writeDown(settings);
        forEachOfName(settings, name, [&](Tag &tag) { tag.name = to; });
    });
}

Result<TagBefore> deleteTag(LibraryStore &store, const QString &name)
{
    TagEdit edit(store, name);
    return edit.run([&](SillyTavernSettings &settings) {
        edit.writeDown(settings);
        QStringList ids;
        forEachOfName(settings, name, [&](const Tag &tag) { ids.append(tag.id); });
        const auto isIts = [&](const QString &id) { return ids.contains(id); };
        const QStringList keys = settings.tagMap.keys();
        for (const QString &key : keys) {
            if (std::ranges::none_of(settings.tagMap.value(key), isIts))
                continue;
            edit.note(settings, key);
            settings.tagMap[key].removeIf(isIts);
        }
        settings.tags.removeIf([&](const Tag &tag) { return isIts(tag.id); });
    });
}

Result<void> restoreTag(LibraryStore &store, const TagBefore &before)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        for (const auto &[key, entry] : before.whose.entries.asKeyValueRange()) {
            if (entry)
                settings.tagMap.insert(key, *entry);
            else
                settings.tagMap.remove(key);
        }
        for (const auto &[place, tag] : before.tags) {
            const auto now = std::ranges::find(settings.tags, tag.id, &Tag::id);
            if (now != settings.tags.end())
                *now = tag;
            else
                settings.tags.insert(std::min(place, settings.tags.size()), tag);
        }
        settings.tags.removeIf([&](const Tag &tag) { return before.made.contains(tag.id); });
    });
}

} // namespace snug
