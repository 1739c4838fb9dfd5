// The prompt blocks of a preset in the order in which they go out: switched, dragged, edited.
#pragma once

#include "core/model/preset.h"

#include <QAbstractListModel>

#include <optional>

namespace snug {

// Rows are the items of the order that is in use (character id 100001; SillyTavern 1.19 ignores
// other ids for chat completion). A preset without one has no rows; the first insertion makes it.
// Takes a preset, edits it, gives it back; everything else in the preset stays as it is.
class PromptOrderModel : public QAbstractListModel
{
    Q_OBJECT

public:
    // Qt::DisplayRole is the block's name, Qt::CheckStateRole whether it is on, Qt::ToolTipRole the
    // beginning of its text.
    enum Role {
        IdentifierRole = Qt::UserRole + 1, // QString
        SpeakerRole,                       // QString: "system", "user", "assistant"; empty for markers
        IsMarkerRole,                      // bool
        IsMissingRole,                     // bool: the order names a block that the preset does not have
        IsInChatRole,                      // bool: placed into the chat at a depth
        DepthRole,                         // int, for those
        ContentRole,                       // QString
        IsOwnRole,                         // bool: made by the user, not built in
    };

    using QAbstractListModel::QAbstractListModel;

    // Follows the difference with inserts, moves and removals.
    void setPreset(const Preset &preset);
    const Preset &preset() const { return m_preset; }

    PromptBlock blockAt(const QModelIndex &index) const; // default for a missing one
    QModelIndex indexOf(const QString &identifier) const;
    // Blocks of the preset that the order does not name, in file order.
    QList<PromptBlock> unusedBlocks() const;

    // Puts a block of the preset, or a new one, before `row`. False if the order has it already.
    bool insertBlock(int row, const PromptBlock &block);
    void updateBlock(const PromptBlock &block); // found by its identifier
    // Takes a row out of the order; the block stays in the preset.
    bool takeOut(int row);
    // Takes a block of the user's own out of the order and out of the preset. Built-in ones stay.
    bool deleteBlock(const QString &identifier);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QHash<int, QByteArray> roleNames() const override;
    bool moveRows(const QModelIndex &sourceParent, int sourceRow, int count,
                  const QModelIndex &destinationParent, int destinationChild) override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    // Moves the rows itself. removeRows() does nothing on purpose: views call it after a move.
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    // After each edit of the user's, with the preset as it is now; not after setPreset().
    void edited(const snug::Preset &preset);

private:
    const PromptBlock *block(const QString &identifier) const;
    PromptOrder *order();
    const PromptOrder *order() const;

    Preset m_preset;
};

} // namespace snug
