#include "core/pictures/pictureprotocol.h"
#include "tests/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_pictureprotocol {

using namespace snug;

class TestPictureProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAndBack()
    {
        const std::string bytes("a picture\0", 10);
        const PictureRequest request{.id = 7,
                                     .make = PictureRequest::Make::Png,
                                     .seconds = 3,
                                     .shorterSide = 256,
                                     .part = {1, 2, 3, 4},
                                     .bytes = bytes};
        const std::string frame = encodePictureRequest(request);
        const std::string_view contents = std::string_view(frame).substr(4);
        QCOMPARE(decodePictureRequest(contents), request);
        for (std::size_t size = 0; size < contents.size() - bytes.size(); ++size)
            QVERIFY(!decodePictureRequest(contents.substr(0, size)));
        const std::string answer = encodePictureReply(honest());
        const std::string_view reply = std::string_view(answer).substr(4);
        QCOMPARE(decodePictureReply(reply), honest());
        for (std::size_t size = 0; size < reply.size(); ++size)
            QVERIFY(!decodePictureReply(reply.substr(0, size)));
        QVERIFY(!decodePictureReply(std::string(reply) + 'x'));
    }

    void lies_data()
    {
        QTest::addColumn<std::function<void(PictureReply &)>>("worse");
        const auto row = [](const char *name, const std::function<void(PictureReply &)> &worse) {
            QTest::newRow(name) << worse;
        };
        row("no width", [](PictureReply &reply) { reply.width = 0; });
        row("no full height", [](PictureReply &reply) { reply.fullHeight = 0; });
        row("larger than in full", [](PictureReply &reply) { reply.width = 9; });
        row("too many pixels", [](PictureReply &reply) { reply.fullWidth = reply.fullHeight = 9000; });
        row("too wide", [](PictureReply &reply) { reply.fullWidth = 0xffffffff; });
        row("no bytes", [](PictureReply &reply) { reply.bytes.clear(); });
        row("a refusal with bytes", [](PictureReply &reply) { reply.status = PictureStatus::Damaged; });
        row("an unknown answer", [](PictureReply &reply) { reply.status = PictureStatus(99); });
    }
    void lies()
    {
        QFETCH(std::function<void(PictureReply &)>, worse);
        PictureReply reply = honest();
        worse(reply);
        QVERIFY(!decodePictureReply(std::string_view(encodePictureReply(reply)).substr(4)));
    }

    void aRefusalMaySayHowLarge()
    {
        const PictureReply reply{
            .id = 1, .status = PictureStatus::TooManyPixels, .fullWidth = 70'000, .fullHeight = 70'000};
        QCOMPARE(decodePictureReply(std::string_view(encodePictureReply(reply)).substr(4)), reply);
    }

private:
    static PictureReply honest()
    {
        return {.id = 7, .width = 1, .height = 2, .fullWidth = 3, .fullHeight = 4, .bytes = "12345678"};
    }
};

} // namespace tst_pictureprotocol

SNUG_TEST(tst_pictureprotocol, TestPictureProtocol, Nothing)
#include "tst_pictureprotocol.moc"
