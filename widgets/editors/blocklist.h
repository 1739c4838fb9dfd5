// The blocks of a preset in the order in which they go out: dragged, moved by keys, switched, found by
// typing.
#pragma once

#include "core/library/promptordermodel.h"
#include "core/prompt/blockshares.h"
#include "core/tokens/tokencounter.h"
#include "widgets/theme/theme.h"

#include <QListView>
#include <QSet>
#include <QTimer>

class QMenu;

namespace snug {

class BlockDelegate;

class BlockList : public QListView
{
    Q_OBJECT

public:
    explicit BlockList(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPreset(const Preset &preset);
    // Which blocks differ from the file.
    void setEdited(const QSet<QString> &identifiers);
    // Which have something doubtful in them.
    void setDoubtful(const QSet<QString> &identifiers);
    void setShares(const QHash<QString, BlockShare> &shares, CountKind kind);

    PromptOrderModel *order() const { return m_order; }
    QString current() const; // identifier; empty: none
    void setCurrent(const QString &identifier);
    QStringList chosen() const; // selected, in the order's order
    // Folders fold away under their headings: by a click on them, Left and Right.
    void setFolded(const QString &folder, bool isFolded);
    bool isFolded(const QString &folder) const { return m_folded.contains(folder); }
    // Everything that can be done to what is chosen, with its keys.
    void fillMenu(QMenu *menu);

    void keyboardSearch(const QString &typed) override;

Q_SIGNALS:
    void currentChangedTo(const QString &identifier);
    // `label` names the step in the history.
    void edited(const snug::Preset &preset, const QString &label);
    void revertRequested(const QString &identifier);
    void nameRequested(); // to be written
    void textRequested(); // the current block's text wants the keyboard

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void startDrag(Qt::DropActions actions) override;
    // A heading that is folded stands for its whole folder.
    QModelIndexList selectedIndexes() const override;

private:
    void move(int direction);
    void duplicate();
    void insertNew();
    void takeOut();
    void switchChosen();
    void deleteChosen();
    void askForFolder();
    void fillFolders(QMenu *menu);
    QString folderAt(const QModelIndex &index) const;
    void applyFolding();
    void say(const Preset &preset, const QString &label, const QStringList &select);

    PromptOrderModel *m_order;
    BlockDelegate *m_delegate;
    QSet<QString> m_folded;
    QString m_pressedFolder; // folded, and opens unless it is dragged
    QString m_typed;
    QTimer m_typing;
    QStringList m_selectNext; // once the edit has come back
    QStringList m_lastOrder;
    bool m_isTaking = false;
};

} // namespace snug
