// What in the library's folder cannot be used as it is: which, why, and the ways on.
#pragma once

#include "core/library/awkwarditems.h"

#include <QDialog>

class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

enum class AwkwardAct : quint8 {
    ShowInFolder,
    MakeCharacter,   // for chats of nobody
    GiveToCharacter, // likewise
    GiveToGroup,     // a chat that no group has
    Archive,         // chats of nobody: kept, and not listed here any more
    ReplaceMember,   // one who is missing by somebody who is there
    RemoveFromGroup, // a member or a chat that is missing
    Delete,          // to the trash
};

// In the order in which they are offered.
QList<AwkwardAct> awkwardActs(AwkwardItem::Kind kind);

class AwkwardDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AwkwardDialog(QWidget *parent = nullptr);

    // `summary` says how much is in the folder.
    void setItems(const QString &summary, const QList<AwkwardItem> &items);
    QTreeWidget *list() const { return m_list; }

Q_SIGNALS:
    void actRequested(snug::AwkwardAct act, const snug::AwkwardItem &item);

private:
    void showActs();
    void actOnCurrent(AwkwardAct act);

    QList<AwkwardItem> m_items;
    PlainLabel *m_summary;
    QTreeWidget *m_list;
    PlainLabel *m_nothing;
    QList<std::pair<AwkwardAct, QPushButton *>> m_buttons;
};

} // namespace snug
