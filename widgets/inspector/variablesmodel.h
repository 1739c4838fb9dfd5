// Variables of a prompt as a table. A value that is written says so, and stays until the list is made anew.
#pragma once

#include "core/prompt/variablelist.h"
#include "widgets/theme/theme.h"

#include <QAbstractTableModel>

namespace snug {

class VariablesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        StoredColumn,
        PromptColumn,
        SetByColumn,
        ReadByColumn,
        ScopeColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTheme(const Theme &theme);
    // Rows stay where the variables are the same.
    void setVariables(const QList<ListedVariable> &variables);
    const ListedVariable &variable(int row) const { return m_variables.at(row); }
    // Of a cell that names texts; empty elsewhere.
    QList<VariableUse> uses(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

Q_SIGNALS:
    void written(const snug::ListedVariable &variable, const QString &value);

private:
    QString cell(const ListedVariable &variable, int column) const;

    Theme m_theme = Theme::light();
    QList<ListedVariable> m_variables;
};

} // namespace snug
