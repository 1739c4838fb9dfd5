#include "core/workspace/activeknowledge.h"

#include "core/formats/knowledgesettings.h"
#include "core/formats/scenecard.h"
#include "core/prompt/stages/visibility.h"

using namespace Qt::StringLiterals;

namespace snug {

void ActiveKnowledge::setLibrarySettings(const KnowledgeSettings &settings)
{
    if (m_library == settings)
        return;
    m_library = settings;
    Q_EMIT changed();
}

void ActiveKnowledge::changeLibrarySettings(const KnowledgeSettings &settings)
{
    if (m_library == settings)
        return;
    m_library = settings;
    Q_EMIT librarySettingsChanged();
    Q_EMIT changed();
}

void ActiveKnowledge::noteOffered(const QString &cardFile)
{
    if (m_offered.contains(cardFile))
        return;
    m_offered.append(cardFile);
    Q_EMIT librarySettingsChanged();
}

void ActiveKnowledge::setChatMetadata(const Json &metadata)
{
    const KnowledgeOverrides chat = knowledgeOverrides(metadata);
    if (m_chat == chat)
        return;
    m_chat = chat;
    Q_EMIT changed();
}

void ActiveKnowledge::setWriter(const QString &name)
{
    if (m_writer == name)
        return;
    m_writer = name;
    Q_EMIT partsChosen();
    Q_EMIT changed();
}

void ActiveKnowledge::setAsked(const QString &name)
{
    if (m_asked == name)
        return;
    m_asked = name;
    Q_EMIT partsChosen();
    Q_EMIT changed();
}

void ActiveKnowledge::setParts(const QString &writer, const QString &asked)
{
    if (m_writer == writer && m_asked == asked)
        return;
    m_writer = writer;
    m_asked = asked;
    Q_EMIT changed();
}

static QStringList castOf(const PromptInputs &inputs)
{
    QStringList cast;
    if (inputs.group) {
        for (const GroupMember &member : inputs.group->members)
            cast.append(member.card.name);
    } else if (inputs.card) {
        cast = sceneCast(*inputs.card);
        if (!cast.contains(inputs.card->name))
            cast.prepend(inputs.card->name);
    }
    if (const QString user = userOf(inputs); !cast.contains(user))
        cast.append(user);
    cast.removeAll(QString());
    return cast;
}

// What names somebody by a macro means them whoever's turn it is: the card its own character, the persona
// itself.
static void nameForGood(PromptInputs &inputs)
{
    const QString user = userOf(inputs);
    if (inputs.persona)
        inputs.persona->description.replace(u"{{user}}"_s, user, Qt::CaseInsensitive);
    if (!inputs.card || inputs.group || sceneCast(*inputs.card).isEmpty())
        return;
    Card &card = *inputs.card;
    for (QString *text : {&card.description, &card.personality, &card.scenario, &card.firstMessage}) {
        text->replace(u"{{char}}"_s, card.name, Qt::CaseInsensitive);
        text->replace(u"{{user}}"_s, user, Qt::CaseInsensitive);
    }
}

void ActiveKnowledge::addTo(PromptInputs &inputs) const
{
    inputs.knowledge = inEffect();
    inputs.scene.cast = castOf(inputs);
    if (!inputs.knowledge.isEnabled)
        return;
    nameForGood(inputs);
    // Whoever is played takes part, also under a name that nobody had so far.
    if (!m_writer.isEmpty() && m_writer != userOf(inputs)) {
        inputs.scene.writer = m_writer;
        if (!inputs.scene.cast.contains(m_writer))
            inputs.scene.cast.append(m_writer);
    }
    // Who was asked and has left is asked no more.
    if (inputs.scene.cast.contains(m_asked) && m_asked != writerOf(inputs))
        inputs.scene.asked = m_asked;
}

} // namespace snug
