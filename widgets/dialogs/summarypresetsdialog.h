// Instructions for memories by name: read, changed, added to. Every edit counts at once.
#pragma once

#include "core/memory/summarypresets.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace snug {

class PlainLabel;

class SummaryPresetsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SummaryPresetsDialog(QWidget *parent = nullptr);

    void setFile(const Json &file);
    const Json &file() const { return m_file; }
    void select(const QString &key);

Q_SIGNALS:
    void edited(const snug::Json &file);
    void importRequested();
    void exportRequested();

private:
    void fill(const QString &chosen);
    void showCurrent();
    void onEdited();
    void removeCurrent();
    void makeFrom(const SummaryPreset &preset);
    QString currentKey() const;

    Json m_file;
    QList<SummaryPreset> m_presets;
    bool m_isFilling = false;
    QListWidget *m_list;
    QPushButton *m_remove;
    QLineEdit *m_name;
    QPlainTextEdit *m_prompt;
    PlainLabel *m_note;
};

} // namespace snug
