// The chat that pictures are taken of.
#pragma once

#include <QString>

class QTabWidget;

namespace snug {

struct AppContext;

// False: there is none after a while.
bool waitForChat(const AppContext &app);
void takeTurn(const AppContext &app, const QString &text);
// The inspector's pages.
QTabWidget *inspectorPages(const AppContext &app);

} // namespace snug
