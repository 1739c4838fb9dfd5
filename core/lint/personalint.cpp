#include "core/lint/personalint.h"

#include "core/lint/linttext.h"
#include "core/lint/macrocalls.h"
#include "core/lint/macrolint.h"
#include "core/model/whitespace.h"
#include "core/prompt/injectiondepth.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

QString shownName(const Persona &persona)
{
    return persona.name.isEmpty() ? persona.avatar : persona.name;
}

// In a sentence.
QString shownOwner(const Persona::Connection &owner)
{
    if (owner.type == u"group")
        return LintText::tr("the group “%1”").arg(owner.id);
    const bool isPicture = owner.id.endsWith(u".png", Qt::CaseInsensitive);
    return LintText::tr("the character “%1”").arg(isPicture ? owner.id.chopped(4) : owner.id);
}

class PersonaLinter
{
public:
    PersonaLinter(const QList<Persona> &personas, const PersonaLintSettings &settings)
        : m_personas(personas)
        , m_settings(settings)
    {
    }

    QList<LintFinding> run(const QString &defaultAvatar)
    {
        for (qsizetype i = 0; i < m_personas.size(); ++i) {
            const Persona &persona = m_personas.at(i);
            identity(persona);
            text(persona);
            lorebook(persona);
            locks(persona, i);
        }
        if (!defaultAvatar.isEmpty() && !std::ranges::contains(m_personas, defaultAvatar, &Persona::avatar))
            m_findings.append(
                {.rule = u"persona.default-missing"_s,
                 .where = u"default_persona"_s,
                 .what = LintText::tr("The default persona, “%1”, is not in the list: no persona "
                                      "is the default")
                             .arg(defaultAvatar),
                 .fix = LintText::tr("Make another one the default")});
        return m_findings;
    }

private:
    void add(const QString &rule, const Persona &persona, const QString &key, const QString &what,
             const QString &fix, Weight weight = Weight::Warning)
    {
        const QString place = key.isEmpty() ? u"personas."_s + persona.avatar
                                            : u"persona_descriptions.%1.%2"_s.arg(persona.avatar, key);
        m_findings.append({.rule = rule,
                           .where = place,
                           .what = what,
                           .fix = fix,
                           .weight = weight,
                           .block = persona.avatar});
    }

    void identity(const Persona &persona)
    {
        if (isBlank(persona.name))
            add(u"persona.no-name"_s, persona, {},
                persona.name.isEmpty()
                    ? LintText::tr("The persona has no name: {{user}} is the name in the settings, or “User”")
                    : LintText::tr("The persona's name is blank: {{user}} becomes blank"),
                LintText::tr("Give it a name"));
        if (m_settings.pictures && !m_settings.pictures->contains(persona.avatar))
            add(u"persona.no-picture"_s, persona, {},
                LintText::tr("Its picture, “%1”, is not in the folder “User Avatars”").arg(persona.avatar),
                LintText::tr("Give it a picture"), Weight::Hint);
    }

    void text(const Persona &persona)
    {
        using Position = Persona::Position;
        const QString key = u"description"_s;
        if (isBlank(persona.description)) {
            if (persona.lorebook.isEmpty())
                add(u"persona.nothing-to-send"_s, persona, key,
                    LintText::tr("It has no description and no lorebook: only its name is sent"),
                    LintText::tr("Write who you are in the story"), Weight::Hint);
            return;
        }
        if (persona.position == Position::Off)
            add(u"persona.off"_s, persona, u"position"_s,
                LintText::tr(
                    "Its description is sent only where {{persona}} is written: its position is “Not sent”"),
                LintText::tr("Choose a position"), Weight::Hint);
        if (persona.position == Position::AtDepth && (persona.depth < 0 || persona.depth > deepestInjection))
            add(u"persona.depth"_s, persona, u"depth"_s,
                LintText::tr("Its description is never sent: there is no depth %1").arg(persona.depth),
                LintText::tr("Choose a depth from 0 to %1").arg(deepestInjection));
        m_findings += macroFindings(persona.description,
                                    {.where = u"persona_descriptions.%1.%2"_s.arg(persona.avatar, key),
                                     .block = persona.avatar,
                                     .isAboveHistory = persona.position == Position::InPrompt,
                                     .hasOriginal = false});
        const QList<FoundMacro> calls = macroCalls(persona.description);
        const auto itself = std::ranges::find(calls, u"persona"_s, &FoundMacro::name);
        if (itself == calls.cend())
            return;
        add(u"persona.in-itself"_s, persona, key,
            LintText::tr(
                "{{persona}} inserts this very text, so it is sent twice; in text completions it is empty"),
            LintText::tr("Remove it; {{user}} is the name"));
        m_findings.last().start = itself->start;
        m_findings.last().length = itself->length;
    }

    void lorebook(const Persona &persona)
    {
        if (persona.lorebook.isEmpty() || !m_settings.lorebooks ||
            m_settings.lorebooks->contains(persona.lorebook))
            return;
        add(u"persona.no-lorebook"_s, persona, u"lorebook"_s,
            LintText::tr("There is no lorebook “%1”: nothing of it is sent").arg(persona.lorebook),
            LintText::tr("Choose another one, or none"));
    }

    void locks(const Persona &persona, qsizetype index)
    {
        for (qsizetype i = 0; i < persona.connections.size(); ++i) {
            const Persona::Connection &owner = persona.connections.at(i);
            const QString key = u"connections.%1"_s.arg(i);
            if (m_settings.owners && !m_settings.owners->contains(owner)) {
                add(u"persona.lock-to-nobody"_s, persona, key,
                    LintText::tr("It is locked to %1, which does not exist").arg(shownOwner(owner)),
                    LintText::tr("Unlock it"), Weight::Hint);
                continue;
            }
            const auto others = std::ranges::subrange(m_personas.cbegin(), m_personas.cbegin() + index);
            const auto earlier = std::ranges::find_if(
                others, [&](const Persona &other) { return other.connections.contains(owner); });
            if (earlier != others.end())
                add(u"persona.lock-twice"_s, persona, key,
                    LintText::tr("“%1” is locked to %2 as well and comes first: this lock does nothing")
                        .arg(shownName(*earlier), shownOwner(owner)),
                    LintText::tr("Unlock one of them"));
        }
    }

    const QList<Persona> &m_personas;
    const PersonaLintSettings &m_settings;
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> personaFindings(const QList<Persona> &personas, const QString &defaultAvatar,
                                   const PersonaLintSettings &settings)
{
    return PersonaLinter(personas, settings).run(defaultAvatar);
}

} // namespace snug
