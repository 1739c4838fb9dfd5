// The prompt of this moment as a file for others: JSON, Markdown or a web page, with its sources, with or
// without names.
#pragma once

#include <QObject>

#include <optional>

namespace snug {

struct AppContext;

class PromptExport : public QObject
{
    Q_OBJECT

public:
    explicit PromptExport(const AppContext &app, QObject *parent = nullptr);

    struct Wish
    {
        QString path; // the form is the file's ending: .md, .json, else a web page
        bool isWithoutNames = false;
        // What looks like a key: taken out or left in; nothing: if there is some, the user is asked first.
        std::optional<bool> removesKeys = {};
    };
    void write(const Wish &wish);

private:
    void askForFile(bool isWithoutNames);
    void askAboutKeys(const Wish &wish, const QStringList &keys);

    const AppContext &m_app;
};

} // namespace snug
