#include "widgets/chat/editinplace.h"

#include "core/chat/chatmodel.h"

#include <QApplication>
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
    QWidget *writing = QApplication::focusWidget();
    m_written = writing && writing->testAttribute(Qt::WA_InputMethodEnabled) ? writing : nullptr;
    m_edited = message;
    m_editor = new MessageEditor(message.data(TextRole).toString(), m_rows.style(), m_viewport);
    m_editor->resize(m_rows.geometry().width, 100);
    connect(m_editor, &MessageEditor::committed, this, [this](const QString &text) {
        if (const int edited = finish(); edited >= 0)
            Q_EMIT committed(edited, text);
    });
    connect(m_editor, &MessageEditor::split, this, [this](const QString &first, const QString &second) {
        if (const int edited = finish(); edited >= 0)
            Q_EMIT split(edited, first, second);
    });
    connect(m_editor, &MessageEditor::cancelled, this, &EditInPlace::close);
    connect(m_editor, &MessageEditor::textChanged, this, &EditInPlace::changed);
    connect(m_editor, &MessageEditor::wantedHeightChanged, this, &EditInPlace::measure, Qt::QueuedConnection);
    const Draft draft = m_drafts.take(message.data(StableIdRole).toULongLong());
    if (!draft.text.isEmpty() && draft.original == message.data(TextRole).toString())
        m_editor->setText(draft.text); // Undo shows the message as it is
    measure();
    Q_EMIT changed();
}

void EditInPlace::show()
{
    m_editor->show();
    m_editor->setFocus();
}

bool EditInPlace::goOnWriting()
{
    if (!m_written || !m_written->isVisible())
        return false;
    m_written->setFocus();
    return true;
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
    const Draft draft{m_edited.data(StableIdRole).toULongLong(), m_edited.data(TextRole).toString(), text()};
    const bool isKept =
        m_editor && m_edited.isValid() && !draft.text.isEmpty() && draft.text != draft.original;
    if (isKept)
        keepDraft(draft);
    const int edited = finish();
    if (isKept)
        Q_EMIT abandoned(edited);
}

QList<EditInPlace::Draft> EditInPlace::drafts() const
{
    return m_drafts.values();
}

void EditInPlace::keepDraft(const Draft &draft)
{
    m_drafts.insert(draft.message, draft);
    Q_EMIT changed();
}

void EditInPlace::dropDraft(quint64 message)
{
    if (m_drafts.remove(message))
        Q_EMIT changed();
}

void EditInPlace::forgetDrafts()
{
    m_drafts.clear();
}

int EditInPlace::finish()
{
    const int edited = row();
    if (!m_editor)
        return edited;
    const bool hadFocus = m_editor->isAncestorOf(m_viewport->parentWidget()->focusWidget());
    m_editor->hide();
    m_editor->deleteLater();
    m_editor = nullptr;
    m_edited = QPersistentModelIndex();
    m_rows.setEditor(0, 0);
    Q_EMIT closed(hadFocus);
    Q_EMIT changed();
    return edited;
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

void EditInPlace::followStyle()
{
    if (m_editor)
        m_editor->setStyle(m_rows.style());
    measure();
}

void EditInPlace::place(const QRect &body)
{
    m_editor->setGeometry(body);
    m_editor->layout()->activate();
}

} // namespace snug
