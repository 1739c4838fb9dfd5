// All alternatives of a message with their first words: to be shown, to be deleted, to be made more of.
#pragma once

#include <QMenu>

namespace snug {

class SwipeMenu : public QMenu
{
    Q_OBJECT

public:
    enum class Making : quint8 { Possible, Impossible };

    // Deletes itself when it closes. `shown`: which of the texts is in the chat, from 0.
    SwipeMenu(const QStringList &texts, int shown, Making making, QWidget *parent);

Q_SIGNALS:
    void chosen(int swipe);
    void deleteRequested(int swipe); // by the item for the shown one, or by the key on any
    void moreRequested(int count);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    int m_count;
};

} // namespace snug
