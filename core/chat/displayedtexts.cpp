#include "core/chat/displayedtexts.h"

#include "core/prompt/assemble.h"
#include "core/prompt/shownview.h"

#include <QSet>

#include <utility>

namespace snug {

DisplayedTexts::DisplayedTexts(QObject *parent)
    : QObject(parent)
{
}

DisplayedTexts::~DisplayedTexts() = default;

// The chat as it is on screen.
static void putReply(Chat &chat, const ReplyState &reply)
{
    if (reply.row == chat.messages.size()) {
        Message message;
        message.name = reply.name;
        chat.messages.append(message);
    }
    if (reply.row >= 0 && reply.row < chat.messages.size())
        chat.messages[reply.row].text = reply.text;
}

// Hidden messages are shown as they are and do not count; the newest other one has depth 0.
void DisplayedTexts::update(const Conversation &conversation, const ReplyState &reply,
                            const PromptInputs &inputs)
{
    using Placement = RegexScript::Placement;
    Round round;
    round.job = {{}, ScriptPurpose::Display, inputs};
    const bool isUnderWay = reply.phase != ReplyState::Phase::Idle && !reply.hasFailed();
    bool isViewed = modeInEffect(inputs) == PromptMode::Framing;
    if (isViewed) { // elsewhere the chat need not be copied at every word of a reply
        round.job.inputs.chat = conversation.chat();
        if (isUnderWay)
            putReply(round.job.inputs.chat, reply);
        isViewed = mayHaveShownView(round.job.inputs);
    }
    const QList<Placement> placements{Placement::UserInput, Placement::AiOutput, Placement::Reasoning};
    if (isViewed || areTextsScripted(inputs, ScriptPurpose::Display, placements)) {
        int depth = 0;
        const auto add = [&](quint64 id, qsizetype row, const QString &text, const QString &reasoning,
                             Placement placement) {
            round.keys.append({id, Part::Text});
            round.job.texts.append({text, placement, depth});
            if (isViewed)
                round.job.rows.append(static_cast<int>(row));
            if (!reasoning.isEmpty()) {
                round.keys.append({id, Part::Reasoning});
                round.job.texts.append({reasoning, Placement::Reasoning, depth});
                if (isViewed)
                    round.job.rows.append(-1);
            }
            ++depth;
        };
        if (isUnderWay && reply.row == conversation.size())
            add(reply.id, reply.row, reply.text, reply.reasoning, Placement::AiOutput);
        for (qsizetype row = conversation.size() - 1; row >= 0; --row) {
            const Message &message = conversation.chat().messages.at(row);
            if (message.isHidden)
                continue;
            const bool isCovered = isUnderWay && reply.row == row;
            add(conversation.idAt(row), row, isCovered ? reply.text : message.text,
                isCovered ? reply.reasoning : message.reasoning(),
                message.isUser ? Placement::UserInput : Placement::AiOutput);
        }
    }
    m_next = std::move(round);
    if (!m_task)
        start();
}

void DisplayedTexts::start()
{
    if (!m_next)
        return;
    const Round round = *std::exchange(m_next, std::nullopt);
    if (round.keys.isEmpty()) {
        onDone(round, {});
        return;
    }
    m_task = std::make_unique<ScriptTask>(round.job);
    connect(m_task.get(), &ScriptTask::done, this, [this, round](const ScriptedTexts &texts) {
        m_task.release()->deleteLater();
        onDone(round, texts.texts);
        start();
    });
}

void DisplayedTexts::onDone(const Round &round, const QStringList &texts)
{
    QHash<Key, Shown> shown;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const QString &stored = round.job.texts.at(i).text;
        if (texts.at(i) != stored)
            shown.insert(round.keys.at(i), {stored, texts.at(i)});
    }
    QSet<quint64> ids;
    for (const auto &[before, after] : {std::pair(&m_shown, &shown), std::pair(&shown, &m_shown)}) {
        for (const auto &[key, value] : before->asKeyValueRange()) {
            if (after->value(key) != value)
                ids.insert(key.id);
        }
    }
    m_shown = std::move(shown);
    if (!ids.isEmpty())
        Q_EMIT changed(ids.values());
}

QString DisplayedTexts::shown(quint64 id, Part part, const QString &text, bool isGrowing) const
{
    const auto known = m_shown.constFind({id, part});
    if (known == m_shown.cend())
        return text;
    const bool isAbout = known->stored == text || (isGrowing && text.startsWith(known->stored));
    return isAbout ? known->text : text;
}

} // namespace snug
