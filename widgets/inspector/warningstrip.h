// Warnings about the prompt, the first in full and the rest on request.
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>
#include <QStringList>

class QToolButton;

namespace snug {

class PlainLabel;

class WarningStrip : public QFrame
{
    Q_OBJECT

public:
    explicit WarningStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Hides itself when there are none.
    void setWarnings(const QStringList &warnings, bool hasLayoutSwitch);

Q_SIGNALS:
    void layoutRequested(); // where a switch changes what one of them is about

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showText();

    Theme m_theme;
    QStringList m_warnings;
    PlainLabel *m_text;
    QToolButton *m_more;
    QToolButton *m_layout;
};

} // namespace snug
