// Where the user and another program changed the same: which of the two to keep, or what else, place by
// place.
#pragma once

#include "core/editing/jsonmerge.h"

#include <QDialog>

class QPlainTextEdit;
class QTreeWidget;

namespace snug {

class ConflictDialog : public QDialog
{
    Q_OBJECT

public:
    // `name` is the document's.
    explicit ConflictDialog(const QString &name, QWidget *parent = nullptr);

    void setConflicts(const QList<MergeConflict> &conflicts);
    // As it stands: where theirs is ticked, where a text was written that is neither's.
    MergeAnswers answers() const;

Q_SIGNALS:
    void resolved(const snug::MergeAnswers &answers);

protected:
    void changeEvent(QEvent *event) override;

private:
    void takeEverywhere(bool areTheirs);
    void take(int row, bool isTheirs);
    void showRow();
    void onEdited();
    void markWords();
    int current() const;

    QList<MergeConflict> m_conflicts;
    QStringList m_results; // a row each: what is to stand there
    bool m_isShowing = false;
    QTreeWidget *m_list;
    QPlainTextEdit *m_yours;
    QPlainTextEdit *m_result;
    QPlainTextEdit *m_theirs;
};

} // namespace snug
