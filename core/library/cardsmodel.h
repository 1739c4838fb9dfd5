// The characters of a library, for lists.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

class CardsModel : public ValueListModel<CardSummary>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the name, Qt::ToolTipRole the creator's notes or what is wrong with the file.
    enum Role {
        FileRole = Qt::UserRole + 1, // QString, identity
        NameRole,                    // QString; sort by this
        CreatorRole,                 // QString
        TagsRole,                    // QStringList
        FavouriteRole,               // bool
        ModifiedRole,                // QDateTime
        PictureRole,                 // QString, absolute path
        HasProblemRole,              // bool
        SearchRole,                  // QString: name, creator and tags; filter by this
    };

    using ValueListModel::ValueListModel;
    // Where the pictures are: LibraryLayout's characters folder.
    void setFolder(const QString &folder) { m_folder = folder; }

    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

protected:
    QString keyOf(const CardSummary &card) const override { return card.file; }
    QString pathOf(const CardSummary &card) const override;

private:
    QString m_folder;
};

} // namespace snug
