// Files dragged onto the window become part of the library, and a report says what became of each.

#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_filesdropped {

using namespace Qt::StringLiterals;
using namespace snug;

class TestFilesDropped : public QObject
{
    Q_OBJECT

private:
    // False: the window does not take them.
    static bool drop(QWidget &window, const QMimeData &data)
    {
        const QPoint place = window.rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
        return event.isAccepted();
    }

    static QString written(const QTemporaryDir &folder, const QString &name, const QByteArray &bytes)
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        return file.fileName();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    // As a file manager starts it.
    void namedAtTheStart()
    {
        const QTemporaryDir folder;
        const QByteArray book = "{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"Old.\"}}}";
        OpenProgram program;
        QTRY_VERIFY(program.app().chat.session());
        program.setFilesToImport({written(folder, u"Old Inn.json"_s, book)});
        program.restart();
        QTRY_VERIFY(program.app().chatPane.notices()->isShown(u"import"_s));
        QVERIFY(QFile::exists(program.libraryFolder() + u"/worlds/Old Inn.json"_s));
        program.quit();
    }

    void aReportSaysWhatBecameOfEach()
    {
        OpenProgram program;
        MainWindow &window = program.app().window;
        QTRY_VERIFY(program.app().chat.session());
        const QTemporaryDir folder;
        const QByteArray book =
            "{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"Old.\"},\"1\":7}}";
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(written(folder, u"Old Inn.json"_s, book)),
                      QUrl::fromLocalFile(written(folder, u"broken.json"_s, "{\"entries\":{")),
                      QUrl::fromLocalFile(written(folder, u"song.txt"_s, "la la"))});
        QVERIFY(drop(window, data));
        NoticeBar *notices = program.app().chatPane.notices();
        QTRY_VERIFY(notices->isShown(u"import"_s));
        QVERIFY2(notices->textOf(u"import"_s).contains(u'1') && notices->textOf(u"import"_s).contains(u'2'),
                 qPrintable(notices->textOf(u"import"_s)));
        const auto buttons = notices->findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text() == u"Details")
                button->click();
        }
        const auto shown = [&]() -> ReportDialog * {
            const auto reports = window.findChildren<ReportDialog *>();
            const auto visible = std::ranges::find_if(reports, &QWidget::isVisible);
            return visible == reports.cend() ? nullptr : *visible;
        };
        QTRY_VERIFY(shown());
        const ReportDialog *report = shown();
        QVERIFY(!report->isModal());
        const QString text = report->findChild<QPlainTextEdit *>()->toPlainText();
        QVERIFY2(text.contains(u"worlds/Old Inn.json"_s), qPrintable(text));
        QVERIFY2(text.contains(u"entries.1"_s), qPrintable(text)); // what was not understood
        QVERIFY2(text.contains(u"broken.json"_s) && text.contains(u"song.txt"_s), qPrintable(text));
        QFile copy(program.libraryFolder() + u"/worlds/Old Inn.json"_s);
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), book);
        shown()->close();
        program.quit();
    }

    void anythingButFilesIsLeftAlone()
    {
        OpenProgram program;
        QTRY_VERIFY(program.app().chat.session());
        QMimeData words;
        words.setText(u"https://example.org/card.png"_s);
        QVERIFY(!drop(program.app().window, words));
        QMimeData remote; // nothing is fetched
        remote.setUrls({QUrl(u"https://example.org/card.png"_s)});
        QVERIFY(!drop(program.app().window, remote));
        program.quit();
    }
};

} // namespace tst_filesdropped

SNUG_TEST(tst_filesdropped, TestFilesDropped, Windows)
#include "tst_filesdropped.moc"
