#include "core/workspace/workspace.h"

#include "core/chat/sessionhooks.h"
#include "core/memory/memorymarks.h"
#include "core/prompt/typedtext.h"
#include "core/workspace/takenalong.h"

namespace snug {

Workspace::Workspace(const Services &services, const Options &options)
    : history(&services.library, options.historyLimit)
    , counting(&services.library, &history)
    , refusals(&connections, &counting)
    , connections({.library = &services.library,
                   .transport = &services.transport,
                   .keys = &services.keys,
                   .consents = &services.consents,
                   .counting = &counting,
                   .observer = &refusals,
                   .access = options.changesNothing ? OwnConnections::Access::ReadOnly
                                                    : OwnConnections::Access::ReadAndWrite},
                  options.understudyPace)
    , localServers(services.transport, options.localProbes)
    , content(&services.library)
    , attached(&services.library)
    , vectors({.library = &services.library,
               .prompt = &content,
               .model = &connections,
               .transport = &services.transport})
    , memory(&services.library, &connections)
{
    QObject::connect(&attached, &AttachedFiles::changed, &content, &ActiveContent::changed);
    // A template that is chosen by the model's name.
    QObject::connect(&connections, &Connections::linkChanged, &content, [this] {
        content.templates().setWanted(connections.link().connection.completesText());
        content.templates().setModel(connections.link().connection.model, content.scripts().engine());
    });
}

PromptInputs Workspace::inputs() const
{
    PromptInputs inputs = content.inputs();
    const ModelLink link = connections.link();
    applyBrought(link.connection.brings, inputs.settings);
    inputs.counter = connections.counter();
    inputs.chatCache = chats;
    return inputs;
}

void Workspace::enterChat(const ChatReference &reference, const QString &owner, const Chat &chat)
{
    if (reference.isGroup())
        content.setGroup(owner);
    else
        content.setCharacter(owner);
    content.setChat(chat.name, chat.metadata());
}

SessionHooks Workspace::sessionHooks()
{
    SessionHooks hooks;
    hooks.inputs = [this] { return inputs(); };
    hooks.inputsForSpeaker = [this](PromptInputs &inputs, const QString &avatar) {
        content.inputsForSpeaker(inputs, avatar);
    };
    hooks.attachments = [this](const Chat &chat) {
        return attached.textsFor(chat, *chats->factsOf(chat.messages));
    };
    hooks.alongside = marksAlongside;
    hooks.assemble = assemble;
    hooks.substitute = expandMacros;
    hooks.limits = limits;
    return hooks;
}

} // namespace snug
