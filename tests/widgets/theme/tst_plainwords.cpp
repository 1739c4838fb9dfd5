// Words of strangers are characters: in tool tips, in labels of ours and of Qt's, in documents.

#include "tests/testregistry.h"
#include "widgets/theme/closeddocument.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/theme/plainwords.h"
#include "widgets/theme/richlabel.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QHelpEvent>
#include <QInputDialog>
#include <QListWidget>
#include <QProgressDialog>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

namespace tst_plainwords {

using namespace snug;
using namespace Qt::StringLiterals;

class TestPlainWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // A picture that nobody can overlook.
        QImage tall(40, 700, QImage::Format_RGB32);
        tall.fill(Qt::red);
        QVERIFY(tall.save(m_folder.filePath(u"tall.png"_s)));
        m_hostile = u"<b>x</b><img src=\"%1\">"_s.arg(m_folder.filePath(u"tall.png"_s));
        QVERIFY(Qt::mightBeRichText(m_hostile));
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    } // offscreen

    void cleanup()
    {
        QToolTip::hideText();
        delete tip();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    // Without the guard the picture is there: the other tests can fail.
    void picturesShowWithoutIt()
    {
        QLabel label(m_hostile);
        QVERIFY(label.sizeHint().height() >= 700);
    }

    void tipsOfLists()
    {
        const PlainWords words(*qApp);
        QListWidget list;
        (new QListWidgetItem(u"row"_s, &list))->setToolTip(m_hostile);
        list.show();
        const QPoint at = list.visualItemRect(list.item(0)).center();
        QHelpEvent help(QEvent::ToolTip, at, list.viewport()->mapToGlobal(at));
        QApplication::sendEvent(list.viewport(), &help);
        checkTip(m_hostile);
        // The next one takes the same label.
        list.item(0)->setToolTip(u"<i>y</i>"_s + m_hostile);
        QApplication::sendEvent(list.viewport(), &help);
        checkTip(u"<i>y</i>"_s + m_hostile);
    }

    void tipsOfWidgets()
    {
        const PlainWords words(*qApp);
        QPushButton button(u"b"_s);
        button.setToolTip(m_hostile);
        button.show();
        QHelpEvent help(QEvent::ToolTip, {2, 2}, button.mapToGlobal(QPoint(2, 2)));
        QApplication::sendEvent(&button, &help);
        checkTip(m_hostile);
    }

    void longTipsWrapAndEnd()
    {
        const PlainWords words(*qApp);
        QPushButton button(u"b"_s);
        button.setToolTip(u"many words "_s.repeated(2000));
        button.show();
        QHelpEvent help(QEvent::ToolTip, {2, 2}, button.mapToGlobal(QPoint(2, 2)));
        QApplication::sendEvent(&button, &help);
        QVERIFY(tip());
        const QRect screen = tip()->screen()->availableGeometry();
        QVERIFY(tip()->width() <= tip()->fontMetrics().averageCharWidth() * 80);
        QVERIFY(tip()->height() > tip()->fontMetrics().height() * 4);
        QVERIFY2(screen.contains(tip()->geometry()),
                 qPrintable(QDebug::toString(tip()->geometry()) + QDebug::toString(screen)));
        QVERIFY(tip()->text().size() <= 1201);
    }

    void labelsThatQtMakes()
    {
        const PlainWords words(*qApp);
        QLabel guessing(m_hostile);
        QVERIFY(guessing.sizeHint().height() < 200);

        QInputDialog question;
        question.setLabelText(m_hostile);
        question.show();
        allPlain(question);
        QProgressDialog progress(m_hostile, u"Cancel"_s, 0, 10);
        progress.show();
        allPlain(progress);
        QMessageBox box(QMessageBox::Question, u"t"_s, m_hostile);
        box.setInformativeText(m_hostile);
        box.setDetailedText(m_hostile);
        box.show();
        allPlain(box);
        QVERIFY(box.height() < 500);
    }

    void ourLabels()
    {
        PlainLabel plain(m_hostile);
        QVERIFY(plain.sizeHint().height() < 200);
        QCOMPARE(plain.textFormat(), Qt::PlainText);
        ElidedLabel elided;
        elided.setWhole(m_hostile);
        QCOMPARE(elided.textFormat(), Qt::PlainText);
        QCOMPARE(elided.toolTip(), m_hostile);
        RichLabel rich;
        rich.setMarkup(u"<b>%1</b> <a href=\"%1\">x</a>"_s.arg(RichLabel::escaped(m_hostile + u"'\"&"_s)));
        QVERIFY(rich.sizeHint().height() < 200);
    }

    void ourMessageBox()
    {
        QWidget window;
        QMessageBox *box =
            newPlainMessageBox(QMessageBox::Warning, u"t"_s, m_hostile, QMessageBox::Cancel, &window);
        box->setInformativeText(m_hostile);
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY(box->sizeHint().height() < 500);
    }

    void documentsLoadNothing_data()
    {
        QTest::addColumn<QString>("address");
        const QString file = m_folder.filePath(u"tall.png"_s);
        QTest::newRow("a file's address") << QUrl::fromLocalFile(file).toString();
        QTest::newRow("a file's name") << file;
        QTest::newRow("data") << u"data:image/png;base64,"_s + QString::fromLatin1([&] {
                                     QFile in(file);
                                     return in.open(QIODevice::ReadOnly) ? in.readAll().toBase64()
                                                                         : QByteArray();
                                 }());
        QTest::newRow("a resource") << u":/qt-project.org/styles/commonstyle/images/dirclosed-128.png"_s;
        QTest::newRow("qrc") << u"qrc:/qt-project.org/styles/commonstyle/images/dirclosed-128.png"_s;
    }

    void documentsLoadNothing()
    {
        QFETCH(QString, address);
        for (const QString &markup :
             {u"<p>a<img src=\"%1\"></p>"_s, u"<p style=\"background-image:url(%1)\">a</p>"_s,
              u"<ul style=\"list-style-image:url(%1)\"><li>a</ul>"_s,
              u"<link rel=stylesheet href=\"%1\"><p>a</p>"_s,
              u"<table background=\"%1\"><tr><td>a</td></tr></table>"_s}) {
            ClosedDocument document;
            document.setHtml(markup.arg(address));
            QVERIFY2(document.size().height() < 120, qPrintable(markup));
        }
        ClosedDocument document;
        document.setMarkdown(u"a ![x](%1)"_s.arg(address));
        QVERIFY(document.size().height() < 120);
    }

private:
    static QLabel *tip()
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget->windowType() == Qt::ToolTip)
                return qobject_cast<QLabel *>(widget);
        }
        return nullptr;
    }

    static void checkTip(const QString &text)
    {
        QVERIFY(tip());
        QCOMPARE(tip()->text(), text);
        QCOMPARE(tip()->textFormat(), Qt::PlainText);
        QVERIFY2(tip()->height() < 200, qPrintable(QString::number(tip()->height())));
    }

    static void allPlain(const QWidget &window)
    {
        const QList<QLabel *> labels = window.findChildren<QLabel *>();
        QVERIFY(!labels.isEmpty());
        for (const QLabel *label : labels)
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    QTemporaryDir m_folder;
    QString m_hostile;
};

} // namespace tst_plainwords

SNUG_TEST(tst_plainwords, TestPlainWords, Windows)
#include "tst_plainwords.moc"
