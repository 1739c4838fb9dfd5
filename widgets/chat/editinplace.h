// The editor that stands where a message's text would.
#pragma once

#include "widgets/chat/messageeditor.h"
#include "widgets/chat/rowlayouts.h"

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
    void close();
    int row() const; // -1 = none is open
    // As it stands in the editor; empty if none is open.
    QString text() const;
    void setText(const QString &text);
    // The message may have been deleted.
    void closeIfGone();
    // Gives it the room that its text needs at its width.
    void measure();
    void place(const QRect &body);

Q_SIGNALS:
    void committed(int row, const QString &text);
    void changed(); // row() or text()
    void roomChanged();
    void closed(bool hadFocus);

private:
    RowLayouts &m_rows;
    QWidget *m_viewport;
    QPointer<MessageEditor> m_editor;
    QPersistentModelIndex m_edited;
};

} // namespace snug
