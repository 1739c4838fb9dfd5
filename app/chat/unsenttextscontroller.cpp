#include "app/chat/unsenttextscontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/fileaccess.h"
#include "core/library/library.h"
#include "core/library/statefile.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QGuiApplication>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

const QString PartialReplyId = u"partialReply"_s;

// With a slow disk's own time that stays under two seconds.
constexpr auto PauseBeforeWriting = 700ms;

Result<void> writeUnsentFile(const QString &file, const QByteArray &bytes)
{
    return bytes.isEmpty() ? removeFile(file) : writeStateFile(file, bytes);
}

} // namespace

UnsentTextsController::UnsentTextsController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &UnsentTextsController::flush);
    connect(&app.chat, &ChatController::sessionChanged, this, &UnsentTextsController::follow);
    connect(&app.chat, &ChatController::opened, this, [this] {
        if (!m_isRestored)
            restore();
        else
            touch(); // under another name
    });
    connect(&app.chat, &ChatController::leaving, this, &UnsentTextsController::flush);
    connect(qGuiApp, &QGuiApplication::commitDataRequest, this, &UnsentTextsController::flush); // logout
    connect(&app.chat, &ChatController::saying, this, &UnsentTextsController::saying);
    connect(app.chatPane.composer(), &Composer::draftChanged, this, &UnsentTextsController::touch);
    connect(app.chatPane.composer()->recipients(), &Recipients::chosenChanged, this,
            &UnsentTextsController::touch);
    connect(&app.chatPane.transcript()->editing(), &EditInPlace::changed, this,
            &UnsentTextsController::touch);
}

void UnsentTextsController::follow()
{
    ChatSession *session = m_app.chat.session();
    if (session == m_session)
        return;
    m_timer.stop();
    m_session = session;
    m_isRestored = false;
    m_written = {};
    m_app.chatPane.notices()->dismiss(PartialReplyId);
    if (session)
        connect(session, &ChatSession::replyChanged, this, &UnsentTextsController::touch);
}

void UnsentTextsController::restore()
{
    if (!m_session || !m_app.chat.reference())
        return;
    m_reference = *m_app.chat.reference();
    m_app.library.perform(
        [reference = m_reference](LibraryStore &store) { return loadUnsentTexts(store.layout(), reference); },
        m_session,
        [this, session = m_session](const Result<KeptTexts> &kept) {
            if (session != m_session)
                return;
            if (!kept) // it stays where it is, and nothing is written over it
                return Q_EMIT m_app.chat.failed(kept.error());
            if (kept->problem)
                Q_EMIT m_app.chat.failed(*kept->problem);
            apply(*kept);
        });
}

void UnsentTextsController::apply(const KeptTexts &kept)
{
    m_isRestored = true;
    const UnsentTexts &texts = kept.texts;
    if (const QString draft = unsentDraft(texts, m_session->chat()); !draft.isEmpty()) {
        const QString typed = m_app.chat.draft(); // while the disk was asked
        m_app.chat.setDraft(typed.isEmpty() ? draft : QString(draft + u'\n' + typed));
    }
    if (texts.reply)
        offerReply(*texts.reply);
    const auto rowOf = [this](const UnsentTexts::Rewriting &rewriting) {
        return rewrittenRow(rewriting, m_session->chat());
    };
    for (const UnsentTexts::Rewriting &rewriting : texts.setAside) {
        if (const qsizetype row = rowOf(rewriting); row >= 0)
            m_app.chatPane.transcript()->editing().keepDraft(
                {.message = m_session->conversation().idAt(row),
                 .original = m_session->chat().messages.at(row).text,
                 .text = rewriting.text});
    }
    if (const qsizetype row = texts.rewriting ? rowOf(*texts.rewriting) : -1; row >= 0)
        m_app.chat.resumeEditing(int(row), texts.rewriting->text);
    m_written = {.texts = kept.otherFile.isEmpty() ? texts : UnsentTexts()};
    flush();
    if (!kept.otherFile.isEmpty()) {
        m_app.library.perform([file = kept.otherFile](LibraryStore &) { return removeFile(file); }, this,
                              [](const Result<void> &) {});
    }
}

// It takes its place in the chat, as when the program is closed while it comes.
void UnsentTextsController::offerReply(const UnsentTexts::PartialReply &reply)
{
    const ChatChange change = withPartialReply(m_session->chat(), reply);
    if (change.isEmpty() || !m_session->edits().change(UndoAction::Reply, {change}))
        return;
    NoticeBar *notices = m_app.chatPane.notices();
    notices->post(PartialReplyId,
                  {Notice::Kind::Hint,
                   tr("The last reply was incomplete when Snug ended. What had arrived is kept."),
                   {{tr("Continue It"),
                     [this] {
                         if (m_session)
                             m_session->generate(GenerationType::Continue);
                     }},
                    {tr("Discard It"), [this] {
                         if (m_session)
                             m_session->undo();
                     }}}});
    // Discarding is undoing, so it is offered only while nothing else has happened.
    connect(m_session, &ChatSession::changed, notices, [notices] { notices->dismiss(PartialReplyId); });
}

void UnsentTextsController::touch()
{
    if (m_session && m_isRestored && !m_timer.isActive())
        m_timer.start(PauseBeforeWriting);
}

// What is on its way out is neither lost nor offered twice, whenever the program ends.
void UnsentTextsController::saying(const QString &draft, const Message &message)
{
    Kept said = kept();
    said.texts.draft = draft;
    said.texts.sentAs = message.sendDate;
    write(said);
    touch();
}

void UnsentTextsController::flush()
{
    m_timer.stop();
    if (m_session && m_isRestored)
        write(kept());
}

UnsentTextsController::Kept UnsentTextsController::kept() const
{
    Kept kept;
    UnsentTexts &texts = kept.texts;
    texts.isOfBegunChat = !m_session->record().saver().hasFile();
    texts.draft = m_app.chat.draft();
    // What was sent is no message yet while its prompt is being made.
    const QString waiting = m_session->upcoming().draft();
    if (m_session->reply().phase == ReplyState::Phase::Preparing && waiting != texts.draft)
        texts.draft = texts.draft.isEmpty() ? waiting : QString(waiting + u'\n' + texts.draft);
    if (const int row = m_app.chat.editedRow(); row >= 0 && row < m_session->conversation().size())
        texts.rewriting = rewritingOf(m_session->chat(), row, m_app.chatPane.transcript()->editing().text());
    texts.setAside = setAside();
    kept.reply = m_session->run().soFar().changes;
    return kept;
}

QByteArray UnsentTextsController::bytesOf(const Kept &kept)
{
    UnsentTexts texts = kept.texts;
    if (!kept.reply.isEmpty())
        texts.reply = partialReplyOf(kept.reply);
    return texts.isEmpty() ? QByteArray() : writeUnsentTexts(texts);
}

// Of messages that are as they were when their editors were closed.
QList<UnsentTexts::Rewriting> UnsentTextsController::setAside() const
{
    const Chat &chat = m_session->chat();
    QList<UnsentTexts::Rewriting> list;
    for (const EditInPlace::Draft &draft : m_app.chatPane.transcript()->editing().drafts()) {
        const int row = m_app.chat.model() ? m_app.chat.model()->rowOf(draft.message) : -1;
        if (row >= 0 && row < chat.messages.size() && chat.messages.at(row).text == draft.original)
            list.append(rewritingOf(chat, row, draft.text));
    }
    std::ranges::sort(list, {}, &UnsentTexts::Rewriting::row);
    return list;
}

void UnsentTextsController::write(const Kept &kept)
{
    const ChatReference reference = m_app.chat.reference().value_or(m_reference);
    const bool isRenamed = reference != m_reference;
    const bool isAnything = !kept.texts.isEmpty() || !kept.reply.isEmpty();
    const bool isAsBefore =
        isAnything ? kept == m_written : m_written.texts.isEmpty() && m_written.reply.isEmpty();
    if (isAsBefore && !isRenamed)
        return;
    const LibraryLayout &layout = m_app.library.layout();
    const QString file = unsentTextsFile(layout, reference);
    const QString former = isRenamed ? unsentTextsFile(layout, m_reference) : QString();
    m_written = kept;
    m_reference = reference;
    // The chat may be left by then; its text is written all the same.
    m_app.library.keepSaving(layout.relative(file), [file, former, kept](LibraryStore &) -> Result<void> {
        auto written = writeUnsentFile(file, bytesOf(kept));
        if (written && !former.isEmpty())
            return removeFile(former);
        return written;
    });
}

} // namespace snug
