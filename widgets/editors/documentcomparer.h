// Two documents of one kind beside each other: everything that differs, place by place, with the words
// marked; at the left the one that is edited, which takes over from the other what one wants.
#pragma once

#include "core/editing/jsonchanges.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

class DocumentComparer : public QWidget
{
    Q_OBJECT

public:
    explicit DocumentComparer(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What is compared, and what it can be compared with: ids, and how they are called.
    void setDocuments(const QString &left, const QList<std::pair<QString, QString>> &others,
                      const QString &chosen);
    // From the right one to the left one.
    void setChanges(const QList<JsonChange> &changes);
    void showProblem(const QString &text);
    QString right() const; // its id; empty: there is none
    const QList<JsonChange> &changes() const { return m_shown; }

Q_SIGNALS:
    void rightChosen(const QString &id);
    void takeRequested(const snug::JsonChange &change);
    void swapRequested();

private:
    int currentChange() const; // -1: none
    void showChange();
    void take();

    Theme m_theme = Theme::light();
    QList<JsonChange> m_shown;
    PlainLabel *m_leftTitle;
    QComboBox *m_others;
    QPushButton *m_swap;
    PlainLabel *m_state;
    QTreeWidget *m_list;
    QPlainTextEdit *m_leftText;
    QPlainTextEdit *m_rightText;
    QPushButton *m_take;
};

} // namespace snug
