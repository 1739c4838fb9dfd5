// The open chat and those that it was branched from, or that were branched from it, as a tree to walk.
#pragma once

#include "core/library/branchtree.h"

#include <QDialog>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace snug {

class PlainLabel;

class BranchesDialog : public QDialog
{
    Q_OBJECT

public:
    explicit BranchesDialog(QWidget *parent = nullptr);

    // A parent before its branches. `open`: the name of the one that is open.
    void setTree(const QList<BranchedChat> &tree, const QString &open);
    QTreeWidget *tree() const { return m_tree; }

Q_SIGNALS:
    void openRequested(const QString &chat);
    // The message of that chat behind which another one leaves it.
    void messageRequested(const QString &chat, qsizetype row);

private:
    const BranchedChat *current() const;
    void openCurrent();
    void showActs();

    QList<BranchedChat> m_chats;
    QString m_open;
    PlainLabel *m_hint;
    QTreeWidget *m_tree;
    QPushButton *m_openButton;
    QPushButton *m_leavesButton;
};

} // namespace snug
