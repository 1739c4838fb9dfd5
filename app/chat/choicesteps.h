// What the user chooses from menus, each as a step that Undo takes back. A choice of what is chosen already
// is none.
#pragma once

#include <QString>

namespace snug {

struct AppContext;

void choosePersona(const AppContext &app, const QString &avatar); // empty: nobody
void choosePreset(const AppContext &app, const QString &name);    // empty: none
void chooseConnection(const AppContext &app, const QString &id);
void chooseModel(const AppContext &app, const QString &connection, const QString &model);
void switchLorebook(const AppContext &app, const QString &name, bool isOn);

} // namespace snug
