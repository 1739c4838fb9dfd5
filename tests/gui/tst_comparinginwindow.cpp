// Two lorebooks, two cards, two presets side by side, chosen in the lists or from the editor; what one wants
// is taken over, and taken back.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/documentcomparer.h"
#include "widgets/editors/presetcomparer.h"
#include "widgets/library/castmodel.h"
#include "widgets/library/documenttree.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_comparinginwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestComparingInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    const AppContext &app() const { return m_program->app(); }

    DocumentComparer *comparer() const { return qobject_cast<DocumentComparer *>(app().studio.current()); }
    QListView *castView() const
    {
        const auto views = app().libraryPane.findChildren<QListView *>();
        for (QListView *view : views) {
            if (view->model()->index(0, 0).data(CastModel::EntryRole).canConvert<CastEntry>())
                return view;
        }
        return nullptr;
    }
    QStringList places() const
    {
        QStringList list;
        const auto *tree = comparer()->findChild<QTreeWidget *>();
        for (int row = 0; row < tree->topLevelItemCount(); ++row)
            list.append(tree->topLevelItem(row)->text(0));
        return list;
    }
    bool writeBook(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_program->libraryFolder() + u"/worlds/"_s + name + u".json"_s);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }
    DocumentTree *documents()
    {
        app().actions.action(ActionId::ManageLibrary)->trigger();
        return app().studio.documents()->isVisible() ? app().studio.documents() : nullptr;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        m_program->quit();
        const QString presets = m_program->libraryFolder() + u"/OpenAI Settings/"_s;
        QVERIFY(QFile::copy(presets + u"Harbour.json"_s, presets + u"Copy.json"_s));
        QVERIFY(writeBook(u"Left"_s, R"({"entries":{
            "0":{"uid":0,"comment":"Fog","key":["fog"],"content":"The fog is grey.","displayIndex":0,"sticky":0},
            "1":{"uid":1,"comment":"Inn","key":["inn"],"content":"An old inn.","displayIndex":1}}})"));
        QVERIFY(writeBook(u"Right"_s, R"({"entries":{
            "4":{"uid":4,"comment":"Inn","key":["inn"],"content":"An old inn.","displayIndex":4},
            "5":{"uid":5,"comment":"Fog","key":["fog"],"content":"The fog is white.","displayIndex":5,"sticky":3},
            "6":{"uid":6,"comment":"Bay","key":["bay"],"content":"A bay.","displayIndex":6}}})"));
        m_program->start();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY(
            std::ranges::contains(app().library.contents().lorebooks, u"Right"_s, &LorebookSummary::name));
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void twoLorebooksFromTheList()
    {
        DocumentTree *window = documents();
        QVERIFY(window);
        window->choose({DocumentKind::Lorebook, u"Left"_s});
        QTRY_COMPARE(window->current() ? window->current()->key.name : QString(), u"Left"_s);
        QCOMPARE(window->compareAction()->text(), u"Co&mpare With…"_s);
        QTreeWidget *list = window->list();
        const auto rowOf = [&](const QString &name) {
            QTreeWidgetItem *row = list->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
            list->scrollToItem(row);
            return list->visualItemRect(row).center();
        };
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, rowOf(u"Left"_s));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::ControlModifier, rowOf(u"Right"_s));
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Left"_s); // chosen alone it is opened
        QCOMPARE(window->compareAction()->text(), u"Co&mpare the Two"_s);
        QVERIFY(!window->action(DocumentAct::Rename)->isEnabled()); // which of them?
        window->compareAction()->trigger();
        QTRY_VERIFY(comparer() && comparer()->changes().size() == 4);
        QVERIFY2(places().join(u'|').contains(u"Fog › "_s), qPrintable(places().join(u'|')));

        // The text, by words; it is taken over, counts in the editor, and Ctrl+Z takes it back.
        const auto isText = [](const JsonChange &change) {
            return change.now == u"The fog is grey."_s && change.before == u"The fog is white."_s;
        };
        const auto text = std::ranges::find_if(comparer()->changes(), isText);
        QVERIFY(text != comparer()->changes().end());
        auto *tree = comparer()->findChild<QTreeWidget *>();
        tree->setCurrentItem(tree->topLevelItem(int(text - comparer()->changes().begin())));
        QTest::mouseClick(comparer()->findChild<QPushButton *>(u"takeOver"_s), Qt::LeftButton);
        QTRY_COMPARE(app().lorebookEditor.document().value().entries.at(0).content, u"The fog is white."_s);
        QTRY_COMPARE(comparer()->changes().size(), 3);
        QVERIFY(app().lorebookEditor.document().isEdited());
        QTest::keySequence(comparer(), QKeySequence::Undo);
        QTRY_COMPARE(app().lorebookEditor.document().value().entries.at(0).content, u"The fog is grey."_s);
        QTRY_COMPARE(comparer()->changes().size(), 4);
        QVERIFY(!app().lorebookEditor.document().isEdited());

        // All of it, one after the other: nothing is different any more.
        for (int left = 4; left > 0; --left) {
            QTest::mouseClick(comparer()->findChild<QPushButton *>(u"takeOver"_s), Qt::LeftButton);
            QTRY_COMPARE(comparer()->changes().size(), left - 1);
        }
        QCOMPARE(app().lorebookEditor.document().value().entries.size(), 3);
        QCOMPARE(app().lorebookEditor.document().value().entries.last().title, u"Bay"_s);
        QTest::keyClick(comparer(), Qt::Key_Escape);
        QTRY_VERIFY(!comparer());
        app().lorebookEditor.document().revert();
        QTRY_VERIFY(!app().lorebookEditor.document().isEdited());
    }

    void oneWithAnotherAndTheSidesSwapped()
    {
        app().lorebookEditor.compare({DocumentKind::Lorebook, u"Left"_s}, u"Right"_s);
        QTRY_VERIFY(comparer() && comparer()->changes().size() == 4);
        OpenProgram::click(comparer(), u"Swap Sides"_s);
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Right"_s);
        QTRY_VERIFY(comparer() && comparer()->right() == u"Left"_s);
        QTRY_COMPARE(comparer()->changes().size(), 4);
        // Another one to the right.
        auto *others = comparer()->findChild<QComboBox *>();
        OpenProgram::choose(others, others->findData(u"Sellick Harbour"_s));
        QTRY_VERIFY(comparer()->changes().size() > 4);
        QTest::keySequence(comparer(), QKeySequence::Close);
        QTRY_VERIFY(!comparer());
    }

    void anotherDocumentInTheEditorEndsIt()
    {
        app().lorebookEditor.compare({DocumentKind::Lorebook, u"Left"_s}, u"Right"_s);
        QTRY_VERIFY(comparer());
        app().lorebookEditor.open(u"Sellick Harbour"_s);
        QTRY_VERIFY(!comparer());
    }

    void twoCards()
    {
        QListView *cast = castView();
        QVERIFY(cast);
        const auto placeOf = [&](const QString &file) {
            for (int row = 0; row < cast->model()->rowCount(); ++row) {
                const QModelIndex index = cast->model()->index(row, 0);
                if (index.data(CastModel::EntryRole).value<CastEntry>().id == file)
                    return cast->visualRect(index).topLeft() + QPoint(20, 20);
            }
            return QPoint(-1, -1);
        };
        QTest::mouseClick(cast->viewport(), Qt::LeftButton, {}, placeOf(u"Mira Okafor.png"_s));
        QTest::mouseClick(cast->viewport(), Qt::LeftButton, Qt::ControlModifier, placeOf(u"Juno Hale.png"_s));
        OpenProgram::chooseFromContextMenu(cast->viewport(), placeOf(u"Juno Hale.png"_s),
                                           {u"Compare the Two"_s});
        QTRY_VERIFY(comparer() && !comparer()->changes().isEmpty());
        const QString before = app().cardEditor.document().value().personality;
        const auto place = std::ranges::find_if(comparer()->changes(), [](const JsonChange &change) {
            return change.place.endsWith(u"description"_s);
        });
        QVERIFY(place != comparer()->changes().end());
        auto *tree = comparer()->findChild<QTreeWidget *>();
        tree->setCurrentItem(tree->topLevelItem(int(place - comparer()->changes().begin())));
        const QString wanted = place->before;
        QTest::mouseClick(comparer()->findChild<QPushButton *>(u"takeOver"_s), Qt::LeftButton);
        QTRY_COMPARE(app().cardEditor.document().value().description, wanted);
        QCOMPARE(app().cardEditor.document().value().personality, before);
        QTest::keySequence(comparer(), QKeySequence::Undo);
        QTRY_VERIFY(!app().cardEditor.document().isEdited());
        QTest::keyClick(comparer(), Qt::Key_Escape);
    }

    void twoPresets()
    {
        app().presetEditor.compare({DocumentKind::Preset, u"Harbour"_s}, u"Copy"_s);
        QTRY_VERIFY(app().presetEditor.comparer() && app().presetEditor.comparer()->isVisible());
        QCOMPARE(app().studio.current(), app().presetEditor.comparer());
        QTest::keyClick(app().presetEditor.comparer(), Qt::Key_Escape);
        QTRY_VERIFY(!app().presetEditor.comparer()->isVisible());
        QCOMPARE(app().studio.current(), app().presetEditor.editor());
    }

    // In the editor's place, in the main window; the editor is there again afterwards.
    void backToTheEditor_data()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("Esc") << 0;
        QTest::newRow("Ctrl+W") << 1;
        QTest::newRow("the button") << 2;
        QTest::newRow("the document in the list") << 3;
    }
    void backToTheEditor()
    {
        QFETCH(int, way);
        app().lorebookEditor.open(u"Sellick Harbour"_s);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        app().presetEditor.open(); // another editor stays out of it
        app().lorebookEditor.compare({DocumentKind::Lorebook, u"Left"_s}, u"Right"_s);
        QTRY_VERIFY(comparer() && comparer()->changes().size() == 4);
        QCOMPARE(comparer()->window(), &app().window);
        QTRY_VERIFY(comparer()->isAncestorOf(QApplication::focusWidget()));
        auto *back = app().studio.findChild<QToolButton *>(u"backToEditor"_s);
        QVERIFY(back && back->isVisible() && back->text().startsWith(u"Left"_s));
        if (way == 0)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        else if (way == 1)
            QTest::keySequence(QApplication::focusWidget(), QKeySequence::Close);
        else if (way == 2)
            QTest::mouseClick(back, Qt::LeftButton);
        else
            app().lorebookEditor.openDocument({DocumentKind::Lorebook, u"Left"_s});
        QTRY_VERIFY(!comparer());
        QCOMPARE(app().studio.current(), app().lorebookEditor.editor());
        QCOMPARE(app().lorebookEditor.document().name(), u"Left"_s);
        QVERIFY(!back->isVisible());
        QVERIFY(app().studio.isVisible());
        if (way != 3)
            QTRY_VERIFY(app().lorebookEditor.editor()->isAncestorOf(QApplication::focusWidget()));
    }
};

} // namespace tst_comparinginwindow

SNUG_TEST(tst_comparinginwindow, TestComparingInWindow, Windows)
#include "tst_comparinginwindow.moc"
