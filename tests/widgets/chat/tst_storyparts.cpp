// The parts of the transcript without a transcript around them: where one reads, the scene's marks, and what
// one can do with a message.

#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "widgets/chat/messageaction.h"
#include "widgets/chat/scenemarks.h"
#include "widgets/chat/storyfollower.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_storyparts {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QList<StoryRow> rows(int count)
{
    QList<StoryRow> result;
    for (int i = 0; i < count; ++i)
        result.append({.name = u"Mira"_s, .text = u"Message %1 of many."_s.arg(i)});
    return result;
}

struct Reading
{
    StoryModel model{rows(40)};
    RowLayouts layouts{nullptr};
    ReadingPlace place{layouts};
    StoryFollower follower{layouts, place};

    Reading()
    {
        layouts.setStyle(TextStyle::from(Theme::light()));
        place.setView({600, 300});
        follower.setModel(&model);
        place.settle();
    }
};

} // namespace

class TestStoryParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void atTheEndItFollows()
    {
        Reading reading;
        QVERIFY(reading.place.isAtEnd());
        QCOMPARE(reading.place.scroll(), reading.place.mostScroll());
        reading.model.append(rows(2));
        reading.place.settle();
        QVERIFY(reading.place.isAtEnd());
        QCOMPARE(reading.place.visibleRows().second, 42);
        QVERIFY(!reading.place.hasNewBelow());
    }

    void whatIsReadStays()
    {
        Reading reading;
        reading.place.scrollTo(reading.place.mostScroll() / 2);
        reading.place.settle();
        QVERIFY(!reading.place.isAtEnd());
        const int row = reading.place.visibleRows().first + 1;
        const QRect before = reading.place.rect(row);
        reading.model.insert(0, rows(3));
        reading.place.settle();
        QCOMPARE(reading.place.rect(row + 3), before);
        reading.model.remove(0, 3);
        reading.place.settle();
        QCOMPARE(reading.place.rect(row), before);
        QCOMPARE(reading.place.rowAt(before.center()), row);
        reading.model.append(rows(1));
        reading.place.settle();
        QCOMPARE(reading.place.rect(row), before);
        QVERIFY(reading.place.hasNewBelow());
        // What one says oneself is gone to.
        reading.model.append({{.name = u"Ada"_s, .text = u"Me."_s, .isUser = true}});
        reading.place.settle();
        QVERIFY(reading.place.isAtEnd());
    }

    void aRowIsBroughtOnScreen()
    {
        Reading reading;
        QVERIFY(!reading.place.scrollToSee(39));
        QCOMPARE(reading.place.scrollToSee(0), 0);
        reading.place.scrollTo(0);
        reading.place.settle();
        const std::optional<int> scroll = reading.place.scrollToSee(39);
        QVERIFY(scroll.has_value());
        reading.place.scrollTo(*scroll);
        reading.place.settle();
        QVERIFY(reading.place.isAtEnd());
        QCOMPARE(reading.place.rowOf(reading.model.row(39).id), 39);
        QCOMPARE(reading.place.rowOf(reading.model.row(2).id), 2); // far above
    }

    void withoutMessagesThereIsNothing()
    {
        RowLayouts layouts(nullptr);
        layouts.setStyle(TextStyle::from(Theme::light()));
        ReadingPlace place(layouts);
        place.setView({600, 300});
        place.settle();
        QCOMPARE(place.mostScroll(), 0);
        QCOMPARE(place.rowAt({10, 10}), -1);
        QVERIFY(place.rect(0).isNull());
    }

    void theSceneIsDragged()
    {
        using Handle = SceneMarks::Handle;
        Reading reading;
        SceneMarks marks(reading.layouts, reading.place);
        QVERIFY(marks.rect(Handle::Start).isNull());
        const SceneShown scene{.first = 36, .last = 38, .startNumber = 36, .endNumber = 38};
        QVERIFY(marks.set(scene));
        QVERIFY(!marks.set(scene));
        const QPoint start = marks.rect(Handle::Start).center();
        QCOMPARE(marks.handleAt(start), Handle::Start);
        QCOMPARE(marks.handleAt(start + QPoint(200, 0)), Handle::None);
        QVERIFY(!marks.press(start + QPoint(200, 0)));
        QVERIFY(marks.press(start));
        QVERIFY(marks.isDragged());
        QVERIFY(!marks.drag(-1));
        QVERIFY(marks.drag(35));
        QVERIFY(!marks.drag(35));
        const std::optional<SceneMarks::Drop> drop = marks.release();
        QVERIFY(drop.has_value());
        QCOMPARE(drop->handle, Handle::Start);
        QCOMPARE(drop->row, 35);
        // Dropped where it was: setting a mark again would take it away.
        QVERIFY(marks.press(start));
        marks.drag(36);
        QVERIFY(!marks.release());
    }

    void actionsOfAMessage()
    {
        using enum MessageAction;
        StoryModel model(rows(3));
        QCOMPARE(actionsFor({}), QList<MessageAction>());
        QCOMPARE(actionsFor(model.index(0)), (QList{Edit, Copy, Branch, Hide, Delete}));
        QCOMPARE(actionsFor(model.index(2)), (QList{Regenerate, Continue, Edit, Copy, Branch, Hide, Delete}));
        QCOMPARE(menuActionsFor(model.index(0)),
                 (QList{Edit, Copy, CopyMarkdown, Branch, Checkpoint, StartScene, EndScene, Hide, MoveDown,
                        Narrate, Delete}));
        model.change(1, [](StoryRow &row) { row.swipes = 3; });
        QCOMPARE(menuActionsFor(model.index(1)),
                 (QList{Swipes, Edit, Copy, CopyMarkdown, Branch, Checkpoint, StartScene, EndScene, Hide,
                        MoveUp, MoveDown, Merge, Narrate, Delete}));
        QCOMPARE(actionsFor(model.index(1)).first(), Swipes); // the last one has them below itself
        QVERIFY(!actionsFor(model.index(2)).contains(Swipes));
        QVERIFY(menuActionsFor(model.index(2)).contains(Swipes)); // more of it can be made
        model.change(2, [](StoryRow &row) { row.isStreaming = true; });
        QCOMPARE(actionsFor(model.index(2)), QList{Copy});
        QCOMPARE(menuActionsFor(model.index(2)), (QList{Copy, CopyMarkdown}));
        QCOMPARE(actionOfKey(Qt::Key_F2), Edit);
        QCOMPARE(actionOfKey(Qt::ALT | Qt::Key_Down), Swipes);
        QCOMPARE(actionOfKey(Qt::Key_X), std::nullopt);
    }
};

} // namespace tst_storyparts

SNUG_TEST(tst_storyparts, TestStoryParts, Windows)
#include "tst_storyparts.moc"
