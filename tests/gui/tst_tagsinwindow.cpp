// Tags as such, by the menus of their chips, of the list's head and of their folders: called otherwise,
// coloured, deleted, by keys back and again.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/casthead.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QColorDialog>
#include <QInputDialog>
#include <QListView>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_tagsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestTagsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    CastHead *head() const { return app().libraryPane.head(); }
    const SillyTavernSettings &settings() const { return app().library.contents().settings; }
    QListView *view() const
    {
        const auto views = app().libraryPane.findChildren<QListView *>();
        return *std::ranges::find(views, u"Characters"_s, &QWidget::accessibleName);
    }
    bool hasTag(const QString &name) const
    {
        return std::ranges::contains(settings().tags, name, &Tag::name);
    }
    QString colourOf(const QString &name) const
    {
        const auto tag = std::ranges::find(settings().tags, name, &Tag::name);
        return tag == settings().tags.cend() ? QString() : tag->color;
    }
    int listed() const { return view()->model()->rowCount(); }
    void focusList() const
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        view()->setFocus();
    }
    QToolButton *chip(const QString &tag) const
    {
        for (QToolButton *each : head()->findChild<QWidget *>(u"castTags"_s)->findChildren<QToolButton *>()) {
            if (each->text() == tag)
                return each;
        }
        return nullptr;
    }
    void pickFromChip(const QString &tag, const QStringList &path) const
    {
        QToolButton *button = chip(tag);
        QVERIFY(button);
        OpenProgram::chooseFromContextMenu(button, button->rect().center(), path);
    }
    template <typename Dialog> Dialog *dialogOf(const QString &name) const
    {
        return app().window.findChild<Dialog *>(name);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY(app().library.contents().chatsAreComplete);
        QVERIFY(hasTag(u"sea"_s));
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // What is filtered by, and what was saved, goes with it.
    void renamed()
    {
        head()->addTag(u"sea"_s);
        const int inside = listed();
        head()->filters()->setFilters({{.name = u"Mine"_s, .words = {}, .tags = {u"sea"_s}}});
        pickFromChip(u"sea"_s, {u"Rename Tag…"_s});
        QInputDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = dialogOf<QInputDialog>(u"renameTag"_s));
        QCOMPARE(dialog->textValue(), u"sea"_s);
        dialog->setTextValue(u"Ocean"_s);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(hasTag(u"Ocean"_s) && !hasTag(u"sea"_s));
        QTRY_COMPARE(head()->tags(), QStringList{u"Ocean"_s});
        QTRY_COMPARE(listed(), inside);
        QCOMPARE(head()->filters()->filters().first().tags, QStringList{u"Ocean"_s});
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_VERIFY(hasTag(u"sea"_s) && !hasTag(u"Ocean"_s));
        QTRY_COMPARE(head()->tags(), QStringList{u"sea"_s});
        QTest::keySequence(&app().window, QKeySequence::Redo);
        QTRY_VERIFY(hasTag(u"Ocean"_s) && !hasTag(u"sea"_s));
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_VERIFY(hasTag(u"sea"_s));
    }

    // Two of one name would be one.
    void notToAnothersName()
    {
        const QString other = std::ranges::find_if(settings().tags, [](const Tag &tag) {
                                  return tag.name != u"sea" && !tag.name.isEmpty();
                              })->name;
        head()->addTag(u"sea"_s);
        pickFromChip(u"sea"_s, {u"Rename Tag…"_s});
        QInputDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = dialogOf<QInputDialog>(u"renameTag"_s));
        dialog->setTextValue(other);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"error"_s).contains(other));
        QVERIFY(hasTag(u"sea"_s));
    }

    void coloured()
    {
        const QString before = colourOf(u"sea"_s);
        head()->addTag(u"sea"_s);
        OpenProgram::chooseFromMenu(head()->findChild<QToolButton *>(u"castOrder"_s)->menu(),
                                    {u"Edit Tag"_s, u"Colour of the Tag…"_s});
        QColorDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = dialogOf<QColorDialog>(u"tagColour"_s));
        dialog->setCurrentColor(QColor(10, 200, 30));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(colourOf(u"sea"_s), u"rgba(10, 200, 30, 1)"_s);
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_COMPARE(colourOf(u"sea"_s), before);
        pickFromChip(u"sea"_s, {u"No Colour"_s});
        QTRY_COMPARE(colourOf(u"sea"_s), QString());
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_COMPARE(colourOf(u"sea"_s), before);
    }

    void deleted()
    {
        const auto map = settings().tagMap;
        const int all = listed();
        head()->addTag(u"sea"_s);
        QVERIFY(listed() < all);
        pickFromChip(u"sea"_s, {u"Delete Tag"_s});
        QTRY_VERIFY(!hasTag(u"sea"_s));
        QTRY_VERIFY(head()->tags().isEmpty());
        QVERIFY(app().chatPane.notices()->isShown(u"many"_s));
        focusList();
        QTest::keySequence(&app().window, QKeySequence::Undo);
        QTRY_VERIFY(hasTag(u"sea"_s));
        QCOMPARE(settings().tagMap, map);
    }
};

} // namespace tst_tagsinwindow

SNUG_TEST(tst_tagsinwindow, TestTagsInWindow, Windows)
#include "tst_tagsinwindow.moc"
