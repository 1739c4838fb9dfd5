// What the program remembers between runs, outside of any library: typed, with its defaults in view.
#pragma once

#include "core/library/librarybounds.h"
#include "core/library/statefile.h"
#include "core/workspace/connectionconsent.h"
#include "widgets/chat/readinglook.h"
#include "widgets/library/castfilter.h"
#include "widgets/theme/systemtheme.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

class QSettings;

namespace snug {

struct WindowSettings
{
    QByteArray geometry;
    QByteArray state;
    ThemeChoice theme = ThemeChoice::System;
    bool hasStudioOfItsOwn = false; // in a window
    bool operator==(const WindowSettings &) const = default;
};

struct SessionSettings
{
    QString libraryFolder; // empty: the default place, with the sample library
    bool understudyNoteHidden = false;
    bool operator==(const SessionSettings &) const = default;
};

struct HistorySettings
{
    int megabytes = 256; // that all requests may take on the disk; the oldest go first
    bool operator==(const HistorySettings &) const = default;
};

struct CastListSettings
{
    QString order; // of characters, as CastListController names it
    bool favouritesFirst = true;
    bool isGallery = false;
    QList<CastFilter> filters; // that were saved
    bool operator==(const CastListSettings &) const = default;
};

struct ReplyHabits // nothing = as the library's settings.json says
{
    std::optional<int> autoContinue;  // tokens that a reply goes on to; 0 = none does
    std::optional<bool> quickReplies; // whether their buttons are shown
    bool operator==(const ReplyHabits &) const = default;
};

// Why these bytes are no file of settings, if they are not.
Result<void> checkSettings(const QByteArray &bytes);

// Reads and writes the settings file. Values that make no sense there read as their defaults. A file that
// makes no sense as a whole is put aside, and its last good copy takes its place: see statefile.h.
class Settings : public ConsentStore
{
public:
    // Whether a damaged file is put aside; who does not tell the user leaves that to others.
    enum class Repair : quint8 { Yes, No };

    // In the user's configuration folder, or in the given file.
    explicit Settings(const QString &file = {}, Repair repair = Repair::Yes);
    ~Settings() override;

    QString file() const;
    const std::optional<StateDamage> &damage() const { return m_damage; }

    WindowSettings window() const;
    void setWindow(const WindowSettings &window);
    // Where one of the other windows was left; empty: nowhere yet. See WindowLayouts.
    QByteArray windowLayout(const QString &name) const;
    void setWindowLayout(const QString &name, const QByteArray &layout);
    SessionSettings session() const;
    void setSession(const SessionSettings &session);
    HistorySettings history() const;
    void setHistory(const HistorySettings &history);
    // Folders of libraries, the last opened first.
    QStringList recentLibraries() const;
    void setRecentLibraries(const QStringList &folders);
    CastListSettings castList() const;
    void setCastList(const CastListSettings &list);
    ReplyHabits replies() const;
    void setReplies(const ReplyHabits &replies);
    ReadingLook reading() const;
    void setReading(const ReadingLook &look);
    QList<ConnectionConsent> connectionConsents() const override;
    void setConnectionConsents(const QList<ConnectionConsent> &consents) override;
    QString ownConnectionsFile() const override;

    // Folders of a library that are links out of it and were allowed. What a library says of itself is no
    // permission.
    QList<OutsideFolder> outsideFolders(const QString &library) const;
    void allowOutsideFolder(const QString &library, const OutsideFolder &folder);

private:
    std::optional<StateDamage> m_damage;
    std::unique_ptr<QSettings> m_file;
};

} // namespace snug
