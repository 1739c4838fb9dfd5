#include "widgets/whatwas/pastthingsmodel.h"

#include "core/library/listedchats.h"
#include "core/model/searchtext.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

QString pastKindName(PastThing::Kind kind)
{
    switch (kind) {
    case PastThing::Kind::Card:
        return PastThingsModel::tr("Character");
    case PastThing::Kind::Chat:
        return PastThingsModel::tr("Chat");
    case PastThing::Kind::GroupChat:
        return PastThingsModel::tr("Group chat");
    case PastThing::Kind::Group:
        return PastThingsModel::tr("Group");
    case PastThing::Kind::Preset:
        return PastThingsModel::tr("Preset");
    case PastThing::Kind::Lorebook:
        return PastThingsModel::tr("Lorebook");
    case PastThing::Kind::Persona:
        return PastThingsModel::tr("Personas");
    case PastThing::Kind::Script:
        return PastThingsModel::tr("Regex scripts");
    case PastThing::Kind::Template:
        return PastThingsModel::tr("Template");
    case PastThing::Kind::Rules:
        return PastThingsModel::tr("Rules");
    case PastThing::Kind::PromptTest:
        return PastThingsModel::tr("Prompt test");
    case PastThing::Kind::Other:
        return PastThingsModel::tr("Other");
    }
    Q_UNREACHABLE_RETURN({});
}

QString PastThingsModel::nameOf(const PastThing &thing)
{
    const bool isChat = thing.kind == PastThing::Kind::Chat && !thing.owner.isEmpty();
    if (!isChat)
        return thing.title;
    const bool isAlone = thing.owner + u".png" == modelAloneFile();
    //: %1 is a character, %2 one of the chats with them
    return tr("%1: %2").arg(isAlone ? modelAloneTitle() : thing.owner, thing.title);
}

void PastThingsModel::setThings(const QList<PastThing> &things)
{
    if (things == m_things)
        return;
    beginResetModel();
    m_things = things;
    endResetModel();
}

int PastThingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_things.size());
}

int PastThingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : SizeColumn + 1;
}

QVariant PastThingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PastThing &thing = m_things[index.row()];
    if (role == SearchRole)
        return foldedForSearch(nameOf(thing) + u' ' + pastKindName(thing.kind));
    if (role == KindRole)
        return int(thing.kind);
    if (role == Qt::TextAlignmentRole && index.column() == SizeColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == WhenColumn)
        return QLocale().toString(thing.when.toLocalTime(), QLocale::LongFormat);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (Column(index.column())) {
    case NameColumn:
        return nameOf(thing);
    case KindColumn:
        return pastKindName(thing.kind);
    case EndColumn:
        return thing.end == PastThing::End::Deleted ? tr("Deleted") : tr("Earlier version");
    case WhenColumn:
        return role == SortRole
                   ? QVariant(thing.when)
                   : QVariant(QLocale().toString(thing.when.toLocalTime(), QLocale::ShortFormat));
    case SizeColumn:
        return role == SortRole ? QVariant(thing.size) : QVariant(QLocale().formattedDataSize(thing.size));
    }
    return {};
}

QVariant PastThingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (Column(section)) {
    case NameColumn:
        return tr("Name");
    case KindColumn:
        return tr("Kind");
    case EndColumn:
        return tr("What It Is");
    case WhenColumn:
        return tr("From");
    case SizeColumn:
        return tr("Size");
    }
    return {};
}

} // namespace snug
