// Prompt Layout: what the forms of prompts leave to the user.
#pragma once

#include "core/model/layoutsettings.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;

namespace snug {

// A window of its own, never modal. Edits are told as they are made; there is no OK button.
class LayoutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit LayoutDialog(QWidget *parent = nullptr);

    void setLayoutSettings(const LayoutSettings &settings);

Q_SIGNALS:
    void edited(const snug::LayoutSettings &settings);

private:
    void addChoices(QFormLayout *form);
    void addSwitches(QFormLayout *form); // where SillyTavern is followed, or not
    void addTemplates(QFormLayout *form);
    void read();

    LayoutSettings m_settings;
    QComboBox *m_joining = nullptr;
    QComboBox *m_order = nullptr;
    QCheckBox *m_lore = nullptr;
    QCheckBox *m_injected = nullptr;
    QCheckBox *m_nameOnce = nullptr;
    QCheckBox *m_textNumbers = nullptr;
    QCheckBox *m_cleans = nullptr;
    QList<std::pair<Role, QCheckBox *>> m_joined;
};

} // namespace snug
