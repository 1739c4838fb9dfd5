// The open program for tests of the user's own connections: his list, a library of others, and the way
// between them.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/librarycontroller.h"
#include "app/library/profilesquestion.h"
#include "core/chat/chatsession.h"
#include "core/library/librarylayout.h"
#include "core/library/statefile.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QFile>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class ConnectionHands
{
protected:
    const AppContext &app() const { return m_program->app(); }
    Connections &model() const { return app().workspace.connections; }
    NoticeBar *notices() const { return app().chatPane.notices(); }

    bool isReady() const
    {
        return app().chat.session() && !app().chat.session()->preview().isBusy() && model().isReady();
    }

    QString ownFile() const { return QFileInfo(m_program->settingsFile()).path() + u"/connections.json"_s; }

    QString theirs() const { return m_folder->filePath(u"SillyTavern"_s); } // a folder that Snug has not seen

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const QString &library, const QList<Connection> &connections, const QString &active)
    {
        ConnectionsFile file;
        file.connections = connections;
        file.activeId = active;
        const auto written = writeStateFile(LibraryLayout(library).connectionsFile(), writeConnections(file));
        QVERIFY(written);
    }

    // The question about the folder's own connections stands alone.
    void leaveProfilesOut()
    {
        QTRY_VERIFY(notices()->isShown(ProfilesQuestion::noticeId()));
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(UserHands::click(notices(), u"Leave Them Out"_s));
    }

    void open(const QString &folder)
    {
        app().libraryController.openFolder(folder);
        QTRY_VERIFY_WITH_TIMEOUT(
            app().library.isOpen() && app().library.layout().root() == folder && isReady(), 20000);
    }

    void restart()
    {
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }

    static Connection withKey(Connection connection)
    {
        connection.needsKey = true;
        return connection;
    }

    static Connection leadingTo(const QUrl &address, const QString &id = u"mine"_s)
    {
        Connection connection;
        connection.id = id;
        connection.name = u"Home"_s;
        connection.baseUrl = address;
        connection.model = u"m"_s;
        return connection;
    }

    void connectTo(const Connection &connection)
    {
        model().setConnections(model().connections() + QList{connection});
        model().chooseActive(connection.id);
        QTRY_VERIFY(bytesOf(ownFile()).contains(connection.baseUrl.toEncoded()));
    }

    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Return);
    }

    std::unique_ptr<OpenProgram> m_program;
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace snug
