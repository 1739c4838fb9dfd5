// A part of a form that folds away under its heading.
#pragma once

#include <QWidget>

class QToolButton;

namespace snug {

class ElidedLabel;

class FoldingSection : public QWidget
{
    Q_OBJECT

public:
    explicit FoldingSection(const QString &title, QWidget *content, QWidget *parent = nullptr);

    bool isOpen() const { return m_content->isVisibleTo(this); }
    void setOpen(bool open);
    // Beside the heading, dim: what one would see if it were open.
    void setSummary(const QString &text);

Q_SIGNALS:
    void toggled(bool open);

private:
    QToolButton *m_heading;
    ElidedLabel *m_summary;
    QWidget *m_content;
};

} // namespace snug
