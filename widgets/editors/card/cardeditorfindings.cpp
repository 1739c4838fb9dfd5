// Where in the card's window something is doubtful.
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardeditor.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QHash>
#include <QListWidget>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Cards of version 1 have no "data".
LintFinding withoutRoot(LintFinding finding)
{
    if (finding.where.startsWith(u"data."))
        finding.where.remove(0, 5);
    return finding;
}

std::optional<CardField> cardFieldOf(const LintFinding &finding)
{
    static const QHash<QString, CardField> fields{
        {u"name"_s, CardField::Name},
        {u"description"_s, CardField::Description},
        {u"personality"_s, CardField::Personality},
        {u"scenario"_s, CardField::Scenario},
        {u"mes_example"_s, CardField::Examples},
        {u"system_prompt"_s, CardField::SystemPrompt},
        {u"post_history_instructions"_s, CardField::PostHistory},
        {u"extensions.depth_prompt.prompt"_s, CardField::DepthText},
    };
    const auto found = fields.constFind(finding.where);
    return found == fields.cend() ? std::nullopt : std::optional(*found);
}

bool isOfBook(const LintFinding &finding)
{
    return finding.where.startsWith(u"character_book.");
}

bool isOfScripts(const LintFinding &finding)
{
    return finding.where.startsWith(u"extensions.regex_scripts");
}

} // namespace

void CardEditor::setFindings(const QList<LintFinding> &findings)
{
    QList<LintFinding> all;
    QHash<int, QList<LintFinding>> fields;
    for (const LintFinding &finding : findings) {
        all.append(withoutRoot(finding));
        if (const auto field = cardFieldOf(all.last()))
            fields[int(*field)].append(all.last());
    }
    m_findings->setFindings(all);
    m_greetings->setFindings(all);
    for (int id = 0; id < cardFieldCount; ++id) {
        if (CardFieldsPage *page = pageOf(CardField(id)))
            page->fieldEdit(CardField(id))->setFindings(fields.value(id));
    }
}

void CardEditor::clearFindings()
{
    setFindings({});
    m_findings->clear();
}

QString CardEditor::placeOf(const LintFinding &finding) const
{
    if (const auto field = cardFieldOf(finding))
        return cardFieldInfo(*field).label;
    const Page page = isOfBook(finding) ? Page::Book : isOfScripts(finding) ? Page::Scripts : Page::Greetings;
    return m_list->item(int(page))->text();
}

void CardEditor::go(const LintFinding &finding)
{
    if (const auto field = cardFieldOf(finding)) {
        openField(*field);
        if (MacroTextEdit *text = pageOf(*field)->fieldEdit(*field)->text(); text && finding.start >= 0)
            text->reveal(finding.start, finding.length);
    } else if (const int row = m_greetings->rowOf(finding); row >= 0) {
        openPage(Page::Greetings);
        m_greetings->choose(row);
        m_greetings->text()->setFocus(Qt::OtherFocusReason);
        if (finding.start >= 0)
            m_greetings->text()->reveal(finding.start, finding.length);
    } else if (isOfBook(finding)) {
        openPage(Page::Book);
        Q_EMIT bookEntryRequested(finding.entry);
    } else if (isOfScripts(finding)) {
        openPage(Page::Scripts);
    }
}

} // namespace snug
