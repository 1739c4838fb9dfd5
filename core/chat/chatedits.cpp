#include "core/chat/chatedits.h"

#include "core/chat/checkpoint.h"
#include "core/chat/knowledgerecord.h"
#include "core/chat/messageoperations.h"
#include "core/chat/scripttask.h"
#include "core/formats/knowledgesettings.h"
#include "core/model/editedtext.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

ChatEdits::ChatEdits(const ChatRecord &record, const SessionHooks &session, EditHooks hooks, QObject *parent)
    : QObject(parent)
    , m_record(record)
    , m_session(session)
    , m_hooks(std::move(hooks))
{
}

static RegexScript::Placement placementOf(const Message &message)
{
    return message.isUser ? RegexScript::Placement::UserInput : RegexScript::Placement::AiOutput;
}

// Runs the scripts that want to see edits, then `performEdit` with what they made of the text.
bool ChatEdits::editScripted(qsizetype row, const QString &text, RegexScript::Placement placement,
                             const std::function<bool(qsizetype row, const QString &text)> &performEdit)
{
    const PromptInputs inputs = m_hooks.inputs();
    const Conversation &conversation = m_record.conversation();
    if (row < 0 || row >= conversation.size() ||
        !areTextsScripted(inputs, ScriptPurpose::StoreEdited, {placement}))
        return performEdit(row, text);
    const ScriptJob job{{{.text = text, .placement = placement}}, ScriptPurpose::StoreEdited, inputs};
    auto *task = new ScriptTask(job, this);
    connect(task, &ScriptTask::done, this,
            [this, task, performEdit, id = conversation.idAt(row)](const ScriptedTexts &edited) {
                task->deleteLater();
                const Conversation &now = m_record.conversation();
                for (qsizetype current = 0; current < now.size(); ++current) {
                    if (now.idAt(current) != id)
                        continue;
                    m_hooks.makeRoom(current, false);
                    performEdit(current, edited.texts.first());
                    break;
                }
                if (!edited.warnings.isEmpty())
                    Q_EMIT warned(edited.warnings);
            });
    return true;
}

bool ChatEdits::edit(qsizetype row, const QString &text)
{
    m_hooks.makeRoom(row, false);
    const Message message = m_record.chat().messages.value(row);
    // Fields know neither spaces that do not break nor other ends of lines: what nobody touched stays.
    const QString whole = editedText(message.text, text);
    return editScripted(row, whole, placementOf(message), [this](qsizetype at, const QString &edited) {
        const KnowledgeSettings settings = m_session.inputs().knowledge;
        return m_hooks.perform({UndoAction::Edit, 1, {editKnownText(m_record.chat(), at, edited, settings)}});
    });
}

// Chosen for these messages, it is not asked for whose they are, how far up they stand and when it acts.
static RegexScript asChosen(RegexScript script)
{
    using enum RegexScript::Placement;
    script.placements = {int(UserInput), int(AiOutput)};
    script.disabled = script.displayOnly = script.promptOnly = false;
    script.minDepth.reset();
    script.maxDepth.reset();
    return script;
}

void ChatEdits::runScript(const QList<qsizetype> &rows, const RegexScript &script)
{
    ScriptJob job{{}, ScriptPurpose::Store, m_hooks.inputs()};
    job.inputs.regexScripts = {asChosen(script)};
    QList<quint64> ids;
    QStringList before;
    for (const qsizetype row : rows) {
        if (!hasRow(m_record.chat(), row))
            continue;
        const Message &message = m_record.chat().messages.at(row);
        ids.append(m_record.conversation().idAt(row));
        before.append(message.text);
        job.texts.append({.text = message.text, .placement = placementOf(message)});
    }
    auto *task = new ScriptTask(job, this);
    connect(task, &ScriptTask::done, this, [this, task, ids, before](const ScriptedTexts &made) {
        task->deleteLater();
        takeScripted(ids, before, made);
    });
}

// What has become another text meanwhile stays as it is.
void ChatEdits::takeScripted(const QList<quint64> &ids, const QStringList &before, const ScriptedTexts &made)
{
    const KnowledgeSettings settings = m_session.inputs().knowledge;
    QList<ChatChange> changes;
    for (qsizetype row = 0; row < m_record.conversation().size(); ++row) {
        const qsizetype place = ids.indexOf(m_record.conversation().idAt(row));
        if (place < 0 || m_record.chat().messages.at(row).text != before.at(place) ||
            made.texts.value(place, before.at(place)) == before.at(place))
            continue;
        if (changes.isEmpty())
            m_hooks.makeRoom(row, false);
        changes.append(editKnownText(m_record.chat(), row, made.texts.at(place), settings));
    }
    if (!changes.isEmpty())
        m_hooks.perform({UndoAction::RunScript, int(changes.size()), changes});
    Q_EMIT scriptRan(int(changes.size()));
    if (!made.warnings.isEmpty())
        Q_EMIT warned(made.warnings);
}

bool ChatEdits::editReasoning(qsizetype row, const QString &reasoning)
{
    m_hooks.makeRoom(row, false);
    return editScripted(
        row, reasoning, RegexScript::Placement::Reasoning, [this](qsizetype at, const QString &edited) {
            return m_hooks.perform(
                {UndoAction::EditReasoning, 1, {snug::editReasoning(m_record.chat(), at, edited)}});
        });
}

bool ChatEdits::setHidden(qsizetype first, qsizetype last, bool hidden)
{
    m_hooks.makeRoomWithin(first, last);
    const ChatChange change = snug::setHidden(m_record.chat(), first, last, hidden);
    return m_hooks.perform({hidden ? UndoAction::Hide : UndoAction::Unhide, int(change.count()), {change}});
}

bool ChatEdits::remove(qsizetype first, qsizetype count)
{
    m_hooks.makeRoom(first, true);
    const ChatChange change = removeMessages(m_record.chat(), first, count);
    return m_hooks.perform({UndoAction::Delete, int(change.count()), {change}});
}

bool ChatEdits::showSwipe(qsizetype row, int swipe)
{
    m_hooks.makeRoom(row, false);
    return m_hooks.perform(
        {UndoAction::Swipe, 1, {selectSwipe(m_record.chat(), row, swipe, m_hooks.expansionAt(row))}});
}

bool ChatEdits::removeSwipe(qsizetype row, int swipe)
{
    m_hooks.makeRoom(row, false);
    return m_hooks.perform({UndoAction::DeleteSwipe,
                            1,
                            {snug::removeSwipe(m_record.chat(), row, swipe, m_hooks.expansionAt(row))}});
}

bool ChatEdits::move(qsizetype row, int by)
{
    m_hooks.makeRoom(std::min(row, row + by), true);
    return m_hooks.perform({UndoAction::Move, 1, {moveMessage(m_record.chat(), row, by)}});
}

bool ChatEdits::merge(qsizetype row)
{
    m_hooks.makeRoom(row, true);
    return m_hooks.perform({UndoAction::Merge, 2, {mergeMessages(m_record.chat(), row)}});
}

bool ChatEdits::split(qsizetype row, const QString &first, const QString &second)
{
    m_hooks.makeRoom(row, true);
    return m_hooks.perform({UndoAction::Split, 1, {splitMessage(m_record.chat(), row, first, second)}});
}

bool ChatEdits::branch(qsizetype row)
{
    if (row < 0 || row >= m_record.conversation().size())
        return false;
    m_hooks.makeRoom(row, true);
    const Chat &chat = m_record.chat();
    const QString name = branchName(chat.name, m_session.isChatNameTaken);
    const Chat branched = branchOf(chat, row, name, QUuid::createUuid().toString(QUuid::WithoutBraces));
    // The parent learns of its branch in its own file, before the chat goes on in the other one.
    Conversation parent(chat);
    const ChatChange link = parent.apply(linkBranch(chat, row, name));
    return m_hooks.perform({UndoAction::Branch, 1, {link, changeInto(parent.chat(), branched)}});
}

bool ChatEdits::keepCheckpoint(qsizetype row, const QString &name)
{
    m_hooks.makeRoomWithin(row, row);
    return m_hooks.perform({UndoAction::Checkpoint, 1, {linkCheckpoint(m_record.chat(), row, name)}});
}

bool ChatEdits::setKnowledge(const KnowledgeOverrides &overrides)
{
    const Chat &chat = m_record.chat();
    return m_hooks.perform(
        {UndoAction::Knowledge,
         1,
         {setMetadata(chat, u"known_to"_s, knowledgeOverridesJson(chat.metadata(), overrides))}});
}

bool ChatEdits::change(UndoAction action, const QList<ChatChange> &changes)
{
    qsizetype count = 0;
    for (const ChatChange &change : changes) {
        m_hooks.makeRoomWithin(change.index, change.index + change.count() - 1);
        count += change.count();
    }
    return m_hooks.perform({action, int(count), changes});
}

} // namespace snug
