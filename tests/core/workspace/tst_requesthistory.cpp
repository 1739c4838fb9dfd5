#include "core/library/fileaccess.h"
#include "core/workspace/requesthistory.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_requesthistory {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestRequestHistory : public QObject
{
    Q_OBJECT

private:
    static QString send(RequestHistory &history, const QString &text)
    {
        const QString id = history.sent({.method = "POST",
                                         .url = QUrl(u"https://a.example/v1/embeddings"_s),
                                         .body = text.toUtf8(),
                                         .purpose = RequestPurpose::Embeddings});
        history.answered(id, 200, 10, ExchangeEnd::Kind::Complete);
        return id;
    }

    static QStringList idsOf(const QList<LedgerHead> &heads)
    {
        QStringList ids;
        for (const LedgerHead &head : heads)
            ids.append(head.id);
        return ids;
    }

    static void openAndWait(Library &library, const QString &root)
    {
        QSignalSpy opened(&library, &Library::opened);
        library.open(root);
        QTRY_COMPARE(opened.size(), 1);
        QTRY_COMPARE(library.saveState().pending, 0);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatCouldNotBeWrittenIsWrittenLaterInOrder_data()
    {
        QTest::addColumn<bool>("isQuitting");
        QTest::newRow("when there is room again") << false;
        QTest::newRow("at the end of the program") << true;
    }

    void whatCouldNotBeWrittenIsWrittenLaterInOrder()
    {
        QFETCH(const bool, isQuitting);
        const TestLibrary folder(TestLibrary::Content::Empty);
        QStringList sent;
        {
            Library library;
            RequestHistory history(&library, qint64(1) << 20);
            openAndWait(library, folder.root());
            sent.append(send(history, u"before"_s));
            QTRY_VERIFY(history.size() > 0);
            {
                const DiskFull full(0);
                for (int i = 0; i < 3; ++i)
                    sent.append(send(history, u"text %1"_s.arg(i)));
                QTRY_VERIFY(library.saveState().failures.contains(u"snug/ledger"_s));
                QTRY_COMPARE(library.saveState().pending, 0);
            }
            if (!isQuitting)
                QTRY_VERIFY_WITH_TIMEOUT(library.saveState().failures.isEmpty(), 20000);
        }
        const auto ledger = Ledger::open(folder.layout().snugFolder() + u"/ledger"_s);
        QVERIFY(ledger);
        QCOMPARE(idsOf(ledger->heads()), sent);
        for (qsizetype i = 0; i < 3; ++i)
            QCOMPARE(ledger->entry(sent[i + 1])->request.body, u"text %1"_s.arg(i).toUtf8());
    }

    // A ledger that could not be opened at first is opened with the limit that the user has set.
    void theUsersLimitHolds()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString ledger = folder.layout().snugFolder() + u"/ledger"_s;
        QVERIFY(put(ledger, "in the way"));
        Library library;
        RequestHistory history(&library, 256 * 1024);
        openAndWait(library, folder.root());
        QVERIFY(library.saveState().failures.contains(u"snug/ledger"_s));
        for (int i = 0; i < 12; ++i) {
            QByteArray noise;
            for (int at = 0; at < 6000; ++at)
                noise += QByteArray::number(at * 7919 + i * 104729, 36);
            send(history, QString::fromLatin1(noise));
        }
        QVERIFY(QFile::remove(ledger));
        history.retry();
        QTRY_VERIFY_WITH_TIMEOUT(library.saveState().failures.isEmpty() && history.size() > 0, 20000);
        QTRY_COMPARE(library.saveState().pending, 0);
        QVERIFY2(history.size() <= 256 * 1024, qPrintable(QString::number(history.size())));
        QVERIFY(history.heads().size() < 12);
    }

    void aPartThatCannotBeReadDoesNotStopTheRest()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString part = folder.layout().snugFolder() + u"/ledger/000001.requests"_s;
        QStringList sent;
        {
            Library library;
            RequestHistory history(&library, qint64(1) << 20);
            openAndWait(library, folder.root());
            sent.append(send(history, u"before"_s));
            QTRY_VERIFY(history.size() > 0);
        }
        QVERIFY(QFile::rename(part, part + u".away"_s));
        QVERIFY(put(part, {}) && QFile::resize(part, ArchiveFileLimit + 1)); // more than is read
        Library library;
        RequestHistory history(&library, qint64(8) << 30);
        QSignalSpy problems(&history, &RequestHistory::problem);
        openAndWait(library, folder.root());
        QTRY_COMPARE(problems.size(), 1);
        const QString later = send(history, u"later"_s);
        QTRY_VERIFY(QFileInfo(folder.layout().snugFolder() + u"/ledger/000002.requests"_s).size() > 0);
        QCOMPARE(QFileInfo(part).size(), ArchiveFileLimit + 1);
        QCOMPARE(idsOf(history.heads()), QStringList{later});
    }
};

} // namespace tst_requesthistory

SNUG_TEST(tst_requesthistory, TestRequestHistory, Core)
#include "tst_requesthistory.moc"
