#include "widgets/chat/messageeditor.h"

#include "widgets/theme/plainlabel.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace snug {

MessageEditor::MessageEditor(const QString &text, const TextStyle &style, QWidget *parent)
    : QWidget(parent)
    , m_edit(new QPlainTextEdit(this))
    , m_save(new QPushButton(tr("Save"), this))
{
    setCursor(Qt::ArrowCursor);
    m_edit->setFont(style.font);
    QPalette field = style.theme.palette();
    field.setColor(QPalette::Base, style.theme.raised);
    m_edit->setPalette(field);
    m_edit->setPlainText(text);
    m_edit->setTabChangesFocus(true);
    m_edit->setAccessibleName(tr("Message text"));
    m_edit->installEventFilter(this);
    m_edit->moveCursor(QTextCursor::End);

    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *hint = new PlainLabel(tr("Ctrl+Enter saves, Esc cancels"), this);
    hint->setFont(style.theme.smallFont());
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(hint);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(6);
    column->addWidget(m_edit);
    column->addLayout(buttons);
    setFocusProxy(m_edit);

    connect(m_save, &QPushButton::clicked, this, [this] { Q_EMIT committed(m_edit->toPlainText()); });
    connect(cancel, &QPushButton::clicked, this, &MessageEditor::cancelled);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &MessageEditor::textChanged);
    connect(m_edit->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &MessageEditor::wantedHeightChanged);
}

int MessageEditor::wantedHeight(int most) const
{
    // A QPlainTextEdit's document measures its height in lines.
    const double lines = std::max(2.0, m_edit->document()->size().height());
    const int text = int(std::ceil((lines + 0.6) * m_edit->fontMetrics().lineSpacing()));
    const int frame = 2 * m_edit->frameWidth() + 2 * int(m_edit->document()->documentMargin()) + 4;
    return std::clamp(text + frame + m_save->sizeHint().height() + 10, 96, std::max(96, most));
}

void MessageEditor::setText(const QString &text)
{
    QTextCursor cursor(m_edit->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
}

QString MessageEditor::text() const
{
    return m_edit->toPlainText();
}

bool MessageEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            Q_EMIT committed(m_edit->toPlainText());
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            Q_EMIT cancelled();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
