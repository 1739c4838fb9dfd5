#include "widgets/editors/lore/lorecelldelegate.h"

#include "core/library/loreentriesmodel.h"
#include "core/library/lorefields.h"

#include <QComboBox>
#include <QLineEdit>

namespace snug {

static std::optional<LoreField> choiceIn(int column)
{
    if (column == LoreEntriesModel::StrategyColumn)
        return LoreField::Strategy;
    if (column == LoreEntriesModel::PositionColumn)
        return LoreField::Position;
    return std::nullopt;
}

QWidget *LoreCellDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                                        const QModelIndex &index) const
{
    const QString name = index.model()->headerData(index.column(), Qt::Horizontal).toString();
    const std::optional<LoreField> field = choiceIn(index.column());
    if (!field) {
        // Numbers are written as words here: the model says what it takes.
        auto *line = new QLineEdit(parent);
        line->setAccessibleName(name);
        line->setFrame(false);
        Q_UNUSED(option);
        return line;
    }
    auto *box = new QComboBox(parent);
    box->setAccessibleName(name);
    for (const FieldChoice &choice : loreFieldInfo(*field).choices)
        box->addItem(choice.text, choice.value);
    connect(box, &QComboBox::activated, this, [this, box] {
        auto *self = const_cast<LoreCellDelegate *>(this);
        Q_EMIT self->commitData(box);
        Q_EMIT self->closeEditor(box);
    });
    return box;
}

void LoreCellDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    if (auto *box = qobject_cast<QComboBox *>(editor))
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole).toInt()));
    else if (auto *line = qobject_cast<QLineEdit *>(editor))
        line->setText(index.data(Qt::EditRole).toString());
}

void LoreCellDelegate::setModelData(QWidget *editor, QAbstractItemModel *model,
                                    const QModelIndex &index) const
{
    if (auto *box = qobject_cast<QComboBox *>(editor))
        model->setData(index, box->currentData(), Qt::EditRole);
    else if (auto *line = qobject_cast<QLineEdit *>(editor))
        model->setData(index, line->text(), Qt::EditRole);
}

} // namespace snug
