// One field of a form: its label, the control that shows it, what it means, and what is doubtful
// about its value. A form puts the three where it wants them.
#pragma once

#include "core/library/fieldinfo.h"
#include "core/lint/lintfinding.h"

#include <QObject>
#include <QVariant>

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class MacroTextEdit;
class PlainLabel;

class FieldEdit : public QObject
{
    Q_OBJECT

public:
    // The widgets belong to nobody until a layout takes them. `repository` (may be null: no colours) is for
    // texts, and outlives the field.
    explicit FieldEdit(const FieldInfo &info, QObject *parent = nullptr);
    FieldEdit(const FieldInfo &info, KSyntaxHighlighting::Repository *repository, QObject *parent = nullptr);

    int id() const { return m_info.id; }
    PlainLabel *label() const { return m_label; } // null: the control says it itself
    QWidget *control() const { return m_control; }
    MacroTextEdit *text() const; // the control of texts; null for the others
    PlainLabel *note() const { return m_note; }

    // Does not say edited().
    void setValue(const QVariant &value);
    QVariant value() const;
    // What is doubtful about the value, in place of the meaning; in texts its places are marked.
    void setFindings(const QList<LintFinding> &findings);
    void setVisible(bool visible);
    // Behind the meaning: "~88 tokens".
    void setRemark(const QString &text);

Q_SIGNALS:
    void edited(int id, const QVariant &value);

private:
    QWidget *makeControl();
    QWidget *makeText();
    QWidget *makeList();
    QWidget *makeNumber();
    QWidget *makeChoice(const QList<FieldChoice> &choices);
    void tell();
    void showNote();
    void fitList();

    FieldInfo m_info;
    KSyntaxHighlighting::Repository *m_repository;
    PlainLabel *m_label = nullptr;
    QWidget *m_control;
    PlainLabel *m_note;
    QString m_remark;
    QString m_shown; // of texts
    QList<LintFinding> m_findings;
    QStringList m_known; // of lists: keys as they were set, which keep their commas
    bool m_isSetting = false;
};

} // namespace snug
