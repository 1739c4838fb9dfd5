// The list of a preset's blocks: folders fold away under their headings.

#include "core/editing/presetedits.h"
#include "tests/testregistry.h"
#include "widgets/editors/blocklist.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_blocklist {

using namespace Qt::StringLiterals;
using namespace snug;

// Blocks a to e; b and c are in the folder Style, d in Other.
static Preset preset()
{
    Preset made;
    PromptOrder order;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s}) {
        PromptBlock block;
        block.identifier = block.name = name;
        made.prompts.append(block);
        order.items.append({.identifier = name, .enabled = true, .source = {}});
    }
    made.orders = {order};
    return withFolder(withFolder(made, {u"b"_s, u"c"_s}, u"Style"_s), {u"d"_s}, u"Other"_s);
}

class TestBlockList : public QObject
{
    Q_OBJECT

    std::unique_ptr<BlockList> m_list;

    QString hidden() const
    {
        QString names;
        for (int row = 0; row < m_list->order()->rowCount(); ++row) {
            if (m_list->isRowHidden(row))
                names += m_list->order()->index(row, 0).data(PromptOrderModel::IdentifierRole).toString();
        }
        return names;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_list = std::make_unique<BlockList>();
        m_list->resize(300, 400);
        m_list->setPreset(preset());
        m_list->show();
        QVERIFY(QTest::qWaitForWindowActive(m_list.get()));
    }
    void cleanup() { m_list.reset(); }

    void foldedByKeys()
    {
        QCOMPARE(hidden(), QString());
        m_list->setCurrent(u"c"_s);
        QTest::keyClick(m_list.get(), Qt::Key_Left);
        QVERIFY(m_list->isFolded(u"Style"_s));
        QCOMPARE(hidden(), u"c"_s);
        QCOMPARE(m_list->current(), u"b"_s); // its heading stands there
        QTest::keyClick(m_list.get(), Qt::Key_Down);
        QCOMPARE(m_list->current(), u"d"_s);
        QTest::keyClick(m_list.get(), Qt::Key_Up);
        QTest::keyClick(m_list.get(), Qt::Key_Right);
        QCOMPARE(hidden(), QString());
    }

    void foldedByAClick()
    {
        const QModelIndex first = m_list->order()->indexOf(u"b"_s);
        const int open = m_list->visualRect(first).height();
        QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {},
                          m_list->visualRect(first).topLeft() + QPoint(40, 6));
        QVERIFY(m_list->isFolded(u"Style"_s));
        QTRY_VERIFY(m_list->visualRect(first).height() < open);
        QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {},
                          m_list->visualRect(first).topLeft() + QPoint(40, 6));
        QVERIFY(!m_list->isFolded(u"Style"_s));
    }

    void staysFoldedAndOpensForWhatIsLookedFor()
    {
        m_list->setFolded(u"Style"_s, true);
        Preset changed = preset();
        changed.prompts[0].name = u"A"_s;
        m_list->setPreset(changed);
        QCOMPARE(hidden(), u"c"_s);
        m_list->setCurrent(u"c"_s);
        QCOMPARE(hidden(), QString());
        QCOMPARE(m_list->current(), u"c"_s);
    }

    // Folded, its heading stands for the whole folder: nothing happens to a part of it unseen.
    void aFoldedHeadingIsItsFolder()
    {
        connect(m_list.get(), &BlockList::edited, m_list.get(), &BlockList::setPreset);
        m_list->setFolded(u"Style"_s, true);
        m_list->setCurrent(u"a"_s);
        QTest::keyClick(m_list.get(), Qt::Key_Down);
        QCOMPARE(m_list->chosen(), (QStringList{u"b"_s, u"c"_s}));
        QTest::keyClick(m_list.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(blockOrder(m_list->order()->preset()).join(QString()), u"bcade"_s);
        QCOMPARE(hidden(), u"c"_s);
        QTest::keyClick(m_list.get(), Qt::Key_Space);
        QVERIFY(!isBlockOn(m_list->order()->preset(), u"b") && !isBlockOn(m_list->order()->preset(), u"c"));
        QTest::keyClick(m_list.get(), Qt::Key_Delete);
        QCOMPARE(blockOrder(m_list->order()->preset()).join(QString()), u"ade"_s);
    }

    void movedIntoAFolderAndOut()
    {
        connect(m_list.get(), &BlockList::edited, m_list.get(), &BlockList::setPreset);
        const auto folder = [this](const QString &block) {
            return blockFolder(*findBlock(m_list->order()->preset(), block));
        };
        m_list->setCurrent(u"b"_s);
        m_list->setCurrent(u"a"_s);
        QTest::keyClick(m_list.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(folder(u"a"_s), u"Style"_s); // between b and c
        QTest::keyClick(m_list.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(folder(u"a"_s), u"Style"_s); // its last
        QTest::keyClick(m_list.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(folder(u"a"_s), QString());
        QCOMPARE(folder(u"d"_s), u"Other"_s);
    }

    // A folder whose heading moves to another row.
    void theHeadingsRowIsNeverHidden()
    {
        m_list->setFolded(u"Style"_s, true);
        m_list->setPreset(withMoved(preset(), {u"c"_s}, -1));
        QCOMPARE(hidden(), u"b"_s);
        m_list->setPreset(withFolder(preset(), {u"b"_s, u"c"_s}, {}));
        QCOMPARE(hidden(), QString());
    }
};

} // namespace tst_blocklist

SNUG_TEST(tst_blocklist, TestBlockList, Windows)
#include "tst_blocklist.moc"
