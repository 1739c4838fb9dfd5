#include "app/memory/scenecontext.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/memory/castscene.h"
#include "core/workspace/workspace.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

namespace snug {

SceneNames SceneContext::names() const
{
    const std::optional<Group> group = m_app.workspace.content.loaded().group();
    SceneNames names;
    names.chat = m_app.chat.session() ? m_app.chat.session()->chat().name : QString();
    names.character = group                            ? group->name
                      : m_app.workspace.content.card() ? m_app.workspace.content.card()->name
                                                       : QString();
    names.user = m_app.workspace.content.personas().userName();
    return names;
}

QStringList SceneContext::cast() const
{
    QStringList cast{names().user};
    if (const std::optional<GroupInputs> group = m_app.workspace.content.groupMembers()) {
        for (const GroupMember &member : group->members)
            cast.append(member.card.name);
    } else if (m_app.workspace.content.card()) {
        cast.append(m_app.workspace.content.card()->name);
    }
    return cast;
}

SceneSource SceneContext::scene(bool includesPrivate) const
{
    const QList<Message> &messages = m_app.chat.session()->chat().messages;
    return includesPrivate ? sceneSource(messages) : castScene(messages, cast());
}

void SceneContext::withLink(const MemoryProfile &profile, QObject *context,
                            const std::function<void(const ModelLink &)> &act) const
{
    if (profile.isCurrentConnection() || profile.connectionId.isEmpty())
        act(m_app.workspace.connections.link());
    else
        m_app.workspace.connections.withLink(profile.connectionId, profile.model, context, act);
}

PromptInputs SceneContext::inputsFor(const ModelLink &link) const
{
    PromptInputs inputs = m_app.workspace.inputs();
    if (!link.connection.completesText())
        inputs.textCompletion.reset();
    else if (!inputs.textCompletion)
        inputs.textCompletion = TextCompletion();
    return inputs;
}

void SceneContext::say(const QString &id, bool isProblem, const QString &text) const
{
    m_app.chatPane.notices()->post(
        id, {isProblem ? Notice::Kind::Problem : Notice::Kind::Hint, text, {}, Notice::Until::Chat});
}

} // namespace snug
