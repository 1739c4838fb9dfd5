// Looking for words in all chats, characters and lorebooks: typed into one field, chosen with the arrows,
// gone to with Enter.
#pragma once

#include "widgets/library/foundplacesmodel.h"
#include "widgets/theme/theme.h"

#include <QFrame>
#include <QPointer>

class QComboBox;
class QLineEdit;
class QListView;

namespace snug {

class FoundPlaceDelegate;
class PlainLabel;

// Lies over its window while it is wanted, and goes when the keyboard goes elsewhere. What was typed and
// found is still there when it is opened again.
class FindEverywhere : public QFrame
{
    Q_OBJECT

public:
    explicit FindEverywhere(QWidget *window);

    void setTheme(const Theme &theme);
    void open();
    void close();

    QString words() const;
    std::optional<SearchKind> kind() const; // nothing: everywhere
    // Of words(); `hasMore`: there would be more.
    void showPlaces(const QList<FoundPlace> &places, bool hasMore);
    void showProblem(const QString &text);
    // Files that are still to be read; 0 = none.
    void showPending(qsizetype files);

    QLineEdit *field() const { return m_field; }
    QComboBox *kinds() const { return m_kinds; }
    QListView *list() const { return m_list; }

Q_SIGNALS:
    void searchChanged(); // words() or kind() are others; also when it is opened
    void chosen(const snug::FoundPlace &place);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();
    void look();
    void showState();
    void go(int steps);
    void choose(const QModelIndex &index);
    bool keyPressed(int key);

    QLineEdit *m_field;
    QComboBox *m_kinds;
    QListView *m_list;
    PlainLabel *m_nothing; // instead of the list
    PlainLabel *m_state;
    FoundPlacesModel *m_model;
    FoundPlaceDelegate *m_delegate;
    QPointer<QWidget> m_before; // who had the keyboard
    QString m_problem;
    qsizetype m_pending = 0;
    bool m_isLooking = false; // the answer is on its way
    bool m_hasMore = false;
};

} // namespace snug
