#include "widgets/editors/regex/scriptform.h"

#include "core/model/editedtext.h"
#include "core/regex/regexpattern.h"
#include "widgets/editors/forms/formfield.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QTextBlock>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Where what a script makes goes; the two marks of the file in the user's words.
enum Where : int { Stored, Shown, Sent, Both };

Where whereOf(const RegexScript &script)
{
    if (script.displayOnly)
        return script.promptOnly ? Both : Shown;
    return script.promptOnly ? Sent : Stored;
}

constexpr int NoLimit = -2; // below what the file may say

void setLines(QPlainTextEdit *edit, int lines)
{
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines +
                         int(2 * (edit->document()->documentMargin() + edit->frameWidth())));
}

} // namespace

QString withRegexFlag(const QString &find, QChar flag, bool isOn)
{
    const std::optional<RegexPattern> pattern = scriptPattern(find);
    if (!pattern || pattern->flags.contains(flag) == isOn)
        return find;
    QString flags = pattern->flags;
    if (isOn)
        flags += flag;
    else
        flags.remove(flag);
    const QString written = u'/' + pattern->body + u'/' + flags;
    return scriptPattern(written) == RegexPattern{pattern->body, flags} ? written : find;
}

ScriptForm::ScriptForm(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QScrollArea(parent)
    , m_theme(Theme::light())
    , m_name(new QLineEdit)
    , m_find(new QPlainTextEdit)
    , m_problem(new PlainLabel)
    , m_replacement(new MacroTextEdit(repository))
    , m_trim(new QPlainTextEdit)
    , m_where(new QComboBox)
    , m_onEdit(new QCheckBox(tr("Also when a message is &edited")))
    , m_findMacros(new QComboBox)
    , m_minDepth(new QSpinBox)
    , m_maxDepth(new QSpinBox)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("The script"));
    setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addWidget(makeTexts(repository));
    column->addWidget(makePlaces());
    column->addWidget(makeOptions());
    column->addStretch(1);
    setWidget(inside);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_find, m_trim, m_where, m_findMacros, m_minDepth, m_maxDepth})
        becomeFormField(field);
    showScript();
}

// Those of all rows are equally wide, so that the fields begin at one line.
PlainLabel *ScriptForm::makeLabel(const QString &text, QWidget *buddy)
{
    auto *label = new PlainLabel(text);
    label->setFixedWidth(fontMetrics().horizontalAdvance(u"Macros in Find  "_s));
    label->setWordWrap(true); // other languages
    if (buddy) {
        label->setBuddy(buddy);
        buddy->setAccessibleName(QString(text).remove(u'&'));
    }
    return label;
}

QWidget *ScriptForm::makeTexts(KSyntaxHighlighting::Repository *)
{
    m_name->setObjectName(u"scriptName"_s);
    m_find->setObjectName(u"scriptFind"_s);
    m_find->setPlaceholderText(tr("/expression/flags"));
    m_problem->setObjectName(u"scriptProblem"_s);
    m_problem->setWordWrap(true);
    m_replacement->setObjectName(u"scriptReplacement"_s);
    m_replacement->setPlaceholderText(
        tr("Empty: what is found is removed. $0 or {{match}} is the whole match, $1 a group"));
    m_trim->setObjectName(u"scriptTrim"_s);
    m_trim->setPlaceholderText(tr("One a line; removed from what is found"));
    for (QPlainTextEdit *edit : {m_find, m_trim}) {
        edit->setTabChangesFocus(true);
        edit->setUndoRedoEnabled(false);
        edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 2 + 14);
    }
    auto *texts = new QWidget;
    auto *grid = new QGridLayout(texts);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    const auto row = [this, grid](int at, const QString &text, QWidget *field) {
        PlainLabel *label = makeLabel(text, field);
        grid->addWidget(label, at, 0, Qt::AlignTop);
        grid->addWidget(field, at, 1);
    };
    row(0, tr("&Name"), m_name);
    row(1, tr("&Find"), m_find);
    auto *flags = new QHBoxLayout;
    flags->setSpacing(14);
    for (const auto &[flag, meaning] :
         {std::pair(u'g', tr("&global: every match, not the first alone")),
          std::pair(u'i', tr("&ignore case")), std::pair(u'm', tr("&m: ^ and $ at each line")),
          std::pair(u's', tr("&s: . matches line breaks too")), std::pair(u'u', tr("&u: Unicode"))}) {
        auto *box = new QCheckBox(QString(QChar(flag)));
        const QString plain = QString(meaning).remove(u'&');
        box->setToolTip(plain);
        box->setAccessibleName(tr("Flag %1").arg(plain));
        box->setObjectName(u"scriptFlag"_s + QChar(flag));
        m_flags.insert(flag, box);
        flags->addWidget(box);
        connect(box, &QCheckBox::clicked, this, [this, sign = QChar(flag)](bool on) { setFlag(sign, on); });
    }
    flags->addStretch(1);
    grid->addLayout(flags, 2, 1);
    grid->addWidget(m_problem, 3, 1);
    row(4, tr("&Replace with"), m_replacement);
    row(5, tr("&Trim out"), m_trim);
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &name) {
        change(tr("Rename Script"), u"name"_s, [&](RegexScript &script) { script.name = name; });
    });
    connect(m_find, &QPlainTextEdit::textChanged, this, [this] {
        change(tr("Change Expression"), u"find"_s,
               [this](RegexScript &script) { script.find = editedText(script.find, m_find->toPlainText()); });
    });
    connect(m_replacement, &QPlainTextEdit::textChanged, this, [this] {
        change(tr("Change Replacement"), u"replacement"_s, [this](RegexScript &script) {
            script.replacement = editedText(script.replacement, m_replacement->toPlainText());
        });
    });
    connect(m_trim, &QPlainTextEdit::textChanged, this, [this] {
        change(tr("Change Trimming"), u"trim"_s, [this](RegexScript &script) {
            script.trimStrings = m_trim->toPlainText().split(u'\n', Qt::SkipEmptyParts);
        });
    });
    return texts;
}

QWidget *ScriptForm::makePlaces()
{
    using enum RegexScript::Placement;
    auto *places = new QWidget;
    auto *whole = new QHBoxLayout(places);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(12);
    PlainLabel *actsOn = makeLabel(tr("Acts on"), nullptr);
    whole->addWidget(actsOn, 0, Qt::AlignTop);
    auto *row = new WrappingRow(14);
    whole->addLayout(row, 1);
    for (const auto &[placement, text] :
         {std::pair(UserInput, tr("what &you write")), std::pair(AiOutput, tr("re&plies")),
          std::pair(SlashCommand, tr("s&lash commands")), std::pair(WorldInfo, tr("l&ore")),
          std::pair(Reasoning, tr("reason&ing"))}) {
        auto *box = new QCheckBox(text);
        box->setAccessibleName(tr("Acts on %1").arg(QString(text).remove(u'&')));
        box->setObjectName(u"scriptPlace%1"_s.arg(int(placement)));
        m_places.insert(int(placement), box);
        row->addWidget(box);
        actsOn->setMinimumHeight(box->sizeHint().height()); // beside the first of several lines
        connect(box, &QCheckBox::clicked, this, [this, number = int(placement)](bool on) {
            change(tr("Change What It Acts On"), {}, [number, on](RegexScript &script) {
                script.placements.removeAll(number);
                if (on)
                    script.placements.append(number);
            });
        });
    }
    return places;
}

QWidget *ScriptForm::makeOptions()
{
    m_where->setObjectName(u"scriptWhere"_s);
    m_where->addItem(tr("What is stored"), Stored);
    m_where->addItem(tr("What is shown, not what is stored"), Shown);
    m_where->addItem(tr("What is sent, not what is stored"), Sent);
    m_where->addItem(tr("What is shown and sent, not what is stored"), Both);
    m_onEdit->setObjectName(u"scriptOnEdit"_s);
    m_findMacros->setObjectName(u"scriptMacros"_s);
    m_findMacros->addItem(tr("Don't substitute: left as they are"), int(RegexScript::FindMacros::None));
    m_findMacros->addItem(tr("Substitute (raw): part of the expression"), int(RegexScript::FindMacros::Raw));
    m_findMacros->addItem(tr("Substitute (escaped): literal text"), int(RegexScript::FindMacros::Escaped));
    for (QSpinBox *box : {m_minDepth, m_maxDepth}) {
        box->setRange(NoLimit, 9'999);
        box->setSpecialValueText(tr("no limit"));
        box->setToolTip(tr("Messages from the newest, which is 0; -1 is what is being continued"));
    }
    m_minDepth->setObjectName(u"scriptMinDepth"_s);
    m_maxDepth->setObjectName(u"scriptMaxDepth"_s);
    auto *to = new PlainLabel(tr("to de&pth"));
    to->setBuddy(m_maxDepth);
    m_maxDepth->setAccessibleName(tr("to depth"));
    auto *options = new QWidget;
    auto *changes = new WrappingRow(14);
    changes->addWidget(m_where);
    changes->addWidget(m_onEdit);
    auto *first = new QHBoxLayout;
    first->addWidget(makeLabel(tr("C&hanges"), m_where));
    first->addLayout(changes, 1);
    auto *second = new QHBoxLayout;
    second->addWidget(makeLabel(tr("Macros in &Find"), m_findMacros));
    second->addWidget(m_findMacros);
    second->addStretch(1);
    auto *third = new QHBoxLayout;
    third->addWidget(makeLabel(tr("&Depth from"), m_minDepth));
    third->addWidget(m_minDepth);
    third->addWidget(to);
    third->addWidget(m_maxDepth);
    third->addStretch(1);
    auto *rows = new QVBoxLayout(options);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(7);
    rows->addLayout(first);
    rows->addLayout(second);
    rows->addLayout(third);
    connect(m_where, &QComboBox::activated, this, [this] {
        const int where = m_where->currentData().toInt();
        change(tr("Change What It Changes"), {}, [where](RegexScript &script) {
            script.displayOnly = where == Shown || where == Both;
            script.promptOnly = where == Sent || where == Both;
        });
    });
    connect(m_onEdit, &QCheckBox::clicked, this, [this](bool on) {
        change(tr("Change Run on Edit"), {}, [on](RegexScript &script) { script.runOnEdit = on; });
    });
    connect(m_findMacros, &QComboBox::activated, this, [this] {
        change(tr("Change Macros"), {}, [this](RegexScript &script) {
            script.findMacros = RegexScript::FindMacros(m_findMacros->currentData().toInt());
        });
    });
    const auto depth = [this](std::optional<int> RegexScript::*limit) {
        return [this, limit](int number) {
            change(tr("Change Depth"), u"depth"_s, [limit, number](RegexScript &script) {
                script.*limit = number == NoLimit ? std::nullopt : std::optional(number);
            });
        };
    };
    connect(m_minDepth, &QSpinBox::valueChanged, this, depth(&RegexScript::minDepth));
    connect(m_maxDepth, &QSpinBox::valueChanged, this, depth(&RegexScript::maxDepth));
    return options;
}

void ScriptForm::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_replacement->setTheme(theme);
    for (QPlainTextEdit *edit : {m_find, m_trim}) {
        edit->setFont(theme.codeFont());
        setLines(edit, 2);
    }
    setLines(m_replacement, 3);
    QPalette palette; // the rest as the program has it
    palette.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(palette);
    setFailure(m_failure, m_failureAt);
}

void ScriptForm::setMacros(const QList<MacroWord> &macros)
{
    m_replacement->setMacros(macros);
}

template <typename Change> void ScriptForm::change(const QString &label, const QString &field, Change change)
{
    if (m_isFilling || !m_script)
        return;
    RegexScript script = *m_script;
    change(script);
    if (script == *m_script)
        return;
    m_script = script;
    Q_EMIT edited(script, label, field.isEmpty() ? field : QString(script.id + u'/' + field));
}

void ScriptForm::setFlag(QChar flag, bool isOn)
{
    change(tr("Change Flags"), {},
           [&](RegexScript &script) { script.find = withRegexFlag(script.find, flag, isOn); });
    showScript();
}

void ScriptForm::setScript(const std::optional<RegexScript> &script)
{
    m_script = script;
    showScript();
}

void ScriptForm::showScript()
{
    widget()->setEnabled(m_script.has_value());
    const RegexScript script = m_script.value_or(RegexScript());
    m_isFilling = true;
    if (m_name->text() != script.name)
        m_name->setText(script.name);
    setTextInPlace(m_find, script.find);
    m_replacement->setTextKeepingPlace(script.replacement);
    if (m_trim->toPlainText().split(u'\n', Qt::SkipEmptyParts) != script.trimStrings)
        setTextInPlace(m_trim, script.trimStrings.join(u'\n'));
    const std::optional<RegexPattern> pattern = scriptPattern(script.find);
    for (const auto &[flag, box] : m_flags.asKeyValueRange()) {
        box->setChecked(pattern && pattern->flags.contains(flag));
        box->setEnabled(pattern.has_value());
    }
    for (const auto &[placement, box] : m_places.asKeyValueRange())
        box->setChecked(script.placements.contains(placement));
    m_where->setCurrentIndex(m_where->findData(whereOf(script)));
    m_onEdit->setChecked(script.runOnEdit);
    m_findMacros->setCurrentIndex(m_findMacros->findData(int(script.findMacros)));
    m_minDepth->setValue(script.minDepth.value_or(NoLimit));
    m_maxDepth->setValue(script.maxDepth.value_or(NoLimit));
    m_isFilling = false;
}

void ScriptForm::setFailure(const std::optional<RegexFailure> &failure, qsizetype at)
{
    m_failure = failure;
    m_failureAt = at;
    QList<QTextEdit::ExtraSelection> marks;
    if (failure && at >= 0 && at < m_find->document()->characterCount() - 1) {
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(m_theme.tint(m_theme.error, 0.35));
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(m_theme.error);
        mark.cursor = QTextCursor(m_find->document());
        mark.cursor.setPosition(int(at));
        mark.cursor.setPosition(int(at) + 1, QTextCursor::KeepAnchor);
        marks.append(mark);
    }
    m_find->setExtraSelections(marks);
    QString text;
    if (failure && failure->kind == RegexFailure::Kind::OverTime)
        text = tr("Takes too long on this text, and leaves it as it is: %1.").arg(failure->what);
    else if (failure && at >= 0)
        //: %1 is what is wrong, %2 a number of characters
        text = tr("%1 (character %2).").arg(failure->what).arg(at + 1);
    else if (failure)
        text = failure->what + u'.';
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void ScriptForm::focusName()
{
    m_name->setFocus(Qt::ShortcutFocusReason);
    m_name->selectAll();
}

void ScriptForm::focusField(const QString &key)
{
    QWidget *field = key == u"findRegex"       ? static_cast<QWidget *>(m_find)
                     : key == u"replaceString" ? static_cast<QWidget *>(m_replacement)
                     : key == u"minDepth"      ? m_minDepth
                     : key == u"placement"     ? m_places.value(int(RegexScript::Placement::UserInput))
                                               : static_cast<QWidget *>(m_name);
    field->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(field);
}

void ScriptForm::focusFind()
{
    m_find->setFocus(Qt::ShortcutFocusReason);
}

} // namespace snug
