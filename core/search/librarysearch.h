// Searching the open library for the window: the index is kept in step with it, and asked, on threads of
// their own.
#pragma once

#include "core/library/library.h"
#include "core/library/libraryworker.h"
#include "core/search/searchindex.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <stop_token>

namespace snug {

class LibrarySearch : public QObject
{
    Q_OBJECT

public:
    // Outlived by `library`. Nothing is read before the first begin().
    explicit LibrarySearch(Library *library, QObject *parent = nullptr);
    ~LibrarySearch() override;

    // From now on the index follows the library.
    void begin();
    // Answered by found(), unless other words are asked for before.
    void find(const QString &words, const SearchScope &scope = {});

    // Files that are still to be read.
    qsizetype pending() const { return m_pending; }

Q_SIGNALS:
    void found(const QString &words, const QList<snug::FoundText> &texts);
    void failed(const snug::Error &error);
    void pendingChanged();

private:
    void libraryOpened();
    void update();

    Library *m_library;
    LibraryWorker m_writer;
    LibraryWorker m_reader;
    std::shared_ptr<SearchIndex> m_written;
    std::shared_ptr<SearchIndex> m_asked;
    std::stop_source m_stopUpdate;
    std::stop_source m_stopFind;
    QTimer m_soon;
    QElapsedTimer m_lastFound;
    QString m_words;
    SearchScope m_scope;
    qsizetype m_pending = 0;
    int m_generation = 0; // of the library
    bool m_isOn = false;
    bool m_isUpdating = false;
    bool m_isStale = false; // what is being read is not the newest
};

} // namespace snug
