#include "widgets/editors/texttemplateform.h"

#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/macrotextedit.h"

#include <QHBoxLayout>
#include <QLabel>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QLabel *heading(const QString &text)
{
    auto *label = new QLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setContentsMargins(0, 10, 0, 0);
    return label;
}

} // namespace

TextTemplateForm::TextTemplateForm(const QList<Field> &fields, KSyntaxHighlighting::Repository *repository,
                                   QWidget *parent)
    : QScrollArea(parent)
{
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(14, 4, 14, 14);
    column->setSpacing(4);
    QString section;
    for (const Field &field : fields) {
        if (field.section != section) {
            section = field.section;
            column->addWidget(heading(section));
        }
        if (field.info.kind == FieldKind::Text)
            addText(column, field, repository);
        else
            addField(column, field);
        column->addSpacing(4);
    }
    column->addStretch(1);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
}

void TextTemplateForm::addText(QVBoxLayout *column, const Field &field,
                               KSyntaxHighlighting::Repository *repository)
{
    auto *edit = new MacroTextEdit(repository);
    const int id = field.info.id;
    edit->setObjectName(u"templateField%1"_s.arg(id));
    edit->setAccessibleName(field.info.label);
    edit->setAccessibleDescription(field.info.meaning);
    edit->setTabChangesFocus(true);
    const int frame = 2 * edit->frameWidth() + int(2 * edit->document()->documentMargin());
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * field.lines + frame + 4);
    auto *label = new QLabel(field.info.label);
    label->setBuddy(edit);
    auto *note = new QLabel(field.info.meaning);
    note->setWordWrap(true);
    note->setTextFormat(Qt::PlainText);
    note->setForegroundRole(QPalette::PlaceholderText);
    QFont small = note->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    note->setFont(small);
    column->addWidget(label);
    column->addWidget(edit);
    column->addWidget(note);
    m_texts.insert(id, edit);
    connect(edit, &QPlainTextEdit::textChanged, this, [this, id, edit] {
        // New colours are a change to the document too.
        const QString text = edit->toPlainText();
        if (m_isSetting || std::exchange(m_shown[id], text) == text)
            return;
        Q_EMIT edited(id, text);
    });
    connect(edit, &MacroTextEdit::macroValueWanted, this, &TextTemplateForm::macroValueWanted);
}

void TextTemplateForm::addField(QVBoxLayout *column, const Field &field)
{
    auto *edit = new FieldEdit(field.info, this);
    if (edit->label())
        column->addWidget(edit->label());
    column->addWidget(edit->control());
    column->addWidget(edit->note());
    m_fields.insert(field.info.id, edit);
    connect(edit, &FieldEdit::edited, this, &TextTemplateForm::edited);
}

void TextTemplateForm::setTheme(const Theme &theme)
{
    for (MacroTextEdit *edit : std::as_const(m_texts))
        edit->setTheme(theme);
}

void TextTemplateForm::setMacros(const QList<MacroWord> &macros)
{
    for (MacroTextEdit *edit : std::as_const(m_texts))
        edit->setMacros(macros);
}

void TextTemplateForm::setValues(const QVariantList &values)
{
    m_isSetting = true;
    for (int id = 0; id < values.size(); ++id) {
        if (MacroTextEdit *edit = m_texts.value(id)) {
            m_shown.insert(id, values[id].toString());
            edit->setTextKeepingPlace(values[id].toString());
        } else if (FieldEdit *field = m_fields.value(id))
            field->setValue(values[id]);
    }
    m_isSetting = false;
}

void TextTemplateForm::showMacroValue(const QString &macro, const QString &value)
{
    for (MacroTextEdit *edit : std::as_const(m_texts))
        edit->showMacroValue(macro, value);
}

void TextTemplateForm::setFinding(int id, const QString &text)
{
    if (FieldEdit *edit = m_fields.value(id))
        edit->setFinding(text);
}

} // namespace snug
