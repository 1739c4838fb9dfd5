// The prompt of this moment as a file for others: JSON, Markdown or a web page, with its sources, with or
// without names.
#pragma once

#include <QObject>

namespace snug {

class Actions;
class ChatRoom;
class MainWindow;
class NoticeBar;

class PromptExport : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the object
    {
        ChatRoom *chat;
        MainWindow *window;
        NoticeBar *notices;
        Actions *actions;
    };

    explicit PromptExport(const Surroundings &around, QObject *parent = nullptr);

    // The form is the file's ending: .md, .json, else a web page.
    void write(const QString &path, bool isWithoutNames);

private:
    void askForFile(bool isWithoutNames);

    Surroundings m_around;
};

} // namespace snug
