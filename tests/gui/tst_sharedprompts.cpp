// A prompt goes out to others and is looked at, by menu, by dropping it on the window, from the command line;
// what is none of Snug's is said in a sentence.

#include "app/chat/chatcontroller.h"
#include "core/formats/jsontext.h"
#include "core/prompt/promptaccount.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/sharedpromptwindow.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QRegularExpression>
#include <QTest>

namespace tst_sharedprompts {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSharedPrompts : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    QTemporaryDir m_folder;
    const AppContext &app() const { return m_program->app(); }

    bool isReady() const
    {
        ChatSession *session = app().chat.session();
        return session && !session->preview().isBusy() &&
               !session->preview().current().prompt.messages.isEmpty();
    }
    static SharedPromptWindow *window()
    {
        const QWidgetList all = QApplication::topLevelWidgets();
        for (QWidget *each : all) {
            if (auto *found = qobject_cast<SharedPromptWindow *>(each); found && found->isVisible())
                return found;
        }
        return nullptr;
    }
    QString exported(ActionId action)
    {
        const QString target = m_folder.filePath(u"prompt.json"_s);
        QFile::remove(target);
        app().actions.action(action)->trigger();
        auto *dialog = app().window.findChild<QFileDialog *>();
        if (!dialog)
            return {};
        OpenProgram::chooseFile(dialog, target);
        return QTest::qWaitFor([&] { return QFile::exists(target); }) ? target : QString();
    }
    QString written(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                    : QString();
    }
    void drop(const QStringList &paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        const QPoint place = app().window.rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&app().window, &enter);
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&app().window, &event);
    }
    static const OutboundModel *rowsOf(SharedPromptWindow *shown)
    {
        return static_cast<const OutboundModel *>(shown->findChild<PromptList *>()->model());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }
    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void fromTheMenu()
    {
        const AssembledPrompt prompt = app().chat.session()->preview().current().prompt;
        const QString file = exported(ActionId::ExportPrompt);
        QVERIFY(!file.isEmpty());
        app().actions.action(ActionId::OpenSharedPrompt)->trigger();
        QTRY_VERIFY(app().window.findChild<QFileDialog *>());
        OpenProgram::chooseFile(app().window.findChild<QFileDialog *>(), file);
        QTRY_VERIFY(window());
        SharedPromptWindow *shown = window();
        QCOMPARE(rowsOf(shown)->wholeMessages().size(), prompt.messages.size());
        for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
            QCOMPARE(rowsOf(shown)->wholeMessages().at(i).content.text(),
                     prompt.messages.at(i).content.text());
            QCOMPARE(rowsOf(shown)->wholeMessages().at(i).tokens, prompt.messages.at(i).tokens);
            QVERIFY(rowsOf(shown)->wholeMessages().at(i).content == prompt.messages.at(i).content);
        }
        // Lore with its reasons, silent entries too.
        auto *lore = shown->findChild<LorePane *>();
        QListView *view = nullptr;
        for (QListView *each : lore->findChildren<QListView *>()) {
            if (each->model() && each->parentWidget() == lore)
                view = each;
        }
        QVERIFY(view);
        QVERIFY(view->model()->rowCount() >= int(prompt.trace.lore.size()));
        // It leads nowhere and closes with Esc.
        QTest::keyClick(shown, Qt::Key_Escape);
        QTRY_VERIFY(!window());
    }

    // Somebody pasted a key: before it goes to others, it is pointed out, and can be taken out.
    void keysArePointedOut()
    {
        const QByteArray key = "sk-0123456789abcdef0123";
        app().chatPane.composer()->setDraft(u"My key is "_s + QString::fromLatin1(key) + u"."_s);
        const auto isSent = [&] {
            const QList<OutboundMessage> &messages =
                app().chat.session()->preview().current().prompt.messages;
            return std::ranges::any_of(messages, [&](const OutboundMessage &message) {
                return message.content.text().contains(QString::fromLatin1(key));
            });
        };
        QTRY_VERIFY(isReady() && isSent());
        const QString target = m_folder.filePath(u"keys.json"_s);
        const auto question = [this]() -> QMessageBox * {
            for (QMessageBox *each : app().window.findChildren<QMessageBox *>()) {
                if (each->isVisible())
                    return each;
            }
            return nullptr;
        };
        const auto exportNow = [&] {
            QFile::remove(target);
            app().actions.action(ActionId::ExportPrompt)->trigger();
            QTRY_VERIFY(app().window.findChild<QFileDialog *>());
            OpenProgram::chooseFile(app().window.findChild<QFileDialog *>(), target);
            QTRY_VERIFY(question());
            QVERIFY2(question()->text().contains(u"sk-0123…"_s), qPrintable(question()->text()));
            QVERIFY(!question()->text().contains(QString::fromLatin1(key)));
            QVERIFY(!QFile::exists(target));
        };
        const auto bytes = [&target] {
            QFile file(target);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        exportNow();
        QVERIFY(OpenProgram::click(question(), u"Export Without Them"_s));
        QTRY_VERIFY(QFile::exists(target));
        QVERIFY(!bytes().contains(key));
        QVERIFY(bytes().contains("My key is"));
        QTRY_VERIFY(!question() && !app().window.findChild<QFileDialog *>());
        exportNow();
        QVERIFY(OpenProgram::click(question(), u"Export As It Is"_s));
        QTRY_VERIFY(QFile::exists(target));
        QVERIFY(bytes().contains(key));
        app().chatPane.composer()->setDraft({});
    }

    void droppedWithoutNames()
    {
        const QString name = app().chat.session()->snapshot().card->name;
        const QString file = exported(ActionId::ExportPromptWithoutNames);
        const QString book =
            written(u"Old Inn.json"_s, R"({"entries":{"0":{"uid":0,"key":["inn"],"content":"Old."}}})");
        drop({file, book});
        QTRY_VERIFY(window());
        for (const OutboundMessage &message : rowsOf(window())->messages())
            QVERIFY2(!message.content.text().contains(name), qPrintable(message.content.text()));
        // What came with it is imported as ever.
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"import"_s));
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/worlds/Old Inn.json"_s));
        QTest::keySequence(window(), QKeySequence::Close);
        QTRY_VERIFY(!window());
    }

    // `snug FILE`, in a library or in none.
    void namedAtTheStart()
    {
        const QString file = exported(ActionId::ExportPrompt);
        m_program->setSharedPrompts({file});
        m_program->restart();
        QTRY_VERIFY(window());
        QVERIFY(rowsOf(window())->rowCount() > 0);
        // It goes with the program.
    }

    void whatIsNoneIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray(R"({"snug_prompt":{}})");
        QTest::newRow("torn") << QByteArray(R"({"snug_prompt":{"format":1,"record":[)");
        QTest::newRow("later") << QByteArray(R"({"snug_prompt":{"format":99,"record":[]}})");
        QTest::newRow("words of strangers")
            << QByteArray(R"({"snug_prompt":{"format":1,"record":[{"message":{"tokens":"<b>"}},)") +
                   QByteArray("[").repeated(3000);
    }

    void whatIsNoneIsSaid()
    {
        QFETCH(QByteArray, bytes);
        drop({written(u"evil.json"_s, bytes)});
        NoticeBar *notices = app().chatPane.notices();
        QTRY_VERIFY(notices->isShown(u"shared-prompt"_s));
        const QString told = notices->textOf(u"shared-prompt"_s);
        QVERIFY2(told.startsWith(u"The shared prompt was not opened: evil.json"_s), qPrintable(told));
        QVERIFY2(!told.contains(u'\n') && told.size() < 200, qPrintable(told));
        QVERIFY(!window());
        QVERIFY(!notices->isShown(u"import"_s));
    }
};

} // namespace tst_sharedprompts

SNUG_TEST(tst_sharedprompts, TestSharedPrompts, Windows)
#include "tst_sharedprompts.moc"
