#include "core/regex/workerprotocol.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_workerprotocol {

using namespace Qt::StringLiterals;
using namespace snug;

static std::string contentsOf(const std::string &frame)
{
    FrameReader reader;
    reader.append(frame);
    return reader.next().value_or("no frame");
}

class TestWorkerProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void requestsComeBack()
    {
        const WorkerText text{{u'a', u'\0', char16_t(0xd800), char16_t(0xdc00), char16_t(0xdfff)}};
        const auto readText = decodeRequest(contentsOf(encodeText(text.text)));
        QVERIFY(readText);
        QVERIFY(std::get<WorkerText>(*readText) == text);
        const WorkerSearch search{7, 200, true, u"(a|b)+", u"gi"};
        const auto readSearch = decodeRequest(contentsOf(encodeSearch(search)));
        QVERIFY(readSearch);
        QVERIFY(std::get<WorkerSearch>(*readSearch) == search);
    }

    void repliesComeBack()
    {
        WorkerReply reply{.id = 3, .status = WorkerStatus::Done, .problem = {}, .groups = 1, .names = {u"x"}};
        reply.ranges = {{0, 2}, {}, {1, 1}, {4, 0}, {4, 0}, {}};
        const auto read = decodeReply(contentsOf(encodeReply(reply)));
        QVERIFY(read);
        QVERIFY(*read == reply);
    }

    void cutAndPadded()
    {
        WorkerReply reply{
            .id = 3, .status = WorkerStatus::Done, .problem = "p", .groups = 1, .names = {u"x"}};
        reply.ranges = {{0, 2}, {}, {1, 1}};
        const std::string good = contentsOf(encodeReply(reply));
        for (std::size_t length = 0; length < good.size(); ++length)
            QVERIFY2(!decodeReply(good.substr(0, length)), qPrintable(QString::number(length)));
        QVERIFY(!decodeReply(good + 'x'));
        const std::string request = contentsOf(encodeSearch({7, 200, true, u"(a|b)+", u"gi"}));
        for (std::size_t length = 0; length < request.size(); ++length)
            QVERIFY2(!decodeRequest(request.substr(0, length)), qPrintable(QString::number(length)));
        QVERIFY(!decodeRequest(request + 'x'));
        QVERIFY(!decodeRequest("\x09"));
    }

    void countsThatLie()
    {
        // Two billion names, and ranges that make no whole match.
        WorkerReply reply{.id = 1, .status = WorkerStatus::Done, .problem = {}, .groups = 1};
        reply.ranges = {{0, 1}};
        QVERIFY(!decodeReply(contentsOf(encodeReply(reply))));
        std::string bytes = contentsOf(encodeReply({.id = 1}));
        bytes[13] = char(0xff);
        bytes[16] = char(0x7f);
        QVERIFY(!decodeReply(bytes));
        bytes = contentsOf(encodeReply({.id = 1}));
        bytes[4] = 99; // no such status
        QVERIFY(!decodeReply(bytes));
    }

    void framesInPieces()
    {
        const std::string stream = encodeText(u"one") + encodeText(u"two") + encodeText(u"");
        FrameReader reader;
        QStringList texts;
        for (const char byte : stream) {
            reader.append({&byte, 1});
            while (const auto contents = reader.next())
                texts << QString::fromStdU16String(std::get<WorkerText>(*decodeRequest(*contents)).text);
        }
        QCOMPARE(texts, (QStringList{u"one"_s, u"two"_s, QString()}));
        QVERIFY(!reader.isBroken());
    }

    void aFrameTooLong()
    {
        FrameReader reader;
        reader.append("\xff\xff\xff\xff");
        QVERIFY(!reader.next());
        QVERIFY(reader.isBroken());
    }
};

} // namespace tst_workerprotocol

SNUG_TEST(tst_workerprotocol, TestWorkerProtocol, Nothing)
#include "tst_workerprotocol.moc"
