// The line at the top of an editor that says what happened to the document, with what can be done about it.
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;

namespace snug {

class PlainLabel;

class EditorStatus : public QFrame
{
    Q_OBJECT

public:
    struct Answer
    {
        QString text;
        std::function<void()> act;
    };

    explicit EditorStatus(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void tell(const QString &text, const QList<Answer> &answers = {});
    void warn(const QString &text, const QList<Answer> &answers = {});
    void clear();
    QString text() const;

private:
    void show(const QString &text, const QList<Answer> &answers, bool isWarning);
    void applyColours();

    Theme m_theme;
    bool m_isWarning = false;
    PlainLabel *m_text;
    QHBoxLayout *m_answers;
};

} // namespace snug
