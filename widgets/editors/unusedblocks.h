// Blocks that a preset has and its order does not name: to put in, or to clear away.
#pragma once

#include "core/model/preset.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QListWidget;
class QPushButton;
class QToolButton;

namespace snug {

class UnusedBlocks : public QWidget
{
    Q_OBJECT

public:
    explicit UnusedBlocks(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Hides itself when there are none.
    void setPreset(const Preset &preset);
    QStringList chosen() const;

Q_SIGNALS:
    void currentChangedTo(const QString &identifier);
    void putInRequested(const QStringList &identifiers);
    void deleteRequested(const QStringList &identifiers);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showState();

    QToolButton *m_head;
    QWidget *m_body;
    QListWidget *m_list;
    QPushButton *m_putIn;
    QPushButton *m_delete;
    Preset m_preset;
    QStringList m_shown;
};

} // namespace snug
