// Regex scripts in effect: the library's own, and those that cards and the preset bring, which act once the
// user allows it.
#pragma once

#include "core/regex/regexengine.h"
#include "core/workspace/contentinplay.h"
#include "core/workspace/scriptowners.h"

namespace snug {

class ActiveScripts
{
public:
    explicit ActiveScripts(const ContentInPlay &content);

    RegexEnginePtr engine() const { return m_engine; }
    QList<RegexScript> global() const;
    // The card, which is in that file, and the preset in effect, if they bring scripts.
    QList<ScriptOwner> owners(std::optional<Card> card, const QString &cardFile) const;
    QList<ScriptOwner> owners() const { return owners(m_content.card(), m_content.loaded.cardFile()); }
    // None where SillyTavern's extension for them is switched off.
    QList<RegexScript> acting(const QList<ScriptOwner> &owners) const;
    // By ScriptOwner::key, for the scripts with that digest.
    std::optional<bool> isAllowed(const QString &owner, const QByteArray &digest) const;
    bool isAllowedInSillyTavern(const QString &owner) const;
    // The choices, with what they say about files bound to the scripts that are in them.
    ActiveChoices bound() const;
    bool isEdited(ScriptScope scope, const QString &name) const;

    // As the file has them.
    QList<RegexScript> saved(ScriptOwner::Kind kind, const QString &cardFile) const;

private:
    QByteArray digestOf(const QList<RegexScript> &scripts) const;

    const ContentInPlay &m_content;
    RegexEnginePtr m_engine;
    mutable QList<std::pair<QList<RegexScript>, QByteArray>> m_digests;
};

} // namespace snug
