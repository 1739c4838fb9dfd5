#include "widgets/editors/blocklist.h"

#include "core/editing/presetedits.h"
#include "core/model/searchtext.h"
#include "widgets/editors/blockdelegate.h"
#include "widgets/theme/plainkey.h"

#include <QContextMenuEvent>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

BlockList::BlockList(QWidget *parent)
    : QListView(parent)
    , m_order(new PromptOrderModel(this))
    , m_delegate(new BlockDelegate(this))
{
    setAccessibleName(tr("Blocks in the order in which they are sent"));
    setModel(m_order);
    setItemDelegate(m_delegate);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setDropIndicatorShown(true);
    setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_typing.setSingleShot(true);
    m_typing.setInterval(1s);
    connect(&m_typing, &QTimer::timeout, this, [this] { m_typed.clear(); });
    connect(m_order, &PromptOrderModel::edited, this, [this](const Preset &preset) {
        if (m_isTaking)
            return;
        const bool isMoved = blockOrder(preset) != std::exchange(m_lastOrder, blockOrder(preset));
        if (isMoved)
            Q_EMIT edited(withFoldersByPlace(preset, chosen()), tr("Move Blocks"));
        else
            Q_EMIT edited(preset, tr("Switch Block"));
    });
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { Q_EMIT currentChangedTo(current()); });
}

void BlockList::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    setFont(theme.interfaceFont());
    scheduleDelayedItemsLayout();
}

void BlockList::setPreset(const Preset &preset)
{
    const QString before = current();
    m_isTaking = true;
    m_order->setPreset(preset);
    m_isTaking = false;
    m_lastOrder = blockOrder(preset);
    if (!m_selectNext.isEmpty()) {
        const QStringList wanted = std::exchange(m_selectNext, {});
        selectionModel()->clearSelection();
        for (const QString &identifier : wanted)
            selectionModel()->select(m_order->indexOf(identifier), QItemSelectionModel::Select);
        if (const QModelIndex last = m_order->indexOf(wanted.last()); last.isValid())
            selectionModel()->setCurrentIndex(last, QItemSelectionModel::Select);
    } else if (!before.isEmpty() && current() != before) {
        setCurrent(before);
    }
    applyFolding();
    scheduleDelayedItemsLayout(); // headings come and go
}

QString BlockList::folderAt(const QModelIndex &index) const
{
    return index.isValid() ? blockFolder(m_order->blockAt(index)) : QString();
}

void BlockList::setFolded(const QString &folder, bool isFolded)
{
    if (folder.isEmpty() || isFolded == m_folded.contains(folder))
        return;
    if (isFolded)
        m_folded.insert(folder);
    else
        m_folded.remove(folder);
    applyFolding();
    scheduleDelayedItemsLayout();
    viewport()->update();
}

// The first row of a folder carries its heading and stays.
void BlockList::applyFolding()
{
    m_delegate->setFolded(m_folded);
    QModelIndex heading;
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const QModelIndex index = m_order->index(row, 0);
        const bool isFirst = !m_delegate->folderAbove(index).isEmpty();
        if (isFirst)
            heading = index;
        const bool isHidden = !isFirst && m_folded.contains(folderAt(index));
        setRowHidden(row, isHidden);
        if (isHidden && index == currentIndex())
            selectionModel()->setCurrentIndex(heading, QItemSelectionModel::ClearAndSelect);
    }
}

void BlockList::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    const QString folder = index.isValid() ? m_delegate->folderAbove(index) : QString();
    const bool isOnHeading = !folder.isEmpty() && event->button() == Qt::LeftButton &&
                             event->position().y() < visualRect(index).top() + m_delegate->headingHeight();
    if (isOnHeading && !isFolded(folder))
        return setFolded(folder, true);
    m_pressedFolder = isOnHeading ? folder : QString();
    QListView::mousePressEvent(event);
}

void BlockList::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    setFolded(std::exchange(m_pressedFolder, {}), false);
}

void BlockList::startDrag(Qt::DropActions actions)
{
    m_pressedFolder.clear();
    QListView::startDrag(actions);
}

QModelIndexList BlockList::selectedIndexes() const
{
    QModelIndexList rows;
    for (const QModelIndex &index : selectionModel()->selectedIndexes()) {
        if (!isRowHidden(index.row()))
            rows.append(index);
    }
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QString folder = folderAt(rows.at(i));
        const QModelIndex next = rows.at(i).siblingAtRow(rows.at(i).row() + 1);
        if (isFolded(folder) && next.isValid() && isRowHidden(next.row()) && folderAt(next) == folder)
            rows.append(next);
    }
    return rows;
}

void BlockList::setEdited(const QSet<QString> &identifiers)
{
    m_delegate->setEdited(identifiers);
    viewport()->update();
}

void BlockList::setDoubtful(const QSet<QString> &identifiers)
{
    m_delegate->setDoubtful(identifiers);
    viewport()->update();
}

void BlockList::setShares(const QHash<QString, BlockShare> &shares, CountKind kind)
{
    m_delegate->setShares(shares, kind);
    viewport()->update();
}

QString BlockList::current() const
{
    return currentIndex().data(PromptOrderModel::IdentifierRole).toString();
}

void BlockList::setCurrent(const QString &identifier)
{
    const QModelIndex index = m_order->indexOf(identifier);
    if (!index.isValid())
        return;
    setFolded(folderAt(index), false);
    if (index == currentIndex())
        return;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    scrollTo(index);
}

QStringList BlockList::chosen() const
{
    QModelIndexList rows = selectedIndexes();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList identifiers;
    for (const QModelIndex &row : std::as_const(rows))
        identifiers.append(row.data(PromptOrderModel::IdentifierRole).toString());
    return identifiers;
}

void BlockList::say(const Preset &preset, const QString &label, const QStringList &select)
{
    if (preset == m_order->preset())
        return;
    m_selectNext = select;
    Q_EMIT edited(preset, label);
    m_selectNext.clear();
}

void BlockList::move(int direction)
{
    const QStringList blocks = chosen();
    say(withFoldersByPlace(withMoved(m_order->preset(), blocks, direction), blocks), tr("Move Blocks"),
        blocks);
}

void BlockList::switchChosen()
{
    const QStringList blocks = chosen();
    const bool isAllOn = std::ranges::all_of(
        blocks, [this](const QString &each) { return isBlockOn(m_order->preset(), each); });
    say(withSwitched(m_order->preset(), blocks, !isAllOn), isAllOn ? tr("Switch Off") : tr("Switch On"),
        blocks);
}

void BlockList::duplicate()
{
    QStringList copies;
    const Preset preset = withDuplicates(m_order->preset(), chosen(), &copies);
    say(preset, tr("Duplicate"), copies);
}

void BlockList::insertNew()
{
    const PromptBlock block = newBlock(m_order->preset(), tr("New block"));
    say(withNew(m_order->preset(), block, current()), tr("New Block"), {block.identifier});
    Q_EMIT textRequested();
}

void BlockList::takeOut()
{
    const QStringList blocks = chosen();
    if (blocks.isEmpty())
        return;
    const QStringList order = blockOrder(m_order->preset());
    const qsizetype first = order.indexOf(blocks.first());
    const Preset preset = withTakenOut(m_order->preset(), blocks);
    const QStringList left = blockOrder(preset);
    const QString next = left.isEmpty() ? QString() : left[std::min(first, left.size() - 1)];
    say(preset, tr("Remove From Order"), next.isEmpty() ? QStringList() : QStringList{next});
}

void BlockList::deleteChosen()
{
    say(withDeleted(m_order->preset(), chosen()), tr("Delete Blocks"), {});
}

void BlockList::askForFolder()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New Folder"));
    dialog->setLabelText(tr("Name of the folder:"));
    const QStringList blocks = chosen();
    connect(dialog, &QInputDialog::textValueSelected, this, [this, blocks](const QString &name) {
        if (!name.trimmed().isEmpty())
            say(withFolder(m_order->preset(), blocks, name.trimmed()), tr("Move to Folder"), blocks);
    });
    dialog->open();
}

void BlockList::fillFolders(QMenu *menu)
{
    QStringList folders;
    for (const PromptBlock &block : m_order->preset().prompts) {
        if (const QString folder = blockFolder(block); !folder.isEmpty() && !folders.contains(folder))
            folders.append(folder);
    }
    const QStringList blocks = chosen();
    for (const QString &folder : std::as_const(folders)) {
        menu->addAction(QString(folder).replace(u'&', u"&&"_s), this, [this, blocks, folder] {
            say(withFolder(m_order->preset(), blocks, folder), tr("Move to Folder"), blocks);
        });
    }
    menu->addAction(tr("&New Folder…"), this, &BlockList::askForFolder);
    menu->addAction(tr("N&one"), this, [this, blocks] {
        say(withFolder(m_order->preset(), blocks, {}), tr("Remove From Folder"), blocks);
    });
}

void BlockList::fillMenu(QMenu *menu)
{
    const QStringList blocks = chosen();
    const bool isAny = !blocks.isEmpty();
    const auto add = [&](const QString &text, const QKeySequence &key, auto act) {
        QAction *action = menu->addAction(text, this, act);
        action->setShortcut(key);
        action->setShortcutVisibleInContextMenu(true);
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setEnabled(isAny);
        return action;
    };
    add(tr("&New Block"), Qt::Key_Insert, &BlockList::insertNew)->setEnabled(true);
    add(tr("&Duplicate"), Qt::CTRL | Qt::Key_D, &BlockList::duplicate);
    add(tr("Re&name"), Qt::Key_F2, [this] { Q_EMIT nameRequested(); });
    add(tr("&Switch On or Off"), Qt::Key_Space, &BlockList::switchChosen);
    add(tr("Move &Up"), Qt::ALT | Qt::Key_Up, [this] { move(-1); });
    add(tr("Move Do&wn"), Qt::ALT | Qt::Key_Down, [this] { move(1); });
    fillFolders(menu->addMenu(tr("&Folder")));
    menu->addSeparator();
    add(tr("Re&move From the Order"), Qt::Key_Delete, &BlockList::takeOut);
    QAction *remove =
        add(tr("De&lete From the Preset"), Qt::SHIFT | Qt::Key_Delete, &BlockList::deleteChosen);
    remove->setEnabled(std::ranges::any_of(blocks, [this](const QString &each) {
        return m_order->indexOf(each).data(PromptOrderModel::IsOwnRole).toBool();
    }));
    QAction *revert =
        menu->addAction(tr("&Revert Block"), this, [this] { Q_EMIT revertRequested(current()); });
    revert->setEnabled(m_delegate->isEdited(current()));
}

void BlockList::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(menu);
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(isByKey ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft())
                        : event->globalPos());
}

void BlockList::mouseDoubleClickEvent(QMouseEvent *event)
{
    QListView::mouseDoubleClickEvent(event);
    if (currentIndex().isValid())
        Q_EMIT textRequested();
}

void BlockList::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        move(event->key() == Qt::Key_Up ? -1 : 1);
    else if (event->modifiers() == Qt::ControlModifier && event->key() == Qt::Key_D)
        duplicate();
    else if (isPlain(*event) && event->key() == Qt::Key_Left)
        setFolded(folderAt(currentIndex()), true);
    else if (isPlain(*event) && event->key() == Qt::Key_Right)
        setFolded(folderAt(currentIndex()), false);
    else if (isPlain(*event) && event->key() == Qt::Key_Insert)
        insertNew();
    else if (isPlain(*event) && event->key() == Qt::Key_Delete)
        takeOut();
    else if (event->modifiers() == Qt::ShiftModifier && event->key() == Qt::Key_Delete)
        deleteChosen();
    else if (isPlain(*event) && event->key() == Qt::Key_Space && m_typed.isEmpty())
        switchChosen();
    else if (isPlain(*event) && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT textRequested();
    else if (isPlain(*event) && event->key() == Qt::Key_F2 && currentIndex().isValid())
        Q_EMIT nameRequested();
    else
        return QListView::keyPressEvent(event);
    event->accept();
}

// Anywhere in the name: names often begin with pictures or brackets.
void BlockList::keyboardSearch(const QString &typed)
{
    m_typed += typed;
    m_typing.start();
    const WordSearch wanted(m_typed);
    const int rows = m_order->rowCount();
    const int from = std::max(0, currentIndex().row());
    for (int step = m_typed.size() == typed.size() ? 1 : 0; step <= rows; ++step) {
        const QModelIndex index = m_order->index((from + step) % std::max(1, rows));
        if (wanted.isIn(index.data().toString())) {
            selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
            return;
        }
    }
}

} // namespace snug
