// What if: switched off, written and moved from the inspector by key, seen beside the files' prompt, thrown
// away or applied.

#include "app/chat/chatcontroller.h"
#include "app/inspector/changescontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "core/chat/chatsession.h"
#include "core/prompt/promptparts.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/gui/whatifhands.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/budgetmap.h"
#include "widgets/inspector/droppedsection.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/whatifbar.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_whatifinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestWhatIfInWindow : public QObject, WhatIfHands
{
    Q_OBJECT

private:
    QString effect() { return bar()->findChild<QLabel *>(u"whatIfEffect"_s)->text(); }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && blocks().contains(u"Main"_s), 20000);
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void spaceSwitchesOffAndBack()
    {
        const int tokens = session()->preview().current().prompt.budget.used;
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_Space);
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        QVERIFY(bar()->isVisible() && app().inspector.isTrying());
        QTRY_VERIFY(effect().contains(u"→"));
        QVERIFY(session()->preview().current().prompt.budget.used < tokens);
        // The request is the one that is shown.
        QVERIFY(!session()->preview().current().request->body.contains("side of a story"));
        QVERIFY(session()->upcoming().untouched().preset == app().workspace.content.preset());

        QTest::mouseClick(button(u"Back to Files"_s), Qt::LeftButton);
        QTRY_VERIFY(isReady() && blocks().contains(u"Main"_s));
        QVERIFY(bar()->isHidden() && !app().inspector.isTrying());
        QCOMPARE(session()->preview().current().prompt.budget.used, tokens);
    }

    void theUnderstudyHasNoCacheToKeep()
    {
        const qsizetype before = session()->conversation().size();
        session()->send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(session()->conversation().size() == before + 2 &&
                                     !session()->reply().isUnderWay() && isReady() &&
                                     app().changes.lastPrompt(),
                                 20000);
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_Space);
        QTRY_VERIFY(effect().contains(u"→"));
        QVERIFY2(!effect().contains(u"cache"), qPrintable(effect()));
    }

    void aSilentEntryIsSwitchedOn()
    {
        const QList<LoreTrace> rows = session()->preview().current().prompt.trace.lore;
        const auto silent = std::ranges::find(rows, false, &LoreTrace::fired);
        QVERIFY(silent != rows.cend());
        const auto fires = [&] {
            const QList<LoreTrace> now = session()->preview().current().prompt.trace.lore;
            return std::ranges::any_of(now, [&](const LoreTrace &row) {
                return row.book == silent->book && row.uid == silent->uid && row.fired;
            });
        };
        auto *lore = app().inspector.findChild<LorePane *>();
        app().inspector.bringToFront(lore);
        QListView *view = nullptr;
        for (QListView *each : lore->findChildren<QListView *>()) {
            if (each->model() && each->parentWidget() == lore)
                view = each;
        }
        QVERIFY(view);
        QTRY_VERIFY(view->model()->rowCount() > 0);
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            if (view->model()->index(row, 0).data().toString().contains(silent->title))
                view->setCurrentIndex(view->model()->index(row, 0));
        }
        QTest::keyClick(view, Qt::Key_Space);
        QTRY_VERIFY(isReady() && fires());
        QTRY_VERIFY2(whatIfSentences(app().whatIf.whatIf()).join(u' ').contains(u"fires"_s),
                     qPrintable(whatIfSentences(app().whatIf.whatIf()).join(u' ')));
        app().whatIf.leave();
        QTRY_VERIFY(isReady() && !fires());
    }

    void whatIsNotSentCanBeTried()
    {
        DroppedSection *section = app().inspector.prompt()->dropped();
        auto *toggle = section->findChild<QToolButton *>(u"notSent"_s);
        // Out of the order, as a preset may have it.
        Preset preset = *app().workspace.content.preset();
        for (PromptOrder &order : preset.orders)
            order.items.removeIf([](const PromptOrderItem &item) { return item.identifier == u"main"; });
        app().workspace.content.edited().setPreset(app().workspace.content.presetName(), preset);
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        QTRY_VERIFY(section->isVisible());
        QTest::keyClick(toggle, Qt::Key_Space);
        QVERIFY(section->isUnfolded());
        auto *view = section->findChild<QListView *>(u"notSentList"_s);
        const auto rowOfBlock = [&] {
            for (int row = 0; row < view->model()->rowCount(); ++row) {
                const QModelIndex index = view->model()->index(row, 0);
                if (index.data().toString().startsWith(u"Main"_s) &&
                    index.data(Qt::AccessibleTextRole).toString().contains(u"does not list"_s))
                    return row;
            }
            return -1;
        };
        QTRY_VERIFY(rowOfBlock() >= 0);
        view->setCurrentIndex(view->model()->index(rowOfBlock(), 0));
        QTest::keyClick(view, Qt::Key_Space);
        QTRY_VERIFY(isReady() && blocks().contains(u"Main"_s));
        app().whatIf.leave();
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
    }

    void moreRoomBringsBack()
    {
        DroppedSection *section = app().inspector.prompt()->dropped();
        WhatIf small;
        small.contextSize = 700;
        app().whatIf.setWhatIf(small);
        QTRY_VERIFY(isReady() && !session()->preview().current().prompt.trace.dropped.isEmpty());
        auto *next = section->findChild<QLabel *>(u"fitsNext"_s);
        QVERIFY(next->text().isEmpty()); // dozens of prompts are not made while nobody looks
        section->findChild<QToolButton *>(u"notSent"_s)->setChecked(true);
        QTRY_VERIFY2(next->isVisible() && next->text().contains(u"href"_s), qPrintable(next->text()));
        const qsizetype dropped = session()->preview().current().prompt.trace.dropped.size();
        const QString size = next->text().section(u"href=\""_s, 1).section(u'"', 0, 0);
        QVERIFY(OpenProgram::clickLink(next, size));
        QTRY_VERIFY(isReady() && session()->preview().current().prompt.budget.context == size.toInt());
        QVERIFY(session()->preview().current().prompt.trace.dropped.size() < dropped);
        app().whatIf.leave();
    }

    void anotherModelIsTried()
    {
        const CountKind before = session()->preview().current().prompt.budget.kind;
        WhatIf other;
        other.model = WhatIfModel{app().workspace.connections.active(), u"gpt-4o"_s, u"gpt-4o"_s};
        app().whatIf.setWhatIf(other);
        QTRY_VERIFY(isReady() && session()->preview().current().request->body.contains("gpt-4o"));
        QTRY_COMPARE(session()->preview().current().prompt.budget.kind, CountKind::Exact);
        QTRY_VERIFY(effect().contains(u"→"));
        // What the files cost is no exact number by that, nor is the difference.
        QVERIFY2(before == CountKind::Exact || (effect().startsWith(u'~') && effect().contains(u"(~")),
                 qPrintable(effect()));
        app().whatIf.leave();
        QTRY_VERIFY(isReady() && !session()->preview().current().request->body.contains("gpt-4o"));
        QTRY_COMPARE(session()->preview().current().prompt.budget.kind, before);
    }

    void whatIsTriedIsSent()
    {
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_Space);
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        QVERIFY(session()->send(u"Hello."_s));
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && !session()->reply().isUnderWay(), 20000);
        QVERIFY(!session()->run().lastSent()->request->body.contains("side of a story"));
        QVERIFY(session()->generate(GenerationType::Swipe));
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && !session()->reply().isUnderWay(), 20000);
        QVERIFY(!session()->run().lastSent()->request->body.contains("side of a story"));
    }

    void writtenInPlaceAndApplied()
    {
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_F2);
        auto *text = bar()->findChild<QPlainTextEdit *>(u"whatIfText"_s);
        QVERIFY(text->isVisible() && text->toPlainText().contains(u"{{char}}"));
        text->selectAll();
        QTest::keyClicks(text, u"Only this, {{char}}."_s);
        QTRY_VERIFY(isReady() &&
                    session()->preview().current().request->body.contains("Only this, Mira Okafor."));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!text->isVisible());

        QFile preset(m_program->libraryFolder() +
                     u"/OpenAI Settings/%1.json"_s.arg(app().workspace.content.presetName()));
        const auto bytes = [&preset] {
            const bool isOpen = preset.open(QIODevice::ReadOnly);
            const QByteArray all = preset.readAll();
            preset.close();
            return isOpen ? all : QByteArray();
        };
        const QByteArray before = bytes();
        const auto question = [this]() -> QMessageBox * {
            for (QMessageBox *each : app().window.findChildren<QMessageBox *>()) {
                if (each->isVisible())
                    return each;
            }
            return nullptr;
        };

        // What will be written where; no is no.
        QTest::mouseClick(button(u"Apply to the Files…"_s), Qt::LeftButton);
        QTRY_VERIFY(question());
        qsizetype line = 0; // of the block's text in the file
        for (const QByteArray &each : before.split('\n')) {
            ++line;
            if (each.contains("side of a story"))
                break;
        }
        const QString wanted =
            u"OpenAI Settings/%1.json, line %2: Main"_s.arg(app().workspace.content.presetName()).arg(line);
        QVERIFY2(question()->text().contains(wanted), qPrintable(question()->text() + wanted));
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(bar()->isVisible());
        QCOMPARE(bytes(), before);

        QTest::mouseClick(button(u"Apply to the Files…"_s), Qt::LeftButton);
        QTRY_VERIFY(question());
        QVERIFY(OpenProgram::click(question(), u"Apply"_s));
        QTRY_VERIFY(bar()->isHidden());
        QTRY_VERIFY(isReady() &&
                    session()->preview().current().request->body.contains("Only this, Mira Okafor."));
        QVERIFY(bytes().contains("Only this, {{char}}."));

        // What it was is a version, and one click brings it back.
        QDirIterator versions(m_program->libraryFolder() + u"/snug/versions"_s, QDir::Files,
                              QDirIterator::Subdirectories);
        bool isKept = false;
        while (versions.hasNext()) {
            QFile version(versions.next());
            isKept |= version.open(QIODevice::ReadOnly) && version.readAll() == before;
        }
        QVERIFY(isKept);
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(bytes(), before);
        QTRY_VERIFY(isReady() &&
                    !session()->preview().current().request->body.contains("Only this, Mira Okafor."));
    }

    // What is chosen from menus is a step, between those of the chat.
    void choicesAreUndoneInTheirOrder()
    {
        QAction *undo = app().actions.action(ActionId::Undo);
        QAction *redo = app().actions.action(ActionId::Redo);
        const auto persona = [this] {
            return app().workspace.content.personas().inEffect().persona.value_or(Persona()).avatar;
        };
        const QString before = persona();
        QVERIFY(!before.isEmpty());
        OpenProgram::chooseFromMenu(app().window.personaMenu(), {u"No Persona"_s});
        QTRY_COMPARE(persona(), QString());
        QCOMPARE(undo->text(), u"Undo choice of the persona"_s);
        session()->edits().setHidden(0, 0, true);
        QCOMPARE(undo->text(), u"Undo hide message"_s);
        undo->trigger();
        QVERIFY(!session()->chat().messages.first().isHidden);
        QCOMPARE(persona(), QString());
        undo->trigger();
        QTRY_COMPARE(persona(), before);
        QCOMPARE(redo->text(), u"Redo choice of the persona"_s);
        redo->trigger();
        QTRY_COMPARE(persona(), QString());
        QCOMPARE(redo->text(), u"Redo hide message"_s);
        redo->trigger();
        QVERIFY(session()->chat().messages.first().isHidden);
        undo->trigger();
        undo->trigger();
        QTRY_COMPARE(persona(), before);
        // By key, from where one writes; what is written there comes first.
        QWidget *composer = app().chatPane.composer()->focusProxy();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        composer->setFocus();
        OpenProgram::chooseFromMenu(app().window.personaMenu(), {u"No Persona"_s});
        QTest::keyClicks(composer, u"Oh"_s);
        QTest::keySequence(composer, QKeySequence::Undo);
        QCOMPARE(app().chatPane.composer()->draft(), QString());
        QCOMPARE(persona(), QString());
        QTest::keySequence(composer, QKeySequence::Undo);
        QTRY_COMPARE(persona(), before);
        QTest::keySequence(composer, QKeySequence::Undo);
        QCOMPARE(redo->text(), u"Redo choice of the persona"_s);
        // The choice of what is chosen already is no step.
        OpenProgram::openMenu(app().window.personaMenu());
        for (QAction *each : app().window.personaMenu()->actions()) {
            if (each->isChecked())
                each->trigger();
        }
        QVERIFY(undo->text() != u"Undo choice of the persona"_s);
    }

    void searchAndMap()
    {
        PromptPane *prompt = app().inspector.prompt();
        app().inspector.focusFilter();
        auto *filter = prompt->findChild<QLineEdit *>(u"promptFilter"_s);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, u"harbour"_s);
        QVERIFY(list()->shownCount() > 1 && list()->shownCount() < blocks().size());
        QTest::keyClick(filter, Qt::Key_Return);
        const int first = list()->currentIndex().row();
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(list()->currentIndex().row() != first);
        QTest::keyClick(filter, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(list()->currentIndex().row(), first);
        // By the name of its source as well.
        filter->clear();
        QTest::keyClicks(filter, u"preset"_s);
        QVERIFY(list()->shownCount() > 1);
        filter->clear();

        QToolButton *toggle = nullptr;
        for (QToolButton *each : prompt->findChildren<QToolButton *>()) {
            if (each->text() == u"Map")
                toggle = each;
        }
        QTest::mouseClick(toggle, Qt::LeftButton);
        auto *map = prompt->findChild<BudgetMap *>();
        QVERIFY(map->isVisible() && !list()->isVisible());
        QVERIFY(map->areas().size() > 3);
        double tokens = 0;
        double room = 0;
        for (const BudgetMap::Area &area : map->areas()) {
            tokens += area.tokens;
            room += area.rect.width() * area.rect.height();
            QVERIFY(QRectF(map->rect()).contains(area.rect));
        }
        const int used = session()->preview().current().prompt.budget.used;
        QVERIFY2(std::abs(tokens - used) < 0.05 * used, qPrintable(QString::number(tokens)));
        QVERIFY(room > 0.95 * map->width() * map->height());
        QTRY_VERIFY(map->hasFocus());
        QTest::keyClick(map, Qt::Key_Right);
        const int message = map->areas().at(map->current()).message;
        QTest::keyClick(map, Qt::Key_Return);
        QVERIFY(list()->isVisible());
        QCOMPARE(list()->currentIndex().row(), message);
    }

    void belowTheHistoryAndTheContext()
    {
        const int before = rowOf(u"Main"_s);
        list()->scrollTo(list()->model()->index(before, 0));
        OpenProgram::chooseFromContextMenu(list()->viewport(),
                                           list()->visualRect(list()->model()->index(before, 0)).topLeft() +
                                               QPoint(40, 8),
                                           {u"Try below the history"_s});
        QTRY_VERIFY(isReady() && rowOf(u"Main"_s) > before);
        WhatIf more = app().whatIf.whatIf();
        more.contextSize = 1024;
        app().whatIf.setWhatIf(more);
        QTRY_VERIFY(isReady() && session()->preview().current().prompt.budget.context == 1024);
        auto *sentences = bar()->findChild<QLabel *>(u"whatIfSentences"_s);
        QVERIFY(sentences->text().contains(u"Main is below the history"));
        QVERIFY(sentences->text().contains(u"1,024"));
        QVERIFY(OpenProgram::clickLink(sentences, u"0"_s));
        QTRY_VERIFY(isReady() && rowOf(u"Main"_s) == before);
        QCOMPARE(session()->preview().current().prompt.budget.context, 1024);
    }
};

} // namespace tst_whatifinwindow

SNUG_TEST(tst_whatifinwindow, TestWhatIfInWindow, Windows)
#include "tst_whatifinwindow.moc"
