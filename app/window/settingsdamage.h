// What is said when the program's own settings are damaged.
#pragma once

namespace snug {

struct AppContext;

// False: nobody knows any more which library was open; the user is asked.
bool tellSettingsDamage(const AppContext &app);

} // namespace snug
