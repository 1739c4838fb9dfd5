#include "widgets/library/castmodel.h"

#include "core/library/listedchats.h"
#include "core/model/searchtext.h"

using namespace Qt::StringLiterals;

namespace snug {

QVariant CastModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CastEntry &entry = values().at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return entry.name;
    case Qt::AccessibleTextRole: {
        const QString name = entry.apart.isEmpty()
                                 ? entry.name
                                 : tr("%1 (%2)", "a character and the file that tells it from another")
                                       .arg(entry.name, entry.apart);
        return entry.line.isEmpty()
                   ? name
                   : tr("%1: %2", "a character and what is said of it").arg(name, entry.line);
    }
    case Qt::ToolTipRole:
        return entry.problem ? entry.line : entry.apart.isEmpty() ? QVariant() : entry.apart;
    case KindRole:
        return int(entry.kind);
    case IdRole:
        return entry.id;
    case LineRole:
        return entry.line;
    case PictureRole:
        return entry.picture;
    case SearchRole:
        return entry.search;
    case FavouriteRole:
        return entry.favourite;
    case ProblemRole:
        return entry.problem;
    case EntryRole:
        return QVariant::fromValue(entry);
    case OpenRole:
        return keyOf(entry) == m_open;
    default:
        return {};
    }
}

QModelIndex CastModel::indexOf(CastEntry::Kind kind, const QString &id) const
{
    CastEntry wanted;
    wanted.kind = kind;
    wanted.id = id;
    return ValueListModel::indexOf(keyOf(wanted));
}

void CastModel::setOpen(CastEntry::Kind kind, const QString &id)
{
    CastEntry entry;
    entry.kind = kind;
    entry.id = id;
    const QString open = id.isEmpty() ? QString() : keyOf(entry);
    for (const QString &key : {std::exchange(m_open, open), open}) {
        if (const QModelIndex row = ValueListModel::indexOf(key); row.isValid())
            announce(row.row(), {OpenRole});
    }
}

QList<CastEntry> CastModel::entries(const QList<CardSummary> &cards, const QList<GroupSummary> &groups,
                                    const QString &charactersFolder)
{
    QList<CastEntry> list;
    QHash<QString, QString> names;
    QHash<QString, int> namesakes;
    for (const CardSummary &card : cards)
        ++namesakes[card.name];
    for (const CardSummary &card : cards) {
        CastEntry entry;
        entry.id = card.file;
        entry.name = card.name;
        if (namesakes.value(card.name) > 1)
            entry.apart = card.file;
        for (const QString &tag : card.tags)
            entry.tags.append({tag});
        entry.line = card.problem           ? card.problem->what
                     : !card.tags.isEmpty() ? card.tags.join(u", "_s)
                                            : card.creatorNotes;
        entry.modified = card.modified;
        entry.length = card.promptLength;
        entry.picture = charactersFolder + u'/' + card.file;
        entry.search = foldedForSearch(card.name + u' ' + card.creator + u' ' + card.tags.join(u' '));
        entry.favourite = card.favourite;
        entry.problem = card.problem.has_value();
        names.insert(card.file, card.name);
        list.append(entry);
    }
    for (const GroupSummary &summary : groups) {
        const Group &group = summary.group;
        QStringList members;
        for (const QString &file : group.members)
            members << names.value(file, file.section(u'.', 0, -2));
        CastEntry entry;
        entry.kind = CastEntry::Kind::Group;
        entry.id = summary.file;
        entry.name = group.name.isEmpty() ? summary.file : group.name;
        entry.line = summary.problem ? summary.problem->what : members.join(u", "_s);
        entry.search = foldedForSearch(group.name + u' ' + entry.line);
        entry.favourite = group.favourite;
        entry.problem = summary.problem.has_value();
        if (!group.members.isEmpty())
            entry.picture = charactersFolder + u'/' + group.members.first();
        list.append(entry);
    }
    return list;
}

CastEntry CastModel::modelAlone()
{
    CastEntry entry;
    entry.kind = CastEntry::Kind::Model;
    entry.id = modelAloneFile();
    entry.name = modelAloneTitle();
    entry.line = tr("Without a character");
    entry.search = foldedForSearch(entry.name);
    return entry;
}

QString CastModel::keyOf(const CastEntry &entry) const
{
    switch (entry.kind) {
    case CastEntry::Kind::Group:
        return u"group/"_s + entry.id;
    case CastEntry::Kind::Folder:
        return u"folder/"_s + entry.id.toCaseFolded();
    case CastEntry::Kind::Character:
    case CastEntry::Kind::Model:
        break;
    }
    return u"card/"_s + entry.id;
}

QString CastModel::pathOf(const CastEntry &entry) const
{
    return entry.kind == CastEntry::Kind::Character ? entry.picture : QString();
}

} // namespace snug
