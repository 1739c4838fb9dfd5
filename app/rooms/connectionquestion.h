// The one question about addresses that a library brings: connections of its file, and memory profiles of
// SillyTavern's extension. Until it is answered nothing is sent there and no key is looked up.
#pragma once

#include <QObject>

class QAction;

namespace snug {

class MemoryShelf;
class ModelRoom;
class NoticeBar;

class ConnectionQuestion : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive this
    {
        ModelRoom *model;
        MemoryShelf *shelf;
        NoticeBar *notices;
        QAction *connections; // shows them all
    };

    explicit ConnectionQuestion(const Surroundings &around, QObject *parent = nullptr);

    // Of the notice that asks.
    static QString noticeId();

private:
    void renew();
    void take();
    void leaveOut();

    Surroundings m_around;
    QString m_asked; // so that a notice that was put away does not come back for nothing
};

} // namespace snug
