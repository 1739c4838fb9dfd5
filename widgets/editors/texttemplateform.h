// The fields of one kind of text template, by sections. It does not know which kind: fields and values go by
// ids.
#pragma once

#include "core/library/fieldinfo.h"
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
    // In place of the field's meaning; empty: the meaning again.
    void setFinding(int id, const QString &text);

    MacroTextEdit *text(int id) const { return m_texts.value(id); }
    FieldEdit *field(int id) const { return m_fields.value(id); }

Q_SIGNALS:
    void edited(int id, const QVariant &value);
    void macroValueWanted(const QString &macro);

private:
    void addText(QVBoxLayout *column, const Field &field, KSyntaxHighlighting::Repository *repository);
    void addField(QVBoxLayout *column, const Field &field);

    QHash<int, MacroTextEdit *> m_texts;
    QHash<int, FieldEdit *> m_fields;
    QHash<int, QString> m_shown; // by id, what the texts say
    bool m_isSetting = false;
};

} // namespace snug
