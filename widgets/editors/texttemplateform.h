// The fields of one kind of text template, by sections. It does not know which kind: fields and values go by
// ids.
#pragma once

#include "core/library/fieldinfo.h"
#include "core/lint/lintfinding.h"
#include "core/macros/macrowords.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>
#include <QVariant>

namespace KSyntaxHighlighting {
class Repository;
}

class QVBoxLayout;

namespace snug {

class FieldEdit;
class MacroTextEdit;

class TextTemplateForm : public QScrollArea
{
    Q_OBJECT

public:
    struct Field
    {
        FieldInfo info;
        QString section;
        QString key = {}; // in the file
        int lines = 1;
    };

    // `repository` may be null.
    TextTemplateForm(const QList<Field> &fields, KSyntaxHighlighting::Repository *repository,
                     QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    // By id, as many as there are fields. Does not say edited().
    void setValues(const QVariantList &values);
    void showMacroValue(const QString &macro, const QString &value);
    // What is doubtful about a field's value, in place of its meaning.
    void setFindings(int id, const QList<LintFinding> &findings);

    // Takes the keyboard; -1: no place in the text.
    void reveal(int id, qsizetype start = -1, qsizetype length = 0);

    MacroTextEdit *text(int id) const; // null: the field is none
    FieldEdit *field(int id) const { return m_fields.value(id); }

Q_SIGNALS:
    void edited(int id, const QVariant &value);
    void macroValueRequested(const QString &macro);

private:
    void addField(QVBoxLayout *column, const Field &field, KSyntaxHighlighting::Repository *repository);

    QHash<int, FieldEdit *> m_fields; // by id
    QHash<int, int> m_lines;          // of texts
};

} // namespace snug
