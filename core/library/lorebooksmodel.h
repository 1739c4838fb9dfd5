// The lorebooks of a library, for lists, with a check mark on those that are on for every chat.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/valuelistmodel.h"

namespace snug {

class LorebooksModel : public ValueListModel<LorebookSummary>
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the name, Qt::CheckStateRole whether it is a global book, Qt::ToolTipRole
    // what is wrong with the file, if anything.
    enum Role {
        NameRole = Qt::UserRole + 1, // QString, identity; sort and filter by this
        EntriesRole,                 // int
        IsGlobalRole,                // bool
        HasProblemRole,              // bool
    };

    using ValueListModel::ValueListModel;
    // Where the files are: LibraryLayout's worlds folder.
    void setFolder(const QString &folder) { m_folder = folder; }
    // Names that have no book are kept and shown nowhere.
    void setGlobalBooks(const QStringList &names);
    const QStringList &globalBooks() const { return m_global; }

    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    // The user changed a check mark; the owner writes it to the settings.
    void globalBooksEdited(const QStringList &names);

protected:
    QString keyOf(const LorebookSummary &book) const override { return book.name; }
    QString pathOf(const LorebookSummary &book) const override;

private:
    QString m_folder;
    QStringList m_global;
};

} // namespace snug
