// A line above the composer for a hint that goes with one reply: "Again, but…", a continuation, a message
// written for the user.
#pragma once

#include "core/model/generationtype.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace snug {

class PlainLabel;

class HintStrip : public QWidget
{
    Q_OBJECT

public:
    explicit HintStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Shows the line for this kind of reply, with the keys in it and what was written there last.
    void ask(GenerationType type);
    GenerationType type() const { return m_type; }

Q_SIGNALS:
    void given(snug::GenerationType type, const QString &hint); // the strip is put away
    void closed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void accept();
    void putAway();

    Theme m_theme = Theme::light();
    GenerationType m_type = GenerationType::Regenerate;
    PlainLabel *m_label;
    QLineEdit *m_edit;
    QToolButton *m_go;
    QToolButton *m_close;
};

} // namespace snug
