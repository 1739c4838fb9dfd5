// A longer account of something that was done: what was imported and what was not understood, the words of a
// server behind an error.
#pragma once

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace snug {

// A window of its own, never modal; its text can be selected and copied.
class ReportDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ReportDialog(QWidget *parent = nullptr);

    void showReport(const QString &title, const QString &summary, const QString &text);

private:
    QLabel *m_summary;
    QPlainTextEdit *m_text;
};

} // namespace snug
