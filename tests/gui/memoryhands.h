// The open program for tests of memories: a chat of sixty messages with a lorebook, the desk where memories
// wait, and a server that answers as the test says.
#pragma once

#include "app/chat/chatcontroller.h"
#include "core/lore/loretrace.h"
#include "core/model/json.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

namespace snug {

class MemoryHands
{
protected:
    static constexpr int messageCount = 60;
    static const QString bookName;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    Transcript *transcript() { return app().chatPane.transcript(); }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    MemoryDesk *desk() { return app().window.findChild<MemoryDesk *>(); }
    MemoryPane *pane() { return desk()->memory(); }
    MemoryPane *shownPane() { return desk()->current(); }
    QListWidget *waiting() { return desk()->findChild<QListWidget *>(); }
    QStringList waitingTexts();
    void chooseWaiting(int row);
    // A button of the memory that is shown.
    QPushButton *button(const QString &text);
    void click(const QString &text);

    // The chat's lorebook as its file has it, and the entry whose title begins like this.
    Json book();
    Json entryNamed(const QString &beginning);
    LoreTrace loreRow(const QString &title);
    // Every stretch of the shown prompt whose source is of this type.
    QStringList stretches(const QString &type);

    void type(const QString &command);
    void open(const QByteArray &settings = "{}",
              const QByteArray &metadata = "\"world_info\":\"Log of the Widow\"");
    void connectTo(const RecordingServer &server);
    static RawAnswer saying(const QString &text);
    static bool writeFile(const QString &path, const QByteArray &bytes);

    std::unique_ptr<OpenProgram> m_program;

private:
    bool isSettled();
};

} // namespace snug
