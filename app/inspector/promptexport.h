// The prompt of this moment as a file for others: JSON, Markdown or a web page, with its sources, with or
// without names.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class PromptExport : public QObject
{
    Q_OBJECT

public:
    explicit PromptExport(const AppContext &app, QObject *parent = nullptr);

    // The form is the file's ending: .md, .json, else a web page.
    void write(const QString &path, bool isWithoutNames);

private:
    void askForFile(bool isWithoutNames);

    const AppContext &m_app;
};

} // namespace snug
