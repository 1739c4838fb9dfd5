// What was deleted or replaced: found, read, put back, or removed for good.
#pragma once

#include "core/whatwas/pastthings.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace snug {

class PastThingsModel;
class PlainLabel;

class PastThingsPane : public QWidget
{
    Q_OBJECT

public:
    explicit PastThingsPane(QWidget *parent = nullptr);

    void setThings(const QList<PastThing> &things);
    // Of the thing that is current; why it cannot be read, or empty.
    void setText(const QString &text, const QString &problem = {});
    // What has just been done, or could not be.
    void say(const QString &text);

    QTreeView *list() const { return m_list; }
    QLineEdit *search() const { return m_search; }
    QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void shown(const snug::PastThing &thing); // its text is wanted
    void restoreRequested(const snug::PastThing &thing);
    void removeRequested(const QList<snug::PastThing> &things);

private:
    class Filter;

    QList<PastThing> selected() const;
    void showCurrent();
    void showState();
    void fillKinds();

    PastThingsModel *m_model;
    Filter *m_filter;
    QLineEdit *m_search;
    QComboBox *m_kinds;
    QTreeView *m_list;
    QPlainTextEdit *m_text;
    PlainLabel *m_state;
    PlainLabel *m_said;
    QPushButton *m_restore;
    QPushButton *m_remove;
};

} // namespace snug
