// The words of the window in the user's language.
#pragma once

class QCoreApplication;

namespace snug {

// The user's language where the program carries it; else English, whose file has its plural forms. Once,
// before the first text is shown.
void installLanguage(QCoreApplication &application);

} // namespace snug
