// One quick reply: what its button says and what it writes.
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace snug {

class QuickReplyDialog : public QDialog
{
    Q_OBJECT

public:
    struct Value
    {
        QString set; // its name, which stays
        QString label = {};
        QString text = {};
        QString title = {};
        bool onlyInserts = false; // into the message field
        bool operator==(const Value &) const = default;
    };

    // `isOfSet`: what a click does is that of all buttons of the set.
    QuickReplyDialog(const Value &value, bool isNew, bool isOfSet, QWidget *parent);

Q_SIGNALS:
    void saved(const snug::QuickReplyDialog::Value &value);

private:
    Value value() const;

    Value m_before;
    QLineEdit *m_label;
    QPlainTextEdit *m_text;
    QLineEdit *m_title;
    QRadioButton *m_sends;
    QRadioButton *m_inserts;
    QPushButton *m_save;
};

} // namespace snug
