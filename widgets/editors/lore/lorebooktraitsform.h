// What a lorebook says about itself, and where it is in effect.
#pragma once

#include "core/library/lorebookedits.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QSpinBox;

namespace snug {

class PlainLabel;

class LorebookTraitsForm : public QWidget
{
    Q_OBJECT

public:
    explicit LorebookTraitsForm(QWidget *parent = nullptr);

    // Does not say edited().
    void setTraits(const QString &name, const LorebookTraits &traits, qsizetype entries);
    // In the user's words; empty = nowhere.
    void setEffect(const QString &text);

Q_SIGNALS:
    void edited(const snug::LorebookTraits &traits);

private:
    void onEdited();

    PlainLabel *m_name;
    PlainLabel *m_effect;
    QPlainTextEdit *m_description;
    QSpinBox *m_scanDepth;
    QSpinBox *m_tokenBudget;
    QComboBox *m_recursive;
    QString m_known; // the description, with its own line ends
    bool m_isSetting = false;
};

} // namespace snug
