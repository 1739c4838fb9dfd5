// What stands above the list of characters: in which order they are, how many, and by which tags they are
// filtered.
#pragma once

#include "widgets/library/castorder.h"
#include "widgets/library/tagmenu.h"

#include <QWidget>

#include <functional>

class QMenu;
class QToolButton;

namespace snug {

class CastFilterMenu;
class ElidedLabel;

// "No Folder" and what else a tag may be in the list; `tell` is called with what is chosen.
void addFolderChoices(QMenu *menu, TagFolder now, const std::function<void(TagFolder)> &tell);

class CastHead : public QWidget
{
    Q_OBJECT

public:
    // Both outlive this.
    CastHead(CastModel *cast, CastOrder *order, QWidget *parent = nullptr);

    void setOrder(CastSort sort, bool favouritesFirst);
    CastSort sort() const { return m_order->sortedBy(); }
    bool favouritesFirst() const { return m_order->favouritesFirst(); }
    void setGallery(bool gallery);
    bool isGallery() const;
    CastFilterMenu *filters() const { return m_filters; }
    // Only rows with all of them are listed.
    const QStringList &tags() const { return m_tags; }
    void addTag(const QString &tag);
    void removeTag(const QString &tag);
    void setTags(const QStringList &tags);
    void showCounts();

Q_SIGNALS:
    void orderChanged(); // by the user
    void tagsChanged();
    void folderRequested(const QString &tag, snug::TagFolder folder);
    void tagActRequested(const QString &tag, snug::TagAct act);

private:
    QMenu *makeMenu();
    void fillTags();
    void fillFolders();
    TagFolder folderOf(const QString &tag) const;
    void showTagMenu(QWidget *chip, const QString &tag);
    void showTags();
    void showOrder();
    void order();

    CastModel *m_cast;
    CastOrder *m_order;
    QStringList m_tags;
    QToolButton *m_button;
    QList<QAction *> m_sorts; // in the order of CastSort
    QAction *m_favourites = nullptr;
    QAction *m_gallery = nullptr;
    QMenu *m_tagMenu = nullptr;
    QMenu *m_folderMenu = nullptr;
    QMenu *m_editMenu = nullptr; // of the tag
    CastFilterMenu *m_filters = nullptr;
    ElidedLabel *m_counts;
    QWidget *m_chips;
};

} // namespace snug
