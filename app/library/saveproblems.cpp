#include "app/library/saveproblems.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "core/library/library.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString SaveNoticeId = u"saves"_s;

// In the user's words, where the file's name tells them little.
QString contentOf(const QString &what)
{
    static const QHash<QString, const char *> contents{
        {u"snug/session.json"_s, QT_TRANSLATE_NOOP("snug::SaveProblems", "what you chose in this library")},
        {u"snug/connections.json"_s,
         QT_TRANSLATE_NOOP("snug::SaveProblems", "the connection chosen in this library")},
        {u"snug/counts.json"_s, QT_TRANSLATE_NOOP("snug::SaveProblems", "what servers said about tokens")},
        {u"snug/ledger"_s, QT_TRANSLATE_NOOP("snug::SaveProblems", "the record of requests")},
        {u"snug/memory-books.json"_s, QT_TRANSLATE_NOOP("snug::SaveProblems", "settings of memories")},
        {u"settings.json"_s, QT_TRANSLATE_NOOP("snug::SaveProblems", "variables that all chats share")},
    };
    if (const char *content = contents.value(what))
        return SaveProblems::tr(content);
    if (what.startsWith(u"snug/unsent"_s))
        return SaveProblems::tr("what is typed and not sent");
    if (what.startsWith(u"snug/versions/"_s))
        return SaveProblems::tr("earlier versions of chats");
    if (what.startsWith(u"snug/drafts/"_s))
        return SaveProblems::tr("changes in an editor");
    return what;
}

bool isBesideChats(Library &library, const QString &what)
{
    return what.startsWith(u"snug/"_s) || library.repeatedSaves().isWaiting(what);
}

} // namespace

QStringList unsavedContents(Library &library)
{
    QStringList contents;
    for (const QString &what : library.saveState().failures.keys()) {
        const QString content = contentOf(what);
        if (isBesideChats(library, what) && !contents.contains(content))
            contents.append(content);
    }
    return contents;
}

SaveProblems::SaveProblems(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.library, &Library::saveStateChanged, this, &SaveProblems::refresh);
    connect(&app.workspace.connections.own(), &OwnConnections::saveProblem, this,
            [this](const std::optional<Error> &problem) {
                m_ownConnections = problem;
                refresh();
            });
    connect(&app.workspace.history, &RequestHistory::problem, &app.libraryController,
            &LibraryController::showError);
}

void SaveProblems::setChatProblem(const QString &text)
{
    m_chatProblem = text;
    refresh();
}

void SaveProblems::refresh()
{
    QStringList contents = unsavedContents(m_app.library);
    Error reason;
    for (const auto &[what, error] : m_app.library.saveState().failures.asKeyValueRange()) {
        if (isBesideChats(m_app.library, what))
            reason = error;
    }
    if (m_ownConnections) {
        contents.append(tr("your connections"));
        reason = *m_ownConnections;
    }
    const bool isFailing = !contents.isEmpty();
    m_app.window.showProblem(m_chatProblem.isEmpty() && isFailing ? tr("Saving failed") : m_chatProblem);
    NoticeBar *notices = m_app.chatPane.notices();
    if (!isFailing) {
        m_said.clear();
        return notices->dismiss(SaveNoticeId);
    }
    //: %1 what it is ("your connections, the record of requests"), %2 why not
    const QString text =
        tr("Not saved yet: %1 (%2). Snug keeps trying.").arg(contents.join(u", "_s), reason.line());
    if (text == m_said)
        return; // put away, perhaps
    m_said = text;
    notices->post(SaveNoticeId, {Notice::Kind::Problem, text, {{tr("Try Now"), [this] {
                                                                    m_said.clear();
                                                                    m_app.library.repeatedSaves().retry();
                                                                    m_app.workspace.history.retry();
                                                                    m_app.workspace.connections.own().retry();
                                                                }}}});
}

} // namespace snug
