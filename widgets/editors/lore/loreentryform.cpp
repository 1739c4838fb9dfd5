#include "widgets/editors/lore/loreentryform.h"

#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/forms/foldingsection.h"
#include "widgets/theme/plainlabel.h"

#include <QGridLayout>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<LoreField> loreFieldOf(const LintFinding &finding)
{
    const QString word = finding.where.section(u'.', 2, 2);
    static const QHash<QString, LoreField> fields{
        {u"key"_s, LoreField::Keys},
        {u"keysecondary"_s, LoreField::SecondaryKeys},
        {u"content"_s, LoreField::Content},
        {u"probability"_s, LoreField::Probability},
        {u"delayUntilRecursion"_s, LoreField::DelayUntilRecursion},
        {u"scanDepth"_s, LoreField::ScanDepth},
        {u"outletName"_s, LoreField::OutletName},
        {u"triggers"_s, LoreField::Triggers},
        {u"characterFilter"_s, LoreField::FilterNames},
    };
    const auto found = fields.constFind(word);
    return found == fields.cend() ? std::nullopt : std::optional(*found);
}

LoreEntryForm::LoreEntryForm(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QScrollArea(parent)
    , m_column(new QVBoxLayout)
    , m_findings(new PlainLabel)
    , m_tokens(new PlainLabel)
{
    using enum LoreField;
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("The chosen entry"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QWidget;
    inside->setLayout(m_column);
    m_column->setContentsMargins(12, 8, 12, 12);
    m_column->setSpacing(10);
    m_findings->setWordWrap(true);
    m_findings->setForegroundRole(QPalette::BrightText);
    m_findings->hide();
    m_tokens->setForegroundRole(QPalette::PlaceholderText);
    m_tokens->setAlignment(Qt::AlignRight);
    const QList<FieldInfo> fields = loreFields();
    for (const FieldInfo &info : fields) {
        auto *edit = new FieldEdit(info, repository, this);
        m_edits.insert(int(LoreField(info.id)), edit);
        connect(edit, &FieldEdit::edited, this, &LoreEntryForm::onEdited);
    }

    m_column->addWidget(m_findings);
    auto *basics = new QGridLayout;
    basics->setColumnStretch(1, 1);
    basics->setVerticalSpacing(2);
    m_column->addLayout(basics);
    addField(basics, Title);
    addField(basics, Enabled);
    addField(basics, Strategy);
    addField(basics, Keys);
    addField(basics, Content, m_tokens);
    addField(basics, SecondaryKeys);
    addField(basics, SecondaryLogic);
    addField(basics, Selective);
    addFields(addSection(tr("Where it goes")),
              {Position, Depth, LoreField::Role, OutletName, Order, IgnoreBudget});
    addFields(addSection(tr("What is searched for keys")),
              {ScanDepth, CaseSensitive, WholeWords, MatchPersona, MatchDescription, MatchPersonality,
               MatchDepthPrompt, MatchScenario, MatchCreatorNotes});
    addFields(addSection(tr("Other entries")), {ExcludeRecursion, PreventRecursion, DelayUntilRecursion});
    addFields(addSection(tr("Chance and groups")),
              {UseProbability, Probability, Group, GroupOverride, GroupWeight, GroupScoring});
    addFields(addSection(tr("Time")), {Sticky, Cooldown, Delay});
    addFields(addSection(tr("For whom and when")), {FilterNames, FilterTags, FilterExcludes, Triggers});
    addFields(addSection(tr("For other programs")), {AutomationId});
    m_sections.first().widget->setOpen(true);
    m_column->addStretch(1);
    setWidget(inside);
    setEntry(LoreEntry());
}

QGridLayout *LoreEntryForm::addSection(const QString &title)
{
    auto *content = new QWidget;
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(12, 0, 0, 4);
    grid->setColumnStretch(1, 1);
    grid->setVerticalSpacing(2);
    auto *section = new FoldingSection(title, content);
    m_sections.append(Section{section, {}});
    m_column->addWidget(section);
    return grid;
}

void LoreEntryForm::addFields(QGridLayout *grid, std::initializer_list<LoreField> fields)
{
    for (const LoreField field : fields)
        addField(grid, field);
    m_sections.last().fields = fields;
}

// The label at the left, the control at the right, what it means below that.
void LoreEntryForm::addField(QGridLayout *grid, LoreField field, QWidget *beside)
{
    const FieldEdit *edit = fieldEdit(field);
    const int row = grid->rowCount();
    grid->setColumnMinimumWidth(0, 110);
    if (edit->label())
        grid->addWidget(edit->label(), row, 0, Qt::AlignTop);
    grid->addWidget(edit->control(), row, 1);
    edit->note()->setContentsMargins(0, 0, 0, 5);
    grid->addWidget(edit->note(), row + 1, 1);
    if (beside)
        grid->addWidget(beside, row + 1, 0, Qt::AlignTop | Qt::AlignRight);
}

void LoreEntryForm::setEntry(const LoreEntry &entry)
{
    const bool isOther = entry.uid != m_entry.uid;
    m_entry = entry;
    for (FieldEdit *edit : std::as_const(m_edits))
        edit->setValue(loreFieldValue(entry, LoreField(edit->id())));
    showUsedFields();
    showSummaries();
    if (isOther)
        verticalScrollBar()->setValue(0);
}

void LoreEntryForm::onEdited(int id, const QVariant &value)
{
    const auto field = LoreField(id);
    const LoreEntry before = m_entry;
    if (!setLoreFieldValue(m_entry, field, value) || m_entry == before)
        return;
    showUsedFields();
    showSummaries();
    Q_EMIT edited(m_entry, field);
}

void LoreEntryForm::showUsedFields()
{
    for (FieldEdit *edit : std::as_const(m_edits))
        edit->setVisible(isLoreFieldUsed(m_entry, LoreField(edit->id())));
}

// How many of the fields that are folded away differ from what a new entry has.
void LoreEntryForm::showSummaries()
{
    static const LoreEntry fresh;
    for (const Section &section : std::as_const(m_sections)) {
        QStringList changed;
        for (const LoreField field : section.fields) {
            if (isLoreFieldUsed(m_entry, field) &&
                loreFieldValue(m_entry, field) != loreFieldValue(fresh, field))
                changed.append(fieldEdit(field)->control()->accessibleName());
        }
        section.widget->setSummary(changed.join(u" · "_s));
    }
}

void LoreEntryForm::setFindings(const QList<LintFinding> &findings)
{
    QHash<int, QList<LintFinding>> below;
    QSet<int> warned;
    QStringList above;
    for (const LintFinding &finding : findings) {
        const std::optional<LoreField> field = loreFieldOf(finding);
        if (!field) {
            above.append(findingText(finding));
            continue;
        }
        below[int(*field)].append(finding);
        if (finding.weight == LintFinding::Weight::Warning)
            warned.insert(int(*field));
    }
    for (auto edit = m_edits.cbegin(); edit != m_edits.cend(); ++edit)
        (*edit)->setFindings(below.value(edit.key()));
    m_findings->setText(above.join(u'\n'));
    m_findings->setVisible(!above.isEmpty());
    for (const Section &section : std::as_const(m_sections)) {
        const bool isWarned =
            std::ranges::any_of(section.fields, [&](LoreField field) { return warned.contains(int(field)); });
        if (isWarned)
            section.widget->setOpen(true);
    }
}

void LoreEntryForm::setTokens(const QString &text)
{
    m_tokens->setText(text);
}

void LoreEntryForm::focusField(LoreField field)
{
    for (const Section &section : std::as_const(m_sections)) {
        if (section.fields.contains(field))
            section.widget->setOpen(true);
    }
    const FieldEdit *edit = fieldEdit(field);
    edit->control()->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(edit->control());
}

} // namespace snug
