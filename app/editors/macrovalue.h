// What a macro in an editor stands for at the moment, in the open chat.
#pragma once

#include <QString>

#include <functional>

class QObject;

namespace snug {

class ChatController;
class ActiveContent;

// A macro may look at everything, so its value is made where assembling is done. `tell` is called on the
// thread of `context`, and not once that is gone.
void findMacroValue(const QString &macro, const ChatController *chat, const ActiveContent *prompt,
                    QObject *context, const std::function<void(const QString &value)> &tell);

} // namespace snug
