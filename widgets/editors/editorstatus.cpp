#include "widgets/editors/editorstatus.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

EditorStatus::EditorStatus(QWidget *parent)
    : QFrame(parent)
    , m_theme(Theme::light())
    , m_text(new PlainLabel)
    , m_answers(new QHBoxLayout)
{
    setObjectName(u"editorStatus"_s);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    auto *close = new QToolButton;
    close->setIcon(icon(IconName::Close));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Hide the message"));
    m_answers->setSpacing(6);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 8, 6);
    row->addWidget(m_text, 1);
    row->addLayout(m_answers);
    row->addWidget(close);
    connect(close, &QToolButton::clicked, this, &EditorStatus::clear);
    hide();
}

void EditorStatus::setTheme(const Theme &theme)
{
    m_theme = theme;
    applyColours();
}

void EditorStatus::tell(const QString &text, const QList<Answer> &answers)
{
    show(text, answers, false);
}

void EditorStatus::warn(const QString &text, const QList<Answer> &answers)
{
    show(text, answers, true);
}

QString EditorStatus::text() const
{
    return isVisibleTo(parentWidget()) ? m_text->text() : QString();
}

void EditorStatus::clear()
{
    hide();
}

void EditorStatus::show(const QString &text, const QList<Answer> &answers, bool isWarning)
{
    while (QLayoutItem *item = m_answers->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_text->setText(text);
    for (const Answer &answer : answers) {
        auto *button = new QPushButton(answer.text, this);
        connect(button, &QPushButton::clicked, this, [this, act = answer.act] {
            clear();
            act();
        });
        m_answers->addWidget(button);
    }
    m_isWarning = isWarning;
    applyColours();
    setVisible(true);
}

void EditorStatus::applyColours()
{
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::Window, m_theme.tint(m_isWarning ? m_theme.warning : m_theme.accent, 0.16));
    setPalette(palette);
}

} // namespace snug
