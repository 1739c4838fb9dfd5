// Settings of memories and their profiles. Every edit counts at once.
#pragma once

#include "core/memory/memorysettings.h"
#include "core/memory/summarypresets.h"
#include "core/model/connection.h"
#include "core/model/regexscript.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace snug {

class MemoryProfileForm;

class MemorySettingsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit MemorySettingsDialog(QWidget *parent = nullptr);

    void setChoices(const QList<Connection> &connections, const QList<SummaryPreset> &presets,
                    const QList<RegexScript> &scripts);
    void setSettings(const MemorySettings &settings);
    void setHasEmbeddings(bool has);
    void showProfiles();

Q_SIGNALS:
    void edited(const snug::MemorySettings &settings);
    void importRequested();
    void exportRequested();

private:
    QWidget *makeGeneral();
    QWidget *makeWriting();
    QWidget *makeProfiles();
    void display(const MemorySettings &settings);
    void fillProfiles(int row);
    void onEdited();
    void tell();

    MemorySettings m_settings = memorySettingsFrom({});
    bool m_isFilling = false;
    QTabWidget *m_tabs;
    QCheckBox *m_asks;
    QCheckBox *m_previews;
    QCheckBox *m_notices;
    QSpinBox *m_warning;
    QSpinBox *m_answer;
    QSpinBox *m_previous;
    QCheckBox *m_overlap;
    QCheckBox *m_clears;
    QComboBox *m_private;
    QComboBox *m_book;
    QLineEdit *m_bookName;
    QComboBox *m_title;
    QComboBox *m_hide;
    QSpinBox *m_kept;
    QCheckBox *m_unhide;
    QCheckBox *m_auto;
    QSpinBox *m_interval;
    QSpinBox *m_buffer;
    QSpinBox *m_atOnce;
    QCheckBox *m_usesScripts;
    QListWidget *m_outgoing;
    QListWidget *m_incoming;
    QListWidget *m_profiles;
    QPushButton *m_remove;
    MemoryProfileForm *m_profile;
};

} // namespace snug
