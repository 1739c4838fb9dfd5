#include "widgets/library/findeverywhere.h"

#include "widgets/library/foundplacedelegate.h"
#include "widgets/theme/plainlabel.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

#include <utility>

namespace snug {

namespace {

constexpr QSize FindSize(860, 560); // device-independent pixels
constexpr int AnyKind = -1;

} // namespace

FindEverywhere::FindEverywhere(QWidget *window)
    : QFrame(window)
    , m_field(new QLineEdit)
    , m_kinds(new QComboBox)
    , m_list(new QListView)
    , m_nothing(new PlainLabel)
    , m_state(new PlainLabel)
    , m_model(new FoundPlacesModel(this))
    , m_delegate(new FoundPlaceDelegate(this))
{
    setObjectName(QStringLiteral("findEverywhere"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_field->setPlaceholderText(tr("Words in all chats, characters and lorebooks"));
    m_field->setAccessibleName(tr("Find everywhere"));
    m_field->setClearButtonEnabled(true);
    m_kinds->setAccessibleName(tr("Where to look"));
    m_kinds->addItem(tr("Everywhere"), AnyKind);
    m_kinds->addItem(tr("Chats"), int(SearchKind::Chat));
    m_kinds->addItem(tr("Characters"), int(SearchKind::Card));
    m_kinds->addItem(tr("Lorebooks"), int(SearchKind::Lorebook));
    m_list->setAccessibleName(tr("What was found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(24);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    auto *row = new QHBoxLayout;
    row->addWidget(m_field, 1);
    row->addWidget(m_kinds);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addLayout(row);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_state);
    hide();
    m_field->installEventFilter(this);
    m_kinds->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &FindEverywhere::look);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &FindEverywhere::look);
    connect(m_list, &QListView::doubleClicked, this, &FindEverywhere::choose);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, QWidget *now) {
        if (isVisible() && now && !isAncestorOf(now) && now->window() == this->window())
            hide();
    });
    showState();
}

void FindEverywhere::setTheme(const Theme &theme)
{
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme.raised);
    palette.setColor(QPalette::Base, theme.raised);
    setPalette(palette);
    palette.setColor(QPalette::Base, theme.surface);
    m_field->setPalette(palette);
    m_field->setFont(theme.textFont());
    m_state->setFont(theme.smallFont());
    m_delegate->setTheme(theme);
    m_list->viewport()->update();
}

void FindEverywhere::open()
{
    if (!isVisible())
        m_before = QApplication::focusWidget();
    place();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    look();
}

void FindEverywhere::close()
{
    if (!isVisible())
        return;
    hide();
    if (m_before)
        m_before->setFocus(Qt::PopupFocusReason);
}

void FindEverywhere::place()
{
    const QRect room = parentWidget()->rect().adjusted(24, 24, -24, -24);
    const QSize size = FindSize.boundedTo(room.size());
    setGeometry(QRect(QPoint(room.center().x() - size.width() / 2, room.top()), size));
}

QString FindEverywhere::words() const
{
    return m_field->text().trimmed();
}

std::optional<SearchKind> FindEverywhere::kind() const
{
    const int kind = m_kinds->currentData().toInt();
    return kind == AnyKind ? std::nullopt : std::optional(SearchKind(kind));
}

void FindEverywhere::look()
{
    m_problem.clear();
    m_isLooking = !words().isEmpty();
    if (!m_isLooking)
        m_model->setPlaces({});
    showState();
    Q_EMIT searchChanged();
}

void FindEverywhere::showPlaces(const QList<FoundPlace> &places, bool hasMore)
{
    m_isLooking = false;
    m_hasMore = hasMore;
    m_delegate->setWords(searchedWords(words()));
    const auto before = m_model->placeAt(m_list->currentIndex());
    m_model->setPlaces(places);
    QModelIndex current = before ? m_model->indexOf(*before) : QModelIndex();
    if (!current.isValid() && !places.isEmpty())
        current = m_model->index(1); // behind the first heading
    m_list->setCurrentIndex(current);
    m_list->viewport()->update();
    showState();
}

void FindEverywhere::showProblem(const QString &text)
{
    m_isLooking = false;
    m_problem = text;
    showState();
}

void FindEverywhere::showPending(qsizetype files)
{
    if (m_pending == std::exchange(m_pending, files))
        return;
    showState();
}

void FindEverywhere::showState()
{
    const bool hasPlaces = m_model->count() > 0;
    m_list->setVisible(hasPlaces);
    m_nothing->setVisible(!hasPlaces);
    if (!m_problem.isEmpty())
        m_nothing->setText(m_problem);
    else if (words().isEmpty())
        m_nothing->setText(
            tr("Finds the messages, swipes, cards and lorebook entries that contain all the words. Put words "
               "in “quotation marks” to find them next to each other."));
    else if (m_isLooking || m_pending > 0)
        m_nothing->setText(tr("Looking…"));
    else
        m_nothing->setText(tr("Found nowhere in this library."));
    QStringList state;
    if (hasPlaces)
        state << (m_hasMore ? tr("The newest %Ln place(s)", nullptr, int(m_model->count()))
                            : tr("%Ln place(s)", nullptr, int(m_model->count())));
    if (m_pending > 0)
        state << tr("%Ln file(s) still to be read", nullptr, int(m_pending));
    m_state->setText(state.join(QStringLiteral(" · ")));
    m_state->setVisible(!state.isEmpty());
}

void FindEverywhere::choose(const QModelIndex &index)
{
    const auto place = m_model->placeAt(index);
    if (!place)
        return;
    hide();
    Q_EMIT chosen(*place);
}

// Over the headings.
void FindEverywhere::go(int steps)
{
    const int way = steps > 0 ? 1 : -1;
    int row = m_list->currentIndex().row();
    int best = row;
    for (int left = std::abs(steps); left > 0;) {
        row += way;
        if (row < 0 || row >= m_model->rowCount())
            break;
        if (m_model->placeAt(m_model->index(row))) {
            best = row;
            --left;
        }
    }
    m_list->setCurrentIndex(m_model->index(best));
    if (best == 1)
        m_list->scrollToTop(); // with its heading
}

bool FindEverywhere::keyPressed(int key)
{
    switch (key) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->currentIndex());
        return true;
    case Qt::Key_Down:
        go(1);
        return true;
    case Qt::Key_Up:
        go(-1);
        return true;
    case Qt::Key_PageDown:
        go(10);
        return true;
    case Qt::Key_PageUp:
        go(-10);
        return true;
    default:
        return false;
    }
}

bool FindEverywhere::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
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
    const int key = static_cast<QKeyEvent *>(event)->key();
    // The arrows go through the kinds there.
    return (watched == m_field || key == Qt::Key_Escape) && keyPressed(key);
}

} // namespace snug
