// One field of a form: its label, the control that shows it, what it means, and what is doubtful
// about its value. A form puts the three where it wants them.
#pragma once

#include "core/library/fieldinfo.h"

#include <QObject>
#include <QVariant>

class QLabel;
class QPlainTextEdit;

namespace snug {

class FieldEdit : public QObject
{
    Q_OBJECT

public:
    // The widgets belong to nobody until a layout takes them.
    explicit FieldEdit(const FieldInfo &info, QObject *parent = nullptr);

    int id() const { return m_info.id; }
    QLabel *label() const { return m_label; } // null: the control says it itself
    QWidget *control() const { return m_control; }
    QLabel *note() const { return m_note; }

    // Does not say edited().
    void setValue(const QVariant &value);
    QVariant value() const;
    // In place of the meaning; empty = nothing.
    void setFinding(const QString &text, bool isWarning = true);
    void setVisible(bool visible);
    // Behind the meaning: "~88 tokens".
    void setRemark(const QString &text);

Q_SIGNALS:
    void edited(int id, const QVariant &value);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeControl();
    QWidget *makeText(bool isList);
    QWidget *makeNumber();
    QWidget *makeChoice(const QList<FieldChoice> &choices);
    void tell();
    void fitList();

    FieldInfo m_info;
    QLabel *m_label = nullptr;
    QWidget *m_control;
    QLabel *m_note;
    QString m_remark;
    QStringList m_known; // of lists: keys as they were set, which keep their commas
    bool m_isSetting = false;
};

// Sets the text so that what stays the same keeps the caret.
void setTextInPlace(QPlainTextEdit *edit, const QString &text);

} // namespace snug
