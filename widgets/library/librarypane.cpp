#include "widgets/library/librarypane.h"

#include "widgets/library/castdelegate.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/casthead.h"
#include "widgets/library/casttile.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/panelist.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainkey.h"
#include "widgets/theme/richlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace snug {

LibraryPane::LibraryPane(CastModel *cast, ChatsModel *chats, QWidget *parent)
    : QWidget(parent)
    , m_castModel(cast)
{
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search characters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(IconName::Search), QLineEdit::LeadingPosition);

    m_castOrder = new CastOrder(cast, this);
    m_head = new CastHead(cast, m_castOrder);

    m_cast = newPaneList(tr("Characters"));
    m_cast->setModel(m_castOrder);
    m_cast->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_delegate = new CastDelegate(this);
    m_cast->setItemDelegate(m_delegate);
    m_chats = new ChatList(chats);

    m_empty = new RichLabel(m_cast->viewport());
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);

    QToolButton *make = newPaneButton(tr("New"), IconName::Plus);
    make->setObjectName(QStringLiteral("newInLibrary"));
    make->setToolTip(tr("New character, new group, chat without a character, import"));
    make->setPopupMode(QToolButton::InstantPopup);
    auto *making = new QMenu(make);
    making->addAction(tr("New &Character…"), this, &LibraryPane::newCharacterRequested);
    making->addAction(tr("New &Group…"), this, [this] { Q_EMIT newGroupRequested({}); });
    making->addAction(tr("New Chat with the &Model Alone"), this, &LibraryPane::newModelChatRequested);
    making->addSeparator();
    making->addAction(tr("&Import…"), this, &LibraryPane::importRequested);
    make->setMenu(making);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_cast);
    splitter->addWidget(m_chats);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 8, 8, 4);
    head->addWidget(m_search, 1);
    head->addWidget(make);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(m_head);
    all->addWidget(splitter, 1);

    connect(m_search, &QLineEdit::textChanged, this, &LibraryPane::filter);
    connect(m_head, &CastHead::tagsChanged, this, &LibraryPane::filter);
    connect(m_head, &CastHead::orderChanged, this, [this] { showGallery(m_head->isGallery()); });
    connect(m_head, &CastHead::folderRequested, this, &LibraryPane::folderRequested);
    connect(m_head, &CastHead::tagActRequested, this, &LibraryPane::tagActRequested);
    connect(m_head->filters(), &CastFilterMenu::chosen, this, &LibraryPane::useFilter);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { chooseCast(m_castOrder->index(0, 0)); });
    // Several are chosen to do something with them all, not to talk to one.
    connect(m_cast, &QListView::clicked, this, [this](const QModelIndex &index) {
        if (m_cast->selectionModel()->selectedRows().size() == 1)
            chooseCast(index);
    });
    connect(m_cast, &QListView::activated, this, &LibraryPane::chooseCast);
    connect(m_cast, &QWidget::customContextMenuRequested, this, &LibraryPane::castMenu);
    connect(m_chats, &ChatList::newRequested, this, &LibraryPane::newChatRequested);
    connect(m_empty, &RichLabel::linkActivated, this, [this](const QString &link) {
        if (link == QLatin1StringView("again"))
            Q_EMIT openAgainRequested();
        else
            Q_EMIT openLibraryRequested();
    });
    connect(m_delegate, &CastDelegate::repaintWanted, m_cast->viewport(), qOverload<>(&QWidget::update));
    connect(cast, &QAbstractItemModel::rowsInserted, this, &LibraryPane::showEmptyState);
    connect(cast, &QAbstractItemModel::rowsRemoved, this, &LibraryPane::showEmptyState);
    m_cast->viewport()->installEventFilter(this);
    m_cast->installEventFilter(this);
    setMinimumWidth(190);
    showEmptyState();
}

void LibraryPane::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_theme = theme;
    fitTiles();
    m_cast->viewport()->update();
    m_chats->setTheme(theme);
}

void LibraryPane::setPictureEngine(const std::shared_ptr<PictureEngine> &engine)
{
    m_delegate->setPictureEngine(engine);
}

void LibraryPane::filter()
{
    m_castOrder->setWanted(m_search->text(), m_head->tags());
    m_head->filters()->setCurrent(filterNow());
    showEmptyState();
}

void LibraryPane::showEmptyState()
{
    if (m_isMissing) {
        m_empty->setMarkup(tr("The library is not open.<br><a href=\"again\">Try again</a><br>"
                              "<a href=\"open\">Open another folder…</a>"));
    } else if (m_castModel->rowCount() == 0) {
        m_empty->setMarkup(tr("No characters yet."));
    } else {
        m_empty->setMarkup(m_head->tags().isEmpty() ? tr("No matches.") : tr("No matches with these tags."));
    }
    m_empty->setVisible(m_castOrder->rowCount() == 0);
    m_head->showCounts();
}

CastFilter LibraryPane::filterNow() const
{
    return {.name = {}, .words = m_search->text(), .tags = m_head->tags()};
}

void LibraryPane::useFilter(const CastFilter &filter)
{
    m_search->setText(filter.words);
    m_head->setTags(filter.tags);
}

void LibraryPane::showGallery(bool gallery)
{
    if (m_isGallery == gallery)
        return;
    m_isGallery = gallery;
    m_head->setGallery(gallery);
    m_delegate->setGallery(gallery);
    m_cast->setViewMode(gallery ? QListView::IconMode : QListView::ListMode);
    // What the mode brings along besides.
    m_cast->setMovement(QListView::Static);
    m_cast->setResizeMode(gallery ? QListView::Adjust : QListView::Fixed);
    m_cast->setDragEnabled(true);
    m_cast->setSpacing(0);
    fitTiles();
    m_cast->scrollTo(m_cast->currentIndex());
}

void LibraryPane::fitTiles()
{
    const QSize tile = m_isGallery ? castTileSize(m_cast->viewport()->width(), m_theme) : QSize();
    if (m_cast->gridSize() != tile) // else all rows are laid out again
        m_cast->setGridSize(tile);
}

static bool isCopying(const QKeyEvent &key)
{
    return key.key() == Qt::Key_D && key.modifiers() == Qt::ControlModifier;
}

bool LibraryPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        fitTiles();
        m_empty->setGeometry(m_cast->viewport()->rect().adjusted(16, 0, -16, 0));
    } else if (watched == m_cast->viewport() && event->type() == QEvent::MouseButtonPress) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        return mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier &&
               clickTag(mouse->position().toPoint());
    } else if (watched == m_cast && event->type() == QEvent::ShortcutOverride) {
        // F2 is about this row, not about a message.
        const auto *key = static_cast<QKeyEvent *>(event);
        if (currentEntry() && ((key->key() == Qt::Key_F2 && isPlain(*key)) || isCopying(*key)))
            event->accept();
    } else if (watched == m_cast && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (isCopying(*key))
            return copyCurrent();
        return isPlain(*key) && castKeyPressed(key->key());
    }
    return QWidget::eventFilter(watched, event);
}

bool LibraryPane::copyCurrent()
{
    const std::optional<CastEntry> entry = currentEntry();
    const QList<CastEntry> chosen = selectedEntries();
    if (chosen.size() > 1)
        Q_EMIT manyChangeRequested({ManyChange::Kind::Duplicate, chosen});
    else if (entry && !entry->problem && entry->kind == CastEntry::Kind::Character)
        Q_EMIT actRequested(DocumentAct::Duplicate, *entry);
    else if (entry && !entry->problem && entry->kind == CastEntry::Kind::Group)
        Q_EMIT manyChangeRequested({ManyChange::Kind::Duplicate, {*entry}});
    return true;
}

bool LibraryPane::castKeyPressed(int key)
{
    if (key == Qt::Key_Backspace && !m_head->tags().isEmpty()) { // out of the folder
        m_head->removeTag(m_head->tags().last());
        return true;
    }
    const QList<CastEntry> chosen = selectedEntries();
    if (key == Qt::Key_Delete && chosen.size() > 1) {
        Q_EMIT manyChangeRequested({ManyChange::Kind::Delete, chosen});
        return true;
    }
    const std::optional<CastEntry> entry = currentEntry();
    if (!entry || entry->kind == CastEntry::Kind::Model || (key != Qt::Key_Delete && key != Qt::Key_F2))
        return false;
    if (key == Qt::Key_Delete)
        Q_EMIT deleteRequested(*entry);
    else if (entry->kind == CastEntry::Kind::Group)
        Q_EMIT editGroupRequested(entry->id);
    else if (!entry->problem)
        Q_EMIT actRequested(DocumentAct::Rename, *entry);
    return true;
}

// A tag that is clicked filters by it, and opens nobody.
bool LibraryPane::clickTag(const QPoint &position)
{
    const QModelIndex index = m_cast->indexAt(position);
    if (!index.isValid())
        return false;
    const QString tag = m_delegate->tagAt(m_cast->visualRect(index),
                                          m_castModel->valueAt(m_castOrder->mapToSource(index)), position);
    if (tag.isEmpty())
        return false;
    m_head->addTag(tag);
    return true;
}

QList<CastEntry> LibraryPane::selectedEntries() const
{
    QList<CastEntry> entries;
    for (const QModelIndex &index : m_cast->selectionModel()->selectedRows())
        entries.append(m_castModel->valueAt(m_castOrder->mapToSource(index)));
    entries.removeIf([](const CastEntry &entry) {
        return entry.kind == CastEntry::Kind::Model || entry.kind == CastEntry::Kind::Folder;
    });
    return entries;
}

void LibraryPane::chooseCast(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    if (index.data(CastModel::KindRole).toInt() == int(CastEntry::Kind::Folder))
        return m_head->addTag(index.data(CastModel::IdRole).toString());
    m_cast->setCurrentIndex(index);
    showEmptyState();
    Q_EMIT entryChosen(*currentEntry());
}

std::optional<CastEntry> LibraryPane::currentEntry() const
{
    const QModelIndex index = m_castOrder->mapToSource(m_cast->currentIndex());
    if (!index.isValid() || m_castModel->valueAt(index).kind == CastEntry::Kind::Folder)
        return std::nullopt;
    return m_castModel->valueAt(index);
}

void LibraryPane::showCurrent(CastEntry::Kind kind, const QString &id)
{
    if (m_cast->selectionModel()->selectedRows().size() < 2) // several stay chosen
        m_cast->setCurrentIndex(m_castOrder->mapFromSource(m_castModel->indexOf(kind, id)));
    showEmptyState();
}

void LibraryPane::setLibraryMissing(bool missing)
{
    m_isMissing = missing;
    showEmptyState();
}

void LibraryPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void LibraryPane::castMenu(const QPoint &position)
{
    const QModelIndex index = m_castOrder->mapToSource(m_cast->indexAt(position));
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const QList<CastEntry> chosen = selectedEntries();
        chosen.size() > 1 && chosen.contains(m_castModel->valueAt(index))) {
        fillManyMenu(menu, chosen, m_lorebooks,
                     [this](const ManyChange &change) { Q_EMIT manyChangeRequested(change); });
        const auto isReadable = [](const CastEntry &entry) {
            return entry.kind == CastEntry::Kind::Character && !entry.problem;
        };
        if (chosen.size() == 2 && std::ranges::all_of(chosen, isReadable)) {
            menu->addSeparator();
            menu->addAction(tr("Compare the Two"), this,
                            [this, chosen] { Q_EMIT compareRequested(chosen.first().id, chosen.last().id); });
        }
        menu->popup(m_cast->viewport()->mapToGlobal(position));
        return;
    }
    const CastEntry entry = m_castModel->valueAt(index);
    if (index.isValid() && entry.kind == CastEntry::Kind::Folder) {
        menu->addAction(tr("Open"), this, [this, entry] { m_head->addTag(entry.id); });
        addFolderChoices(menu->addMenu(tr("Folder")), entry.tags.value(0).folder,
                         [this, entry](TagFolder folder) { Q_EMIT folderRequested(entry.id, folder); });
        addTagActs(menu, [this, entry](TagAct act) { Q_EMIT tagActRequested(entry.id, act); });
        menu->addSeparator();
    } else if (index.isValid()) {
        menu->addAction(tr("New Chat"), this, [this, row = m_cast->indexAt(position)] {
            chooseCast(row);
            Q_EMIT newChatRequested();
        });
        const bool isModel = entry.kind == CastEntry::Kind::Model;
        if (entry.kind == CastEntry::Kind::Character)
            addCharacterActions(menu, entry);
        else if (!entry.problem && !isModel)
            addGroupActions(menu, entry);
        if (!entry.problem && !isModel)
            addMarksToMenu(menu, entry, m_lorebooks,
                           [this](const ManyChange &change) { Q_EMIT manyChangeRequested(change); });
        menu->addAction(tr("Show in Folder"), this,
                        [this, entry] { Q_EMIT actRequested(DocumentAct::ShowInFolder, entry); });
        if (!isModel)
            menu->addAction(tr("Delete"), QKeySequence(Qt::Key_Delete), this,
                            [this, entry] { Q_EMIT deleteRequested(entry); });
        menu->addSeparator();
    }
    menu->addAction(tr("New Character…"), this, &LibraryPane::newCharacterRequested);
    menu->addAction(tr("New Group…"), this, [this] { Q_EMIT newGroupRequested({}); });
    menu->addAction(tr("New Chat with the Model Alone"), this, &LibraryPane::newModelChatRequested);
    menu->addAction(tr("Import…"), this, &LibraryPane::importRequested);
    menu->popup(m_cast->viewport()->mapToGlobal(position));
}

void LibraryPane::addGroupActions(QMenu *menu, const CastEntry &entry)
{
    menu->addAction(tr("Edit Group…"), QKeySequence(Qt::Key_F2), this,
                    [this, entry] { Q_EMIT editGroupRequested(entry.id); });
    menu->addAction(tr("Duplicate"), Qt::CTRL | Qt::Key_D, this,
                    [this, entry] { Q_EMIT manyChangeRequested({ManyChange::Kind::Duplicate, {entry}}); });
    menu->addAction(tr("Export…"), this, [this, entry] { Q_EMIT exportRequested(entry); });
}

void LibraryPane::addCharacterActions(QMenu *menu, const CastEntry &entry)
{
    const QString name = QString(entry.name).replace(u'&', QStringLiteral("&&"));
    const auto on = [this, menu, entry](const QString &text, DocumentAct act, const QKeySequence &key = {}) {
        menu->addAction(text, key, this, [this, entry, act] { Q_EMIT actRequested(act, entry); });
    };
    if (!entry.problem) {
        menu->addAction(tr("Edit…"), this, [this, entry] { Q_EMIT editCardRequested(entry.id); });
        for (const auto &[part, text] :
             {std::pair(TemplatePart::Layout, tr("Prompt Template…")),
              std::pair(TemplatePart::SystemPrompt, tr("System Prompt Template…"))})
            menu->addAction(text, this, [this, entry, part] { Q_EMIT templateRequested(entry.id, part); });
        on(tr("Duplicate"), DocumentAct::Duplicate, Qt::CTRL | Qt::Key_D);
        on(tr("Rename…"), DocumentAct::Rename, Qt::Key_F2);
        menu->addAction(tr("Compare With…"), this, [this, entry] { Q_EMIT compareRequested(entry.id, {}); });
    }
    menu->addAction(tr("Export…"), this, [this, entry] { Q_EMIT exportRequested(entry); });
    if (!entry.problem)
        //: %1 is a character's name
        on(tr("New Persona from %1").arg(name), DocumentAct::MakeOther);
    //: %1 is a character's name
    menu->addAction(tr("New Group with %1…").arg(name), this,
                    [this, entry] { Q_EMIT newGroupRequested({entry.id}); });
}

} // namespace snug
