#include "widgets/editors/rules/ruletrialpane.h"

#include "widgets/theme/plainlabel.h"

#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

RuleTrialPane::RuleTrialPane(QWidget *parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit)
    , m_result(new QPlainTextEdit)
    , m_facts(new PlainLabel)
{
    m_text->setObjectName(u"ruleTrialText"_s);
    m_text->setAccessibleName(tr("Text to try the rule on"));
    m_text->setPlaceholderText(tr("Write or paste a text to try the rule on"));
    m_text->setTabChangesFocus(true);
    m_result->setObjectName(u"ruleTrialResult"_s);
    m_result->setAccessibleName(tr("What becomes of the text"));
    m_result->setReadOnly(true);
    m_result->setTabChangesFocus(true);
    m_facts->setObjectName(u"ruleTrialFacts"_s);
    m_facts->setWordWrap(true);
    auto *title = new PlainLabel(tr("Tr&y it on"));
    title->setBuddy(m_text);
    auto *last = new QPushButton(tr("&Last Message"));
    last->setToolTip(tr("Use the last message of the open chat"));
    auto *head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(last);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 6, 16, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->addLayout(head, 0, 0);
    grid->addWidget(m_facts, 0, 1);
    grid->addWidget(m_text, 1, 0);
    grid->addWidget(m_result, 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(1, 1);
    connect(m_text, &QPlainTextEdit::textChanged, this, &RuleTrialPane::changed);
    connect(last, &QPushButton::clicked, this, &RuleTrialPane::lastMessageRequested);
}

void RuleTrialPane::setTheme(const Theme &theme)
{
    for (QPlainTextEdit *edit : {m_text, m_result})
        edit->setFont(theme.textFont());
}

QString RuleTrialPane::text() const
{
    return m_text->toPlainText();
}

void RuleTrialPane::setText(const QString &text)
{
    m_text->setPlainText(text);
}

void RuleTrialPane::setResult(const QString &before, const RuleTrial &trial)
{
    m_result->setPlainText(trial.text);
    m_facts->setText(
        before.isEmpty() ? QString()
        : !trial.isExpression
            ? tr("The expression is invalid, or its replacement names a group that it does not have.")
        : !trial.holds         ? tr("The condition does not hold for this text.")
        : trial.text == before ? tr("Unchanged")
                               : tr("Changed"));
}

void RuleTrialPane::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
