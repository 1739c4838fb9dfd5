// How an entry that memory books write comes into the prompt: the fields of EntrySettings.
#pragma once

#include "core/memory/memoryentry.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace snug {

class PlainLabel;

class EntrySettingsForm : public QWidget
{
    Q_OBJECT

public:
    explicit EntrySettingsForm(QWidget *parent = nullptr);

    void setSettings(const EntrySettings &settings); // silent
    EntrySettings settings() const;
    // Whether anything retrieves by similarity; otherwise the form says that keys alone count.
    void setHasEmbeddings(bool has);

Q_SIGNALS:
    void edited();

private:
    void refresh();

    QComboBox *m_mode;
    PlainLabel *m_modeNote;
    QComboBox *m_position;
    PlainLabel *m_positionNote;
    QLineEdit *m_outlet;
    QComboBox *m_orderMode;
    QDoubleSpinBox *m_order;
    QCheckBox *m_preventRecursion;
    QCheckBox *m_delayUntilRecursion;
    bool m_hasEmbeddings = false;
};

} // namespace snug
