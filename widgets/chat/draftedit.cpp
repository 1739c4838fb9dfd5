#include "widgets/chat/draftedit.h"

#include "widgets/chat/writtenheight.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMimeData>

#include <algorithm>

namespace snug {

namespace {

constexpr int mostDraftLines = 10;

} // namespace

DraftEdit::DraftEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &DraftEdit::measure);
    measure();
}

// As high as the text, until its limit; only then there is something to scroll.
void DraftEdit::measure()
{
    const int most = heightOfLines(*this, mostDraftLines);
    const int wanted = heightOfText(*this, most);
    setVerticalScrollBarPolicy(wanted > most ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const int height = std::min(wanted, most);
    if (height == m_wantedHeight)
        return;
    m_wantedHeight = height;
    updateGeometry();
}

QSize DraftEdit::sizeHint() const
{
    return {300, m_wantedHeight};
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
    measure(); // another width wraps into other lines
}

void DraftEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

} // namespace snug
