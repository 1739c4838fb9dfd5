// How the program ends: when everything is on the disk, visibly if that takes a while, and never by dropping
// what could not be saved without asking.
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

class QDialog;

namespace snug {

struct AppContext;

class Quitting : public QObject
{
    Q_OBJECT

public:
    explicit Quitting(const AppContext &app, QObject *parent = nullptr);

    // The main window is to be closed, and what is open has been handed to the disk: false = not yet; it is
    // closed again as soon as it may be.
    bool mayClose();

private:
    // What keeps the program from ending.
    enum class Obstacle : quint8 { None, Writing, UnsavedChat, UnsavedBeside };
    Obstacle obstacle() const;
    QStringList unsavedBeside() const; // the chats, in the user's words
    bool hasTriedAgain();
    void look();
    void showWaiting();
    void askAboutLoss(const QString &text, const QString &consequence);
    void stay();

    const AppContext &m_app;
    bool m_isWaiting = false;
    bool m_isAccepted = false; // what cannot be saved may be lost
    bool m_isTriedAgain = false;
    int m_rounds = 0; // what fails is tried again with each attempt to close; not for ever
    QTimer m_patience;
    QPointer<QDialog> m_waiting;
};

} // namespace snug
