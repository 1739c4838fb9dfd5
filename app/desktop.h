// What is handed to the desktop to open: links that judgeLink() lets pass, and folders of the library.
// Nothing else in the program does it.
#pragma once

#include <QString>

class QWidget;

namespace snug {

// Opens the link, or asks over the window, or offers to copy it. `shown` is what the text shows in its place.
void followLink(const QString &address, const QString &shown, QWidget *window);

void showFolder(const QString &folder);

} // namespace snug
