// Rows of the transcript and of the chat, which differ where messages are kept from whom the user plays; and
// the draft, which names those it is for.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"
#include "core/workspace/activecontent.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/windowpages.h"

namespace snug {

// Those who are picked and whom the user plays: with all names in the tag whoever answers can name the same.
static QString taggedText(const QString &text, QStringList names, const PromptInputs &inputs)
{
    if (!names.isEmpty())
        names.append(writerOf(inputs));
    return privateText(text, names, inputs.knowledge);
}

QString ChatController::draft() const
{
    const Composer *composer = m_app.chatPane.composer();
    const QString text = composer->draft();
    if (text.isEmpty() || !m_session || !m_session->snapshot().knowledge.isEnabled)
        return text;
    return taggedText(text, composer->recipients()->chosen(), m_session->snapshot());
}

// A tag in front that names people who can be picked is shown as their being picked.
void ChatController::setDraft(const QString &text)
{
    Composer *composer = m_app.chatPane.composer();
    const PromptInputs inputs = m_session ? m_session->snapshot() : PromptInputs();
    const QStringList names = namesInTags(text, inputs.knowledge);
    Recipients *recipients = composer->recipients();
    if (names.isEmpty()) {
        composer->setDraft(text);
        return;
    }
    const QString said = textWithoutTags(text, inputs.knowledge);
    recipients->setChosen(names);
    if (taggedText(said, recipients->chosen(), inputs) == text) {
        composer->setDraft(said);
    } else {
        recipients->setChosen({});
        composer->setDraft(text);
    }
}

void ChatController::draftChanged()
{
    if (m_session)
        m_session->setDraft(draft());
}

void ChatController::reveal(int row)
{
    if (!m_session || row < 0 || row > m_session->conversation().size())
        return;
    m_app.window.pages()->showChat();
    if (row == m_session->conversation().size()) {
        m_app.chatPane.composer()->setFocus();
        return;
    }
    const int shown = m_known->shownRow(row);
    if (shown < 0) {
        //: %1 is the name of whom the user plays
        m_app.window.showNews(tr("%1 does not know that message").arg(m_known->viewer()));
        return;
    }
    m_app.chatPane.transcript()->setCurrentRow(shown);
    m_app.chatPane.transcript()->setFocus();
}

int ChatController::editedRow() const
{
    const int shown = m_app.chatPane.transcript()->editing().row();
    return m_known && shown >= 0 ? m_known->sourceRow(shown) : -1;
}

void ChatController::resumeEditing(int row, const QString &text)
{
    const int shown = m_known ? m_known->shownRow(row) : -1;
    if (shown < 0)
        return;
    m_app.chatPane.transcript()->perform(MessageAction::Edit, shown);
    m_app.chatPane.transcript()->editing().setText(text);
}

} // namespace snug
