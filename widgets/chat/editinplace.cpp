#include "widgets/chat/editinplace.h"

#include "core/chat/chatmodel.h"

#include <QLayout>

namespace snug {

EditInPlace::EditInPlace(RowLayouts &rows, QWidget *viewport)
    : m_rows(rows)
    , m_viewport(viewport)
{
}

void EditInPlace::open(const QModelIndex &message)
{
    close();
    m_edited = message;
    m_editor = new MessageEditor(message.data(TextRole).toString(), m_rows.style(), m_viewport);
    m_editor->resize(m_rows.geometry().width, 100);
    connect(m_editor, &MessageEditor::committed, this, [this](const QString &text) {
        const int edited = m_edited.row();
        close();
        if (edited >= 0)
            Q_EMIT committed(edited, text);
    });
    connect(m_editor, &MessageEditor::cancelled, this, &EditInPlace::close);
    connect(m_editor, &MessageEditor::textChanged, this, &EditInPlace::changed);
    connect(m_editor, &MessageEditor::wantedHeightChanged, this, &EditInPlace::measure, Qt::QueuedConnection);
    measure();
    Q_EMIT changed();
}

void EditInPlace::show()
{
    m_editor->show();
    m_editor->setFocus();
}

void EditInPlace::measure()
{
    if (!m_editor || !m_edited.isValid())
        return;
    m_rows.setEditor(m_rows.idAt(m_edited.row()), m_editor->wantedHeight(m_viewport->height() - 110));
    Q_EMIT roomChanged();
}

void EditInPlace::close()
{
    if (!m_editor)
        return;
    const bool hadFocus = m_editor->isAncestorOf(m_viewport->parentWidget()->focusWidget());
    m_editor->hide();
    m_editor->deleteLater();
    m_editor = nullptr;
    m_edited = QPersistentModelIndex();
    m_rows.setEditor(0, 0);
    Q_EMIT closed(hadFocus);
    Q_EMIT changed();
}

void EditInPlace::closeIfGone()
{
    if (m_editor && !m_edited.isValid())
        close();
}

int EditInPlace::row() const
{
    return m_editor && m_edited.isValid() ? m_edited.row() : -1;
}

QString EditInPlace::text() const
{
    return m_editor ? m_editor->text() : QString();
}

void EditInPlace::setText(const QString &text)
{
    if (m_editor)
        m_editor->setText(text);
}

void EditInPlace::place(const QRect &body)
{
    m_editor->setGeometry(body);
    m_editor->layout()->activate();
}

} // namespace snug
