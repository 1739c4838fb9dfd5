// What clicks and keys do in the list of documents.
#include "widgets/library/documentkindnames.h"
#include "widgets/library/documenttree.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace snug {

void DocumentTree::open(QTreeWidgetItem *row)
{
    if (m_list->selectedItems().size() > 1) // several are being chosen
        return;
    m_wanted.reset();
    const LibraryDocument *document = documentOf(row);
    if (document) {
        m_opened = document->key;
        Q_EMIT actRequested(DocumentAct::Edit, LibraryDocument(*document));
    } else if (row && row == m_kinds.value(DocumentKind::Script) && row->childCount() == 0) {
        Q_EMIT scriptsRequested(); // those of other presets and characters are chosen there
    } else if (row) {
        row->setExpanded(!row->isExpanded());
    }
}

std::optional<DocumentKind> DocumentTree::currentKind() const
{
    const QTreeWidgetItem *row = m_list->currentItem();
    return row ? std::optional(DocumentKind(row->data(0, KindRole).toInt())) : std::nullopt;
}

void DocumentTree::makeNew()
{
    if (const auto kind = currentKind())
        Q_EMIT newRequested(*kind);
}

void DocumentTree::showMenu(const QPoint &position)
{
    QTreeWidgetItem *row = m_list->itemAt(position);
    if (row && !row->isSelected())
        m_list->setCurrentItem(row, NameColumn, alone());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (current()) {
        menu->addActions(m_actions.values());
        menu->addAction(m_compare);
        menu->addSeparator();
    }
    if (row) {
        menu->addAction(tr("&New…"), QKeySequence::New, this, &DocumentTree::makeNew);
    } else {
        menu->addMenu(m_newMenu)->setText(tr("New"));
    }
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

// What a key does in the list, whatever it does in the editor beside it.
QAction *DocumentTree::actionOf(const QKeyEvent &pressed) const
{
    for (QAction *action : m_actions) {
        if (!action->shortcut().isEmpty() && action->shortcut()[0] == pressed.keyCombination())
            return action;
    }
    return nullptr;
}

bool DocumentTree::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    auto *pressed = static_cast<QKeyEvent *>(event);
    const bool isNew = pressed->matches(QKeySequence::New);
    QAction *action = watched == m_list ? actionOf(*pressed) : nullptr;
    if (watched == m_list && (isNew || action)) {
        if (event->type() == QEvent::ShortcutOverride)
            event->accept(); // it is pressed next, for the list alone
        else if (isNew)
            makeNew();
        else
            action->trigger(); // where it is enabled
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = pressed->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key == Qt::Key_Escape) {
        if (!m_search->text().isEmpty())
            m_search->clear();
        else
            Q_EMIT left();
        return true;
    }
    if (isEnter) {
        open(m_list->currentItem());
        return true;
    }
    if (watched == m_search && (key == Qt::Key_Down || key == Qt::Key_Up)) {
        m_list->setFocus(Qt::OtherFocusReason);
        return true;
    }
    const QString text = pressed->text();
    if (watched == m_list && !text.isEmpty() && text.front().isPrint() && text != u" "_s &&
        !(pressed->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        m_search->setFocus(Qt::OtherFocusReason);
        m_search->insert(text);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
