// The list of a lorebook's entries: sorted by any column, edited in its cells, dragged, with the keys and the
// menu for what is done to the chosen ones.
#pragma once

#include <QTableView>

class QMenu;

namespace snug {

class LoreRows;

// What one wants done to the chosen entries.
enum class LoreTableAction : quint8 {
    Insert,
    Duplicate,
    Delete,
    MoveUp,
    MoveDown,
    SwitchOn,
    SwitchOff,
    TakeOrderShown, // the book's own order becomes the one that is shown
};

class LoreTable : public QTableView
{
    Q_OBJECT

public:
    explicit LoreTable(LoreRows *rows, QWidget *parent = nullptr);

    // As they are listed.
    QList<int> chosen() const;
    QList<int> listed() const;
    int current() const; // uid; -1 = none
    void choose(const QList<int> &uids);
    // The rows may have come to other places.
    void refreshOrder();

Q_SIGNALS:
    void chosenChanged();
    void actionRequested(snug::LoreTableAction action);
    void detailRequested();                    // Enter
    void searchRequested(const QString &text); // something was typed

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void arrangeColumns();
    QMenu *makeMenu();

    LoreRows *m_rows;
    bool m_isChoosing = false;
};

} // namespace snug
