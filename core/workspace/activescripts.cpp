#include "core/workspace/activescripts.h"

#include "core/regex/workerregexengine.h"

#include <QCoreApplication>

namespace snug {

ActiveScripts::ActiveScripts(const ContentInPlay &content)
    : m_content(content)
    , m_engine(
          std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath())))
{
}

QList<RegexScript> ActiveScripts::global() const
{
    return m_content.edited.scripts({scriptsFormat(ScriptScope::Global).kind, settingsDocument()})
        .value_or(m_content.contents().settings.regexScripts);
}

QList<ScriptOwner> ActiveScripts::owners(std::optional<Card> card, const QString &cardFile) const
{
    std::optional<Preset> used = m_content.preset();
    if (card) {
        const auto edited = m_content.edited.scripts({scriptsFormat(ScriptScope::Card).kind, cardFile});
        card->regexScripts = edited.value_or(card->regexScripts);
    }
    if (used) {
        if (const auto edited =
                m_content.edited.scripts({scriptsFormat(ScriptScope::Preset).kind, m_content.presetName()}))
            used = withPresetScripts(*used, *edited);
    }
    QList<ScriptOwner> owners =
        scriptOwners(card, cardFile, used, m_content.contents().settings, m_content.choices,
                     [this](const auto &scripts) { return digestOf(scripts); });
    // What the user makes of the scripts in a file needs no other permission than these have.
    for (ScriptOwner &owner : owners) {
        owner.digest = digestOf(saved(owner.kind, cardFile));
        if (const auto allowed = isAllowed(owner.key, owner.digest))
            owner.isAllowed = allowed;
    }
    return owners;
}

QList<RegexScript> ActiveScripts::acting(const QList<ScriptOwner> &owners) const
{
    return m_content.contents().settings.isRegexOff ? QList<RegexScript>() : scriptsThatAct(global(), owners);
}

QList<RegexScript> ActiveScripts::saved(ScriptOwner::Kind kind, const QString &cardFile) const
{
    const std::optional<Preset> &preset = m_content.loaded.preset();
    if (kind == ScriptOwner::Kind::Preset)
        return preset ? presetScripts(*preset) : QList<RegexScript>();
    const std::optional<Card> card = m_content.loaded.cardOf(cardFile);
    return card ? card->regexScripts : QList<RegexScript>();
}

// Asked with each keystroke, about the same few lists.
QByteArray ActiveScripts::digestOf(const QList<RegexScript> &scripts) const
{
    constexpr qsizetype remembered = 8;
    for (const auto &[known, digest] : std::as_const(m_digests)) {
        if (known == scripts)
            return digest;
    }
    if (m_digests.size() >= remembered)
        m_digests.removeFirst();
    m_digests.append({scripts, scriptsDigest(scripts)});
    return m_digests.last().second;
}

bool ActiveScripts::isAllowedInSillyTavern(const QString &owner) const
{
    return isAllowedBySettings(owner, m_content.contents().settings);
}

std::optional<bool> ActiveScripts::isAllowed(const QString &owner, const QByteArray &digest) const
{
    return permissionOf(owner, digest, isAllowedInSillyTavern(owner), m_content.choices);
}

ActiveChoices ActiveScripts::bound() const
{
    ActiveChoices choices = m_content.choices;
    bindPermissions(owners(), choices);
    for (const auto &[file, card] : m_content.loaded.members().asKeyValueRange())
        bindPermissions(owners(card, file), choices);
    return choices;
}

bool ActiveScripts::isEdited(ScriptScope scope, const QString &name) const
{
    return m_content.edited.scripts({scriptsFormat(scope).kind, name}).has_value();
}

} // namespace snug
