// The dock of memories: a list of what is being made or waits for the user, and below it the pane of the one
// that is chosen. Each has a pane of its own, so none takes over another's form.
#pragma once

#include "core/memory/memorybook.h"
#include "widgets/inspector/memorypane.h"

class QListWidget;
class QStackedWidget;

namespace snug {

class MemoryDesk : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryDesk(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // The memory's, of which one at a time is made: always there.
    MemoryPane *memory() const { return m_panes.first(); }
    // For one side prompt, until it is removed. It comes into view once there is something to decide, unless
    // the user is deciding about another one.
    MemoryPane *addSidePrompt();
    void remove(MemoryPane *pane);
    void show(MemoryPane *pane);
    MemoryPane *current() const;
    // Below: what the chat's lorebook has of memories and side prompts. Without any, nothing is said.
    void setKept(const QString &book, const QList<KeptEntry> &entries);
    using QWidget::show;

Q_SIGNALS:
    void sourceRequested(const snug::Source &source, qsizetype position);
    void copied(const QString &what);
    void entryRequested(const QString &book, int uid);

private:
    QWidget *makeKept();
    MemoryPane *add(MemoryPane::Kind kind);
    void paneChanged(MemoryPane *pane);
    void refresh();

    Theme m_theme = Theme::light();
    QList<MemoryPane *> m_panes; // the memory's first, then side prompts as they came
    QListWidget *m_list;         // those in which there is something
    QStackedWidget *m_stack;
    QWidget *m_kept;
    PlainLabel *m_keptTitle;
    QListWidget *m_keptList;
    QString m_book;
};

} // namespace snug
