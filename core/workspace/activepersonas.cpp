#include "core/workspace/activepersonas.h"

#include "core/editing/personaedits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ActivePersonas::ActivePersonas(const ContentInPlay &content)
    : m_content(content)
{
}

QList<Persona> ActivePersonas::all() const
{
    const LibraryContents &contents = m_content.contents();
    const std::optional<PersonaList> edited = m_content.edited.personas();
    if (!edited)
        return contents.personas;
    // Pictures without an entry are personas too; those of deleted entries are about to go.
    QList<Persona> all = edited->personas;
    for (const Persona &persona : contents.personas) {
        if (!findPersona(*edited, persona.avatar) &&
            !std::ranges::contains(contents.settings.personas, persona.avatar, &Persona::avatar))
            all.append(persona);
    }
    return all;
}

std::optional<Persona::Connection> ActivePersonas::chatOwner() const
{
    const LoadedContent &loaded = m_content.loaded;
    if (!loaded.groupFile().isEmpty()) {
        const std::optional<Group> open = loaded.group();
        return Persona::Connection{u"group"_s, open ? open->id : loaded.groupFile()};
    }
    if (!loaded.cardFile().isEmpty())
        return Persona::Connection{u"character"_s, loaded.cardFile()};
    return std::nullopt;
}

QString ActivePersonas::locked() const
{
    return m_metadata.value(u"persona").toText();
}

PersonaInEffect ActivePersonas::inEffect() const
{
    const SillyTavernSettings &settings = m_content.contents().settings;
    const std::optional<PersonaList> edited = m_content.edited.personas();
    return choosePersona(all(), {.chatLock = locked(),
                                 .picked = m_isPicked ? m_content.choices.persona : std::nullopt,
                                 .owner = chatOwner(),
                                 .byDefault = edited ? edited->defaultAvatar : settings.defaultPersona,
                                 .last = m_content.choices.persona,
                                 .fromSettings = settings.userAvatar});
}

QString ActivePersonas::accountName() const
{
    const QString &name = m_content.contents().settings.username;
    return name.isEmpty() ? tr("User", "name of a user who has none") : name;
}

QString ActivePersonas::userName() const
{
    const std::optional<Persona> who = inEffect().persona;
    return who && !who->name.isEmpty() ? who->name : accountName();
}

std::optional<QString> ActivePersonas::edited() const
{
    if (!m_content.edited.personas())
        return {};
    const std::optional<Persona> who = inEffect().persona;
    const PersonaList saved{m_content.contents().settings.personas, {}};
    const Persona *before = who ? findPersona(saved, who->avatar) : nullptr;
    return who && (!before || *before != *who) ? std::optional(who->name) : std::nullopt;
}

} // namespace snug
