// What stands above the list of characters: in which order they are, how many, and by which tags they are
// filtered.
#pragma once

#include "widgets/library/castorder.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace snug {

class ElidedLabel;

class CastHead : public QWidget
{
    Q_OBJECT

public:
    // Both outlive this.
    CastHead(CastModel *cast, CastOrder *order, QWidget *parent = nullptr);

    void setOrder(CastSort sort, bool favouritesFirst);
    CastSort sort() const { return m_order->sortedBy(); }
    bool favouritesFirst() const { return m_order->favouritesFirst(); }
    // Only rows with all of them are listed.
    const QStringList &tags() const { return m_tags; }
    void addTag(const QString &tag);
    void removeTag(const QString &tag);
    void showCounts();

Q_SIGNALS:
    void orderChanged(); // by the user
    void tagsChanged();

private:
    QMenu *makeMenu();
    void fillTags();
    void showTags();
    void showOrder();
    void order();

    CastModel *m_cast;
    CastOrder *m_order;
    QStringList m_tags;
    QToolButton *m_button;
    QList<QAction *> m_sorts; // in the order of CastSort
    QAction *m_favourites = nullptr;
    QMenu *m_tagMenu = nullptr;
    ElidedLabel *m_counts;
    QWidget *m_chips;
};

} // namespace snug
