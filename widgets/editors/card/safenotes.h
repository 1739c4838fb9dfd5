// Text of strangers, rendered: Markdown and simple HTML, without loading anything from anywhere, without
// opening links.
#pragma once

#include <QTextBrowser>

namespace snug {

class SafeNotes : public QTextBrowser
{
    Q_OBJECT

public:
    explicit SafeNotes(QWidget *parent = nullptr);

    void setNotes(const QString &text);

private:
    QString m_notes;
};

} // namespace snug
