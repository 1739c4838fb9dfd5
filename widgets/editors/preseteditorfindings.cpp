// Where in the preset's window something is doubtful.
#include "core/editing/presetedits.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/preseteditor.h"
#include "widgets/editors/presettexts.h"
#include "widgets/editors/samplerform.h"

#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace snug {

void PresetEditor::setFindings(const QList<LintFinding> &findings)
{
    m_findings->setFindings(findings);
    QSet<QString> doubtful;
    for (const LintFinding &finding : findings) {
        if (finding.weight == LintFinding::Weight::Warning)
            doubtful.insert(finding.block);
    }
    m_blocks->setDoubtful(doubtful);
    m_texts->setFindings(findings);
    showTextFindings();
}

void PresetEditor::showTextFindings()
{
    QList<LintFinding> here;
    for (const LintFinding &finding : m_findings->findings()) {
        if (finding.block == m_current && finding.where.endsWith(u".content"))
            here.append(finding);
    }
    m_form->text()->setFindings(here);
}

QString PresetEditor::placeOf(const LintFinding &finding) const
{
    if (const PromptBlock *block = findBlock(m_state.preset, finding.block))
        return block->name.isEmpty() ? block->identifier : block->name;
    const QString text = m_texts->nameOf(finding.where);
    return text.isEmpty() ? m_samplers->nameOf(finding.where) : text;
}

void PresetEditor::go(const LintFinding &finding)
{
    if (findBlock(m_state.preset, finding.block)) {
        m_tabs->setCurrentWidget(m_form);
        m_blocks->setCurrent(finding.block);
        showCurrent(finding.block);
        if (finding.start >= 0)
            m_form->text()->reveal(finding.start, finding.length);
        if (finding.where.endsWith(u".content"))
            m_form->focusText();
        else
            m_blocks->setFocus(Qt::OtherFocusReason);
    } else if (!m_texts->nameOf(finding.where).isEmpty()) {
        m_tabs->setCurrentWidget(m_texts);
        m_texts->reveal(finding.where, finding.start, finding.length);
    } else if (!m_samplers->nameOf(finding.where).isEmpty()) {
        m_tabs->setCurrentWidget(m_samplers);
        m_samplers->reveal(finding.where);
    }
}

} // namespace snug
