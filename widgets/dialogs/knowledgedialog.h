// Who knows what: the settings of a library and what the open chat decides itself.
#pragma once

#include "core/model/knowledge.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLineEdit;
class QSpinBox;

namespace snug {

// A window of its own, never modal. Edits are told as they are made; there is no OK button.
class KnowledgeDialog : public QDialog
{
    Q_OBJECT

public:
    explicit KnowledgeDialog(QWidget *parent = nullptr);

    void setLibrary(const KnowledgeSettings &settings);
    // Nothing: no chat is open.
    void setChat(const std::optional<KnowledgeOverrides> &overrides);

Q_SIGNALS:
    void libraryEdited(const snug::KnowledgeSettings &settings);
    void chatEdited(const snug::KnowledgeOverrides &overrides);

private:
    QGroupBox *makeLibrary();
    QGroupBox *makeChat();
    void readLibrary();
    void readChat();
    void showInherited();

    KnowledgeSettings m_library;
    std::optional<KnowledgeOverrides> m_overrides;
    bool m_isFilling = false;

    QCheckBox *m_enabled = nullptr;
    QLineEdit *m_tag = nullptr;
    QCheckBox *m_autoTurn = nullptr;
    QComboBox *m_queue = nullptr;
    QCheckBox *m_goesOn = nullptr;
    QSpinBox *m_rounds = nullptr;
    QComboBox *m_stopNames = nullptr;
    QCheckBox *m_names = nullptr;

    QGroupBox *m_chat = nullptr;
    QComboBox *m_chatEnabled = nullptr;
    QLineEdit *m_chatTag = nullptr;
    QComboBox *m_chatAutoTurn = nullptr;
    QSpinBox *m_chatRounds = nullptr;
};

} // namespace snug
