#include "widgets/editors/texttemplateform.h"

#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

PlainLabel *heading(const QString &text)
{
    auto *label = new PlainLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setContentsMargins(0, 10, 0, 0);
    return label;
}

constexpr int MostLines = 5; // of texts that grow while they are written

// As high as its text, and at least that many lines.
void fit(MacroTextEdit *text, int least)
{
    const int lines = std::clamp(text->blockCount(), least, std::max(least, MostLines));
    const int frame = 2 * text->frameWidth() + int(2 * text->document()->documentMargin());
    text->setFixedHeight(text->fontMetrics().lineSpacing() * lines + frame + 4);
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
        addField(column, field, repository);
        column->addSpacing(4);
    }
    column->addStretch(1);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
}

void TextTemplateForm::addField(QVBoxLayout *column, const Field &field,
                                KSyntaxHighlighting::Repository *repository)
{
    auto *edit = new FieldEdit(field.info, repository, this);
    if (MacroTextEdit *text = edit->text()) {
        text->setObjectName(u"templateField%1"_s.arg(field.info.id));
        m_lines.insert(field.info.id, field.lines);
        fit(text, field.lines);
        connect(text, &QPlainTextEdit::blockCountChanged, this,
                [text, lines = field.lines] { fit(text, lines); });
        connect(text, &MacroTextEdit::macroValueRequested, this, &TextTemplateForm::macroValueRequested);
    }
    if (edit->label())
        column->addWidget(edit->label());
    column->addWidget(edit->control());
    column->addWidget(edit->note());
    m_fields.insert(field.info.id, edit);
    connect(edit, &FieldEdit::edited, this, &TextTemplateForm::edited);
}

MacroTextEdit *TextTemplateForm::text(int id) const
{
    const FieldEdit *edit = m_fields.value(id);
    return edit ? edit->text() : nullptr;
}

void TextTemplateForm::setTheme(const Theme &theme)
{
    for (const FieldEdit *edit : std::as_const(m_fields)) {
        if (MacroTextEdit *text = edit->text()) {
            text->setTheme(theme);
            fit(text, m_lines.value(edit->id())); // in its font
        }
    }
}

void TextTemplateForm::setMacros(const QList<MacroWord> &macros)
{
    for (const FieldEdit *edit : std::as_const(m_fields)) {
        if (MacroTextEdit *text = edit->text())
            text->setMacros(macros);
    }
}

void TextTemplateForm::setValues(const QVariantList &values)
{
    for (int id = 0; id < values.size(); ++id) {
        if (FieldEdit *edit = m_fields.value(id))
            edit->setValue(values[id]);
    }
}

void TextTemplateForm::showMacroValue(const QString &macro, const QString &value)
{
    for (const FieldEdit *edit : std::as_const(m_fields)) {
        if (MacroTextEdit *text = edit->text())
            text->showMacroValue(macro, value);
    }
}

void TextTemplateForm::setFindings(int id, const QList<LintFinding> &findings)
{
    if (FieldEdit *edit = m_fields.value(id))
        edit->setFindings(findings);
}

void TextTemplateForm::reveal(int id, qsizetype start, qsizetype length)
{
    const FieldEdit *edit = m_fields.value(id);
    if (!edit)
        return;
    edit->control()->setFocus(Qt::OtherFocusReason);
    if (edit->text() && start >= 0)
        edit->text()->reveal(start, length);
    ensureWidgetVisible(edit->control());
}

} // namespace snug
