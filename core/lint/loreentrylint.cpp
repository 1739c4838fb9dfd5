#include "core/lint/loreentrylint.h"

#include "core/lore/decorators.h"
#include "core/model/generationtype.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

class EntryLint
{
    Q_DECLARE_TR_FUNCTIONS(EntryLint)

public:
    EntryLint(const LoreEntry &entry, const LoreSettings &settings)
        : m_entry(entry)
        , m_settings(settings)
    {
    }

    QList<LintFinding> run()
    {
        judgeFiring();
        judgeContent();
        judgeFilters();
        return m_findings;
    }

private:
    bool isForced() const
    {
        return m_entry.constant || loreDecorators(m_entry.content).contains(u"@@activate"_s);
    }

    void judgeFiring()
    {
        const bool hasKeys = !std::ranges::all_of(m_entry.keys, isBlank);
        if (!hasKeys && !isForced() && m_entry.vectorized)
            add(u"lore.no-keys"_s, u"key"_s, tr("Without keys it fires only through SillyTavern's vectors"),
                tr("Add a key"), Weight::Hint);
        else if (!hasKeys && !isForced())
            add(u"lore.no-keys"_s, u"key"_s, tr("Without keys it never fires"),
                tr("Add a key, or let it fire always"));
        if (m_entry.useProbability && m_entry.probability <= 0)
            add(u"lore.no-chance"_s, u"probability"_s, tr("With a chance of 0 % it never fires"),
                tr("Raise the chance, or switch the entry off"));
        if (m_entry.delayUntilRecursion > 0 && m_entry.excludeRecursion)
            add(u"lore.waits-in-vain"_s, u"delayUntilRecursion"_s,
                tr("It is delayed until recursion and non-recursable: it never fires"),
                tr("Switch one of the two off"));
        else if (m_entry.delayUntilRecursion > 0 && !m_settings.isRecursive)
            add(u"lore.waits-in-vain"_s, u"delayUntilRecursion"_s,
                tr("It is delayed until recursion, but recursion is off in the settings"), {});
        const bool looksElsewhere = m_entry.matchPersonaDescription || m_entry.matchCharacterDescription ||
                                    m_entry.matchCharacterPersonality || m_entry.matchCharacterDepthPrompt ||
                                    m_entry.matchScenario || m_entry.matchCreatorNotes;
        if (hasKeys && !isForced() && m_entry.scanDepth == 0 && !looksElsewhere)
            add(u"lore.scans-nothing"_s, u"scanDepth"_s, tr("It searches no message for its keys"),
                tr("Let it search at least one"));
        if (!m_entry.selective && !m_entry.secondaryKeys.isEmpty())
            add(u"lore.secondary-ignored"_s, u"keysecondary"_s, tr("Its secondary keys do not count"),
                tr("Switch “Secondary keys count” on, or remove them"), Weight::Hint);
    }

    void judgeContent()
    {
        if (isBlank(m_entry.content))
            add(u"lore.empty-content"_s, u"content"_s, tr("There is no content: it adds nothing"),
                tr("Write what should be added"));
        else if (contentWithoutDecorators(m_entry.content).startsWith(u"@@"))
            add(u"lore.decorators-only"_s, u"content"_s,
                tr("Nothing but decorators: they are sent as literal text"), tr("Write content below them"));
        if (m_entry.source.contains(u"key") && !m_entry.source.contains(u"position"))
            add(u"lore.no-position"_s, u"position"_s, tr("It has no position: the content goes nowhere"),
                tr("Choose where it is inserted"));
        else if (m_entry.position == LoreEntry::Position::Outlet && isBlank(m_entry.outletName))
            add(u"lore.no-outlet"_s, u"outletName"_s, tr("Its outlet has no name: the content goes nowhere"),
                tr("Name the outlet"));
    }

    void judgeFilters()
    {
        for (const QString &trigger : m_entry.triggers) {
            if (!generationTypeFromName(trigger))
                add(u"lore.unknown-trigger"_s, u"triggers"_s,
                    tr("There is no generation trigger “%1”").arg(trigger),
                    tr("Use normal, continue, impersonate, swipe, regenerate or quiet"));
        }
        for (const QString &name : m_entry.characterFilter.names) {
            if (name.endsWith(u".png", Qt::CaseInsensitive))
                add(u"lore.filter-file"_s, u"characterFilter"_s,
                    tr("“%1” matches no character: names are written without .png").arg(name),
                    tr("Remove .png"));
        }
    }

    void add(const QString &rule, const QString &field, const QString &what, const QString &fix,
             Weight weight = Weight::Warning)
    {
        m_findings.append(
            {rule, u"entries.%1.%2"_s.arg(m_entry.uid).arg(field), what, fix, weight, m_entry.uid});
    }

    const LoreEntry &m_entry;
    const LoreSettings &m_settings;
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> entryFindings(const LoreEntry &entry, const LoreSettings &settings)
{
    return entry.disabled ? QList<LintFinding>() : EntryLint(entry, settings).run();
}

} // namespace snug
