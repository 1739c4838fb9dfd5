#include "widgets/library/groupdialog.h"

#include "core/model/searchtext.h"
#include "widgets/library/castdelegate.h"
#include "widgets/theme/plainkey.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QListWidget *castList(const QString &accessibleName)
{
    auto *list = new QListWidget;
    list->setAccessibleName(accessibleName);
    list->setUniformItemSizes(true);
    list->setMouseTracking(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return list;
}

QVBoxLayout *titledColumn(QWidget *page, const QString &title, QWidget *buddy)
{
    auto *label = new PlainLabel(title);
    label->setBuddy(buddy);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(label);
    return column;
}

} // namespace

GroupDialog::GroupDialog(Purpose purpose, QWidget *parent)
    : QDialog(parent)
    , m_purpose(purpose)
    , m_name(new QLineEdit)
    , m_members(castList(tr("Members")))
    , m_candidates(castList(tr("Characters to add")))
    , m_search(new QLineEdit)
    , m_noMembers(new PlainLabel(tr("Nobody yet. Add characters from the right."), m_members->viewport()))
    , m_add(new QPushButton(tr("&Add")))
    , m_remove(new QPushButton(tr("&Remove")))
    , m_mute(new QPushButton(tr("&Mute")))
    , m_up(new QPushButton(tr("&Up")))
    , m_down(new QPushButton(tr("&Down")))
    , m_activation(new QComboBox)
    , m_generation(new QComboBox)
    , m_prefix(new QLineEdit)
    , m_suffix(new QLineEdit)
    , m_selfResponses(new QCheckBox(tr("Allo&w self responses")))
    , m_pause(new QDoubleSpinBox)
    , m_delegate(new CastDelegate(this))
{
    setModal(false);
    setWindowTitle(purpose == Purpose::Create ? tr("New Group") : tr("Edit Group"));
    resize(720, 620);
    m_name->setPlaceholderText(tr("Named after its members"));
    auto *nameLabel = new PlainLabel(tr("&Name"));
    nameLabel->setBuddy(m_name);
    m_name->setAccessibleName(tr("Name"));

    auto *head = new QHBoxLayout;
    head->addWidget(nameLabel);
    head->addWidget(m_name, 1);
    auto *lists = new QHBoxLayout;
    lists->setSpacing(16);
    lists->addWidget(makeMembers(), 1);
    lists->addWidget(makeCandidates(), 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    if (purpose == Purpose::Create) {
        m_create = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
        m_create->setDefault(true);
        connect(m_create, &QPushButton::clicked, this, [this] {
            Q_EMIT createRequested(m_group);
            close();
        });
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
    auto *all = new QVBoxLayout(this);
    all->setSpacing(12);
    all->addLayout(head);
    all->addLayout(lists, 1);
    all->addWidget(makeRules());
    all->addWidget(buttons);
    for (QPushButton *button : findChildren<QPushButton *>()) {
        if (button != m_create)
            button->setAutoDefault(false);
    }
    connectMembers();
    connectRules();
    setGroup({});
}

QWidget *GroupDialog::makeMembers()
{
    m_members->setDragDropMode(QAbstractItemView::InternalMove);
    m_members->setDefaultDropAction(Qt::MoveAction);
    m_members->setItemDelegate(m_delegate);
    m_members->setToolTip(
        tr("Drag to change the order; Space mutes, Delete removes, Alt with the arrows moves"));
    m_noMembers->setAlignment(Qt::AlignCenter);
    m_noMembers->setWordWrap(true);
    auto *page = new QWidget;
    QVBoxLayout *column = titledColumn(page, tr("M&embers, in the order of the list"), m_members);
    column->addWidget(m_members, 1);
    auto *row = new QHBoxLayout;
    for (QPushButton *button : {m_mute, m_up, m_down, m_remove})
        row->addWidget(button);
    column->addLayout(row);
    return page;
}

QWidget *GroupDialog::makeCandidates()
{
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search characters"));
    m_search->setClearButtonEnabled(true);
    m_candidates->setItemDelegate(m_delegate);
    auto *page = new QWidget;
    QVBoxLayout *column = titledColumn(page, tr("&Characters"), m_candidates);
    column->addWidget(m_search);
    column->addWidget(m_candidates, 1);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    return page;
}

QWidget *GroupDialog::makeRules()
{
    m_activation->addItem(tr("Natural order: by name and talkativeness"), int(Group::Activation::Natural));
    m_activation->addItem(tr("List order: all, in the order of the list"), int(Group::Activation::List));
    m_activation->addItem(tr("Manual: only who I choose"), int(Group::Activation::Manual));
    m_activation->addItem(tr("Pooled order: at random, one who has not spoken yet"),
                          int(Group::Activation::Pooled));
    m_generation->addItem(tr("Swap: only the speaker's"), int(Group::Generation::Swap));
    m_generation->addItem(tr("Join: all members', without the muted"), int(Group::Generation::Append));
    m_generation->addItem(tr("Join: all members', including the muted"), int(Group::Generation::AppendMuted));
    //: {{char}} and <FIELDNAME> stay as they are
    m_prefix->setPlaceholderText(tr("nothing; {{char}} and <FIELDNAME> work here"));
    m_suffix->setPlaceholderText(tr("nothing"));
    m_pause->setRange(0, 3600);
    m_pause->setDecimals(0);
    m_pause->setSuffix(tr(" s", "seconds, behind a number"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    m_selfResponses->setToolTip(tr("A character may answer its own message"));
    form->addRow(tr("Who &speaks"), m_activation);
    form->addRow(QString(), m_selfResponses);
    form->addRow(tr("&Pause before continuing by itself"), m_pause);
    form->addRow(tr("Cards &in the prompt"), m_generation);
    form->addRow(tr("Be&fore each joined text"), m_prefix);
    form->addRow(tr("After eac&h joined text"), m_suffix);
    for (QWidget *field : {static_cast<QWidget *>(m_activation), static_cast<QWidget *>(m_generation),
                           static_cast<QWidget *>(m_prefix), static_cast<QWidget *>(m_suffix),
                           static_cast<QWidget *>(m_pause)}) {
        if (const QWidget *label = form->labelForField(field))
            field->setAccessibleName(label->property("text").toString().remove(u'&'));
    }
    return page;
}

void GroupDialog::connectMembers()
{
    connect(m_add, &QPushButton::clicked, this, &GroupDialog::addCandidate);
    connect(m_candidates, &QListWidget::itemDoubleClicked, this, &GroupDialog::addCandidate);
    connect(m_candidates, &QListWidget::currentRowChanged, this, &GroupDialog::refreshButtons);
    connect(m_search, &QLineEdit::textChanged, this, &GroupDialog::fillCandidates);
    connect(m_remove, &QPushButton::clicked, this, &GroupDialog::removeMember);
    connect(m_mute, &QPushButton::clicked, this, &GroupDialog::toggleMuted);
    connect(m_up, &QPushButton::clicked, this, [this] { moveMember(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveMember(1); });
    connect(m_members, &QListWidget::currentRowChanged, this, &GroupDialog::refreshButtons);
    // A drag moves rows; between some styles of dropping it is an insertion and then a removal.
    connect(m_members->model(), &QAbstractItemModel::rowsMoved, this, &GroupDialog::applyOrder);
    connect(m_members->model(), &QAbstractItemModel::rowsRemoved, this, &GroupDialog::applyOrder,
            Qt::QueuedConnection);
    connect(m_delegate, &CastDelegate::repaintWanted, this, [this] {
        m_members->viewport()->update();
        m_candidates->viewport()->update();
    });
    m_search->installEventFilter(this);
    m_candidates->installEventFilter(this);
    m_members->installEventFilter(this);
    m_members->viewport()->installEventFilter(this);
}

void GroupDialog::connectRules()
{
    const auto on = [this](auto *field, auto signal, auto take) {
        connect(field, signal, this, [this, take] {
            if (m_isFilling)
                return;
            take();
            changed();
        });
    };
    on(m_name, &QLineEdit::textEdited, [this] { m_group.name = m_name->text(); });
    on(m_activation, &QComboBox::currentIndexChanged,
       [this] { m_group.activation = Group::Activation(m_activation->currentData().toInt()); });
    on(m_generation, &QComboBox::currentIndexChanged,
       [this] { m_group.generation = Group::Generation(m_generation->currentData().toInt()); });
    // Line breaks are written as \n, for a line has none.
    const auto multiline = [](const QLineEdit *field) { return field->text().replace(u"\\n"_s, u"\n"_s); };
    on(m_prefix, &QLineEdit::textEdited, [this, multiline] { m_group.joinPrefix = multiline(m_prefix); });
    on(m_suffix, &QLineEdit::textEdited, [this, multiline] { m_group.joinSuffix = multiline(m_suffix); });
    on(m_selfResponses, &QCheckBox::toggled,
       [this] { m_group.allowsSelfResponses = m_selfResponses->isChecked(); });
    on(m_pause, &QDoubleSpinBox::valueChanged, [this] { m_group.autoModeDelay = m_pause->value(); });
}

void GroupDialog::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_noMembers->setPalette(dim);
    update();
}

void GroupDialog::setPictureEngine(const std::shared_ptr<PictureEngine> &engine)
{
    m_delegate->setPictureEngine(engine);
}

void GroupDialog::setCast(const QList<CastEntry> &cast)
{
    m_cast = cast;
    m_cast.removeIf([](const CastEntry &entry) { return entry.kind != CastEntry::Kind::Character; });
    std::ranges::stable_sort(m_cast, [](const CastEntry &left, const CastEntry &right) {
        return QString::localeAwareCompare(left.name.toCaseFolded(), right.name.toCaseFolded()) < 0;
    });
    fillMembers();
    fillCandidates();
}

void GroupDialog::setGroup(const Group &group)
{
    m_group = group;
    if (!m_name->hasFocus() || m_name->text().isEmpty())
        m_name->setText(group.name);
    fillMembers();
    fillCandidates();
    showRules();
}

QListWidgetItem *GroupDialog::itemFor(const CastEntry &entry) const
{
    auto *item = new QListWidgetItem;
    item->setData(CastModel::IdRole, entry.id);
    item->setData(CastModel::NameRole, entry.name);
    item->setData(CastModel::LineRole, entry.line);
    item->setData(CastModel::PictureRole, entry.picture);
    item->setData(CastModel::ProblemRole, entry.problem);
    item->setData(Qt::AccessibleTextRole,
                  entry.line.isEmpty()
                      ? entry.name
                      : tr("%1: %2", "a character and what is said of it").arg(entry.name, entry.line));
    return item;
}

void GroupDialog::fillMembers()
{
    const QString current = currentMember();
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_members->clear();
    for (const QString &avatar : std::as_const(m_group.members)) {
        const auto known = std::ranges::find(m_cast, avatar, &CastEntry::id);
        CastEntry entry;
        if (known != m_cast.cend()) {
            entry = *known;
            entry.line = m_group.mutedMembers.contains(avatar) ? tr("muted") : QString();
        } else {
            entry.id = avatar;
            entry.name = avatar.section(u'.', 0, -2);
            entry.line = tr("the card is missing");
            entry.problem = true;
        }
        QListWidgetItem *item = itemFor(entry);
        m_members->addItem(item);
        if (avatar == current)
            m_members->setCurrentItem(item);
    }
    if (m_members->currentRow() < 0)
        m_members->setCurrentRow(0);
    m_isFilling = wasFilling;
    m_noMembers->setVisible(m_group.members.isEmpty());
    refreshButtons();
}

void GroupDialog::fillCandidates()
{
    const int row = m_candidates->currentRow();
    const QString wanted = foldedForSearch(m_search->text().trimmed());
    m_candidates->clear();
    for (const CastEntry &entry : std::as_const(m_cast)) {
        if (!m_group.members.contains(entry.id) && !entry.problem && entry.search.contains(wanted))
            m_candidates->addItem(itemFor(entry));
    }
    m_candidates->setCurrentRow(std::clamp(row, 0, std::max(0, m_candidates->count() - 1)));
    refreshButtons();
}

void GroupDialog::showRules()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_activation->setCurrentIndex(m_activation->findData(int(m_group.activation)));
    m_generation->setCurrentIndex(m_generation->findData(int(m_group.generation)));
    const auto line = [](QLineEdit *field, const QString &text) {
        if (!field->hasFocus())
            field->setText(QString(text).replace(u"\n"_s, u"\\n"_s));
    };
    line(m_prefix, m_group.joinPrefix);
    line(m_suffix, m_group.joinSuffix);
    m_selfResponses->setChecked(m_group.allowsSelfResponses);
    m_pause->setValue(m_group.autoModeDelay);
    const bool joins = m_group.generation != Group::Generation::Swap;
    m_prefix->setEnabled(joins);
    m_suffix->setEnabled(joins);
    m_selfResponses->setEnabled(m_group.activation == Group::Activation::Natural);
    m_isFilling = wasFilling;
}

QString GroupDialog::currentMember() const
{
    const QListWidgetItem *item = m_members->currentItem();
    return item ? item->data(CastModel::IdRole).toString() : QString();
}

void GroupDialog::refreshButtons()
{
    const int row = m_members->currentRow();
    const bool hasMember = row >= 0;
    m_add->setEnabled(m_candidates->currentRow() >= 0);
    m_remove->setEnabled(hasMember);
    m_mute->setEnabled(hasMember);
    m_mute->setText(m_group.mutedMembers.contains(currentMember()) ? tr("Un&mute") : tr("&Mute"));
    m_up->setEnabled(row > 0);
    m_down->setEnabled(hasMember && row < m_members->count() - 1);
    if (m_create)
        m_create->setEnabled(!m_group.members.isEmpty());
}

void GroupDialog::changed()
{
    showRules();
    refreshButtons();
    if (m_purpose == Purpose::Edit)
        Q_EMIT edited(m_group);
}

// After a drag.
void GroupDialog::applyOrder()
{
    QStringList order;
    for (int row = 0; row < m_members->count(); ++row)
        order.append(m_members->item(row)->data(CastModel::IdRole).toString());
    QStringList sorted[] = {order, m_group.members};
    for (QStringList &list : sorted)
        list.sort();
    if (m_isFilling || order == m_group.members || sorted[0] != sorted[1])
        return;
    m_group.members = order;
    changed();
}

void GroupDialog::addCandidate()
{
    const QListWidgetItem *item = m_candidates->currentItem();
    if (!item)
        return;
    m_group.members.append(item->data(CastModel::IdRole).toString());
    fillMembers();
    m_members->setCurrentRow(m_members->count() - 1);
    fillCandidates();
    changed();
}

void GroupDialog::removeMember()
{
    const QString member = currentMember();
    if (m_group.members.removeAll(member) == 0)
        return;
    m_group.mutedMembers.removeAll(member);
    fillMembers();
    fillCandidates();
    changed();
}

void GroupDialog::toggleMuted()
{
    const QString member = currentMember();
    if (member.isEmpty())
        return;
    if (m_group.mutedMembers.removeAll(member) == 0)
        m_group.mutedMembers.append(member);
    fillMembers();
    changed();
}

void GroupDialog::moveMember(int step)
{
    const int row = m_members->currentRow();
    const int target = row + step;
    if (row < 0 || target < 0 || target >= m_group.members.size())
        return;
    m_group.members.swapItemsAt(row, target);
    fillMembers();
    m_members->setCurrentRow(target);
    changed();
}

bool GroupDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        m_noMembers->setGeometry(m_members->viewport()->rect().adjusted(16, 0, -16, 0));
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    // Enter adds whoever is found; it would create the group otherwise.
    if ((watched == m_candidates || watched == m_search) &&
        (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        addCandidate();
        m_search->selectAll();
        return true;
    }
    if (watched == m_members) {
        const bool withAlt = key->modifiers().testFlag(Qt::AltModifier);
        if (key->key() == Qt::Key_Delete && isPlain(*key))
            removeMember();
        else if (key->key() == Qt::Key_Space)
            toggleMuted();
        else if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            return true; // nothing to add here, and no group to create
        else if (withAlt && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down))
            moveMember(key->key() == Qt::Key_Up ? -1 : 1);
        else
            return QDialog::eventFilter(watched, event);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace snug
