#include "widgets/editors/presettexts.h"

#include "core/model/editedtext.h"
#include "widgets/editors/findings/findingtext.h"
#include "widgets/theme/plainlabel.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Text
{
    QString key;
    QString Preset::*text;
    QString name;
    QString meaning;
};

QList<Text> texts()
{
    const auto tr = [](const char *words) { return PresetTexts::tr(words); };
    return {
        {u"new_chat_prompt"_s, &Preset::newChatPrompt, tr("New chat"), tr("Before the chat's messages.")},
        {u"new_group_chat_prompt"_s, &Preset::newGroupChatPrompt, tr("New group chat"),
         tr("The same, in groups.")},
        {u"new_example_chat_prompt"_s, &Preset::newExampleChatPrompt, tr("Example chat"),
         tr("Before each block of example messages.")},
        {u"continue_nudge_prompt"_s, &Preset::continueNudgePrompt, tr("Continue nudge"),
         tr("After the message that is to be continued.")},
        {u"group_nudge_prompt"_s, &Preset::groupNudgePrompt, tr("Group nudge"),
         tr("At the end, in groups: who is to speak.")},
        {u"impersonation_prompt"_s, &Preset::impersonationPrompt, tr("Impersonation"),
         tr("At the end, when the model drafts the user's message.")},
        {u"send_if_empty"_s, &Preset::sendIfEmpty, tr("Empty message"),
         tr("Sent for the user when nothing was typed and the model spoke last.")},
        {u"wi_format"_s, &Preset::worldInfoFormat, tr("Lore format"),
         tr("Around lore before and after the character; {0} is the entries.")},
        {u"scenario_format"_s, &Preset::scenarioFormat, tr("Scenario format"),
         tr("The text at the scenario marker.")},
        {u"personality_format"_s, &Preset::personalityFormat, tr("Personality format"),
         tr("The text at the personality marker.")},
        {u"assistant_prefill"_s, &Preset::assistantPrefill, tr("Prefill"),
         tr("The reply begins with this, where the server can do that.")},
        {u"assistant_impersonation"_s, &Preset::assistantImpersonation, tr("Prefill when impersonating"),
         tr("The same for drafts of the user's message.")},
    };
}

} // namespace

PresetTexts::PresetTexts(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Other texts of the preset"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(18, 14, 18, 18);
    column->setSpacing(3);
    const QList<Text> all = texts();
    for (const Text &text : all) {
        auto *name = new PlainLabel(text.name);
        auto *meaning = new PlainLabel(text.meaning);
        meaning->setWordWrap(true);
        auto *edit = new MacroTextEdit(repository);
        edit->setAccessibleName(text.name);
        edit->setAccessibleDescription(text.meaning);
        edit->setObjectName(text.key);
        edit->setFixedHeight(72);
        name->setBuddy(edit);
        column->addWidget(name);
        column->addWidget(meaning);
        column->addWidget(edit);
        column->addSpacing(10);
        m_meanings.append(meaning);
        m_rows.append({text.key, text.text, edit});
        connect(edit, &QPlainTextEdit::textChanged, this, [this, text, edit] {
            const QString now = editedText(m_preset.*text.text, edit->toPlainText());
            if (m_isFilling || m_preset.*text.text == now)
                return;
            m_preset.*text.text = now;
            Q_EMIT edited(m_preset, tr("Typing"), u"text/"_s + text.key);
        });
    }
    column->addStretch(1);
    setWidget(content);
}

void PresetTexts::setTheme(const Theme &theme)
{
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    for (PlainLabel *meaning : std::as_const(m_meanings)) {
        meaning->setPalette(dim);
        meaning->setFont(theme.smallFont());
    }
    for (const Row &row : std::as_const(m_rows))
        row.edit->setTheme(theme);
}

void PresetTexts::setMacros(const QList<MacroWord> &macros)
{
    for (const Row &row : std::as_const(m_rows))
        row.edit->setMacros(macros);
}

void PresetTexts::setPreset(const Preset &preset)
{
    m_preset = preset;
    m_isFilling = true;
    for (const Row &row : std::as_const(m_rows))
        row.edit->setTextKeepingPlace(preset.*row.text);
    m_isFilling = false;
}

bool PresetTexts::reveal(const QString &key, qsizetype start, qsizetype length)
{
    const auto row = std::ranges::find(m_rows, key, &Row::key);
    if (row == m_rows.end())
        return false;
    ensureWidgetVisible(row->edit);
    row->edit->setFocus(Qt::OtherFocusReason);
    row->edit->reveal(std::max<qsizetype>(start, 0), length);
    return true;
}

QString PresetTexts::changedSince(const Preset &before) const
{
    const auto row = std::ranges::find_if(
        m_rows, [&](const Row &each) { return before.*each.text != m_preset.*each.text; });
    return row == m_rows.end() ? QString() : row->key;
}

QString PresetTexts::nameOf(const QString &key) const
{
    const auto row = std::ranges::find(m_rows, key, &Row::key);
    return row == m_rows.end() ? QString() : row->edit->accessibleName();
}

void PresetTexts::setFindings(const QList<LintFinding> &findings)
{
    for (const Row &row : std::as_const(m_rows))
        row.edit->setFindings(findingsAt(findings, row.key));
}

QList<MacroTextEdit *> PresetTexts::edits() const
{
    QList<MacroTextEdit *> edits;
    for (const Row &row : m_rows)
        edits.append(row.edit);
    return edits;
}

} // namespace snug
