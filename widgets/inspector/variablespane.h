// The inspector's page with the variables of the prompt: what they hold, who sets them, who reads them. A
// stored value can be written; a name of a text leads there.
#pragma once

#include "core/prompt/variablelist.h"
#include "widgets/theme/theme.h"

#include <QFutureWatcher>
#include <QWidget>

#include <optional>

class QLineEdit;
class QStackedLayout;
class QTableView;

namespace snug {

class PlainLabel;
class VariablesModel;

class VariablesPane : public QWidget
{
    Q_OBJECT

public:
    explicit VariablesPane(QWidget *parent = nullptr);
    ~VariablesPane() override;

    void setTheme(const Theme &theme);
    // The list is made of it on another thread, once somebody looks.
    void setPrompt(const PromptInputs &inputs, const AssembledPrompt &prompt);
    void clear();
    void focusFilter();

Q_SIGNALS:
    void setRequested(const snug::ListedVariable &variable, const QString &value);
    void sourceRequested(const snug::Source &source, qsizetype position);
    void storyRequested(const snug::ListedVariable &variable); // its values at earlier requests

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Made
    {
        PromptInputs inputs;
        AssembledPrompt prompt;
    };

    void search();
    void showRows();
    bool matches(const ListedVariable &variable) const;
    void activate(const QModelIndex &index);
    void showMenu(const QPoint &position);
    void offer(const QList<VariableUse> &uses, const QModelIndex &index);

    std::optional<Made> m_pending; // nobody has looked at it yet
    QFutureWatcher<QList<ListedVariable>> m_search;
    QList<ListedVariable> m_variables;
    QLineEdit *m_filter;
    PlainLabel *m_empty;
    QTableView *m_view;
    VariablesModel *m_model;
    QStackedLayout *m_stack;
};

} // namespace snug
