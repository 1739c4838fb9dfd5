// What the user does to messages of the open chat as a whole: hide, delete, move, merge, split, narrate
// below, go through their swipes. What is chosen together is one step.
#pragma once

#include <QObject>

#include <memory>

namespace snug {

struct AppContext;
class MoreSwipes;

class MessagesController : public QObject
{
    Q_OBJECT

public:
    explicit MessagesController(const AppContext &app, QObject *parent = nullptr);
    ~MessagesController() override;

private:
    void connectStory();
    void connectActions();
    int rowOf(int shown) const; // of the chat; -1 = it is none of its messages
    QList<qsizetype> rowsOf(int first, int last) const;
    // A run, or the message that the keys are on, or the last one; none: {-1, -1}.
    std::pair<int, int> chosenRows() const;
    void hide(int first, int last, bool hidden);
    void remove(int first, int last);
    void move(int shown, int by);
    void narrate(int shown);
    void listScripts(int first, int last);
    void listSwipes(int shown, const QPoint &position);

    const AppContext &m_app;
    std::unique_ptr<MoreSwipes> m_more;
};

} // namespace snug
