// What the user has set up for memories: settings with profiles, summary presets, side prompts. The first
// are in snug/memory-books.json, beginning with what SillyTavern's extension has in settings.json; the
// others lie where that extension keeps them, in user/files.
//
// Keys never come into these files. A profile of that extension that brings an address, and perhaps a key,
// waits for the user's answer: then it becomes a connection, and its key goes to the keyring.
#pragma once

#include "core/library/library.h"
#include "core/memory/memorysettings.h"
#include "core/memory/summarypresets.h"

#include <QObject>

namespace snug {

class Connections;

class MemorySetup : public QObject
{
    Q_OBJECT

public:
    // Both outlive the shelf.
    MemorySetup(Library *library, Connections *model, QObject *parent = nullptr);

    bool isReady() const { return m_isReady; }
    const MemorySettings &settings() const { return m_settings; }
    const Json &presets() const { return m_presets; }
    const Json &sidePrompts() const { return m_sidePrompts; }

    void setSettings(const MemorySettings &settings);
    void setPresets(const Json &presets);
    void setSidePrompts(const Json &sidePrompts);
    // Adds the profiles of an exported file; says how many, or what is wrong with it.
    Result<void> importProfiles(const Json &file);

    // Profiles with an address of their own that the user was not asked about yet.
    QList<MemoryProfile> waiting() const;
    static QUrl addressOf(const MemoryProfile &profile);
    void allowWaiting();
    void leaveOutWaiting();

Q_SIGNALS:
    void changed();
    void problem(const snug::Error &error);
    void profilesImported(int added, int skipped);

private:
    void read();
    void write(const QString &path, const QByteArray &bytes);
    bool isWaiting(const MemoryProfile &profile) const;
    QString settingsPath() const;
    QString sharedPath(QStringView file) const;

    Library *m_library;
    Connections *m_model;
    bool m_isReady = false;
    Json m_document;
    MemorySettings m_settings;
    Json m_presets;
    Json m_sidePrompts;
    QByteArray m_unusable; // a file of side prompts that could not be read; kept beside the new one
};

} // namespace snug
