// The editor that stands where a message's text would.
#pragma once

#include "widgets/chat/messageeditor.h"
#include "widgets/chat/rowlayouts.h"

#include <QHash>
#include <QPersistentModelIndex>

namespace snug {

class EditInPlace : public QObject
{
    Q_OBJECT
public:
    // Both outlive this.
    EditInPlace(RowLayouts &rows, QWidget *viewport);

    // Makes the editor and its room; show() shows it.
    void open(const QModelIndex &message);
    void show();
    // Who wrote elsewhere when the editor was made goes on there: the next key is for that text. False:
    // nobody.
    bool goOnWriting();
    // A text that differs from the message is kept, and comes back when that is opened again.
    void close();
    // A text that was left off, and the message as it was then.
    struct Draft
    {
        quint64 message = 0; // its stable id
        QString original;
        QString text;
    };
    QList<Draft> drafts() const; // in no order
    void keepDraft(const Draft &draft);
    void dropDraft(quint64 message);
    void forgetDrafts();
    int row() const; // -1 = none is open
    // As it stands in the editor; empty if none is open.
    QString text() const;
    void setText(const QString &text);
    // The message may have been deleted.
    void closeIfGone();
    // Gives it the room that its text needs at its width.
    void measure();
    void place(const QRect &body);
    void followStyle(); // of the rows

Q_SIGNALS:
    void committed(int row, const QString &text);
    void split(int row, const QString &first, const QString &second);
    void abandoned(int row); // closed with a text that is kept as a draft
    void changed();          // row(), text() or drafts()
    void roomChanged();
    void closed(bool hadFocus);

private:
    int finish(); // the row that it was

    RowLayouts &m_rows;
    QWidget *m_viewport;
    QPointer<MessageEditor> m_editor;
    QPersistentModelIndex m_edited;
    QPointer<QWidget> m_written;    // into, when the editor was made
    QHash<quint64, Draft> m_drafts; // by the message's id
};

} // namespace snug
