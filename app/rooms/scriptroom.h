// Asks before a card's or a preset's regex scripts act, and shows in a menu which ones do.
#pragma once

#include "app/rooms/scriptowners.h"

#include <QHash>
#include <QObject>
#include <QSet>

class QAction;
class QMenu;

namespace snug {

class NoticeBar;
class PromptRoom;

class ScriptRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        PromptRoom *prompt;
        NoticeBar *notices;
        QMenu *menu;
        QAction *edit; // at the end of the menu
    };

    explicit ScriptRoom(const Surroundings &around, QObject *parent = nullptr);

Q_SIGNALS:
    void deleteRulesRequested(const QString &name);

private:
    void offer();
    void fillMenu();
    void addRules();

    Surroundings m_around;
    QSet<QString> m_offered;            // keys of the owners whose notice is shown
    QHash<QString, QByteArray> m_asked; // by key, about which scripts
    QSet<QString> m_putAway;            // not asked about again in this run
};

} // namespace snug
