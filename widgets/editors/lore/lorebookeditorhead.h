// Above the table of a lorebook: which book, saving and taking back, what is shown of it.
#pragma once

#include "widgets/editors/lore/lorefilter.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace snug {

class PlainLabel;

class LorebookEditorHead : public QWidget
{
    Q_OBJECT

public:
    explicit LorebookEditorHead(QWidget *parent = nullptr);

    void setBooks(const QStringList &names, const QString &current);
    void setEdited(bool edited);
    // Words of the menu ("&Undo Rename"); the buttons are off without a step.
    void setUndo(const QString &undo, bool canUndo, const QString &redo, bool canRedo);
    void setGroups(const QStringList &groups);
    void setCounts(qsizetype shown, qsizetype all);
    LoreFilter filter() const;
    void search(const QString &text);
    void clearFilter();
    // Inside another document: there is but one, and that keeps the versions.
    void setEmbedded(bool embedded);
    QMenu *versionsMenu() const { return m_versionsMenu; }

Q_SIGNALS:
    void bookChosen(const QString &name);
    void newBookRequested();
    void saveRequested();
    void undoRequested();
    void redoRequested();
    void simulationRequested(); // over the past turns of the chat
    void filterChanged(const snug::LoreFilter &filter);
    void leftDownwards(); // from the search to the table

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *makeButton(const QString &text, int icon);
    void tell();

    QComboBox *m_books;
    QToolButton *m_new;
    QToolButton *m_save;
    QToolButton *m_undo;
    QToolButton *m_redo;
    QPushButton *m_versions;
    QMenu *m_versionsMenu;
    QPushButton *m_simulate;
    QLineEdit *m_search;
    QComboBox *m_kind;
    QComboBox *m_group;
    PlainLabel *m_counts;
    bool m_isSetting = false;
};

} // namespace snug
