// The inspector's page with every request that was sent: a list, and one of them as it was.
#pragma once

#include "widgets/inspector/pastrequestview.h"

#include <QHash>

class QActionGroup;
class QComboBox;
class QLineEdit;
class QListView;
class QStackedLayout;
class QToolButton;

namespace snug {

class FactDelegate;
class FactModel;
class PlainLabel;

class HistoryPane : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // In the order in which they were sent. The open chat's are those of `owner` and `chat`.
    void setHeads(const QList<LedgerHead> &heads, const QString &owner, const QString &chat);
    // Bytes on the disk, and how many there may be.
    void setSize(qint64 bytes, qint64 limit);
    // Whether a request that was deleted can come back.
    void setCanUndo(bool canUndo);
    // In answer to requestRequested().
    void showRequest(const PastRequest &past);
    void showProblem(const QString &text);
    void showList();
    bool isShowingRequest() const;
    PastRequestView *past() const { return m_past; } // null until a request is shown first
    void focusFilter();
    void focusList();

Q_SIGNALS:
    void requestRequested(const QString &id);
    // Of the request that is shown.
    void exportRequested(const QString &id);
    void againRequested(const QString &id);
    void compareRequested(const QString &id);
    void sourceRequested(const snug::Source &source, qsizetype position);
    void copied(const QString &what);
    void limitChosen(qint64 bytes);
    void clearRequested();
    void removeRequested(const QString &id);
    void undoRequested(); // of the last removal

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void makePast();
    void fillSizeMenu();
    void showRows();
    bool matches(const LedgerHead &head) const;
    bool isOfChat(const LedgerHead &head) const;

    Theme m_theme = Theme::light();
    QList<LedgerHead> m_heads;
    QString m_owner;
    QString m_chat;
    bool m_isPending = true; // rows are made when somebody looks
    QComboBox *m_scope;
    QLineEdit *m_filter;
    QToolButton *m_size;
    QActionGroup *m_limits;
    QToolButton *m_undo;
    PlainLabel *m_empty;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
    QWidget *m_list;
    PastRequestView *m_past = nullptr;
    QStackedLayout *m_rows;
    QStackedLayout *m_pages;
};

} // namespace snug
