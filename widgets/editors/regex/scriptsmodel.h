// The regex scripts of one list as rows to tick and drag.
#pragma once

#include "core/model/regexscript.h"
#include "widgets/theme/theme.h"

#include <QAbstractListModel>
#include <QSet>

namespace snug {

class ScriptsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setTheme(const Theme &theme);
    // `marked` are rows that differ from the file. Rows of the same script keep their selection.
    void setScripts(const QList<RegexScript> &scripts, const QSet<int> &marked);
    const QList<RegexScript> &scripts() const { return m_scripts; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    void switched(int row, bool isOn);
    void dropped(const QList<int> &rows, int before);

private:
    QList<RegexScript> m_scripts;
    QSet<int> m_marked;
    Theme m_theme = Theme::light();
};

// What a script is called in lists.
QString scriptTitle(const RegexScript &script);

} // namespace snug
