// What the chat's widgets say, handed to the session.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "core/library/library.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/chatpane.h"

using namespace Qt::StringLiterals;

namespace snug {

void ChatController::connectPane()
{
    Transcript *transcript = m_app.chatPane.transcript();
    Composer *composer = m_app.chatPane.composer();
    const auto withSession = [this](auto act) {
        return [this, act](auto... arguments) {
            if (m_session)
                act(*m_session, arguments...);
        };
    };
    // The transcript's rows are those of the chat that whom one plays knows.
    const auto withRow = [this](auto act) {
        return [this, act](int shown, auto... arguments) {
            if (const int row = m_session ? m_known->sourceRow(shown) : -1; row >= 0)
                act(*m_session, row, arguments...);
        };
    };
    connect(transcript, &Transcript::swipeRequested, this,
            withRow([](ChatSession &session, int row, int step) { session.swipe(row, step); }));
    connect(transcript, &Transcript::regenerateRequested, this,
            withSession([](ChatSession &session, int) { session.generate(GenerationType::Regenerate); }));
    connect(transcript, &Transcript::continueRequested, this,
            withSession([](ChatSession &session, int) { session.generate(GenerationType::Continue); }));
    connect(
        transcript, &Transcript::editCommitted, this,
        withRow([](ChatSession &session, int row, const QString &text) { session.edits().edit(row, text); }));
    connect(transcript, &Transcript::branchRequested, this,
            withRow([](ChatSession &session, int row) { session.edits().branch(row); }));
    connect(transcript, &Transcript::retryRequested, this,
            withSession([](ChatSession &session, int) { session.retry(); }));
    connect(transcript, &Transcript::detailsRequested, this, [this](int) {
        if (m_session)
            Q_EMIT failed({.what = m_session->reply().error.what,
                           .place = m_session->reply().details,
                           .hint = m_session->reply().error.hint});
    });
    connect(transcript, &Transcript::linkActivated, this,
            [this](const QString &address, const QString &shown) {
                followLink(address, shown, m_app.chatPane.window());
            });

    connect(composer, &Composer::draftChanged, this, &ChatController::draftChanged);
    connect(composer->recipients(), &Recipients::chosenChanged, this, &ChatController::draftChanged);
    connect(composer, &Composer::sendRequested, this, [this, composer](const QString &text) {
        if (!m_session)
            return;
        if (m_takeCommand && text.startsWith(u'/')) {
            composer->setDraft({}); // what could not be done comes back
            if (m_takeCommand(text))
                return;
            composer->setDraft(text);
        }
        if (!m_session->send(draft()))
            return;
        composer->setDraft({});
        m_app.chatPane.transcript()->scrollToEnd();
    });
    connect(composer, &Composer::pageRequested, transcript, &Transcript::scrollPages);
    connect(composer, &Composer::stopRequested, this,
            withSession([](ChatSession &session) { session.stop(); }));
    connect(composer, &Composer::continueRequested, this,
            withSession([](ChatSession &session) { session.generate(GenerationType::Continue); }));
    connect(composer, &Composer::impersonateRequested, this,
            withSession([](ChatSession &session) { session.generate(GenerationType::Impersonate); }));
    connect(composer, &Composer::editLastRequested, this, [this] {
        if (!m_session)
            return;
        for (qsizetype row = m_session->conversation().size() - 1; row >= 0; --row) {
            if (m_session->chat().messages.at(row).isUser && m_known->shownRow(int(row)) >= 0) {
                m_app.chatPane.transcript()->perform(MessageAction::Edit, m_known->shownRow(int(row)));
                return;
            }
        }
    });
}

} // namespace snug
