// Where in the lorebook's window something is doubtful, and what its macros stand for.
#include "core/library/loreentriesmodel.h"
#include "core/lore/inclusiongroups.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace snug {

void LorebookEditor::setMacros(const QList<MacroWord> &macros)
{
    m_form->fieldEdit(LoreField::Content)->text()->setMacros(macros);
}

void LorebookEditor::showMacroValue(const QString &macro, const QString &value)
{
    m_form->fieldEdit(LoreField::Content)->text()->showMacroValue(macro, value);
}

void LorebookEditor::setFindings(const QList<LintFinding> &findings)
{
    m_findings = findings;
    QHash<int, QString> texts;
    m_doubtful.clear();
    for (const LintFinding &finding : findings) {
        if (finding.weight != LintFinding::Weight::Warning)
            continue;
        QString &text = texts[finding.entry];
        text += (text.isEmpty() ? QString() : u"\n"_s) + finding.what;
        m_doubtful.insert(finding.entry);
    }
    m_entries->setFindings(texts);
    m_bar->setFindings(findings);
    if (m_side->currentWidget() == m_form)
        showEntry(m_form->entry().uid);
    if (m_head->filter().kind == LoreFilter::Kind::Doubtful)
        findShown();
}

QString LorebookEditor::placeOf(const LintFinding &finding) const
{
    const QModelIndex index = m_entries->indexOf(finding.entry);
    return index.isValid() ? loreTitle(m_entries->entryAt(index)) : QString();
}

void LorebookEditor::go(const LintFinding &finding)
{
    if (finding.entry < 0)
        return openEntry(-1);
    openEntry(finding.entry);
    const std::optional<LoreField> field = loreFieldOf(finding);
    m_form->focusField(field.value_or(LoreField::Title));
    if (field == LoreField::Content && finding.start >= 0)
        m_form->fieldEdit(*field)->text()->reveal(finding.start, finding.length);
}

} // namespace snug
