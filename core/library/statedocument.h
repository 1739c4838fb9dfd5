// One of Snug's own files in the open library, for the window's thread: what is damaged is put aside and its
// last good copy counts, what could not be read is not written over, and what could not be written is written
// later.
#pragma once

#include "core/library/library.h"
#include "core/library/statefile.h"

#include <QObject>

namespace snug {

class StateDocument : public QObject
{
    Q_OBJECT

public:
    // `name`: in the library, "snug/session.json". `library` outlives this.
    StateDocument(Library *library, QString name, StateCheck check, QObject *parent = nullptr);

    const QString &name() const { return m_name; }
    // Of the library that is open; nothing may be written before.
    void read(const std::function<void(const StateRead &)> &done);
    // What the file shall hold from now on. Where it cannot be written, that goes on being tried and is in
    // the library's saveState(). False: the file could not be read, and stays as it is.
    bool write(const QByteArray &bytes);

private:
    Library *m_library;
    QString m_name;
    StateCheck m_check;
    bool m_mayWrite = false;
    QByteArray m_bytes; // what the file holds, or will
};

} // namespace snug
