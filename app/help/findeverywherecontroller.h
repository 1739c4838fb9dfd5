// Finding words in everything: what is typed is looked for in the index, and what is chosen is opened at the
// very message, field or entry.
#pragma once

#include "core/library/librarycontents.h"
#include "core/search/librarysearch.h"
#include "widgets/library/findeverywhere.h"

#include <QObject>

#include <optional>

namespace snug {

struct AppContext;

class FindEverywhereController : public QObject
{
    Q_OBJECT

public:
    explicit FindEverywhereController(const AppContext &app, QObject *parent = nullptr);

    FindEverywhere *panel() const { return m_panel; }

private:
    void look();
    void show(const QString &words, const QList<FoundText> &texts);
    void open(const FoundPlace &place);
    void openCard(const FoundText &found);
    void openChat(const FoundPlace &place);
    void chatOpened(const ChatReference &reference);
    void reveal(const FoundText &found);
    void showSwipe(qsizetype row, int swipe);
    void mark(const QString &words);

    const AppContext &m_app;
    LibrarySearch m_search;
    FindEverywhere *m_panel; // the window's
    struct Wanted
    {
        ChatReference reference;
        FoundText found;
    };
    std::optional<Wanted> m_wanted; // once its chat is open
    bool m_isMarked = false;        // words in the transcript, by this
};

} // namespace snug
