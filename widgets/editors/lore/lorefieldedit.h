// One field of a lorebook entry: its label, the control that shows it, what it means, and what is doubtful
// about its value. A form puts the three where it wants them.
#pragma once

#include "core/library/lorefields.h"

#include <QObject>
#include <QVariant>

class QLabel;
class QPlainTextEdit;

namespace snug {

class LoreFieldEdit : public QObject
{
    Q_OBJECT

public:
    // The widgets belong to nobody until a layout takes them.
    explicit LoreFieldEdit(const LoreFieldInfo &info, QObject *parent = nullptr);

    LoreField field() const { return m_info.field; }
    QLabel *label() const { return m_label; } // null: the control says it itself
    QWidget *control() const { return m_control; }
    QLabel *note() const { return m_note; }

    // Does not say edited().
    void setValue(const QVariant &value);
    QVariant value() const;
    // In place of the meaning; empty = nothing.
    void setFinding(const QString &text, bool isWarning = true);
    void setVisible(bool visible);

Q_SIGNALS:
    void edited(snug::LoreField field, const QVariant &value);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeControl();
    QWidget *makeText(bool isList);
    QWidget *makeNumber();
    QWidget *makeChoice(const QList<LoreChoice> &choices);
    void tell();
    void fitList();

    LoreFieldInfo m_info;
    QLabel *m_label = nullptr;
    QWidget *m_control;
    QLabel *m_note;
    QStringList m_known; // of lists: keys as they were set, which keep their commas
    bool m_isSetting = false;
};

// Sets the text so that what stays the same keeps the caret.
void setTextInPlace(QPlainTextEdit *edit, const QString &text);

} // namespace snug
