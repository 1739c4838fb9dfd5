#include "widgets/chat/draftedit.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

constexpr int mostDraftLines = 10;

} // namespace

DraftEdit::DraftEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this] { updateGeometry(); });
}

int DraftEdit::heightFor(int lines) const
{
    return lines * fontMetrics().lineSpacing() + 2 * frameWidth() + 2 * int(document()->documentMargin()) + 4;
}

QSize DraftEdit::sizeHint() const
{
    // A QPlainTextEdit's document measures its height in lines.
    const int lines = std::clamp(int(std::ceil(document()->size().height())), 1, mostDraftLines);
    return {300, heightFor(lines)};
}

QSize DraftEdit::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void DraftEdit::replaceAll(const QString &text)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    moveCursor(QTextCursor::End);
}

void DraftEdit::keyPressEvent(QKeyEvent *event)
{
    const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (plain || event->modifiers().testFlag(Qt::ControlModifier)) {
            Q_EMIT enterPressed();
            return;
        }
        if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            textCursor().insertBlock(); // the base class would put U+2028
            ensureCursorVisible();
            return;
        }
        break;
    case Qt::Key_Escape:
        Q_EMIT escapePressed();
        return;
    case Qt::Key_Up:
        if (plain && document()->isEmpty()) {
            Q_EMIT upPressedWhileEmpty();
            return;
        }
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (plain) {
            Q_EMIT pageRequested(event->key() == Qt::Key_PageUp ? -1 : 1);
            return;
        }
        break;
    default:
        break;
    }
    QPlainTextEdit::keyPressEvent(event);
}

bool DraftEdit::canInsertFromMimeData(const QMimeData *source) const
{
    return source->hasUrls() || QPlainTextEdit::canInsertFromMimeData(source);
}

void DraftEdit::insertFromMimeData(const QMimeData *source)
{
    const QList<QUrl> urls = source->urls();
    const bool files = !urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile);
    if (files)
        Q_EMIT filesDropped(urls);
    else
        QPlainTextEdit::insertFromMimeData(source);
}

void DraftEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    updateGeometry(); // another width wraps into other lines
}

} // namespace snug
