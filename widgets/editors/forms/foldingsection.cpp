#include "widgets/editors/forms/foldingsection.h"

#include "widgets/theme/elidedlabel.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace snug {

FoldingSection::FoldingSection(const QString &title, QWidget *content, QWidget *parent)
    : QWidget(parent)
    , m_heading(new QToolButton)
    , m_summary(new ElidedLabel)
    , m_content(content)
{
    m_heading->setText(title);
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QFont font = m_heading->font();
    font.setBold(true);
    m_heading->setFont(font);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_heading, 0, Qt::AlignLeft);
    head->addWidget(m_summary, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(content);
    connect(m_heading, &QToolButton::toggled, this, &FoldingSection::setOpen);
    setOpen(false);
}

void FoldingSection::setOpen(bool open)
{
    const bool isNew = m_content->isHidden() == open;
    m_heading->setChecked(open);
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
    m_summary->setVisible(!open);
    if (isNew)
        Q_EMIT toggled(open);
}

void FoldingSection::setSummary(const QString &text)
{
    m_summary->setWhole(text);
}

} // namespace snug
