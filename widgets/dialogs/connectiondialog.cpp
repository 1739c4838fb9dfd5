#include "widgets/dialogs/connectiondialog.h"

#include "core/wire/address.h"
#include "core/wire/serverwords.h"
#include "widgets/dialogs/connectionform.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QUuid>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace snug {

ConnectionDialog::ConnectionDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Connections"));
    setModal(false);
    resize(820, 600);

    makeList();
    makeUndo();
    auto *add = new QPushButton(tr("Ne&w"));
    m_remove = new QPushButton(tr("&Delete"));
    m_use = new QPushButton(tr("&Use This Connection"));
    m_form = new ConnectionForm;

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    auto *left = new QVBoxLayout;
    left->addWidget(m_list, 1);
    left->addWidget(m_undoRow);
    left->addLayout(buttons);
    m_foundRows = new QVBoxLayout;
    left->addLayout(m_foundRows);
    auto *scroll = new QScrollArea;
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Connection"));
    auto *right = new QVBoxLayout;
    right->addWidget(scroll, 1);
    auto *below = new QHBoxLayout;
    below->addWidget(m_form->testRow(), 1);
    below->addWidget(m_use, 0, Qt::AlignTop);
    right->addLayout(below);
    auto *all = new QHBoxLayout(this);
    all->addLayout(left);
    all->addLayout(right, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &ConnectionDialog::showCurrent);
    connect(add, &QPushButton::clicked, this, [this] {
        startNew();
        m_form->focusName();
    });
    connect(m_remove, &QPushButton::clicked, this, &ConnectionDialog::removeCurrent);
    connect(m_use, &QPushButton::clicked, this, &ConnectionDialog::useCurrent);
    connect(m_form, &ConnectionForm::edited, this, &ConnectionDialog::take);
    connect(m_form, &ConnectionForm::keyEntered, this,
            [this](const Secret &key) { Q_EMIT keyEntered(m_form->connection().id, key); });
    connect(m_form, &ConnectionForm::keyForgotten, this,
            [this] { Q_EMIT keyForgotten(m_form->connection().id); });
    connect(m_form, &ConnectionForm::keyWantedHere, this,
            [this](const QString &from) { Q_EMIT keyWantedHere(m_form->connection().id, from); });
    connect(m_form, &ConnectionForm::keyLeftThere, this,
            [this](const QString &from) { Q_EMIT keyLeftThere(m_form->connection().id, from); });
    connect(m_form, &ConnectionForm::pageRequested, this, &ConnectionDialog::pageRequested);
    connect(m_form, &ConnectionForm::allowed, this, [this] { Q_EMIT allowed(m_form->connection().id); });
    // Enter in a field is about that field.
    for (QPushButton *button : findChildren<QPushButton *>())
        button->setAutoDefault(false);
    connect(m_form, &ConnectionForm::testRequested, this,
            [this] { Q_EMIT testRequested(m_form->connection()); });
}

void ConnectionDialog::makeList()
{
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Connections"));
    m_list->setMaximumWidth(230);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        auto *menu = new QMenu(m_list);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(m_list->actions());
        menu->popup(m_list->viewport()->mapToGlobal(at));
    });
    const auto action = [this](const QString &text, const QKeySequence &key, auto done) {
        auto *made = new QAction(text, m_list);
        made->setShortcut(key);
        made->setShortcutContext(Qt::WidgetShortcut);
        connect(made, &QAction::triggered, this, done);
        m_list->addAction(made);
        return made;
    };
    m_useAction = action(tr("Use This Connection"), {}, &ConnectionDialog::useCurrent);
    m_duplicateAction = action(tr("Duplicate"), Qt::CTRL | Qt::Key_D, &ConnectionDialog::duplicateCurrent);
    m_renameAction = action(tr("Rename"), Qt::Key_F2, [this] { m_form->focusName(); });
    m_removeAction = action(tr("Delete"), QKeySequence::Delete, &ConnectionDialog::removeCurrent);
    m_undoAction = action(tr("Undo Deleting"), QKeySequence::Undo, &ConnectionDialog::undoDeletion);
    m_undoAction->setEnabled(false);
    connect(m_list, &QListWidget::itemActivated, this, &ConnectionDialog::useCurrent);
}

void ConnectionDialog::makeUndo()
{
    using namespace std::chrono_literals;
    m_undoRow = new QWidget;
    m_undoRow->setObjectName(QStringLiteral("deletedConnection"));
    m_undoText = new PlainLabel;
    m_undoText->setWordWrap(true);
    auto *undo = new QPushButton(tr("Undo"));
    auto *row = new QHBoxLayout(m_undoRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_undoText, 1);
    row->addWidget(undo, 0, Qt::AlignTop);
    m_undoRow->hide();
    m_undoTime.setSingleShot(true);
    m_undoTime.setInterval(8s);
    connect(undo, &QPushButton::clicked, this, &ConnectionDialog::undoDeletion);
    connect(&m_undoTime, &QTimer::timeout, this, &ConnectionDialog::letDeletionStand);
}

// The form tells of what was typed when it goes; nobody is here to hear it then.
ConnectionDialog::~ConnectionDialog()
{
    m_form->disconnect(this);
}

int ConnectionDialog::currentRow() const
{
    const int row = m_list->currentRow();
    return row < m_connections.size() ? row : -1;
}

const Connection *ConnectionDialog::current() const
{
    if (m_unsaid && m_list->currentRow() == m_connections.size())
        return &*m_unsaid;
    return currentRow() >= 0 ? &m_connections.at(currentRow()) : nullptr;
}

void ConnectionDialog::take(const Connection &connection)
{
    if (m_unsaid && m_unsaid->id == connection.id) {
        m_unsaid.reset();
        m_connections.append(connection);
        Q_EMIT connectionsEdited(m_connections);
        fillList();
        return;
    }
    const int row = currentRow();
    if (row < 0 || m_connections.at(row).id != connection.id)
        return;
    m_connections[row] = connection;
    m_list->item(row)->setText(connection.name);
    Q_EMIT connectionsEdited(m_connections);
}

void ConnectionDialog::setConnections(const QList<Connection> &connections, const QString &active)
{
    m_connections = connections;
    m_active = active;
    fillList();
}

void ConnectionDialog::select(const QString &id)
{
    for (int row = 0; row < m_connections.size(); ++row) {
        if (m_connections.at(row).id == id)
            m_list->setCurrentRow(row);
    }
    if (m_unsaid && m_unsaid->id == id)
        m_list->setCurrentRow(int(m_connections.size()));
}

void ConnectionDialog::fillList()
{
    const QString chosen = m_list->currentRow() >= 0 ? m_form->connection().id : m_active;
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const Connection &connection : std::as_const(m_connections)) {
            auto *item = new QListWidgetItem(connection.name, m_list);
            QFont font = item->font();
            font.setBold(connection.id == m_active);
            item->setFont(font);
            if (connection.id == m_active)
                item->setToolTip(tr("In use"));
        }
        if (m_unsaid) {
            auto *item = new QListWidgetItem(m_unsaid->name, m_list);
            QFont font = item->font();
            font.setItalic(true);
            item->setFont(font);
            item->setToolTip(tr("Kept once something of it is filled in"));
        }
    }
    select(chosen);
    if (!current() && !m_connections.isEmpty())
        m_list->setCurrentRow(0);
    showCurrent();
}

void ConnectionDialog::showCurrent()
{
    const Connection *shown = current();
    const bool isKept = currentRow() >= 0;
    m_form->setEnabled(shown);
    m_form->testRow()->setEnabled(shown);
    m_use->setEnabled(isKept && shown->id != m_active);
    // The Understudy stays: it can always be chosen.
    m_remove->setEnabled(shown && shown->kind != Connection::Kind::Understudy);
    m_useAction->setEnabled(m_use->isEnabled());
    m_removeAction->setEnabled(m_remove->isEnabled());
    m_renameAction->setEnabled(m_remove->isEnabled());
    // A copy would be a connection that the user has made himself.
    m_duplicateAction->setEnabled(isKept && m_remove->isEnabled() && !m_notAllowed.contains(shown->id));
    if (!shown)
        return;
    m_form->setConnection(*shown);
    m_form->setAllowed(!m_notAllowed.contains(shown->id));
    if (isKept)
        Q_EMIT keyStateRequested(shown->id);
}

void ConnectionDialog::startNew()
{
    if (!m_unsaid) {
        m_unsaid.emplace();
        m_unsaid->id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_unsaid->name = tr("New connection");
        m_unsaid->kind = Connection::Kind::OpenAiChat;
        fillList();
    }
    select(m_unsaid->id);
}

void ConnectionDialog::beginNew()
{
    startNew();
    m_form->focusService();
}

void ConnectionDialog::add(Connection connection)
{
    if (connection.id.isEmpty())
        connection.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_unsaid.reset();
    m_connections.append(connection);
    Q_EMIT connectionsEdited(m_connections);
    fillList();
    select(connection.id);
    showFound();
}

void ConnectionDialog::setFound(const QList<Connection> &found, bool isLooking)
{
    m_found = found;
    m_isLooking = isLooking;
    showFound();
}

// Below the list: what answers on this computer and is not in it.
void ConnectionDialog::showFound()
{
    while (QLayoutItem *item = m_foundRows->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const auto note = [this](const QString &text) {
        auto *label = new PlainLabel(text);
        label->setWordWrap(true);
        m_foundRows->addWidget(label);
    };
    const auto button = [this](const QString &text, const QString &toolTip, const auto &clicked) {
        auto *made = new QPushButton(text);
        made->setAutoDefault(false);
        made->setToolTip(toolTip);
        connect(made, &QPushButton::clicked, this, clicked);
        m_foundRows->addWidget(made);
    };
    if (m_isLooking)
        note(tr("Looking for programs on this computer…"));
    QList<Connection> offered = m_found;
    offered.removeIf([this](const Connection &found) {
        return std::ranges::any_of(m_connections, [&](const Connection &known) {
            return originOf(known.baseUrl) == originOf(found.baseUrl);
        });
    });
    if (!offered.isEmpty())
        note(tr("Found on this computer:"));
    for (const Connection &found : std::as_const(offered)) {
        //: %1 is a program: "Ollama"
        button(tr("Add %1").arg(found.name), found.baseUrl.toString(), [this, found] { add(found); });
    }
    if (!m_isLooking)
        button(tr("&Look for Local Programs"), tr("Ask the usual ports of this computer, and nothing else"),
               [this] { Q_EMIT lookRequested(); });
}

void ConnectionDialog::useCurrent()
{
    if (currentRow() < 0)
        return;
    m_active = m_connections.at(currentRow()).id;
    Q_EMIT activated(m_active);
    fillList();
}

void ConnectionDialog::duplicateCurrent()
{
    if (currentRow() < 0)
        return;
    Connection copy = m_connections.at(currentRow());
    const QString from = std::exchange(copy.id, QUuid::createUuid().toString(QUuid::WithoutBraces));
    //: The name of a copy: %1 is the name of a connection
    copy.name = tr("%1 (copy)").arg(copy.name);
    add(copy);
    Q_EMIT duplicated(from, copy.id);
    m_form->focusName();
}

void ConnectionDialog::removeCurrent()
{
    const int row = currentRow();
    if (row < 0) {
        m_unsaid.reset();
        fillList();
        return;
    }
    letDeletionStand();
    const Connection gone = m_connections.takeAt(row);
    m_deletion = Deletion{.connection = gone, .row = row, .wasActive = gone.id == m_active};
    if (m_deletion->wasActive)
        m_active.clear(); // and nobody takes its place unasked
    //: %1 is a connection
    m_undoText->setText(tr("“%1” deleted").arg(shownWords(gone.name, 40)));
    m_undoRow->show();
    m_undoAction->setEnabled(true);
    m_undoTime.start();
    Q_EMIT connectionsEdited(m_connections);
    fillList();
    showFound();
}

void ConnectionDialog::undoDeletion()
{
    if (!m_deletion)
        return;
    const Deletion undone = *std::exchange(m_deletion, std::nullopt);
    m_undoTime.stop();
    m_undoRow->hide();
    m_undoAction->setEnabled(false);
    m_connections.insert(std::min(undone.row, m_connections.size()), undone.connection);
    Q_EMIT connectionsEdited(m_connections);
    if (undone.wasActive) {
        m_active = undone.connection.id;
        Q_EMIT activated(m_active);
    }
    fillList();
    select(undone.connection.id);
    showFound();
}

void ConnectionDialog::letDeletionStand()
{
    m_undoTime.stop();
    m_undoRow->hide();
    m_undoAction->setEnabled(false);
    if (m_deletion)
        Q_EMIT deletionStands(std::exchange(m_deletion, std::nullopt)->connection.id);
}

// Who closes the window has seen what he deleted. One that is put away for a moment is still open.
void ConnectionDialog::hideEvent(QHideEvent *event)
{
    if (!event->spontaneous())
        letDeletionStand();
    QDialog::hideEvent(event);
}

void ConnectionDialog::showTestResult(const QString &id, bool good, const QString &text,
                                      const QStringList &models)
{
    if (m_form->connection().id == id)
        m_form->showTestResult(good, text, models);
}

void ConnectionDialog::offerService(const QString &id, ChatService service)
{
    if (m_form->connection().id == id)
        m_form->offerService(service);
}

void ConnectionDialog::askAboutKey(const QString &id, const QString &from, const QString &to)
{
    if (m_form->connection().id == id)
        m_form->askAboutKey(from, to);
}

void ConnectionDialog::setNotAllowed(const QStringList &ids)
{
    m_notAllowed = ids;
    m_form->setAllowed(!ids.contains(m_form->connection().id));
    m_duplicateAction->setEnabled(m_remove->isEnabled() && currentRow() >= 0 &&
                                  !ids.contains(m_form->connection().id));
}

void ConnectionDialog::showKeyState(const QString &id, bool hasKey, const QString &where)
{
    if (m_form->connection().id == id)
        m_form->showKeyState(hasKey, where);
}

} // namespace snug
