// Slash commands in the window: offered while one types, carried out on the open chat, refused with a
// sentence while the text stays.
#pragma once

#include "core/chat/slashrunner.h"
#include "widgets/chat/commandpopup.h"

#include <QObject>

#include <memory>

namespace snug {

struct AppContext;
struct NoticeAction;

class SlashController : public QObject
{
    Q_OBJECT

public:
    // What parts of the program do that stand above the chat.
    struct Others
    {
        // Commands that are somebody else's; `take` says whether it is one, and does it.
        std::function<QList<ComposerCommand>()> commands;
        std::function<bool(const QString &text)> take;
        std::function<void(const SlashOpen &which)> open;
    };

    explicit SlashController(const AppContext &app, QObject *parent = nullptr);

    void setOthers(const Others &others);
    // Says itself what came of it. False: it was refused, and nothing happened.
    bool run(const QString &text);

private:
    void follow();
    void take(const QString &text);
    void offerCommands();
    SlashHooks hooks();
    SlashContext context() const;
    void say(const SlashNotice &notice);
    // `text` is what was not done.
    void refuse(const Error &error, const QString &text);
    NoticeAction insertion(const QString &text) const;
    void showAnswer(const QString &text);

    const AppContext &m_app;
    Others m_others;
    std::unique_ptr<SlashRunner> m_runner; // of the open chat
};

} // namespace snug
