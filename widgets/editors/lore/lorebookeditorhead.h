// Above the table of a lorebook: which book; what is shown of it.
#pragma once

#include "widgets/editors/documenthead.h"
#include "widgets/editors/lore/lorefilter.h"

class QComboBox;
class QLineEdit;

namespace snug {

class PlainLabel;

class LorebookEditorHead : public DocumentHead
{
    Q_OBJECT

public:
    explicit LorebookEditorHead(QWidget *window);

    void setBooks(const QStringList &names, const QString &current);
    void setGroups(const QStringList &groups);
    void setCounts(qsizetype shown, qsizetype all);
    LoreFilter filter() const;
    QLineEdit *searchLine() const { return m_search; }
    void search(const QString &text);
    void clearFilter();
    void setInCard(); // there is but one

Q_SIGNALS:
    void bookChosen(const QString &name);
    void simulationRequested(); // over the past turns of the chat
    void filterChanged(const snug::LoreFilter &filter);
    void leftDownwards(); // from the search to the table

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void tell();

    QComboBox *m_books;
    QAction *m_simulate;
    QLineEdit *m_search;
    QComboBox *m_kind;
    QComboBox *m_group;
    PlainLabel *m_counts;
    bool m_isSetting = false;
};

} // namespace snug
