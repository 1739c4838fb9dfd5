#include "widgets/editors/persona/personaform.h"

#include "core/model/editedtext.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/pictures.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int formPictureSize = 96;

PersonaForm::PersonaForm(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_picture(new QToolButton)
    , m_name(new QLineEdit)
    , m_title(new QLineEdit)
    , m_default(new QCheckBox(tr("De&fault where nothing else is chosen")))
    , m_ownerLock(new QCheckBox)
    , m_chatLock(new QCheckBox(tr("Loc&k the open chat to it")))
    , m_use(new QPushButton(tr("&Use Now")))
    , m_position(new QComboBox)
    , m_depthLabel(new PlainLabel(tr("&Depth")))
    , m_depth(new QSpinBox)
    , m_roleLabel(new PlainLabel(tr("&Role")))
    , m_role(new QComboBox)
    , m_lorebook(new QComboBox)
    , m_text(new MacroTextEdit(repository))
    , m_tokens(new PlainLabel)
    , m_locks(new QListWidget)
    , m_newLock(new QComboBox)
    , m_unlock(new QToolButton)
    , m_content(new QWidget)
    , m_nobody(new PlainLabel(tr("No persona is chosen.")))
{
    m_text->setProse(true);
    m_text->setAccessibleName(tr("Description"));
    m_text->setObjectName(u"personaDescription"_s);
    m_text->setPlaceholderText(tr("Who you are in the story"));
    m_tokens->setObjectName(u"personaTokens"_s);
    m_tokens->setForegroundRole(QPalette::PlaceholderText);
    m_nobody->setForegroundRole(QPalette::PlaceholderText);
    m_nobody->setAlignment(Qt::AlignCenter);
    auto *heading = new PlainLabel(tr("D&escription"));
    heading->setBuddy(m_text);
    auto *textHead = new QHBoxLayout;
    textHead->addWidget(heading);
    textHead->addStretch(1);
    textHead->addWidget(m_tokens);
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addWidget(makeHead());
    column->addLayout(textHead);
    column->addWidget(m_text, 1);
    column->addWidget(makePlace());
    column->addWidget(makeLocks());
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_content);
    whole->addWidget(m_nobody);

    connect(&m_loader, &PictureLoader::loaded, this, [this](const QString &avatar, const QImage &picture) {
        if (m_persona && m_persona->avatar == avatar)
            showPicture(picture);
    });
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &name) {
        change(tr("Rename"), u"name"_s, [&](Persona &persona) { persona.name = name; });
    });
    connect(m_title, &QLineEdit::textEdited, this, [this](const QString &title) {
        change(tr("Change Title"), u"title"_s, [&](Persona &persona) { persona.title = title; });
    });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        change(tr("Typing"), u"description"_s, [this](Persona &persona) {
            persona.description = editedText(persona.description, m_text->toPlainText());
        });
    });
    showPersona();
}

QWidget *PersonaForm::makeHead()
{
    m_picture->setIconSize({formPictureSize, formPictureSize});
    m_picture->setAutoRaise(true);
    m_picture->setObjectName(u"personaPicture"_s);
    m_picture->setAccessibleName(tr("Replace the picture"));
    m_picture->setToolTip(tr("Replace the picture…"));
    m_picture->setFocusPolicy(Qt::StrongFocus);
    m_name->setObjectName(u"personaName"_s);
    m_name->setAccessibleName(tr("Name"));
    m_name->setPlaceholderText(tr("Name: what {{user}} becomes"));
    m_title->setObjectName(u"personaTitle"_s);
    m_title->setAccessibleName(tr("Title"));
    m_title->setPlaceholderText(tr("Title, for yourself; not sent"));
    m_default->setObjectName(u"personaDefault"_s);
    m_ownerLock->setObjectName(u"personaOwnerLock"_s);
    m_chatLock->setObjectName(u"personaChatLock"_s);
    m_use->setObjectName(u"personaUse"_s);
    auto *row = new QHBoxLayout;
    row->addWidget(m_name, 1);
    row->addWidget(m_use);
    auto *fields = new QVBoxLayout;
    fields->setSpacing(6);
    fields->addLayout(row);
    fields->addWidget(m_title);
    fields->addWidget(m_default);
    fields->addWidget(m_ownerLock);
    fields->addWidget(m_chatLock);
    auto *head = new QWidget;
    auto *both = new QHBoxLayout(head);
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(14);
    both->addWidget(m_picture, 0, Qt::AlignTop);
    both->addLayout(fields, 1);
    connect(m_picture, &QToolButton::clicked, this, &PersonaForm::pictureRequested);
    connect(m_use, &QPushButton::clicked, this, &PersonaForm::useRequested);
    connect(m_default, &QCheckBox::clicked, this, &PersonaForm::defaultRequested);
    connect(m_chatLock, &QCheckBox::clicked, this, &PersonaForm::chatLockRequested);
    connect(m_ownerLock, &QCheckBox::clicked, this, [this](bool on) {
        if (m_deps.open)
            setLock(m_deps.open->connection, on);
    });
    return head;
}

QWidget *PersonaForm::makePlace()
{
    using enum Persona::Position;
    m_position->setObjectName(u"personaPosition"_s);
    m_position->setAccessibleName(tr("Position"));
    for (const auto &[position, text] :
         {std::pair(InPrompt, tr("Where the preset has the persona")),
          std::pair(NoteTop, tr("Top of the author's note")),
          std::pair(NoteBottom, tr("Bottom of the author's note")),
          std::pair(AtDepth, tr("In the chat, at a depth")), std::pair(Off, tr("Not sent"))})
        m_position->addItem(text, int(position));
    m_depth->setObjectName(u"personaDepth"_s);
    m_depth->setAccessibleName(tr("Depth"));
    m_depth->setRange(0, 9'999);
    m_depth->setToolTip(tr("Messages back from the end of the chat; 0 is after the newest message"));
    m_role->setObjectName(u"personaRole"_s);
    m_role->setAccessibleName(tr("Role"));
    for (const auto &[role, text] : {std::pair(Role::System, tr("System")), std::pair(Role::User, tr("User")),
                                     std::pair(Role::Assistant, tr("Assistant"))})
        m_role->addItem(text, int(role));
    m_lorebook->setObjectName(u"personaLorebook"_s);
    m_lorebook->setAccessibleName(tr("Lorebook"));
    m_lorebook->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_lorebook->setMinimumContentsLength(16);
    m_depthLabel->setBuddy(m_depth);
    m_roleLabel->setBuddy(m_role);
    const auto label = [](const QString &text, QWidget *buddy) {
        auto *made = new PlainLabel(text);
        made->setBuddy(buddy);
        made->setMinimumWidth(made->fontMetrics().horizontalAdvance(u"Chats with  "_s));
        return made;
    };
    auto *place = new QWidget;
    auto *first = new QHBoxLayout;
    first->addWidget(label(tr("&Position"), m_position));
    first->addWidget(m_position);
    first->addWidget(m_depthLabel);
    first->addWidget(m_depth);
    first->addWidget(m_roleLabel);
    first->addWidget(m_role);
    first->addStretch(1);
    auto *second = new QHBoxLayout;
    second->addWidget(label(tr("&Lorebook"), m_lorebook));
    second->addWidget(m_lorebook);
    second->addStretch(1);
    auto *rows = new QVBoxLayout(place);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(7);
    rows->addLayout(first);
    rows->addLayout(second);
    connect(m_position, &QComboBox::activated, this, [this] {
        change(tr("Change Position"), {}, [this](Persona &persona) {
            persona.position = Persona::Position(m_position->currentData().toInt());
        });
    });
    connect(m_depth, &QSpinBox::valueChanged, this, [this](int depth) {
        change(tr("Change Depth"), u"depth"_s, [depth](Persona &persona) { persona.depth = depth; });
    });
    connect(m_role, &QComboBox::activated, this, [this] {
        change(tr("Change Role"), {},
               [this](Persona &persona) { persona.role = Role(m_role->currentData().toInt()); });
    });
    connect(m_lorebook, &QComboBox::activated, this, [this] {
        change(tr("Change Lorebook"), {},
               [this](Persona &persona) { persona.lorebook = m_lorebook->currentData().toString(); });
    });
    return place;
}

QWidget *PersonaForm::makeLocks()
{
    m_locks->setObjectName(u"personaLocks"_s);
    m_locks->setAccessibleName(tr("Characters and groups whose chats begin with this persona"));
    m_locks->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_locks->setFixedHeight(m_locks->fontMetrics().lineSpacing() * 4 + 8);
    m_newLock->setObjectName(u"personaNewLock"_s);
    m_newLock->setAccessibleName(tr("Lock to a character or group"));
    m_newLock->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_newLock->setMinimumContentsLength(18);
    m_unlock->setText(tr("Unloc&k"));
    m_unlock->setObjectName(u"personaUnlock"_s);
    m_unlock->setFocusPolicy(Qt::StrongFocus);
    auto *label = new PlainLabel(tr("C&hats with"));
    label->setBuddy(m_locks);
    label->setToolTip(m_locks->accessibleName());
    label->setMinimumWidth(label->fontMetrics().horizontalAdvance(u"Chats with  "_s));
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(m_newLock);
    buttons->addWidget(m_unlock, 0, Qt::AlignLeft);
    buttons->addStretch(1);
    auto *locks = new QWidget;
    auto *row = new QHBoxLayout(locks);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label, 0, Qt::AlignTop);
    row->addWidget(m_locks, 1);
    row->addLayout(buttons);
    const auto unlock = [this] {
        const QList<QListWidgetItem *> items = m_locks->selectedItems();
        change(tr("Unlock"), {}, [&](Persona &persona) {
            for (const QListWidgetItem *item : items)
                persona.connections.removeAll(Persona::Connection{item->data(Qt::UserRole).toString(),
                                                                  item->data(Qt::UserRole + 1).toString()});
        });
    };
    connect(m_unlock, &QToolButton::clicked, this, unlock);
    auto *remove = new QShortcut(QKeySequence::Delete, m_locks);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, unlock);
    connect(m_locks, &QListWidget::itemSelectionChanged, this,
            [this] { m_unlock->setEnabled(!m_locks->selectedItems().isEmpty()); });
    connect(m_newLock, &QComboBox::activated, this, [this](int at) {
        if (at > 0)
            setLock(m_deps.owners.value(m_newLock->itemData(at).toInt()).connection, true);
    });
    return locks;
}

void PersonaForm::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setTheme(theme);
    m_tokens->setFont(theme.figuresFont());
    QFont font = theme.interfaceFont();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_name->setFont(font);
    refreshPicture();
}

template <typename Change> void PersonaForm::change(const QString &label, const QString &field, Change change)
{
    if (m_isFilling || !m_persona)
        return;
    Persona persona = *m_persona;
    change(persona);
    if (persona == *m_persona)
        return;
    m_persona = persona;
    Q_EMIT edited(persona, label, field.isEmpty() ? field : QString(persona.avatar + u'/' + field));
}

void PersonaForm::setLock(const Persona::Connection &owner, bool isLocked)
{
    change(isLocked ? tr("Lock") : tr("Unlock"), {}, [&](Persona &persona) {
        persona.connections.removeAll(owner);
        if (isLocked)
            persona.connections.append(owner);
    });
}

void PersonaForm::setPersona(const std::optional<Persona> &persona, bool isDefault)
{
    m_persona = persona;
    m_default->setChecked(isDefault);
    showPersona();
}

void PersonaForm::setAround(const PersonaDependencies &around)
{
    m_deps = around;
    showPersona();
}

void PersonaForm::showPersona()
{
    m_content->setVisible(m_persona.has_value());
    m_nobody->setVisible(!m_persona);
    if (!m_persona)
        return;
    m_isFilling = true;
    if (m_name->text() != m_persona->name)
        m_name->setText(m_persona->name);
    if (m_title->text() != m_persona->title)
        m_title->setText(m_persona->title);
    m_text->setTextKeepingPlace(m_persona->description);
    m_position->setCurrentIndex(m_position->findData(int(m_persona->position)));
    m_depth->setValue(m_persona->depth);
    m_role->setCurrentIndex(m_role->findData(int(m_persona->role)));
    const bool isAtDepth = m_persona->position == Persona::Position::AtDepth;
    for (QWidget *part : std::initializer_list<QWidget *>{m_depthLabel, m_depth, m_roleLabel, m_role})
        part->setVisible(isAtDepth);
    m_lorebook->clear();
    m_lorebook->addItem(tr("None"), QString());
    for (const QString &name : std::as_const(m_deps.lorebooks))
        m_lorebook->addItem(name, name);
    if (!m_persona->lorebook.isEmpty() && !m_deps.lorebooks.contains(m_persona->lorebook))
        m_lorebook->addItem(tr("%1 (not in the library)").arg(m_persona->lorebook), m_persona->lorebook);
    m_lorebook->setCurrentIndex(m_lorebook->findData(m_persona->lorebook));
    const bool isInEffect = m_deps.inEffect == m_persona->avatar;
    m_use->setEnabled(!isInEffect);
    m_use->setText(isInEffect ? tr("In Effect") : tr("&Use Now"));
    m_use->setToolTip(isInEffect ? m_deps.reason : tr("In the open chat, until another is opened"));
    showLocks();
    m_isFilling = false;
    if (m_shownPicture != m_persona->avatar)
        refreshPicture();
}

void PersonaForm::showLocks()
{
    m_ownerLock->setVisible(m_deps.open.has_value());
    if (m_deps.open) {
        //: %1 is a character's or group's name
        m_ownerLock->setText(
            tr("Lock chats with %1 to it").arg(QString(m_deps.open->name).replace(u'&', u"&&"_s)));
        m_ownerLock->setChecked(m_persona->connections.contains(m_deps.open->connection));
    }
    m_chatLock->setVisible(m_deps.hasChat);
    m_chatLock->setChecked(m_deps.chatLock == m_persona->avatar);
    m_locks->clear();
    for (const Persona::Connection &connection : std::as_const(m_persona->connections)) {
        const auto known =
            std::ranges::find(std::as_const(m_deps.owners), connection, &PersonaOwner::connection);
        auto *item = new QListWidgetItem(
            known == m_deps.owners.cend() ? tr("%1 (not in the library)").arg(connection.id) : known->name,
            m_locks);
        item->setData(Qt::UserRole, connection.type);
        item->setData(Qt::UserRole + 1, connection.id);
    }
    m_newLock->clear();
    m_newLock->addItem(tr("Lock to…"), -1);
    for (qsizetype i = 0; i < m_deps.owners.size(); ++i) {
        if (!m_persona->connections.contains(m_deps.owners[i].connection))
            m_newLock->addItem(m_deps.owners[i].name, int(i));
    }
    m_unlock->setEnabled(false);
}

void PersonaForm::setTokens(const QString &text)
{
    m_tokens->setText(text);
}

void PersonaForm::refreshPicture()
{
    if (!m_persona)
        return;
    m_shownPicture = m_persona->avatar;
    showPicture({});
    m_loader.load(m_persona->avatar, m_deps.pictureFolder + u'/' + m_persona->avatar,
                  int(formPictureSize * devicePixelRatioF()));
}

void PersonaForm::showPicture(const QImage &picture)
{
    Pictures pictures;
    pictures.set(m_persona->avatar, picture);
    m_picture->setIcon(
        pictures.round(m_persona->avatar, m_persona->name, formPictureSize, devicePixelRatioF(), m_theme));
}

void PersonaForm::focusField(const QString &key)
{
    QWidget *field = key == u"description"   ? m_text
                     : key == u"lorebook"    ? static_cast<QWidget *>(m_lorebook)
                     : key == u"position"    ? m_position
                     : key == u"depth"       ? m_depth
                     : key == u"role"        ? m_role
                     : key == u"connections" ? static_cast<QWidget *>(m_locks)
                                             : m_name;
    field->setFocus(Qt::OtherFocusReason);
}

void PersonaForm::focusName()
{
    m_name->setFocus(Qt::ShortcutFocusReason);
    m_name->selectAll();
}

} // namespace snug
