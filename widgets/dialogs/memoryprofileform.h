// One memory profile: what asks, with which words, and what becomes of the answer.
#pragma once

#include "core/memory/memoryprofile.h"
#include "core/memory/summarypresets.h"
#include "core/model/connection.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPlainTextEdit;

namespace snug {

class EntrySettingsForm;
class PlainLabel;

class MemoryProfileForm : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryProfileForm(QWidget *parent = nullptr);

    void setChoices(const QList<Connection> &connections, const QList<SummaryPreset> &presets);
    void setProfile(const MemoryProfile &profile); // silent
    MemoryProfile profile() const;                 // with what the form does not show
    EntrySettingsForm *entry() const { return m_entry; }

Q_SIGNALS:
    void edited();

private:
    void refreshTitle();

    MemoryProfile m_profile;
    bool m_isFilling = false;
    QLineEdit *m_name;
    QComboBox *m_connection;
    QLineEdit *m_model;
    QDoubleSpinBox *m_temperature;
    QComboBox *m_preset;
    QPlainTextEdit *m_prompt;
    QComboBox *m_title;
    PlainLabel *m_titleNote;
    EntrySettingsForm *m_entry;
};

} // namespace snug
