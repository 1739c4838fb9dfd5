#include "widgets/chat/messageeditor.h"

#include "widgets/chat/writtenheight.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace snug {

MessageEditor::MessageEditor(const QString &text, const TextStyle &style, QWidget *parent)
    : QWidget(parent)
    , m_edit(new QPlainTextEdit(this))
    , m_hint(new PlainLabel(tr("Ctrl+Enter saves, Esc leaves it as a draft"), this))
    , m_split(new QPushButton(tr("Split Here"), this))
    , m_save(new QPushButton(tr("Save"), this))
{
    setCursor(Qt::ArrowCursor);
    m_edit->setPlainText(text);
    m_edit->setTabChangesFocus(true);
    m_edit->setAccessibleName(tr("Message text"));
    m_edit->installEventFilter(this);
    m_edit->moveCursor(QTextCursor::End);

    auto *cancel = new QPushButton(tr("Cancel"), this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    setStyle(style);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_hint);
    buttons->addStretch();
    buttons->addWidget(m_split);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(6);
    column->addWidget(m_edit);
    column->addLayout(buttons);
    setFocusProxy(m_edit);

    connect(m_save, &QPushButton::clicked, this, [this] { Q_EMIT committed(m_edit->toPlainText()); });
    m_split->setToolTip(tr("Split it into two messages at the cursor (Ctrl+Shift+Enter)"));
    const auto showWhetherItSplits = [this] {
        const auto [first, second] = halves();
        m_split->setEnabled(!first.isEmpty() && !second.isEmpty());
    };
    connect(m_edit, &QPlainTextEdit::cursorPositionChanged, this, showWhetherItSplits);
    connect(m_edit, &QPlainTextEdit::textChanged, this, showWhetherItSplits);
    connect(m_split, &QPushButton::clicked, this, &MessageEditor::splitHere);
    showWhetherItSplits();
    connect(cancel, &QPushButton::clicked, this, &MessageEditor::cancelled);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &MessageEditor::textChanged);
    connect(m_edit->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &MessageEditor::wantedHeightChanged);
}

void MessageEditor::setStyle(const TextStyle &style)
{
    m_edit->setFont(style.font);
    QPalette field = style.theme.palette();
    field.setColor(QPalette::Base, style.theme.raised);
    m_edit->setPalette(field);
    m_hint->setFont(style.theme.smallFont());
}

int MessageEditor::wantedHeight(int most) const
{
    const int text = std::max(heightOfText(*m_edit, most), heightOfLines(*m_edit, 2));
    return std::clamp(text + m_save->sizeHint().height() + 10, 96, std::max(96, most));
}

void MessageEditor::setText(const QString &text)
{
    QTextCursor cursor(m_edit->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
}

// What is before the cursor and what is after it.
std::pair<QString, QString> MessageEditor::halves() const
{
    const QString text = m_edit->toPlainText();
    const int position = m_edit->textCursor().position();
    QString first = text.first(position);
    while (!first.isEmpty() && first.back().isSpace())
        first.chop(1);
    QString second = text.sliced(position);
    while (!second.isEmpty() && second.front().isSpace())
        second.removeFirst();
    return {first, second};
}

void MessageEditor::splitHere()
{
    const auto [first, second] = halves();
    if (!first.isEmpty() && !second.isEmpty())
        Q_EMIT split(first, second);
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
        if (enter && key->modifiers().testFlags(Qt::ControlModifier | Qt::ShiftModifier)) {
            splitHere();
            return true;
        }
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
