// Personas and regex scripts in effect: as edited, where an editor holds them.

#include "core/editing/personaedits.h"
#include "core/workspace/activecontent.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

void ActiveContent::choosePersona(const QString &avatar)
{
    m_choices.persona = avatar;
    m_isPicked = true;
    Q_EMIT choicesChanged();
    update();
}

// What was picked was for the chat before. At the start of the program none was open, and the pick of the
// last run still counts.
void ActiveContent::forgetPick(bool isAnotherChat)
{
    if (isAnotherChat)
        m_isPicked = false;
}

QList<Persona> ActiveContent::personas() const
{
    const LibraryContents &contents = m_library->contents();
    const std::optional<PersonaList> edited = m_edited.personas();
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

std::optional<Persona::Connection> ActiveContent::chatOwner() const
{
    if (!m_groupFile.isEmpty()) {
        const std::optional<Group> open = group();
        return Persona::Connection{u"group"_s, open ? open->id : m_groupFile};
    }
    if (!m_cardFile.isEmpty())
        return Persona::Connection{u"character"_s, m_cardFile};
    return std::nullopt;
}

QString ActiveContent::lockedPersona() const
{
    return m_metadata.value(u"persona").toText();
}

PersonaInEffect ActiveContent::personaInEffect() const
{
    const SillyTavernSettings &settings = m_library->contents().settings;
    const std::optional<PersonaList> edited = m_edited.personas();
    return snug::choosePersona(personas(),
                               {.chatLock = lockedPersona(),
                                .picked = m_isPicked ? m_choices.persona : std::nullopt,
                                .owner = chatOwner(),
                                .byDefault = edited ? edited->defaultAvatar : settings.defaultPersona,
                                .last = m_choices.persona,
                                .fromSettings = settings.userAvatar});
}

std::optional<Persona> ActiveContent::persona() const
{
    return personaInEffect().persona;
}

PersonaReason ActiveContent::personaReason() const
{
    return personaInEffect().reason;
}

QString ActiveContent::accountName() const
{
    const QString &name = m_library->contents().settings.username;
    return name.isEmpty() ? tr("User", "name of a user who has none") : name;
}

QString ActiveContent::userName() const
{
    const std::optional<Persona> who = persona();
    return who && !who->name.isEmpty() ? who->name : accountName();
}

QList<RegexScript> ActiveContent::globalScripts() const
{
    return m_edited.scripts({scriptsFormat(ScriptScope::Global).kind, settingsDocument()})
        .value_or(m_library->contents().settings.regexScripts);
}

QList<ScriptOwner> ActiveContent::ownersOf(std::optional<Card> card, const QString &cardFile) const
{
    std::optional<Preset> used = preset();
    if (card) {
        const auto edited = m_edited.scripts({scriptsFormat(ScriptScope::Card).kind, cardFile});
        card->regexScripts = edited.value_or(card->regexScripts);
    }
    if (used) {
        if (const auto edited = m_edited.scripts({scriptsFormat(ScriptScope::Preset).kind, presetName()}))
            used = withPresetScripts(*used, *edited);
    }
    QList<ScriptOwner> owners =
        snug::scriptOwners(card, cardFile, used, m_library->contents().settings, m_choices,
                           [this](const auto &scripts) { return digestOf(scripts); });
    // What the user makes of the scripts in a file needs no other permission than these have.
    for (ScriptOwner &owner : owners) {
        owner.digest = digestOf(savedScripts(owner.kind, cardFile));
        if (const auto isAllowed = areScriptsAllowed(owner.key, owner.digest))
            owner.isAllowed = isAllowed;
    }
    return owners;
}

QList<RegexScript> ActiveContent::savedScripts(ScriptOwner::Kind kind, const QString &cardFile) const
{
    if (kind == ScriptOwner::Kind::Preset)
        return m_preset ? presetScripts(*m_preset) : QList<RegexScript>();
    const std::optional<Card> card = cardFile == m_cardFile ? m_card : m_members.value(cardFile);
    return card ? card->regexScripts : QList<RegexScript>();
}

// Asked with each keystroke, about the same few lists.
QByteArray ActiveContent::digestOf(const QList<RegexScript> &scripts) const
{
    constexpr qsizetype Remembered = 8;
    for (const auto &[known, digest] : std::as_const(m_digests)) {
        if (known == scripts)
            return digest;
    }
    if (m_digests.size() >= Remembered)
        m_digests.removeFirst();
    m_digests.append({scripts, scriptsDigest(scripts)});
    return m_digests.last().second;
}

void ActiveContent::allowScripts(const QString &owner, const QByteArray &digest, bool allowed)
{
    m_choices.scripts.insert(owner, {allowed, digest});
    Q_EMIT choicesChanged();
    update();
}

bool ActiveContent::areAllowedThere(const QString &owner) const
{
    const SillyTavernSettings &settings = m_library->contents().settings;
    const QString name = owner.section(u'/', 1);
    return owner.startsWith(u"characters/") ? settings.allowedScopedRegex.contains(name)
                                            : settings.allowedPresetRegex.contains(name);
}

void ActiveContent::scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after)
{
    keepPermission(owner, before, after, areAllowedThere(owner), m_choices);
    Q_EMIT choicesChanged();
}

std::optional<bool> ActiveContent::areScriptsAllowed(const QString &owner, const QByteArray &digest) const
{
    return permissionOf(owner, digest, areAllowedThere(owner), m_choices);
}

void ActiveContent::bindScripts()
{
    const ActiveChoices before = m_choices;
    bindPermissions(scriptOwners(), m_choices);
    for (const auto &[file, card] : m_members.asKeyValueRange())
        bindPermissions(ownersOf(card, file), m_choices);
    if (m_choices.scripts != before.scripts)
        Q_EMIT choicesChanged();
}

QList<ScriptOwner> ActiveContent::scriptOwners() const
{
    return ownersOf(card(), m_cardFile);
}

QStringList ActiveContent::editedPersonaAndScripts() const
{
    QStringList names;
    if (const std::optional<PersonaList> edited = m_edited.personas()) {
        const std::optional<Persona> who = persona();
        const PersonaList saved{m_library->contents().settings.personas, {}};
        const Persona *before = who ? findPersona(saved, who->avatar) : nullptr;
        if (who && (!before || *before != *who))
            names.append(tr("persona %1").arg(who->name));
    }
    const auto hasScripts = [this](ScriptScope scope, const QString &name) {
        return m_edited.scripts({scriptsFormat(scope).kind, name}).has_value();
    };
    if (hasScripts(ScriptScope::Global, settingsDocument()))
        names.append(tr("regex scripts"));
    if (hasScripts(ScriptScope::Preset, presetName()))
        names.append(tr("regex scripts of %1").arg(presetName()));
    if (!m_cardFile.isEmpty() && hasScripts(ScriptScope::Card, m_cardFile))
        names.append(tr("regex scripts of %1").arg(card() ? card()->name : m_cardFile));
    return names;
}

} // namespace snug
