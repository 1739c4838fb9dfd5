// Everything that can be found by name, gathered when it is asked for: actions, characters, chats, documents,
// and the words of other programs. Of characters and chats there may be thousands: they come a moment later,
// from a thread of their own.
#pragma once

#include "widgets/window/palette.h"

#include <QObject>

class QMenu;

namespace snug {

struct AppContext;

class PaletteController : public QObject
{
    Q_OBJECT

public:
    explicit PaletteController(const AppContext &app, QObject *parent = nullptr);

    void findAnything();
    void showKeys();
    void askWhere();
    CommandPalette *palette() const { return m_palette; }

private:
    QList<PaletteEntry> actions() const;
    void addActions(QList<PaletteEntry> &entries, const QMenu *menu, const QString &path) const;
    void addPeopleAndChats(int time);
    QList<PaletteEntry> documents() const;
    QList<PaletteEntry> otherKeys() const;
    QMenu *menuOf(int place) const;

    const AppContext &m_app;
    CommandPalette *m_palette; // the window's
};

} // namespace snug
