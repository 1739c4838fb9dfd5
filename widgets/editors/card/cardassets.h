// The assets of a card in a list: kinds and names are changed in place, others are added, given away,
// removed.
#pragma once

#include "core/model/card.h"

#include <QWidget>

class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

class CardAssets : public QWidget
{
    Q_OBJECT

public:
    explicit CardAssets(QWidget *parent = nullptr);

    void setAssets(const QList<CardAsset> &assets);
    QTreeWidget *list() const { return m_list; }

Q_SIGNALS:
    void edited(const QList<snug::CardAsset> &assets, const QString &what);
    void addRequested();
    void exportRequested(int index);

private:
    int current() const;
    void onTextEdited(int row, int column, const QString &text);
    void remove();
    void enable();

    QList<CardAsset> m_assets;
    QTreeWidget *m_list;
    PlainLabel *m_none;
    QPushButton *m_rename;
    QPushButton *m_export;
    QPushButton *m_remove;
    bool m_isSetting = false;
};

} // namespace snug
