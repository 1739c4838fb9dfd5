#include "widgets/editors/lore/lorefieldedit.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Without zeros behind the point.
class PlainNumberBox : public QDoubleSpinBox
{
public:
    QString textFromValue(double value) const override { return locale().toString(value, 'g', 10); }
};

// In combo boxes of what may be left to the settings.
enum Option : int { AsSettings = -1, No = 0, Yes = 1 };

// In front of the least value: left to the settings.
constexpr int NotSet = -1;

} // namespace

void setTextInPlace(QPlainTextEdit *edit, const QString &text)
{
    const QString before = edit->toPlainText();
    if (before == text)
        return;
    const qsizetype shorter = std::min(before.size(), text.size());
    qsizetype start = 0;
    while (start < shorter && before[start] == text[start])
        ++start;
    qsizetype same = 0;
    while (same < shorter - start && before[before.size() - 1 - same] == text[text.size() - 1 - same])
        ++same;
    QTextCursor cursor(edit->document());
    cursor.setPosition(int(start));
    cursor.setPosition(int(before.size() - same), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(start, text.size() - same - start));
}

LoreFieldEdit::LoreFieldEdit(const LoreFieldInfo &info, QObject *parent)
    : QObject(parent)
    , m_info(info)
    , m_control(makeControl())
    , m_note(new QLabel(info.meaning))
{
    if (info.kind != LoreFieldKind::Check) {
        m_label = new QLabel(info.label);
        m_label->setBuddy(m_control);
        m_label->setWordWrap(true);
    }
    m_control->setAccessibleName(info.label);
    m_control->setAccessibleDescription(info.meaning);
    m_control->setObjectName(u"loreField%1"_s.arg(int(info.field)));
    m_control->installEventFilter(this);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    QFont font = m_note->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    m_note->setFont(font);
    setFinding({});
}

QWidget *LoreFieldEdit::makeControl()
{
    switch (m_info.kind) {
    case LoreFieldKind::Check: {
        auto *box = new QCheckBox(m_info.label);
        connect(box, &QCheckBox::toggled, this, &LoreFieldEdit::tell);
        return box;
    }
    case LoreFieldKind::Line: {
        auto *line = new QLineEdit;
        connect(line, &QLineEdit::textEdited, this, &LoreFieldEdit::tell);
        return line;
    }
    case LoreFieldKind::Text:
        return makeText(false);
    case LoreFieldKind::List:
        return makeText(true);
    case LoreFieldKind::Whole:
    case LoreFieldKind::OptionalWhole:
    case LoreFieldKind::Number:
        return makeNumber();
    case LoreFieldKind::Choice:
        return makeChoice(m_info.choices);
    case LoreFieldKind::Optional:
        return makeChoice({{AsSettings, tr("As in the settings")}, {Yes, tr("Yes")}, {No, tr("No")}});
    }
    return new QWidget;
}

// The document has a history of its own, so these have none.
QWidget *LoreFieldEdit::makeText(bool isList)
{
    auto *edit = new QPlainTextEdit;
    edit->setTabChangesFocus(true);
    edit->setUndoRedoEnabled(false);
    if (isList) {
        edit->setLineWrapMode(QPlainTextEdit::NoWrap);
        edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        m_control = edit;
        fitList();
        connect(edit, &QPlainTextEdit::blockCountChanged, this, &LoreFieldEdit::fitList);
    } else {
        edit->setMinimumHeight(edit->fontMetrics().lineSpacing() * 9);
    }
    connect(edit, &QPlainTextEdit::textChanged, this, &LoreFieldEdit::tell);
    return edit;
}

// As many lines as there are, up to six.
void LoreFieldEdit::fitList()
{
    auto *edit = static_cast<QPlainTextEdit *>(m_control);
    const int lines = std::clamp(edit->blockCount(), 1, 6);
    const int margins = 2 * (edit->frameWidth() + int(edit->document()->documentMargin()));
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines + margins + 2);
}

QWidget *LoreFieldEdit::makeNumber()
{
    const LoreFieldBounds bounds = loreFieldBounds(m_info.field);
    QAbstractSpinBox *made = nullptr;
    if (m_info.kind == LoreFieldKind::Number) {
        auto *box = new PlainNumberBox;
        box->setDecimals(4);
        box->setRange(bounds.least, bounds.most);
        box->setSuffix(m_info.unit.isEmpty() ? QString() : QString(u' ' + m_info.unit));
        connect(box, &QDoubleSpinBox::valueChanged, this, &LoreFieldEdit::tell);
        made = box;
    } else {
        auto *box = new QSpinBox;
        const bool isOptional = m_info.kind == LoreFieldKind::OptionalWhole;
        box->setRange(isOptional ? NotSet : int(bounds.least), int(bounds.most));
        if (isOptional)
            box->setSpecialValueText(tr("As in the settings"));
        box->setSuffix(m_info.unit.isEmpty() ? QString() : QString(u' ' + m_info.unit));
        connect(box, &QSpinBox::valueChanged, this, &LoreFieldEdit::tell);
        made = box;
    }
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

QWidget *LoreFieldEdit::makeChoice(const QList<LoreChoice> &choices)
{
    auto *box = new QComboBox;
    for (const LoreChoice &choice : choices)
        box->addItem(choice.text, choice.value);
    box->setFocusPolicy(Qt::StrongFocus);
    box->view()->setAccessibleName(m_info.label);
    connect(box, &QComboBox::currentIndexChanged, this, &LoreFieldEdit::tell);
    return box;
}

void LoreFieldEdit::setValue(const QVariant &value)
{
    m_isSetting = true;
    switch (m_info.kind) {
    case LoreFieldKind::Check:
        static_cast<QCheckBox *>(m_control)->setChecked(value.toBool());
        break;
    case LoreFieldKind::Line: {
        auto *line = static_cast<QLineEdit *>(m_control);
        if (line->text() != value.toString())
            line->setText(value.toString());
        break;
    }
    case LoreFieldKind::Text:
        setTextInPlace(static_cast<QPlainTextEdit *>(m_control), value.toString());
        break;
    case LoreFieldKind::List: {
        // What is being typed stays as it is as long as it says the same.
        const QStringList list = value.toStringList();
        auto *edit = static_cast<QPlainTextEdit *>(m_control);
        if (!edit->hasFocus() || keysFromLines(edit->toPlainText(), m_known) != list) {
            m_known = list;
            setTextInPlace(edit, list.join(u'\n'));
        }
        break;
    }
    case LoreFieldKind::Whole:
        static_cast<QSpinBox *>(m_control)->setValue(value.toInt());
        break;
    case LoreFieldKind::OptionalWhole:
        static_cast<QSpinBox *>(m_control)->setValue(value.isValid() ? value.toInt() : NotSet);
        break;
    case LoreFieldKind::Number:
        static_cast<QDoubleSpinBox *>(m_control)->setValue(value.toDouble());
        break;
    case LoreFieldKind::Choice:
    case LoreFieldKind::Optional: {
        auto *box = static_cast<QComboBox *>(m_control);
        box->setCurrentIndex(box->findData(value.isValid() ? value.toInt() : int(AsSettings)));
        break;
    }
    }
    m_isSetting = false;
}

QVariant LoreFieldEdit::value() const
{
    switch (m_info.kind) {
    case LoreFieldKind::Check:
        return static_cast<QCheckBox *>(m_control)->isChecked();
    case LoreFieldKind::Line:
        return static_cast<QLineEdit *>(m_control)->text();
    case LoreFieldKind::Text:
        return static_cast<QPlainTextEdit *>(m_control)->toPlainText();
    case LoreFieldKind::List:
        return keysFromLines(static_cast<QPlainTextEdit *>(m_control)->toPlainText(), m_known);
    case LoreFieldKind::Whole:
        return static_cast<QSpinBox *>(m_control)->value();
    case LoreFieldKind::OptionalWhole: {
        const int number = static_cast<QSpinBox *>(m_control)->value();
        return number == NotSet ? QVariant() : QVariant(number);
    }
    case LoreFieldKind::Number:
        return static_cast<QDoubleSpinBox *>(m_control)->value();
    case LoreFieldKind::Choice:
        return static_cast<QComboBox *>(m_control)->currentData();
    case LoreFieldKind::Optional: {
        const int option = static_cast<QComboBox *>(m_control)->currentData().toInt();
        return option == AsSettings ? QVariant() : QVariant(option == Yes);
    }
    }
    return {};
}

void LoreFieldEdit::tell()
{
    if (!m_isSetting)
        Q_EMIT edited(m_info.field, value());
}

void LoreFieldEdit::setFinding(const QString &text, bool isWarning)
{
    m_note->setText(text.isEmpty() ? m_info.meaning : text);
    m_note->setForegroundRole(text.isEmpty() ? QPalette::PlaceholderText
                              : isWarning    ? QPalette::BrightText
                                             : QPalette::WindowText);
}

void LoreFieldEdit::setVisible(bool visible)
{
    if (m_label)
        m_label->setVisible(visible);
    m_control->setVisible(visible);
    m_note->setVisible(visible);
}

bool LoreFieldEdit::eventFilter(QObject *watched, QEvent *event)
{
    // Undo is the document's, not the field's.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    // Scrolling the form must not change what the pointer happens to pass over.
    if (event->type() == QEvent::Wheel && !m_control->hasFocus() &&
        (qobject_cast<QAbstractSpinBox *>(watched) || qobject_cast<QComboBox *>(watched))) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace snug
