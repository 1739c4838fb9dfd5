#include "widgets/chat/notefold.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace snug {

static constexpr int noteQuietTime = 400; // milliseconds after the last key
static constexpr int deepest = 9999;      // messages; SillyTavern's field goes so far

NoteFold::NoteFold(QWidget *parent)
    : QWidget(parent)
    , m_title(new PlainLabel(tr("Author's Note"), this))
    , m_scope(new QComboBox(this))
    , m_status(new PlainLabel(this))
    , m_close(new QToolButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_use(new QCheckBox(tr("Use it"), this))
    , m_beside(new QComboBox(this))
    , m_place(new QComboBox(this))
    , m_depthLabel(new PlainLabel(tr("Depth"), this))
    , m_depth(new QSpinBox(this))
    , m_roleLabel(new PlainLabel(tr("Role"), this))
    , m_role(new QComboBox(this))
    , m_everyLabel(new PlainLabel(tr("Interval"), this))
    , m_every(new QSpinBox(this))
{
    m_scope->setAccessibleName(tr("Whose note"));
    m_text->setAccessibleName(tr("Author's Note"));
    m_text->setPlaceholderText(
        tr("What the model is told in every prompt: style, mood, what must not be forgotten"));
    m_text->setTabChangesFocus(true);
    m_beside->setAccessibleName(tr("Beside the chat's note"));
    m_beside->addItems(
        {tr("Replaces the chat's note"), tr("Before the chat's note"), tr("After the chat's note")});
    m_place->setAccessibleName(tr("Position"));
    m_place->addItem(tr("In the chat"), 1);
    m_place->addItem(tr("After the main prompt"), 0);
    m_place->addItem(tr("Before the main prompt"), 2);
    m_depthLabel->setBuddy(m_depth);
    m_depth->setRange(0, deepest);
    m_depth->setToolTip(tr("Messages back from the end; 0 is after the newest message"));
    m_roleLabel->setBuddy(m_role);
    m_role->addItem(tr("System"), int(Role::System));
    m_role->addItem(tr("User"), int(Role::User));
    m_role->addItem(tr("Assistant"), int(Role::Assistant));
    m_everyLabel->setBuddy(m_every);
    m_every->setRange(0, deepest);
    m_every->setSpecialValueText(tr("never"));
    m_every->setToolTip(tr("Sent once every this many of your messages; 1 is always"));
    m_close->setIcon(icon(IconName::Close));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close"));
    m_status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum); // fields wrap in a narrow window

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_scope);
    head->addWidget(m_status, 1);
    head->addWidget(m_close);
    auto *fields = new WrappingRow(6);
    for (QWidget *field : std::initializer_list<QWidget *>{m_use, m_beside, m_place, m_depthLabel, m_depth,
                                                           m_roleLabel, m_role, m_everyLabel, m_every})
        fields->addWidget(field);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(18, 8, 10, 8);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_text);
    column->addLayout(fields);

    m_quiet.setSingleShot(true);
    m_quiet.setInterval(noteQuietTime);
    connect(&m_quiet, &QTimer::timeout, this, &NoteFold::flush);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NoteFold::edited);
    for (QComboBox *box : {m_beside, m_place, m_role})
        connect(box, &QComboBox::activated, this, &NoteFold::edited);
    for (QSpinBox *box : {m_depth, m_every})
        connect(box, &QSpinBox::valueChanged, this, &NoteFold::edited);
    connect(m_use, &QCheckBox::clicked, this, &NoteFold::edited);
    connect(m_scope, &QComboBox::activated, this, [this] {
        flush();
        m_shown = scope();
        fill();
        m_text->setFocus();
    });
    connect(m_close, &QToolButton::clicked, this, &NoteFold::closeRequested);
    setFocusProxy(m_text);
    setTheme(Theme::light());
    hide();
}

void NoteFold::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_title->setFont(theme.smallFont());
    m_status->setFont(theme.smallFont());
    m_status->setForegroundRole(QPalette::PlaceholderText);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_scope, m_use, m_beside, m_place, m_depthLabel, m_depth,
                                          m_roleLabel, m_role, m_everyLabel, m_every})
        field->setFont(theme.smallFont());
    QPalette field = theme.palette();
    field.setColor(QPalette::Base, theme.raised);
    m_text->setPalette(field);
    m_text->setFont(theme.interfaceFont());
    m_text->setFixedHeight(3 * m_text->fontMetrics().lineSpacing() + 14);
    m_close->setIcon(icon(IconName::Close, theme.textDim));
    update();
}

NoteFold::Scope NoteFold::scope() const
{
    const QVariant chosen = m_scope->currentData();
    return chosen.isValid() ? Scope(chosen.toInt()) : Scope::Default;
}

void NoteFold::setScope(Scope scope)
{
    flush();
    if (const int index = m_scope->findData(int(scope)); index >= 0)
        m_scope->setCurrentIndex(index);
    m_shown = this->scope();
    fill();
}

// What is being saved counts until it has been.
template <typename Note> static void settle(std::optional<Note> &saving, Note &note)
{
    if (saving && *saving == note)
        saving.reset();
    else if (saving)
        note = *saving;
}

void NoteFold::setNotes(const Notes &given, bool isAnotherChat)
{
    if (isAnotherChat) { // what was written for the other one was told when that was left
        m_quiet.stop();
        m_isDirty = false;
        m_savingCharacter.reset();
    }
    Notes notes = given;
    settle(m_savingCharacter, notes.character);
    settle(m_savingDefault, notes.defaults);
    if (!isAnotherChat && notes == m_notes && m_scope->count() > 0)
        return;
    const Scope wanted = m_scope->count() == 0 ? Scope::Chat : scope();
    m_notes = notes;
    m_scope->clear();
    if (notes.hasChat)
        m_scope->addItem(tr("This chat"), int(Scope::Chat));
    if (notes.hasCharacter)
        m_scope->addItem(notes.characterName, int(Scope::Character));
    m_scope->addItem(tr("Chats without a note"), int(Scope::Default));
    m_scope->setCurrentIndex(std::max(0, m_scope->findData(int(isAnotherChat ? Scope::Chat : wanted))));
    m_shown = scope();
    if (!m_isDirty)
        fill();
}

void NoteFold::setSaving(const CharacterNote &note)
{
    if (!m_notes.hasCharacter || m_notes.character.avatar != note.avatar)
        return;
    m_notes.character = note;
    m_savingCharacter = note;
    if (!m_isDirty)
        fill();
}

void NoteFold::setSaving(const NoteSettings &note)
{
    m_notes.defaults = note;
    m_savingDefault = note;
    if (!m_isDirty)
        fill();
}

ChatNote NoteFold::written() const
{
    return {.text = m_text->toPlainText(),
            .interval = m_every->value(),
            .position = m_place->currentData().toInt(),
            .depth = m_depth->value(),
            .role = Role(m_role->currentData().toInt())};
}

void NoteFold::setWritten(const ChatNote &note)
{
    if (m_text->toPlainText() != note.text)
        m_text->setPlainText(note.text);
    m_every->setValue(note.interval);
    m_depth->setValue(note.depth);
    m_place->setCurrentIndex(std::max(0, m_place->findData(note.position)));
    m_role->setCurrentIndex(std::max(0, m_role->findData(int(note.role))));
}

void NoteFold::fill()
{
    m_isFilling = true;
    switch (m_shown) {
    case Scope::Chat:
        setWritten(m_notes.chat);
        break;
    case Scope::Character:
        if (m_text->toPlainText() != m_notes.character.text)
            m_text->setPlainText(m_notes.character.text);
        m_use->setChecked(m_notes.character.isUsed);
        m_beside->setCurrentIndex(int(m_notes.character.placement));
        break;
    case Scope::Default: {
        const NoteSettings &defaults = m_notes.defaults;
        setWritten({defaults.text, defaults.interval, defaults.position, defaults.depth, defaults.role});
        break;
    }
    }
    m_isFilling = false;
    showFields();
}

void NoteFold::showFields()
{
    const bool isCharacter = m_shown == Scope::Character;
    m_use->setVisible(isCharacter);
    m_beside->setVisible(isCharacter);
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_place, m_roleLabel, m_role, m_everyLabel, m_every})
        field->setVisible(!isCharacter);
    const bool isInChat = !isCharacter && m_place->currentData().toInt() == 1;
    m_depthLabel->setVisible(isInChat);
    m_depth->setVisible(isInChat);
}

void NoteFold::setStatus(const QString &text)
{
    m_status->setText(text);
    m_status->setToolTip(text);
}

void NoteFold::edited()
{
    if (m_isFilling)
        return;
    // Whoever writes a character's first note wants it used.
    if (m_shown == Scope::Character && m_notes.character.text.isEmpty() && !m_isDirty &&
        !m_text->document()->isEmpty())
        m_use->setChecked(true);
    m_isDirty = true;
    showFields();
    m_quiet.start();
}

void NoteFold::flush()
{
    if (!m_isDirty)
        return;
    m_isDirty = false;
    m_quiet.stop();
    switch (m_shown) {
    case Scope::Chat:
        m_notes.chat = written();
        Q_EMIT chatEdited(m_notes.chat);
        break;
    case Scope::Character: {
        const CharacterNote before = m_notes.character;
        m_notes.character.text = m_text->toPlainText();
        m_notes.character.isUsed = m_use->isChecked();
        m_notes.character.placement = CharacterNote::Placement(m_beside->currentIndex());
        m_savingCharacter = m_notes.character;
        Q_EMIT characterEdited(before, m_notes.character);
        break;
    }
    case Scope::Default: {
        const NoteSettings before = m_notes.defaults;
        const ChatNote note = written();
        m_notes.defaults.text = note.text;
        m_notes.defaults.interval = note.interval;
        m_notes.defaults.position = note.position;
        m_notes.defaults.depth = note.depth;
        m_notes.defaults.role = note.role;
        m_savingDefault = m_notes.defaults;
        Q_EMIT defaultEdited(before, m_notes.defaults);
        break;
    }
    }
}

void NoteFold::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QWidget::keyPressEvent(event);
}

void NoteFold::hideEvent(QHideEvent *event)
{
    flush();
    QWidget::hideEvent(event);
}

void NoteFold::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    painter.fillRect(QRect(8, 10, 3, height() - 20), m_theme.source(SourceGroup::Injection));
}

} // namespace snug
