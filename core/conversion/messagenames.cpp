#include "core/conversion/messagenames.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isExampleName(const QString &name)
{
    return name == u"example_user" || name == u"example_assistant";
}

bool startsWithName(QStringView text, QStringView name)
{
    return text.startsWith(name) && text.sliced(name.size()).startsWith(u": ");
}

void putName(ContentPart &part, const QString &name)
{
    part.text.prepend(TracedText::computed(name + u": ", Source(SourceKind::ConversionName, {}, name)));
}

enum class Repeats : quint8 { No, Yes };

// False if no text got the name.
bool putNameInFront(ConvertedMessage &message, const QString &name, const MessageRules &rules,
                    const SpeakerNames *members, Repeats repeats)
{
    bool isPut = false;
    for (ContentPart &part : message.parts) {
        if (!part.isText())
            continue;
        const bool isThere = startsWithName(part.text.text(), name) ||
                             (members && members->startsWithMember(part.text.text()));
        if (!isThere || repeats == Repeats::Yes) {
            putName(part, name);
            isPut = true;
        }
        if (!rules.namesEveryText)
            return isPut;
    }
    return isPut;
}

void nameExampleBy(ConvertedMessage &message, const MessageRules &rules, const SpeakerNames &names)
{
    const bool isUser = message.name == u"example_user";
    const QString &name = isUser ? names.user : names.character;
    if (!name.isEmpty())
        putNameInFront(message, name, rules, isUser ? nullptr : &names, Repeats::No);
    message.name.clear();
}

} // namespace

void nameExample(ConvertedMessage &message, const SpeakerNames &names)
{
    if (isExampleName(message.name))
        nameExampleBy(message, {}, names);
    message.name.clear();
}

void nameMessages(OutboundPrompt &prompt, const MessageRules &rules, const SpeakerNames &names)
{
    using Names = MessageRules::Names;
    QList<int> named;
    QList<int> unnamed;
    for (ConvertedMessage &message : prompt.messages) {
        if (rules.toolsAreParts && message.speaker == MessageSpeaker::Tool)
            message.name.clear(); // an answer to a call is nobody's words
        const bool isSystem = message.speaker == MessageSpeaker::System;
        const bool isExample = isExampleName(message.name) && (isSystem || rules.namesExamplesOfAll);
        const QString name = message.name;
        bool isPut = false;
        if (isExample && rules.namesExamples && rules.namesLaterExamples) {
            const TracedText before = message.text();
            nameExampleBy(message, rules, names);
            isPut = message.text() != before;
        } else if (!name.isEmpty() && rules.names == Names::PrefixCharacter) {
            if (message.speaker == MessageSpeaker::Assistant && !names.character.isEmpty())
                isPut = putNameInFront(message, names.character, rules, &names, Repeats::No);
            if (message.speaker != MessageSpeaker::User)
                message.name.clear();
        } else if (!name.isEmpty() && rules.names != Names::Keep && (!isSystem || rules.namesSystem)) {
            isPut = putNameInFront(message, name, rules, nullptr,
                                   rules.names == Names::PrefixRepeated ? Repeats::Yes : Repeats::No);
            if (isPut || !rules.keepsUnusedNames)
                message.name.clear();
        }
        if (rules.asOneUser && !isSystem && message.speaker != MessageSpeaker::Tool) {
            const bool isUser = message.speaker == MessageSpeaker::User;
            const QString &speaker = isUser ? names.user : names.character;
            if (!speaker.isEmpty())
                isPut |= putNameInFront(message, speaker, rules, isUser ? nullptr : &names, Repeats::No);
        }
        if (rules.removesNames)
            message.name.clear();
        if (isPut)
            named += message.origins;
        else if (!name.isEmpty() && message.name.isEmpty())
            unnamed += message.origins;
    }
    if (!named.isEmpty())
        prompt.seam.append({SeamRemark::Kind::Named, int(named.size()), 0, named});
    if (!unnamed.isEmpty())
        prompt.seam.append({SeamRemark::Kind::NameRemoved, int(unnamed.size()), 0, unnamed});
}

} // namespace snug
