// The documents of a library that a prompt test depends on, and what they were when it last passed.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

namespace snug {

struct TestSource
{
    QString place;     // tells it from others: "OpenAI Settings/Mine.json", "settings.json#persona user.png"
    QString name;      // what the user calls it: "preset Mine"
    QByteArray digest; // of what it says, hexadecimal; empty: the library does not have it
    bool isEdited = false;  // as an open editor holds it
    bool isLeftOut = false; // it was part of the prompt, and is not in effect any more
    bool isMissing() const { return digest.isEmpty() && !isLeftOut; }
    bool operator==(const TestSource &) const = default;
};

// Of bytes or texts that are a document.
QByteArray sourceDigest(const QByteArray &content);

// By place, of the day when the test in this folder passed last; empty: it has not, or nobody knows.
// Blocking.
QMap<QString, QByteArray> lastPassed(const QString &folder);
// Writes nothing if it is the same as before, or if something is edited and not saved. Blocking.
Result<void> notePassed(const QString &folder, const QList<TestSource> &sources);

// Whether it differs from what it was then; of a test that has not passed yet nobody knows.
bool hasChanged(const TestSource &source, const QMap<QString, QByteArray> &passed);
// Of any, or that one is in effect no more.
bool hasAnyChanged(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed);
// "preset Mine (changed since it last passed)"; empty: nothing is to be said of it.
QString sourceText(const TestSource &source, const QMap<QString, QByteArray> &passed);
// Of all, a line each; with those that were in effect when it passed, and are no more.
QStringList sourceTexts(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed);
// The same as one line.
QString sourcesText(const QList<TestSource> &sources, const QMap<QString, QByteArray> &passed);

} // namespace snug
