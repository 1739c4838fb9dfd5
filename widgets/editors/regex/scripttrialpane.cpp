#include "widgets/editors/regex/scripttrialpane.h"

#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype MostMarks = 2'000;

ScriptTrialPane::ScriptTrialPane(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_text(new QPlainTextEdit)
    , m_placement(new QComboBox)
    , m_depth(new QSpinBox)
    , m_edit(new QCheckBox(tr("as an edit")))
    , m_all(new QCheckBox(tr("with all scripts in effect")))
    , m_facts(new PlainLabel)
    , m_stored(makeBox(tr("Stored"), u"trialStored"_s, tr("What the chat keeps of the text")))
    , m_sent(makeBox(tr("Sent"), u"trialSent"_s, tr("What the prompt has of what is stored")))
    , m_shown(makeBox(tr("Shown"), u"trialShown"_s, tr("What the transcript shows of what is stored")))
{
    m_text->setObjectName(u"trialText"_s);
    m_text->setAccessibleName(tr("Text to try the script on"));
    m_text->setPlaceholderText(tr("Write or paste a text to try the script on"));
    m_text->setTabChangesFocus(true);
    m_facts->setObjectName(u"trialFacts"_s);
    m_facts->setWordWrap(true);
    auto *boxes = new QGridLayout;
    boxes->setHorizontalSpacing(8);
    boxes->setVerticalSpacing(3);
    int at = 0;
    for (const Box &box : {m_stored, m_sent, m_shown}) {
        boxes->addWidget(box.title, 0, at);
        boxes->addWidget(box.text, 1, at);
        boxes->setColumnStretch(at, 1);
        ++at;
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 6, 16, 12);
    column->setSpacing(6);
    column->addWidget(makeHead());
    column->addWidget(m_text, 2);
    column->addWidget(m_facts);
    column->addLayout(boxes, 3);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ScriptTrialPane::changed);
    connect(m_placement, &QComboBox::currentIndexChanged, this, &ScriptTrialPane::changed);
    connect(m_depth, &QSpinBox::valueChanged, this, &ScriptTrialPane::changed);
    connect(m_edit, &QCheckBox::toggled, this, &ScriptTrialPane::changed);
    connect(m_all, &QCheckBox::toggled, this, &ScriptTrialPane::changed);
}

QWidget *ScriptTrialPane::makeHead()
{
    using enum RegexScript::Placement;
    m_placement->setObjectName(u"trialPlacement"_s);
    m_placement->setAccessibleName(tr("As what the text is tried"));
    for (const auto &[placement, text] :
         {std::pair(AiOutput, tr("a reply")), std::pair(UserInput, tr("what you write")),
          std::pair(SlashCommand, tr("a slash command")), std::pair(WorldInfo, tr("lore")),
          std::pair(Reasoning, tr("reasoning"))})
        m_placement->addItem(text, int(placement));
    m_depth->setObjectName(u"trialDepth"_s);
    m_depth->setAccessibleName(tr("Depth of the text tried"));
    m_depth->setRange(0, 9'999);
    m_depth->setPrefix(tr("depth "));
    m_edit->setObjectName(u"trialEdit"_s);
    m_all->setObjectName(u"trialAll"_s);
    auto *last = new QPushButton(tr("&Last Message"));
    last->setToolTip(tr("Use the last message of the open chat"));
    auto *head = new QWidget;
    auto *whole = new QHBoxLayout(head);
    whole->setContentsMargins(0, 0, 0, 0);
    auto *row = new WrappingRow(8);
    whole->addLayout(row, 1);
    auto *label = new PlainLabel(tr("Tr&y it as"));
    label->setBuddy(m_placement);
    for (QWidget *part : std::initializer_list<QWidget *>{label, m_placement, m_depth, m_edit, m_all})
        row->addWidget(part);
    whole->addWidget(last, 0, Qt::AlignTop);
    connect(last, &QPushButton::clicked, this, &ScriptTrialPane::lastMessageRequested);
    return head;
}

ScriptTrialPane::Box ScriptTrialPane::makeBox(const QString &name, const QString &objectName,
                                              const QString &meaning)
{
    Box box{new PlainLabel(name), new QPlainTextEdit, name};
    box.title->setToolTip(meaning);
    box.text->setReadOnly(true);
    box.text->setObjectName(objectName);
    box.text->setAccessibleName(meaning);
    box.text->setTabChangesFocus(true);
    return box;
}

void ScriptTrialPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (QPlainTextEdit *edit : {m_text, m_stored.text, m_sent.text, m_shown.text})
        edit->setFont(theme.textFont());
    setResult(m_request, m_result);
}

ScriptTrialRequest ScriptTrialPane::request() const
{
    ScriptTrialRequest request;
    request.text = m_text->toPlainText();
    request.placement = RegexScript::Placement(m_placement->currentData().toInt());
    request.depth = m_depth->value();
    request.isEdit = m_edit->isChecked();
    request.isAlone = !m_all->isChecked();
    return request;
}

void ScriptTrialPane::setText(const QString &text)
{
    m_text->setPlainText(text);
}

bool ScriptTrialPane::hasText() const
{
    return !m_text->toPlainText().isEmpty();
}

void ScriptTrialPane::mark(const QList<RegexMatch> &matches)
{
    QList<QTextEdit::ExtraSelection> marks;
    const int last = m_text->document()->characterCount() - 1;
    for (qsizetype i = 0; i < std::min(matches.size(), MostMarks); ++i) {
        const RegexRange &range = matches[i].range;
        if (range.length == 0 || range.start + range.length > last)
            continue;
        QTextEdit::ExtraSelection mark;
        // Neighbours are told apart.
        mark.format.setBackground(m_theme.tint(i % 2 ? m_theme.warning : m_theme.accent, 0.34));
        mark.cursor = QTextCursor(m_text->document());
        mark.cursor.setPosition(int(range.start));
        mark.cursor.setPosition(int(range.start + range.length), QTextCursor::KeepAnchor);
        marks.append(mark);
    }
    m_text->setExtraSelections(marks);
}

void ScriptTrialPane::showText(const Box &box, const QString &text, const QString &before)
{
    box.text->setPlainText(text);
    box.title->setText(text == before ? tr("%1 (unchanged)").arg(box.name) : box.name);
    QFont font = box.title->font();
    font.setBold(text != before);
    box.title->setFont(font);
}

void ScriptTrialPane::setResult(const ScriptTrialRequest &request, const ScriptTrialResult &result)
{
    m_request = request;
    m_result = result;
    setBusy(false);
    if (request.text == m_text->toPlainText())
        mark(result.matches);
    QStringList facts;
    if (result.failure && result.failure->kind == RegexFailure::Kind::OverTime)
        facts.append(
            tr("The expression runs away on this text: it was stopped, and the text stays as it is."));
    else if (!result.failure && !request.text.isEmpty())
        facts.append(tr("%n match(es)", nullptr, int(result.matches.size())));
    if (!result.failure)
        facts += result.warnings;
    m_facts->setText(facts.join(u"\n"_s));
    QPalette palette; // the rest as the program has it
    palette.setColor(QPalette::WindowText, result.failure ? m_theme.error : m_theme.textDim);
    m_facts->setPalette(palette);
    showText(m_stored, result.stored, request.text);
    showText(m_sent, result.sent, request.text);
    showText(m_shown, result.shown, request.text);
}

void ScriptTrialPane::setBusy(bool isBusy)
{
    for (const Box &box : {m_stored, m_sent, m_shown}) {
        QPalette palette; // the rest as the program has it
        if (isBusy)
            palette.setColor(QPalette::Text, m_theme.textDim);
        box.text->setPalette(palette);
    }
}

void ScriptTrialPane::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
