#include "tests/testregistry.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/windowstyle.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

namespace tst_documenttree {

using namespace snug;
using namespace Qt::StringLiterals;

class TestDocumentTree : public QObject
{
    Q_OBJECT

private:
    static LibraryDocument preset(const QString &name)
    {
        return {.key = {DocumentKind::Preset, name},
                .name = name,
                .content = u"3 blocks"_s,
                .path = {},
                .problem = {}};
    }
    static QStringList shown(const DocumentTree &tree)
    {
        QStringList names;
        for (QTreeWidgetItemIterator row(tree.list()); *row; ++row) {
            if ((*row)->parent() && !(*row)->isHidden())
                names.append((*row)->text(0));
        }
        return names;
    }
    static QTreeWidgetItem *row(const DocumentTree &tree, const QString &name)
    {
        return tree.list()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        applyTheme(*qApp, Theme::light());
        m_tree = std::make_unique<DocumentTree>();
        m_tree->setDocuments(
            {{DocumentKind::Preset, {preset(u"zoo"_s), preset(u"Elan"_s), preset(u"Echo"_s)}}});
    }
    void cleanup() { m_tree.reset(); }

    void namesAreInOrder() { QCOMPARE(shown(*m_tree), (QStringList{u"Echo"_s, u"Elan"_s, u"zoo"_s})); }

    void whatChangesKeepsItsRow()
    {
        m_tree->choose({DocumentKind::Preset, u"Elan"_s});
        QTreeWidgetItem *before = row(*m_tree, u"zoo"_s);
        LibraryDocument used = preset(u"zoo"_s);
        used.isInEffect = true;
        LibraryDocument broken = preset(u"Echo"_s);
        broken.problem = u"line 3"_s;
        m_tree->setDocuments({{DocumentKind::Preset, {used, preset(u"Elan"_s), broken}}});
        QCOMPARE(row(*m_tree, u"zoo"_s), before);
        QVERIFY(before->font(0).bold());
        QVERIFY(row(*m_tree, u"Echo"_s)->toolTip(0).contains(u"line 3"));
        QVERIFY(row(*m_tree, u"Echo"_s)->data(0, Qt::ForegroundRole).isValid());
        QCOMPARE(m_tree->current()->name, u"Elan"_s);
        // And back.
        m_tree->setDocuments(
            {{DocumentKind::Preset, {preset(u"zoo"_s), preset(u"Elan"_s), preset(u"Echo"_s)}}});
        QVERIFY(!before->font(0).bold());
        QVERIFY(!row(*m_tree, u"Echo"_s)->data(0, Qt::ForegroundRole).isValid());
    }

    void oneMoreAndOneLess()
    {
        m_tree->choose({DocumentKind::Preset, u"Later"_s}); // once it is there
        m_tree->setDocuments({{DocumentKind::Preset, {preset(u"Later"_s), preset(u"Echo"_s)}}});
        QCOMPARE(shown(*m_tree), (QStringList{u"Echo"_s, u"Later"_s}));
        QCOMPARE(m_tree->current()->name, u"Later"_s);
        m_tree->setEdited({{DocumentKind::Preset, u"Echo"_s}});
        QCOMPARE(shown(*m_tree), (QStringList{u"Echo •"_s, u"Later"_s}));
        m_tree->setEdited({});
        QCOMPARE(shown(*m_tree), (QStringList{u"Echo"_s, u"Later"_s}));
    }

    // Who only looked around is back at what the editor shows.
    void theOpenOneIsChosenAgainAfterSearching()
    {
        m_tree->choose({DocumentKind::Preset, u"zoo"_s});
        QTest::keyClicks(m_tree->search(), u"el"_s);
        QCOMPARE(m_tree->current()->name, u"Elan"_s);
        m_tree->search()->clear();
        QCOMPARE(m_tree->current()->name, u"zoo"_s);
        QTest::keyClicks(m_tree->search(), u"el"_s);
        QTest::keyClick(m_tree->search(), Qt::Key_Return); // opened now
        m_tree->search()->clear();
        QCOMPARE(m_tree->current()->name, u"Elan"_s);
    }

    void searching()
    {
        QTest::keyClicks(m_tree->search(), u"EL"_s);
        QCOMPARE(shown(*m_tree), QStringList{u"Elan"_s});
        // What comes meanwhile is looked through too.
        m_tree->setDocuments({{DocumentKind::Preset, {preset(u"Felix"_s), preset(u"zoo"_s)}}});
        QCOMPARE(shown(*m_tree), QStringList{u"Felix"_s});
        QSignalSpy asked(m_tree.get(), &DocumentTree::actRequested);
        QTest::keyClick(m_tree->search(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().at(1).value<LibraryDocument>().name, u"Felix"_s);
        QTest::keyClick(m_tree->search(), Qt::Key_Escape);
        QCOMPARE(shown(*m_tree).size(), 2);
    }

    void nothingCanBeDoneToNothing()
    {
        m_tree->list()->setCurrentItem(m_tree->list()->topLevelItem(0));
        for (const DocumentAct act : {DocumentAct::Edit, DocumentAct::Rename, DocumentAct::Delete})
            QVERIFY(!m_tree->action(act)->isEnabled());
        LibraryDocument broken = preset(u"Broken"_s);
        broken.problem = u"line 3"_s;
        m_tree->setDocuments({{DocumentKind::Preset, {broken}}});
        m_tree->choose(broken.key);
        QVERIFY(m_tree->action(DocumentAct::Delete)->isEnabled());
        QVERIFY(!m_tree->action(DocumentAct::Rename)->isEnabled());
    }

private:
    std::unique_ptr<DocumentTree> m_tree;
};

} // namespace tst_documenttree

SNUG_TEST(tst_documenttree, TestDocumentTree, Windows)

#include "tst_documenttree.moc"
