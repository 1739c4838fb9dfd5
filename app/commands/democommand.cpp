#include "app/commands/democommand.h"

#include "app/chat/chatcontroller.h"
#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "app/window/application.h"
#include "core/library/samplelibrary.h"
#include "core/prompt/promptblocks.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

// The inspector's list as text: role, source, tokens, the beginning of each message.
QString table(const AssembledPrompt &prompt)
{
    const QString sign = prompt.budget.kind == CountKind::Exact ? QString() : u"~"_s;
    QString text = u"\n%1%2 of %3 tokens (%4)\n\n"_s.arg(sign)
                       .arg(prompt.budget.used)
                       .arg(prompt.budget.context)
                       .arg(prompt.budget.counterName);
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        QString content = message.content.text().simplified();
        if (content.size() > 56)
            content = content.left(55) + u'…';
        const QStringList path = message.source.path();
        text += u"%1 %2 %3  %4\n"_s.arg(roleName(message.role), -10)
                    .arg((path.isEmpty() ? message.source.label() : path.last()).left(22), -22)
                    .arg(sign + QString::number(message.tokens), 6)
                    .arg(content);
    }
    return text;
}

// Waits for the library, sends, prints, takes the picture, and ends the program.
class Demo : public QObject
{
public:
    Demo(const AppContext &app, QString text, QString picture)
        : m_app(app)
        , m_text(std::move(text))
        , m_picture(std::move(picture))
    {
        connect(&app.chat, &ChatController::opened, this, &Demo::begin);
        connect(&m_limit, &QTimer::timeout, this, [] {
            printError(u"the demo did not end within 60 seconds"_s);
            QApplication::exit(exitNo);
        });
        m_limit.start(60s);
    }

private:
    void begin()
    {
        if (m_begun)
            return;
        m_begun = true;
        m_app.chatPane.composer()->setDraft(m_text);
        // As soon as what the inspector shows is what would be sent.
        connect(&m_app.chat.session()->preview(), &PromptPreview::ready, this,
                [this](const PreparedPrompt &prepared) {
                    if (!m_sent && prepared.request && prepared.inputs.userText == m_text &&
                        prepared.inputs.preset) {
                        m_sent = true;
                        QTimer::singleShot(0, this, &Demo::send);
                    }
                });
        connect(m_app.chat.session(), &ChatSession::replyChanged, this, &Demo::follow);
    }

    void send()
    {
        printText(u"> "_s + m_text + u"\n\n"_s);
        Q_EMIT m_app.chatPane.composer()->sendRequested(m_text);
    }

    void follow()
    {
        const ReplyState reply = m_app.chat.session()->reply();
        if (reply.hasFailed()) {
            printError(reply.error.line());
            QApplication::exit(exitNo);
            return;
        }
        if (reply.isUnderWay()) {
            printText(reply.text.mid(m_printed));
            m_printed = std::max(m_printed, reply.text.size());
        } else if (m_sent && m_printed > 0) {
            const QString all = m_app.chat.session()->chat().messages.last().text;
            printText(all.mid(m_printed) + u'\n');
            if (const auto &sent = m_app.chat.session()->run().lastSent())
                printText(table(sent->prompt));
            QTimer::singleShot(400ms, this, &Demo::finish); // the last frame and the next preview
        }
    }

    void finish()
    {
        if (m_app.window.grab().save(m_picture)) {
            printText(u"\nPicture of the window: %1\n"_s.arg(m_picture));
            QApplication::exit(exitDone);
        } else {
            printError(m_picture + u": could not be written"_s);
            QApplication::exit(exitNo);
        }
    }

    const AppContext &m_app;
    QString m_text;
    QString m_picture;
    QTimer m_limit;
    bool m_begun = false;
    bool m_sent = false;
    qsizetype m_printed = 0;
};

} // namespace

int demoCommand(QApplication &application, const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"demo"_s, parser);
    if (!parser.parse(QStringList{u"snug"_s} + arguments) || !parser.positionalArguments().isEmpty()) {
        printError(parser.errorText().isEmpty() ? u"usage: snug demo [--picture FILE] [--text TEXT]"_s
                                                : parser.errorText());
        return exitUsage;
    }
    const QTemporaryDir folder;
    const QString library = folder.filePath(u"library"_s);
    if (const Result<void> installed = installSampleLibrary(library); !installed) {
        printError(installed.error().line());
        return exitNo;
    }
    Application program(application, {.libraryFolder = library,
                                      .settingsFile = folder.filePath(u"snug.ini"_s),
                                      .understudyPace = 8,
                                      .keysForThisRunOnly = true,
                                      .localProbes = {}});
    program.context().window.show();
    Demo demo(program.context(),
              parser.isSet(u"text"_s) ? parser.value(u"text"_s)
                                      : u"\"I choose the page with nothing on it,\" *I say.*"_s,
              parser.isSet(u"picture"_s) ? parser.value(u"picture"_s) : u"snug-demo.png"_s);
    return QApplication::exec();
}

} // namespace snug
