#include "core/library/cardtags.h"

#include <QDateTime>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isSameTag(const QString &a, const QString &b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

QString folderType(TagFolder folder)
{
    switch (folder) {
    case TagFolder::None:
        return u"NONE"_s;
    case TagFolder::Open:
        return u"OPEN"_s;
    case TagFolder::Closed:
        return u"CLOSED"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

TagFolder folderOf(const SillyTavernSettings &settings, const Tag &tag)
{
    if (!settings.showsTagFolders)
        return TagFolder::None;
    return tag.folderType == "OPEN"_L1     ? TagFolder::Open
           : tag.folderType == "CLOSED"_L1 ? TagFolder::Closed
                                           : TagFolder::None;
}

// The id of the tag with this name; it is made where there is none.
QString idOfTag(SillyTavernSettings &settings, const QString &name)
{
    for (const Tag &tag : std::as_const(settings.tags)) {
        if (isSameTag(tag.name, name))
            return tag.id;
    }
    const Tag made{.id = QUuid::createUuid().toString(QUuid::WithoutBraces),
                   .name = name,
                   .color = {},
                   .folderType = u"NONE"_s,
                   .source = {}};
    settings.tags.append(made);
    return made.id;
}

// The entry as the user sees it, to be changed.
QStringList &tagEntry(SillyTavernSettings &settings, const QString &key, const QStringList &ownTags)
{
    if (!settings.tagMap.contains(key)) {
        QStringList ids;
        for (const CardTag &tag : tagsOf(settings, key, ownTags))
            ids.append(idOfTag(settings, tag.name));
        settings.tagMap.insert(key, ids);
    }
    return settings.tagMap[key];
}

} // namespace

QList<CardTag> tagsOf(const SillyTavernSettings &settings, const QString &key, const QStringList &ownTags)
{
    QList<CardTag> tags;
    const auto append = [&tags](const CardTag &tag) {
        if (!tag.name.isEmpty() &&
            std::ranges::none_of(tags, [&](const CardTag &other) { return isSameTag(other.name, tag.name); }))
            tags.append(tag);
    };
    const auto entry = settings.tagMap.constFind(key);
    if (entry != settings.tagMap.cend()) {
        for (const QString &id : *entry) {
            const auto tag = std::ranges::find(settings.tags, id, &Tag::id);
            if (tag != settings.tags.cend())
                append({tag->name, tag->color, folderOf(settings, *tag)});
        }
        return tags;
    }
    for (const QString &own : ownTags) {
        const QString name = own.trimmed();
        const auto tag = std::ranges::find_if(settings.tags,
                                              [&](const Tag &known) { return isSameTag(known.name, name); });
        append(tag != settings.tags.cend() ? CardTag{tag->name, tag->color, folderOf(settings, *tag)}
                                           : CardTag{name});
    }
    return tags;
}

void addTag(SillyTavernSettings &settings, const QString &key, const QStringList &ownTags,
            const QString &name)
{
    const QString id = idOfTag(settings, name);
    QStringList &ids = tagEntry(settings, key, ownTags);
    if (!ids.contains(id))
        ids.append(id);
}

void removeTag(SillyTavernSettings &settings, const QString &key, const QStringList &ownTags,
               const QString &name)
{
    QStringList &ids = tagEntry(settings, key, ownTags);
    ids.removeIf([&](const QString &id) {
        const auto tag = std::ranges::find(settings.tags, id, &Tag::id);
        return tag != settings.tags.cend() && isSameTag(tag->name, name);
    });
}

FoldersBefore setTagFolder(SillyTavernSettings &settings, const QString &name, TagFolder folder)
{
    FoldersBefore before{.areShown = settings.showsTagFolders, .folderTypes = {}};
    idOfTag(settings, name);
    for (Tag &tag : settings.tags) {
        if (!isSameTag(tag.name, name))
            continue;
        before.folderTypes.insert(tag.id, tag.folderType);
        tag.folderType = folderType(folder);
    }
    settings.showsTagFolders = settings.showsTagFolders || folder != TagFolder::None;
    return before;
}

void restoreFolders(SillyTavernSettings &settings, const FoldersBefore &before)
{
    settings.showsTagFolders = before.areShown;
    for (Tag &tag : settings.tags)
        tag.folderType = before.folderTypes.value(tag.id, tag.folderType);
}

} // namespace snug
