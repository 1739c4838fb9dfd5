// Documents of one kind, one a row: what they are called, what is in them, whether they are in effect.
#pragma once

#include "core/editing/documentkey.h"

#include <QAbstractTableModel>
#include <QList>

namespace snug {

struct LibraryDocument
{
    DocumentKey key;
    QString name;    // what the user calls it
    QString content; // "17 blocks", "42 entries"; may be empty
    QString path;    // of its file
    QString problem; // why it cannot be read; empty: it can
    bool isInEffect = false;
    int doubtful = 0; // things in its file that do not do what they say, as far as somebody has looked
    bool operator==(const LibraryDocument &) const = default;
};

class DocumentsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : quint8 { NameColumn, ContentColumn, EffectColumn };
    enum Role { SearchRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setDocuments(const QList<LibraryDocument> &documents);
    const LibraryDocument &documentAt(const QModelIndex &index) const { return m_documents[index.row()]; }
    QModelIndex indexOf(const DocumentKey &key) const; // invalid where there is none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<LibraryDocument> m_documents;
};

} // namespace snug
