// The whole preset to read: all blocks that are on, one below the other, as they are written.
#pragma once

#include "core/model/preset.h"
#include "widgets/theme/theme.h"

#include <QTextBrowser>

namespace snug {

class WholePreset : public QTextBrowser
{
    Q_OBJECT

public:
    explicit WholePreset(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPreset(const Preset &preset);

Q_SIGNALS:
    void blockChosen(const QString &identifier);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void write();

    Theme m_theme;
    Preset m_preset;
    bool m_isWritten = false;
};

} // namespace snug
