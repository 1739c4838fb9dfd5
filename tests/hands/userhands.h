// What a user does with mouse and keys, whatever the desktop: for tests that touch nothing else.
#pragma once

#include <QStringList>

class QComboBox;
class QFileDialog;
class QLabel;
class QMenu;
class QPoint;
class QWidget;

namespace snug {

class UserHands
{
public:
    // Clicks the button with this text, without its "&", or with this name where it shows an icon, as soon as
    // it is there; false: it does not come.
    static bool click(const QWidget *parent, const QString &button);
    // What such a button opens; null: it is not there, or has none.
    static QMenu *menuOf(const QWidget *parent, const QString &button);
    // As a user does it, whatever the desktop: a menu is looked into and closed, an item chosen by the arrow
    // keys, a file named in the dialog and confirmed.
    static void openMenu(QMenu *menu);
    static void choose(QComboBox *box, int index);
    static void chooseFile(QFileDialog *dialog, const QString &path);
    // The item with these words, without their "&"; before it come the submenus that it is in. The menu may
    // be open already.
    static void chooseFromMenu(QMenu *menu, const QStringList &words);
    // In the menu that a right click opens at this place.
    static void chooseFromContextMenu(QWidget *at, const QPoint &place, const QStringList &words);
    // Clicks the words that lead there; false: no place of the label does.
    static bool clickLink(QLabel *label, const QString &address);
};

} // namespace snug
