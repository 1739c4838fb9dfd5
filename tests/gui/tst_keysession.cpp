// Plays a session with a key, at a server that repeats it, and then looks for the key everywhere it must not
// be: every byte under the home folder and the temporary one, the environment, the command line, the
// clipboard, and what all windows show.

#include "app/chat/chatcontroller.h"
#include "app/coredumps.h"
#include "app/inspector/historycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace snug;

// Outside of the class: moc stumbles over such texts.
static const QByteArray key = R"(zk-SECRET/"q"\0123456789+abcdefghij==)";

static QByteArray jsonSpelling()
{
    const QByteArray spelling = jsonStringSpelling(QString::fromUtf8(key));
    return spelling.sliced(1, spelling.size() - 2);
}

static QList<QByteArray> spellings()
{
    const QString text = QString::fromUtf8(key);
    return {
        key,
        key.first(20),
        key.last(20),
        key.toBase64(QByteArray::OmitTrailingEquals),
        key.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals),
        jsonSpelling(),
        key.toPercentEncoding(),
        QByteArray(reinterpret_cast<const char *>(text.utf16()), text.size() * qsizetype(sizeof(char16_t)))};
}

static Connection connectionTo(const QUrl &url)
{
    Connection connection;
    connection.id = u"there"_s;
    connection.name = u"There"_s;
    connection.baseUrl = url;
    connection.model = u"m"_s;
    return connection;
}

static RawAnswer refusedList()
{
    return RawAnswer::json(R"({"error":{"message":"no list for Bearer )" + jsonSpelling() + R"("}})", 403);
}

// As it is, in Base64, and cut in two.
static RawAnswer refusal()
{
    return RawAnswer::json(R"({"error":{"message":"bad key )" + jsonSpelling() + " or " + key.toBase64() +
                               ", begins " + jsonSpelling().first(24) + R"(..."}})",
                           401);
}

static QByteArray delta(const QByteArray &text)
{
    return R"(data: {"choices":[{"index":0,"delta":{"content":")" + text + R"("},"finish_reason":null}]})" +
           "\n\n";
}

static RawAnswer replyWithTheKey()
{
    return RawAnswer::eventStream({delta("Your key is zk-SECRET/"), delta(jsonSpelling().sliced(10)),
                                   delta(", and Base64 " + key.toBase64()),
                                   R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"
                                   "\n\n",
                                   "data: [DONE]\n\n"});
}

class TestKeySession : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_place;
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }

    static QString holding(const QByteArray &bytes)
    {
        for (const QByteArray &spelling : spellings()) {
            if (bytes.contains(spelling))
                return QString::fromUtf8(spelling);
        }
        return {};
    }

    void searchFolder(const QString &folder)
    {
        QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
        int count = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY2(holding(file.fileName().toUtf8()).isEmpty(), qPrintable(file.fileName()));
            if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
                continue;
            const QString found = holding(file.readAll());
            QVERIFY2(found.isEmpty(), qPrintable(file.fileName() + u": "_s + found));
            ++count;
        }
        QVERIFY(count > 5);
    }

    static void addRows(const QAbstractItemModel *model, const QModelIndex &parent, QStringList &texts)
    {
        for (int row = 0; row < model->rowCount(parent); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                for (int role = 0; role < Qt::UserRole + 64; ++role)
                    texts.append(model->data(index, role).toString());
                if (model->hasChildren(index))
                    addRows(model, index, texts);
            }
        }
    }

    // What could be read on the screen, or heard from it.
    static QStringList shownTexts()
    {
        QStringList texts{QApplication::clipboard()->text()};
        for (const QWidget *widget : QApplication::allWidgets()) {
            texts +=
                QStringList{widget->windowTitle(), widget->toolTip(),        widget->statusTip(),
                            widget->whatsThis(),   widget->accessibleName(), widget->accessibleDescription()};
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                texts.append(label->text());
            else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                texts.append(button->text());
            else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
                texts += QStringList{line->text(), line->placeholderText()};
            else if (const auto *plain = qobject_cast<const QPlainTextEdit *>(widget))
                texts.append(plain->toPlainText());
            else if (const auto *rich = qobject_cast<const QTextEdit *>(widget))
                texts.append(rich->toPlainText());
            else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget);
                     view && view->model())
                addRows(view->model(), {}, texts);
            for (const QAction *action : widget->actions())
                texts += QStringList{action->text(), action->toolTip()};
        }
        return texts;
    }

    void searchScreen()
    {
        const QStringList texts = shownTexts();
        QVERIFY(texts.size() > 500);
        for (const QString &text : texts) {
            const QString found = holding(text.toUtf8());
            QVERIFY2(found.isEmpty(), qPrintable(text.left(400)));
        }
        const ReplyState state = session()->reply();
        for (const QString &text :
             {state.text, state.reasoning, state.error.what, state.error.hint, state.details})
            QVERIFY2(holding(text.toUtf8()).isEmpty(), qPrintable(text));
    }

    void searchProcess()
    {
        for (const QString &path : {u"/proc/self/environ"_s, u"/proc/self/cmdline"_s}) {
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly)) // nobody may, once dumps are forbidden
                continue;
            QVERIFY2(holding(file.readAll()).isEmpty(), qPrintable(path));
        }
    }

    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Return);
    }

    void typeTheKey()
    {
        app().actions.action(ActionId::Connections)->trigger();
        auto *connections = app().window.findChild<ConnectionDialog *>();
        QVERIFY(QTest::qWaitForWindowExposed(connections));
        connections->select(u"there"_s);
        for (QLineEdit *field : connections->findChildren<QLineEdit *>()) {
            if (field->echoMode() != QLineEdit::Password)
                continue;
            field->setFocus();
            field->setText(QString::fromUtf8(key));
            QTest::keyClick(field, Qt::Key_Return);
        }
        QCOMPARE(app().workspace.connections.link().key, Secret(key));
        for (QPushButton *button : connections->findChildren<QPushButton *>()) {
            if (button->text() == u"Test")
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }

    void isolate()
    {
        m_place = std::make_unique<QTemporaryDir>();
        for (const QString &folder : {u"home"_s, u"tmp"_s})
            QVERIFY(QDir(m_place->path()).mkpath(folder));
        qputenv("HOME", m_place->filePath(u"home"_s).toLocal8Bit());
        qputenv("TMPDIR", m_place->filePath(u"tmp"_s).toLocal8Bit());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            qputenv(name, m_place->filePath(u"home/"_s + QString::fromLatin1(name)).toLocal8Bit());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        isolate();
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theKeyIsNowhere()
    {
        RecordingServer server;
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(session() && !session()->preview().isBusy(), 20000);
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connectionTo(server.url(u"/v1"_s))});
        app().workspace.connections.chooseActive(u"there"_s);
        server.enqueue(refusedList());
        typeTheKey();
        QTRY_COMPARE(server.requests().size(), 1);
        QCOMPARE(server.requests().last().header("authorization"), QByteArray("Bearer " + key));

        server.enqueue(refusal());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(session()->reply().hasFailed(), 20000);
        QCOMPARE(server.requests().last().header("authorization"), QByteArray("Bearer " + key));
        searchScreen();

        server.enqueue(replyWithTheKey());
        QVERIFY(session()->retry());
        QTRY_VERIFY_WITH_TIMEOUT(!session()->reply().isUnderWay() && !session()->reply().hasFailed() &&
                                     server.requests().size() == 3,
                                 20000);
        QVERIFY(session()->chat().messages.last().text.contains(u"Your key is ••••, and Base64 ••••"_s));

        // Its record, exported, copied, shown.
        const QString exported = m_place->filePath(u"home/request.json"_s);
        QTRY_VERIFY(app().workspace.history.heads().size() >= 3);
        const QString id = app().workspace.history.heads().last().id;
        app().history.exportTo(id, exported);
        QTRY_VERIFY(QFile::exists(exported));
        app().history.show(id);
        QTRY_VERIFY(app().inspector.history()->isShowingRequest());
        searchScreen();
        for (const ActionId copy : {ActionId::CopyCurl, ActionId::CopyPrompt, ActionId::CopySources}) {
            app().actions.action(copy)->trigger();
            QVERIFY(!QApplication::clipboard()->text().isEmpty());
            QVERIFY(holding(QApplication::clipboard()->text().toUtf8()).isEmpty());
        }
        app().actions.action(ActionId::CopyCurl)->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(u"$SNUG_API_KEY"_s));
        searchProcess();
        QApplication::clipboard()->clear();
        m_program->quit();
        searchFolder(m_place->path());
    }

    void aCrashLeavesNothing()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json("{}", 401));
        QProcess child;
        child.setWorkingDirectory(m_place->filePath(u"home"_s));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"SNUG_FORBID_CORE_DUMPS"_s, u"1"_s);
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {u"--crash"_s, server.url(u"/v1"_s).toString()});
        QTRY_VERIFY_WITH_TIMEOUT(server.requests().size() == 1, 30000);
        QTRY_COMPARE_WITH_TIMEOUT(child.state(), QProcess::NotRunning, 30000); // it may have ended long ago
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        QCOMPARE(server.requests().first().header("authorization"), QByteArray("Bearer " + key));
        QVERIFY(holding(child.readAllStandardError() + child.readAllStandardOutput()).isEmpty());
        searchFolder(m_place->path());
    }
};

// The child: knows the key, has sent it, and ends as a crash does.
static int crash(QApplication &application, const QUrl &url)
{
    if (!forbidCoreDumps())
        return 1;
    OpenProgram program;
    Connections &model = program.app().workspace.connections;
    const auto isReady = [&] { return program.app().chat.session() != nullptr; };
    if (!QTest::qWaitFor(isReady, 20000))
        return 2;
    model.setConnections(model.connections() + QList{connectionTo(url)});
    model.chooseActive(u"there"_s);
    model.storeKey(u"there"_s, Secret(key));
    QObject::connect(&model, &Connections::testEnded, &application, [] { std::abort(); });
    model.test(model.link().connection);
    return QApplication::exec();
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--crash")
        return crash(application, QUrl(QString::fromLocal8Bit(argv[2])));
    TestKeySession test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keysession.moc"
