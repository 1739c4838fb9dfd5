// The list of characters and groups in the library's pane: filled from the library, in the order that the
// user chose.
#pragma once

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QTimer>

namespace snug {

class CastFilterMenu;
struct AppContext;
struct LibraryChange;

class CastListController : public QObject
{
    Q_OBJECT

public:
    explicit CastListController(const AppContext &app, QObject *parent = nullptr);

    // Now; what changes later is followed by itself.
    void fill();

private:
    void follow(const LibraryChange &change);
    bool isListed(const QString &cardFile) const;
    void noteChats(const QString &folder);
    void noteGroupChats();
    void restore();
    void remember();
    void followFilters(CastFilterMenu *filters);

    const AppContext &m_app;
    QHash<QString, QDateTime> m_lastChats;      // by the folder of a card's chats
    QHash<QString, QDateTime> m_lastGroupChats; // by the chat's name
    QTimer m_soon;
};

} // namespace snug
