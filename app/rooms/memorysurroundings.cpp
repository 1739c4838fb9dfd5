#include "app/rooms/memorysurroundings.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/modelroom.h"
#include "app/rooms/promptroom.h"
#include "core/memory/castscene.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

namespace snug {

SceneNames MemorySurroundings::names() const
{
    const std::optional<Group> group = prompt->group();
    SceneNames names;
    names.chat = chat->session() ? chat->session()->chat().name : QString();
    names.character = group ? group->name : prompt->card() ? prompt->card()->name : QString();
    names.user = prompt->userName();
    return names;
}

QStringList MemorySurroundings::cast() const
{
    QStringList cast{names().user};
    if (const std::optional<GroupInputs> group = prompt->groupMembers()) {
        for (const GroupMember &member : group->members)
            cast.append(member.card.name);
    } else if (prompt->card()) {
        cast.append(prompt->card()->name);
    }
    return cast;
}

SceneSource MemorySurroundings::scene(bool includesPrivate) const
{
    const QList<Message> &messages = chat->session()->chat().messages;
    return includesPrivate ? sceneSource(messages) : castScene(messages, cast());
}

void MemorySurroundings::withLink(const MemoryProfile &profile, QObject *context,
                                  const std::function<void(const ModelLink &)> &act) const
{
    if (profile.isCurrentConnection() || profile.connectionId.isEmpty())
        act(model->link());
    else
        model->withLink(profile.connectionId, profile.model, context, act);
}

PromptInputs MemorySurroundings::inputsFor(const ModelLink &link) const
{
    PromptInputs inputs = prompt->inputs();
    inputs.counter = model->counter();
    if (!link.connection.completesText())
        inputs.textCompletion.reset();
    else if (!inputs.textCompletion)
        inputs.textCompletion = TextCompletion();
    return inputs;
}

void MemorySurroundings::say(const QString &id, bool isProblem, const QString &text) const
{
    pane->notices()->post(id, {isProblem ? Notice::Kind::Problem : Notice::Kind::Hint, text, {}});
}

} // namespace snug
