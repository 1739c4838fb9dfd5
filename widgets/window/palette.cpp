#include "widgets/window/palette.h"

#include "widgets/theme/plainlabel.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace snug {

namespace {

constexpr qsizetype MostFound = 200;
constexpr QSize WantedSize(640, 420); // device-independent pixels
enum PaletteColumn : quint8 { TitleColumn, PlaceColumn, KeyColumn };

} // namespace

CommandPalette::CommandPalette(QWidget *window)
    : QFrame(window)
    , m_field(new QLineEdit)
    , m_list(new QTreeWidget)
    , m_nothing(new PlainLabel(tr("No matches.")))
{
    setObjectName(QStringLiteral("palette"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_field->setAccessibleName(tr("Find"));
    m_field->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setColumnCount(KeyColumn + 1);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(TitleColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(PlaceColumn, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(KeyColumn, QHeaderView::ResizeToContents);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMargin(12);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing);
    hide();
    m_field->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        m_isEntered = false;
        find();
    });
    connect(m_list, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem *item) { actOn(m_list->indexOfTopLevelItem(item)); });
}

void CommandPalette::setTheme(const Theme &theme)
{
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme.raised);
    palette.setColor(QPalette::Base, theme.surface);
    setPalette(palette);
    m_field->setFont(theme.textFont());
}

int CommandPalette::open(const QList<PaletteEntry> &entries, const QString &hint, More more)
{
    m_awaitsMore = more == More::Comes;
    m_isEntered = false;
    m_entries = entries;
    m_searched.clear();
    for (const PaletteEntry &entry : entries)
        m_searched.append(entry.searched());
    if (!isVisible())
        m_before = QApplication::focusWidget();
    m_field->clear();
    m_field->setPlaceholderText(hint);
    find();
    place();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
    return ++m_time;
}

void CommandPalette::addBefore(int time, const QList<PaletteEntry> &entries,
                               const QList<SearchedWords> &searched)
{
    if (time != m_time || !isVisible())
        return;
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const bool isChosen = row > 0; // and not only the first one
    const qsizetype chosen = isChosen ? m_found[row] + entries.size() : -1;
    m_entries = entries + m_entries;
    m_searched = searched + m_searched;
    find();
    if (const qsizetype now = isChosen ? m_found.indexOf(chosen) : -1; now >= 0)
        m_list->setCurrentItem(m_list->topLevelItem(int(now)));
    m_awaitsMore = false;
    if (std::exchange(m_isEntered, false))
        actOn(m_list->indexOfTopLevelItem(m_list->currentItem()));
}

void CommandPalette::close()
{
    if (!isVisible())
        return;
    const bool hadKeyboard = m_field->hasFocus();
    hide();
    if (hadKeyboard && m_before)
        m_before->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const QRect room = parentWidget()->rect().adjusted(24, 24, -24, -24);
    const QSize size = WantedSize.boundedTo(room.size());
    setGeometry(QRect(QPoint(room.center().x() - size.width() / 2, room.top()), size));
}

void CommandPalette::find()
{
    m_list->clear();
    m_found = foundRows(m_field->text(), m_searched, MostFound);
    for (const qsizetype row : std::as_const(m_found)) {
        const PaletteEntry &entry = m_entries[row];
        auto *item = new QTreeWidgetItem(
            m_list, {entry.title, entry.place, entry.key.toString(QKeySequence::NativeText)});
        item->setForeground(PlaceColumn, palette().placeholderText());
        item->setForeground(KeyColumn, palette().placeholderText());
        item->setToolTip(TitleColumn, entry.title);
        item->setSizeHint(TitleColumn, QSize(0, fontMetrics().height() + 10));
        if (!entry.act)
            item->setDisabled(true);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setVisible(!m_found.isEmpty());
    m_nothing->setVisible(m_found.isEmpty());
}

void CommandPalette::actOn(int row)
{
    const auto act = row >= 0 && row < m_found.size() ? m_entries[m_found[row]].act : nullptr;
    if (!act)
        return;
    close();
    act();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return false;
    }
    if (event->type() == QEvent::FocusOut &&
        static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason) {
        hide();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // Escape means this field, not the reply under way.
        if (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
            event->accept();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const int rows = m_list->topLevelItemCount();
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const auto go = [&](int to) {
        if (rows > 0)
            m_list->setCurrentItem(m_list->topLevelItem(std::clamp(to, 0, rows - 1)));
    };
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_awaitsMore && row <= 0) // what is meant may not be there yet
            m_isEntered = true;
        else
            actOn(row);
        return true;
    case Qt::Key_Down:
        go(row + 1);
        return true;
    case Qt::Key_Up:
        go(row - 1);
        return true;
    case Qt::Key_PageDown:
        go(row + 10);
        return true;
    case Qt::Key_PageUp:
        go(row - 10);
        return true;
    default:
        return false;
    }
}

} // namespace snug
