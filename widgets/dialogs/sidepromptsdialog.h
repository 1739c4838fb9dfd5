// The user's side prompts: which there are, which run, and what each asks. Every edit counts at once.
#pragma once

#include "core/memory/sidepromptfile.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace snug {

class EntrySettingsForm;

class SidePromptsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SidePromptsDialog(QWidget *parent = nullptr);

    // `profiles`: names of memory profiles, in their order.
    void setFile(const Json &file, const QStringList &profiles);
    const Json &file() const { return m_file; }
    QString currentKey() const;
    void select(const QString &key);
    void setHasEmbeddings(bool has);

Q_SIGNALS:
    void edited(const snug::Json &file);
    void importRequested();
    void exportRequested();

private:
    QWidget *makeList();
    QWidget *makeForm();
    void fill(const QString &select);
    void filter();
    void showCurrent();
    void onEdited();
    void change(const SidePromptEdit &edit);
    void checked(const QListWidgetItem *item);
    void removeCurrent();

    Json m_file;
    Json m_beforeRemoval; // for taking it back
    bool m_isFilling = false;
    QLineEdit *m_search;
    QListWidget *m_list;
    QPushButton *m_duplicate;
    QPushButton *m_remove;
    QPushButton *m_undo;
    QWidget *m_form;
    QLineEdit *m_name;
    QPlainTextEdit *m_prompt;
    QPlainTextEdit *m_format;
    QCheckBox *m_afterMemory;
    QCheckBox *m_onInterval;
    QSpinBox *m_interval;
    QCheckBox *m_byCommand;
    QSpinBox *m_previous;
    QComboBox *m_profile;
    EntrySettingsForm *m_entry;
};

} // namespace snug
