// Windows beside the main one open where they were left, as large, with their panes divided as before.
#pragma once

#include <QObject>
#include <QSet>

class QWidget;

namespace snug {

class Settings;

// Watches all windows of the program that have a name; dialogs are not among them. A named part of a window
// whose property "keepsItsLayout" is set, such as an editor in the Studio, has its own panes remembered under
// its name.
class WindowLayouts : public QObject
{
    Q_OBJECT

public:
    // `settings` outlives it. `application` is what tells of windows.
    WindowLayouts(Settings *settings, QObject *application, QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void putBack(QWidget *window);
    void remember(const QWidget *window);

    Settings *m_settings;
    // Those that stand where the user wants them. One may have another name later: as a part of a window, and
    // as a window.
    QSet<std::pair<const QObject *, QString>> m_shown;
};

} // namespace snug
