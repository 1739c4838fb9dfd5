// The lorebook that a card carries, and the one that it is linked to.
#pragma once

#include "core/model/card.h"

#include <QWidget>

class QComboBox;
class QPushButton;

namespace snug {

class PlainLabel;

class CardBookPage : public QWidget
{
    Q_OBJECT

public:
    explicit CardBookPage(QWidget *parent = nullptr);

    void setCard(const Card &card);
    void setLibraryBooks(const QStringList &names);

Q_SIGNALS:
    void editRequested();                      // the embedded one; it is made if there is none
    void detachRequested();                    // into the library, and linked
    void attachRequested(const QString &name); // a copy of the library's, in place of what is there
    void removeRequested();
    void linked(const QString &name); // empty: to none

private:
    PlainLabel *m_state;
    QPushButton *m_edit;
    QPushButton *m_detach;
    QPushButton *m_remove;
    QComboBox *m_books;
    QPushButton *m_attach;
    QComboBox *m_link;
    QStringList m_names;
    QString m_linked;
    void fillLinks();
};

} // namespace snug
