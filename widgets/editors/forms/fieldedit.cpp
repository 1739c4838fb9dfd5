#include "widgets/editors/forms/fieldedit.h"

#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/forms/absentnumberbox.h"
#include "widgets/editors/forms/formfield.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTextBlock>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// In combo boxes of what may be left to the settings.
enum Option : int { AsSettings = -1, No = 0, Yes = 1 };

// In front of the least value: left to the settings.
constexpr int NotSet = -1;

} // namespace

FieldEdit::FieldEdit(const FieldInfo &info, QObject *parent)
    : FieldEdit(info, nullptr, parent)
{
}

FieldEdit::FieldEdit(const FieldInfo &info, KSyntaxHighlighting::Repository *repository, QObject *parent)
    : QObject(parent)
    , m_info(info)
    , m_repository(repository)
    , m_control(makeControl())
    , m_note(new PlainLabel(info.meaning))
{
    if (info.kind != FieldKind::Check) {
        m_label = new PlainLabel(info.label);
        m_label->setBuddy(m_control);
        m_label->setWordWrap(true);
    }
    m_control->setAccessibleName(info.label);
    m_control->setAccessibleDescription(info.meaning);
    m_control->setObjectName(u"field%1"_s.arg(info.id));
    m_control->setProperty("otherWords", info.otherWords);
    becomeFormField(m_control);
    m_note->setWordWrap(true);
    QFont font = m_note->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    m_note->setFont(font);
    showNote();
}

QWidget *FieldEdit::makeControl()
{
    switch (m_info.kind) {
    case FieldKind::Check: {
        auto *box = new QCheckBox(m_info.label);
        connect(box, &QCheckBox::toggled, this, &FieldEdit::tell);
        return box;
    }
    case FieldKind::Line: {
        auto *line = new QLineEdit;
        connect(line, &QLineEdit::textEdited, this, &FieldEdit::tell);
        return line;
    }
    case FieldKind::Text:
        return makeText();
    case FieldKind::List:
        return makeList();
    case FieldKind::Whole:
    case FieldKind::OptionalWhole:
    case FieldKind::Number:
    case FieldKind::AbsentNumber:
    case FieldKind::AbsentWhole:
        return makeNumber();
    case FieldKind::Choice:
        return makeChoice(m_info.choices);
    case FieldKind::Optional:
        return makeChoice({{AsSettings, tr("As in the settings")}, {Yes, tr("Yes")}, {No, tr("No")}});
    }
    return new QWidget;
}

// The document has a history of its own, so these have none.
QWidget *FieldEdit::makeText()
{
    auto *edit = new MacroTextEdit(m_repository);
    edit->setMinimumHeight(edit->fontMetrics().lineSpacing() * 9);
    connect(edit, &QPlainTextEdit::textChanged, this, [this, edit] {
        // New colours are a change to the document too.
        const QString text = edit->toPlainText();
        if (std::exchange(m_shown, text) != text)
            tell();
    });
    return edit;
}

QWidget *FieldEdit::makeList()
{
    auto *edit = new QPlainTextEdit;
    edit->setTabChangesFocus(true);
    edit->setUndoRedoEnabled(false);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_control = edit;
    fitList();
    connect(edit, &QPlainTextEdit::blockCountChanged, this, &FieldEdit::fitList);
    connect(edit, &QPlainTextEdit::textChanged, this, &FieldEdit::tell);
    return edit;
}

MacroTextEdit *FieldEdit::text() const
{
    return m_info.kind == FieldKind::Text ? static_cast<MacroTextEdit *>(m_control) : nullptr;
}

// As many lines as there are, up to six.
void FieldEdit::fitList()
{
    auto *edit = static_cast<QPlainTextEdit *>(m_control);
    const int lines = std::clamp(edit->blockCount(), 1, 6);
    const int margins = 2 * (edit->frameWidth() + int(edit->document()->documentMargin()));
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines + margins + 2);
}

QWidget *FieldEdit::makeNumber()
{
    const FieldBounds bounds = m_info.bounds;
    QAbstractSpinBox *made = nullptr;
    if (m_info.kind == FieldKind::Number) {
        auto *box = new PlainNumberBox;
        box->setDecimals(4);
        box->setRange(bounds.least, bounds.most);
        box->setSuffix(m_info.unit.isEmpty() ? QString() : QString(u' ' + m_info.unit));
        connect(box, &QDoubleSpinBox::valueChanged, this, &FieldEdit::tell);
        made = box;
    } else if (m_info.kind == FieldKind::AbsentNumber || m_info.kind == FieldKind::AbsentWhole) {
        auto *box = new AbsentNumberBox(bounds, m_info.kind == FieldKind::AbsentWhole ? 0 : 4,
                                        m_info.choices.value(0).text);
        connect(box, &QDoubleSpinBox::valueChanged, this, &FieldEdit::tell);
        made = box;
    } else {
        auto *box = new QSpinBox;
        const bool isOptional = m_info.kind == FieldKind::OptionalWhole;
        box->setRange(isOptional ? NotSet : int(bounds.least), int(bounds.most));
        if (isOptional)
            box->setSpecialValueText(tr("As in the settings"));
        box->setSuffix(m_info.unit.isEmpty() ? QString() : QString(u' ' + m_info.unit));
        connect(box, &QSpinBox::valueChanged, this, &FieldEdit::tell);
        made = box;
    }
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

QWidget *FieldEdit::makeChoice(const QList<FieldChoice> &choices)
{
    auto *box = new QComboBox;
    for (const FieldChoice &choice : choices)
        box->addItem(choice.text, choice.value);
    // The longest choice must not make a whole form too wide for its place; the list shows it.
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    box->setFocusPolicy(Qt::StrongFocus);
    box->view()->setAccessibleName(m_info.label);
    connect(box, &QComboBox::currentIndexChanged, this, &FieldEdit::tell);
    return box;
}

void FieldEdit::setValue(const QVariant &value)
{
    m_isSetting = true;
    switch (m_info.kind) {
    case FieldKind::Check:
        static_cast<QCheckBox *>(m_control)->setChecked(value.toBool());
        break;
    case FieldKind::Line: {
        auto *line = static_cast<QLineEdit *>(m_control);
        if (line->text() != value.toString())
            line->setText(value.toString());
        break;
    }
    case FieldKind::Text:
        text()->setTextKeepingPlace(value.toString());
        break;
    case FieldKind::List: {
        // What is being typed stays as it is as long as it says the same.
        const QStringList list = value.toStringList();
        auto *edit = static_cast<QPlainTextEdit *>(m_control);
        if (!edit->hasFocus() || keysFromLines(edit->toPlainText(), m_known) != list) {
            m_known = list;
            setTextInPlace(edit, list.join(u'\n'));
        }
        break;
    }
    case FieldKind::Whole:
        static_cast<QSpinBox *>(m_control)->setValue(value.toInt());
        break;
    case FieldKind::OptionalWhole:
        static_cast<QSpinBox *>(m_control)->setValue(value.isValid() ? value.toInt() : NotSet);
        break;
    case FieldKind::Number:
        static_cast<QDoubleSpinBox *>(m_control)->setValue(value.toDouble());
        break;
    case FieldKind::AbsentNumber:
    case FieldKind::AbsentWhole:
        static_cast<AbsentNumberBox *>(m_control)->setNumber(value);
        break;
    case FieldKind::Choice:
    case FieldKind::Optional: {
        auto *box = static_cast<QComboBox *>(m_control);
        box->setCurrentIndex(box->findData(value.isValid() ? value.toInt() : int(AsSettings)));
        break;
    }
    }
    m_isSetting = false;
}

QVariant FieldEdit::value() const
{
    switch (m_info.kind) {
    case FieldKind::Check:
        return static_cast<QCheckBox *>(m_control)->isChecked();
    case FieldKind::Line:
        return static_cast<QLineEdit *>(m_control)->text();
    case FieldKind::Text:
        return text()->toPlainText();
    case FieldKind::List:
        return keysFromLines(static_cast<QPlainTextEdit *>(m_control)->toPlainText(), m_known);
    case FieldKind::Whole:
        return static_cast<QSpinBox *>(m_control)->value();
    case FieldKind::OptionalWhole: {
        const int number = static_cast<QSpinBox *>(m_control)->value();
        return number == NotSet ? QVariant() : QVariant(number);
    }
    case FieldKind::Number:
        return static_cast<QDoubleSpinBox *>(m_control)->value();
    case FieldKind::AbsentNumber:
    case FieldKind::AbsentWhole:
        return static_cast<AbsentNumberBox *>(m_control)->number();
    case FieldKind::Choice:
        return static_cast<QComboBox *>(m_control)->currentData();
    case FieldKind::Optional: {
        const int option = static_cast<QComboBox *>(m_control)->currentData().toInt();
        return option == AsSettings ? QVariant() : QVariant(option == Yes);
    }
    }
    return {};
}

void FieldEdit::tell()
{
    if (!m_isSetting)
        Q_EMIT edited(m_info.id, value());
}

void FieldEdit::setFindings(const QList<LintFinding> &findings)
{
    m_findings = findings;
    if (MacroTextEdit *edit = text())
        edit->setFindings(findings);
    showNote();
}

void FieldEdit::setRemark(const QString &text)
{
    m_remark = text;
    showNote();
}

void FieldEdit::showNote()
{
    const bool isWarning =
        std::ranges::contains(m_findings, LintFinding::Weight::Warning, &LintFinding::weight);
    QStringList lines;
    for (const LintFinding &finding : std::as_const(m_findings)) {
        if (!isWarning || finding.weight == LintFinding::Weight::Warning) // the bar has the hints too
            lines.append(findingText(finding));
    }
    const QString said = lines.isEmpty() ? m_info.meaning : lines.join(u'\n');
    m_note->setText(m_remark.isEmpty() ? said : QString(said + u' ' + m_remark));
    m_note->setForegroundRole(lines.isEmpty() ? QPalette::PlaceholderText
                              : isWarning     ? QPalette::BrightText
                                              : QPalette::WindowText);
}

void FieldEdit::setVisible(bool visible)
{
    if (m_label)
        m_label->setVisible(visible);
    m_control->setVisible(visible);
    m_note->setVisible(visible);
}

} // namespace snug
