// The open program for tests of the library's pane: its rows, its menus, and a folder that things are wrong
// with.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/library/awkwarddialog.h"
#include "widgets/library/casthead.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class LibraryHands
{
protected:
    static constexpr int MostWait = 20'000;

    const AppContext &app() const { return m_program->app(); }
    CastHead *head() const { return app().libraryPane.head(); }
    NoticeBar *notices() const { return app().chatPane.notices(); }
    AwkwardDialog *dialog() const { return app().window.findChild<AwkwardDialog *>(); }

    void waitUntilOpen() const
    {
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
    }

    // A card that is none, a link to nothing, a chat of nobody, a member that is not there.
    void spoil()
    {
        m_program->quit();
        const QString root = m_program->libraryFolder();
        const auto write = [&root](const QString &path, const QByteArray &bytes) {
            QVERIFY(QDir().mkpath(QFileInfo(root + u'/' + path).path()));
            QFile file(root + u'/' + path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) > 0);
        };
        write(u"characters/torn.png"_s, "no picture");
        write(u"chats/Nobody At Home/left.jsonl"_s,
              "{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"Hello?\"}\n");
        write(
            u"groups/91.json"_s,
            R"({"id":"91","name":"Ghosts","members":["Nobody At All.png"],"chat_id":"","chats":[],"fav":true})");
        QVERIFY(QFile::link(root + u"/nowhere.json"_s, root + u"/worlds/Dangling.json"_s));
        m_program->start();
        waitUntilOpen();
    }

    QListView *view() const
    {
        for (QListView *each : app().libraryPane.findChildren<QListView *>()) {
            if (each->accessibleName() == u"Characters"_s)
                return each;
        }
        return nullptr;
    }

    QList<CastEntry> listed() const
    {
        QList<CastEntry> all;
        for (int row = 0; row < view()->model()->rowCount(); ++row)
            all.append(view()->model()->index(row, 0).data(CastModel::EntryRole).value<CastEntry>());
        return all;
    }

    QStringList names() const
    {
        QStringList all;
        for (const CastEntry &entry : listed())
            all.append(entry.name);
        return all;
    }

    bool noticesSay(const QString &text) const
    {
        return std::ranges::any_of(notices()->findChildren<QLabel *>(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

    QString counts() const { return head()->findChild<ElidedLabel *>(u"castCounts"_s)->whole(); }

    QModelIndex rowWithTags() const
    {
        for (int row = 0; row < view()->model()->rowCount(); ++row) {
            const QModelIndex index = view()->model()->index(row, 0);
            if (!index.data(CastModel::EntryRole).value<CastEntry>().tags.isEmpty())
                return index;
        }
        return {};
    }

    QTreeWidgetItem *row(const QString &name) const
    {
        for (int i = 0; i < dialog()->list()->topLevelItemCount(); ++i) {
            if (dialog()->list()->topLevelItem(i)->text(0) == name)
                return dialog()->list()->topLevelItem(i);
        }
        return nullptr;
    }

    // The last characters of the list, by a click and another with Shift.
    QList<CastEntry> chooseThree()
    {
        QList<int> rows;
        for (int row = 0; row < view()->model()->rowCount() && rows.size() < 3; ++row) {
            const auto entry = listed()[row];
            const bool isOpen = app().chat.reference() && entry.id == app().chat.reference()->cardFile;
            if (entry.kind == CastEntry::Kind::Character && !isOpen)
                rows.append(row);
        }
        QList<CastEntry> whom;
        view()->setFocus();
        for (const int row : std::as_const(rows)) {
            const QModelIndex index = view()->model()->index(row, 0);
            if (row == rows.first())
                view()->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
            else
                QTest::mouseClick(view()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                                  view()->visualRect(index).topLeft() + QPoint(20, 20));
            whom.append(index.data(CastModel::EntryRole).value<CastEntry>());
        }
        return whom;
    }

    void pickMany(const QString &text)
    {
        const QPoint at = view()->visualRect(view()->currentIndex()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view()->viewport(), &event);
        for (QMenu *menu : app().libraryPane.findChildren<QMenu *>()) {
            for (QAction *action : menu->actions()) {
                if (menu->isVisible() && action->text() == text) {
                    action->trigger();
                    menu->close();
                    return;
                }
            }
        }
        QFAIL(qPrintable(text));
    }

    void pickOrder(const QString &text)
    {
        for (QAction *action : head()->findChild<QToolButton *>(u"castOrder"_s)->menu()->actions()) {
            if (QString(action->text()).remove(u'&') == text)
                return action->trigger();
        }
        QFAIL(qPrintable(text));
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace snug
