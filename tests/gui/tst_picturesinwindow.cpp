// Pictures that harm or cannot be shown: the card comes in all the same, and the report says why it is plain.

#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/formats/cardpng.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "tests/core/pictures/picturefixtures.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_picturesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPicturesInWindow : public QObject
{
    Q_OBJECT

private:
    // What the report of this import says.
    static QString imported(OpenProgram &program, const QStringList &paths)
    {
        NoticeBar *notices = program.app().chatPane.notices();
        notices->dismiss(u"import"_s);
        program.app().libraryController.importFiles(paths);
        if (!QTest::qWaitFor([&] { return notices->isShown(u"import"_s); }, 60'000))
            return u"no end"_s;
        const auto buttons = notices->findChildren<QPushButton *>();
        for (QPushButton *button : buttons) {
            if (button->text() == u"Details")
                button->click();
        }
        const auto *report = program.app().window.findChild<ReportDialog *>();
        return report ? report->findChild<QPlainTextEdit *>()->toPlainText() : u"no report"_s;
    }

    static bool keep(const OpenProgram &program, const QString &name)
    {
        const QString folder = qEnvironmentVariable("SNUG_TEST_PICTURES");
        return folder.isEmpty() || program.app().window.grab().save(folder + u'/' + name);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void drawingsByStrangers()
    {
        OpenProgram program;
        QTRY_VERIFY(program.app().chat.session());
        QStringList paths;
        for (const char *name :
             {"z16_svg_fifo", "z17_svg_use_bomb", "z22_svg_pattern_uaf", "z25_svg_file", "z33_svg_uaf"})
            paths << QStringLiteral(SNUG_SOURCE_DIR "/tests/data/hostile/") + QLatin1StringView(name) +
                         u".charx"_s;
        const QString report = imported(program, paths);
        QVERIFY2(report.count(u"its picture is not a PNG, JPEG, WebP, GIF or AVIF picture"_s) == 5,
                 qPrintable(report));
        QCOMPARE(report.count(u"→ characters/Zed"_s), 5);
        QTRY_VERIFY(std::ranges::any_of(program.app().library.contents().cards,
                                        [](const CardSummary &card) { return card.name == u"Zed"; }));
        QFile file(program.libraryFolder() + u"/characters/Zed.png"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QCOMPARE(bytes, writeCardPng(readCardPng(bytes)->card, placeholderPicture()));
        QVERIFY(keep(program, u"drawings.png"_s));
        program.quit();
    }

    void aCardWithTooManyPixels()
    {
        OpenProgram program;
        QTRY_VERIFY(program.app().chat.session());
        const QTemporaryDir folder;
        const QByteArray card =
            R"({"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Vast","description":"d","first_mes":"Hi"}})";
        const QByteArray bytes = *writeCardPng(readCard(card)->card, hollowPng(20'000, 20'000, 8, 2));
        QFile file(folder.filePath(u"vast.png"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        const QString report = imported(program, {file.fileName()});
        QVERIFY2(
            report.contains(u"vast.png: its picture has 20000 × 20000 pixels, more than the 67 million "
                            "that are opened: a plain one is shown in its place, the file stays as it is"_s),
            qPrintable(report));
        QFile copy(program.libraryFolder() + u"/characters/Vast.png"_s);
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), bytes);
        QVERIFY(keep(program, u"vast.png"_s));
        auto *dialog = program.app().window.findChild<ReportDialog *>();
        const QString pictures = qEnvironmentVariable("SNUG_TEST_PICTURES");
        QVERIFY(pictures.isEmpty() || dialog->grab().save(pictures + u"/report.png"_s));
        program.quit();
    }
};

} // namespace tst_picturesinwindow

SNUG_TEST(tst_picturesinwindow, TestPicturesInWindow, Windows)
#include "tst_picturesinwindow.moc"
