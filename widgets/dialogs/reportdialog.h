// A longer account of something that was done: what was imported and what was not understood, the words of a
// server behind an error.
#pragma once

#include <QDialog>
#include <QList>

#include <functional>

class QPlainTextEdit;
class QPushButton;

namespace snug {

class PlainLabel;

// A window of its own, never modal; its text can be selected and copied.
class ReportDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ReportDialog(QWidget *parent = nullptr);

    void showReport(const QString &title, const QString &summary, const QString &text);

    struct Step
    {
        QString text;
        std::function<void()> act;
    };
    // What can be done about it, behind a button of this name; until the next report. None: no button.
    void offer(const QString &name, const QList<Step> &steps);

private:
    PlainLabel *m_summary;
    QPlainTextEdit *m_text;
    QPushButton *m_steps;
};

} // namespace snug
