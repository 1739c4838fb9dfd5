// The open program for tests of What if: its prompt's rows and the bar above them.
#pragma once

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/prompt/promptparts.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/whatifbar.h"

#include <QPushButton>

namespace snug {

class WhatIfHands
{
protected:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() const { return app().chat.session(); }
    PromptList *list() const { return app().inspector.prompt()->list(); }
    WhatIfBar *bar() const { return app().inspector.whatIf(); }
    bool isReady() const
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }
    QStringList blocks() const
    {
        QStringList names;
        for (const OutboundMessage &message : session()->preview().current().prompt.messages)
            names.append(thingName(thingOf(message.source)));
        return names;
    }
    int rowOf(const QString &name) const { return int(blocks().indexOf(name)); }
    void goTo(const QString &name) const
    {
        list()->setFocus();
        list()->setCurrentIndex(list()->model()->index(rowOf(name), 0));
    }
    QPushButton *button(const QString &text) const
    {
        for (QPushButton *each : bar()->findChildren<QPushButton *>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace snug
