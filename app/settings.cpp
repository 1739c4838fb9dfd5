#include "app/settings.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace snug {

Settings::Settings(const QString &file)
    : m_file(file.isEmpty() ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                                          u"snug"_s, u"snug"_s)
                            : std::make_unique<QSettings>(file, QSettings::IniFormat))
{
}

Settings::~Settings() = default;

WindowSettings Settings::window() const
{
    WindowSettings window;
    window.geometry = m_file->value(u"window/geometry"_s).toByteArray();
    window.state = m_file->value(u"window/state"_s).toByteArray();
    const QString theme = m_file->value(u"window/theme"_s).toString();
    if (theme == u"light")
        window.theme = ThemeChoice::Light;
    else if (theme == u"dark")
        window.theme = ThemeChoice::Dark;
    return window;
}

void Settings::setWindow(const WindowSettings &window)
{
    m_file->setValue(u"window/geometry"_s, window.geometry);
    m_file->setValue(u"window/state"_s, window.state);
    const QString theme = window.theme == ThemeChoice::Light  ? u"light"_s
                          : window.theme == ThemeChoice::Dark ? u"dark"_s
                                                              : u"system"_s;
    m_file->setValue(u"window/theme"_s, theme);
}

QByteArray Settings::windowLayout(const QString &name) const
{
    return m_file->value(u"windows/"_s + name).toByteArray();
}

void Settings::setWindowLayout(const QString &name, const QByteArray &layout)
{
    m_file->setValue(u"windows/"_s + name, layout);
}

SessionSettings Settings::session() const
{
    SessionSettings session;
    session.libraryFolder = m_file->value(u"session/library"_s).toString();
    session.understudyNoteHidden = m_file->value(u"session/understudyNoteHidden"_s).toBool();
    return session;
}

void Settings::setSession(const SessionSettings &session)
{
    m_file->setValue(u"session/library"_s, session.libraryFolder);
    m_file->setValue(u"session/understudyNoteHidden"_s, session.understudyNoteHidden);
}

HistorySettings Settings::history() const
{
    HistorySettings history;
    const int megabytes = m_file->value(u"history/megabytes"_s).toInt();
    if (megabytes > 0)
        history.megabytes = megabytes;
    return history;
}

void Settings::setHistory(const HistorySettings &history)
{
    m_file->setValue(u"history/megabytes"_s, history.megabytes);
}

} // namespace snug
