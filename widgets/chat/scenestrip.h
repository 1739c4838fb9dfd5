// The line under the story that says which scene is marked, or how far a memory has come, and offers what
// to do with it.
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

class QToolButton;

namespace snug {

class PlainLabel;

class SceneStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SceneStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What is marked, in words; empty: nothing, and the strip goes away.
    void showScene(const QString &text, bool isComplete);
    // Work under way instead, or what came of it and waits, which cannot be cancelled here; empty: none.
    void showProgress(const QString &text, bool isRunning);

Q_SIGNALS:
    void memoryRequested();
    void previewRequested();
    void clearRequested();
    void cancelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    Theme m_theme = Theme::light();
    QString m_scene;
    QString m_progress;
    bool m_isComplete = false;
    bool m_isRunning = false;
    PlainLabel *m_text;
    QToolButton *m_make;
    QToolButton *m_clear;
    QToolButton *m_show;
    QToolButton *m_cancel;
};

} // namespace snug
