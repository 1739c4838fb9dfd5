// Decorators: lines in front of an entry's content that begin with "@@" (docs/sillytavern/lore.md#decorators,
// docs/formats/lorebooks.md#v3-decorators). Two are known, "@@activate" and "@@dont_activate".
#pragma once

#include <QString>
#include <QStringList>

namespace snug {

// The known ones, as they stand. "Known" is what begins like a known one: "@@activate_only_after 5"
// is among them, does nothing and leaves no room for its "@@@" fallback.
QStringList loreDecorators(const QString &content);
// Content of decorator lines alone stays as it is.
QString contentWithoutDecorators(const QString &content);

} // namespace snug
