// What one can do with a message of the transcript: actions, their menu, editing in place.
#include "core/chat/chatmodel.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/transcript.h"

#include <QAbstractItemModel>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

#include <limits>

namespace snug {

QList<MessageAction> Transcript::actions(int row) const
{
    if (!m_model || row < 0 || row >= m_model->rowCount())
        return {};
    const QModelIndex index = m_model->index(row, 0);
    if (index.data(IsStreamingRole).toBool())
        return {MessageAction::Copy};
    QList<MessageAction> list;
    const bool lastReply = row == m_model->rowCount() - 1 && row > 0 && !index.data(IsUserRole).toBool();
    if (lastReply)
        list << MessageAction::Regenerate << MessageAction::Continue;
    list << MessageAction::Edit << MessageAction::Copy << MessageAction::Branch
         << (index.data(IsHiddenRole).toBool() ? MessageAction::Show : MessageAction::Hide)
         << MessageAction::Delete;
    return list;
}

void Transcript::perform(MessageAction action, int row)
{
    if (!m_model || row < 0 || row >= m_model->rowCount())
        return;
    switch (action) {
    case MessageAction::Regenerate:
        Q_EMIT regenerateRequested(row);
        break;
    case MessageAction::Continue:
        Q_EMIT continueRequested(row);
        break;
    case MessageAction::Edit:
        edit(row);
        break;
    case MessageAction::Copy: {
        const QString selected = selectedText();
        copyText(selected.isEmpty() || rowOf(m_selection.id) != row
                     ? documentText(row, MessagePart::Body, 0, std::numeric_limits<int>::max())
                     : selected);
        break;
    }
    case MessageAction::CopyMarkdown:
        copyText(m_model->index(row, 0).data(TextRole).toString());
        break;
    case MessageAction::Branch:
        Q_EMIT branchRequested(row);
        break;
    case MessageAction::Request:
        if (!m_model->index(row, 0).data(RequestRole).toString().isEmpty())
            Q_EMIT originRequested(row);
        break;
    case MessageAction::StartScene:
        Q_EMIT sceneStartRequested(row);
        break;
    case MessageAction::EndScene:
        Q_EMIT sceneEndRequested(row);
        break;
    case MessageAction::Hide:
        Q_EMIT hideRequested(row, true);
        break;
    case MessageAction::Show:
        Q_EMIT hideRequested(row, false);
        break;
    case MessageAction::Delete:
        Q_EMIT deleteRequested(row);
        break;
    }
}

void Transcript::copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copyDone();
}

void Transcript::contextMenuEvent(QContextMenuEvent *event)
{
    int row = m_current;
    if (event->reason() == QContextMenuEvent::Mouse)
        row = rowAt(event->pos());
    QList<MessageAction> list = actions(row);
    if (list.isEmpty())
        return;
    if (const qsizetype copy = list.indexOf(MessageAction::Copy); copy >= 0)
        list.insert(copy + 1, MessageAction::CopyMarkdown);
    if (const qsizetype branch = list.indexOf(MessageAction::Branch); branch >= 0) {
        list.insert(branch + 1, MessageAction::StartScene);
        list.insert(branch + 2, MessageAction::EndScene);
        if (!m_model->index(row, 0).data(RequestRole).toString().isEmpty())
            list.insert(branch + 1, MessageAction::Request);
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QPersistentModelIndex index(m_model->index(row, 0));
    for (const MessageAction action : std::as_const(list)) {
        if (action == MessageAction::Delete)
            menu->addSeparator();
        QAction *item = menu->addAction(icon(actionIcon(action)), actionText(action), this,
                                        [this, action, index] { perform(action, index.row()); });
        item->setShortcut(actionKey(action));
        item->setShortcutVisibleInContextMenu(true);
    }
    const QPoint place = event->reason() == QContextMenuEvent::Mouse
                             ? event->globalPos()
                             : viewport()->mapToGlobal(messageRect(row).topLeft() + QPoint(80, 30));
    menu->popup(place);
}

void Transcript::edit(int row)
{
    closeEditor();
    const QModelIndex index = m_model->index(row, 0);
    m_edited = index;
    m_current = row;
    m_editor = new MessageEditor(index.data(TextRole).toString(), m_rows.style(), viewport());
    m_editor->resize(m_rows.geometry().width, 100);
    connect(m_editor, &MessageEditor::committed, this, [this](const QString &text) {
        const int edited = m_edited.row();
        closeEditor();
        if (edited >= 0)
            Q_EMIT editCommitted(edited, text);
    });
    connect(m_editor, &MessageEditor::cancelled, this, &Transcript::closeEditor);
    connect(m_editor, &MessageEditor::wantedHeightChanged, this, &Transcript::growEditor,
            Qt::QueuedConnection);
    hold();
    growEditor();
    m_editor->show();
    m_editor->setFocus();
    settle();
    reveal(row);
    growEditor(); // wraps at its real width now
}

void Transcript::growEditor()
{
    if (!m_editor || !m_edited.isValid())
        return;
    hold();
    m_rows.setEditor(m_rows.idAt(m_edited.row()), m_editor->wantedHeight(viewport()->height() - 110));
    settle();
}

void Transcript::closeEditor()
{
    if (!m_editor)
        return;
    const bool hadFocus = m_editor->isAncestorOf(QWidget::focusWidget());
    m_editor->hide();
    m_editor->deleteLater();
    m_editor = nullptr;
    m_edited = QPersistentModelIndex();
    m_rows.setEditor(0, 0);
    hold();
    requestSettle();
    if (hadFocus)
        setFocus();
}

} // namespace snug
