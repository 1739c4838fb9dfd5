#include "widgets/window/sourcepopover.h"

#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr QSize usualSize(460, 300);
static constexpr int clear = 12; // between it and the pointer, and the window's edges

SourcePopover::SourcePopover(KSyntaxHighlighting::Repository *repository)
    : m_title(new ElidedLabel)
    , m_studio(new QToolButton)
    , m_text(new MacroTextEdit(repository))
    , m_hint(new PlainLabel)
    , m_save(new QPushButton(tr("Save")))
{
    setObjectName(u"sourcePopover"_s);
    setAccessibleName(tr("Text of this piece of the prompt"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_studio->setIcon(icon(IconName::Edit));
    m_studio->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_studio->setAutoRaise(true);
    m_studio->setFocusPolicy(Qt::TabFocus);
    m_text->setAccessibleName(tr("Text"));
    m_text->setProse(true);
    m_text->setTabChangesFocus(true);
    m_text->installEventFilter(this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setWordWrap(true);
    m_save->setAutoDefault(false);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_studio);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_hint, 1);
    foot->addWidget(m_save);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 10);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_text, 1);
    column->addLayout(foot);
    hide();
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_isFilling)
            Q_EMIT textEdited(m_text->toPlainText());
    });
    connect(m_save, &QPushButton::clicked, this, &SourcePopover::saveRequested);
    connect(m_studio, &QToolButton::clicked, this, &SourcePopover::studioRequested);
    // A glance ends where one looks elsewhere.
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, const QWidget *now) {
        if (isVisible() && !m_isEdited && now && now != this && !isAncestorOf(now))
            Q_EMIT discardRequested();
    });
}

void SourcePopover::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setTheme(theme);
    QFont bold = theme.interfaceFont();
    bold.setBold(true);
    m_title->setFont(bold);
    m_hint->setFont(theme.smallFont());
    QPalette raised = theme.palette();
    raised.setColor(QPalette::Window, theme.raised);
    setPalette(raised);
    setProblem({}); // in the new colours
}

void SourcePopover::setMacros(const QList<MacroWord> &macros)
{
    m_text->setMacros(macros);
}

void SourcePopover::showIn(QWidget *window, const QPoint &globalPosition, const QString &title,
                           const QString &text, Owner owner)
{
    setParent(window);
    m_owner = owner;
    const bool isOfChat = owner == Owner::Chat;
    m_studio->setText(isOfChat ? tr("In the Chat", "button: goes to where it is") : tr("Studio"));
    m_studio->setToolTip(isOfChat ? tr("Show where it is") : tr("Open it in the Studio, at this place"));
    m_title->setWhole(title);
    setProblem({});
    setEdited(false);
    {
        const QScopedValueRollback filling(m_isFilling, true);
        m_text->setPlainText(text);
    }
    const QRect room = window->rect().adjusted(clear, clear, -clear, -clear);
    const QSize size = usualSize.boundedTo(room.size());
    const QPoint at = window->mapFromGlobal(globalPosition);
    QRect place(at + QPoint(-size.width() / 2, clear), size);
    if (place.bottom() > room.bottom())
        place.moveBottom(at.y() - clear);
    place.moveLeft(std::clamp(place.left(), room.left(), room.right() + 1 - size.width()));
    place.moveTop(std::clamp(place.top(), room.top(), room.bottom() + 1 - size.height()));
    setGeometry(place);
    show();
    raise();
    m_text->setFocus(Qt::PopupFocusReason);
}

void SourcePopover::setText(const QString &text)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_text->setTextKeepingPlace(text);
}

void SourcePopover::setEdited(bool isEdited)
{
    m_isEdited = isEdited;
    if (!isEdited && m_save->hasFocus())
        m_text->setFocus(Qt::OtherFocusReason); // it would go elsewhere by itself
    m_save->setEnabled(isEdited);
    showHint();
}

void SourcePopover::setProblem(const QString &problem)
{
    QPalette colours = m_theme.palette();
    if (!problem.isEmpty())
        colours.setColor(QPalette::PlaceholderText, m_theme.error);
    m_hint->setPalette(colours);
    m_hint->setText(problem);
    if (problem.isEmpty())
        showHint();
}

void SourcePopover::showHint()
{
    if (m_owner == Owner::Chat)
        m_hint->setText(m_isEdited ? tr("Ctrl+Enter writes it into the chat, Esc discards.")
                                   : tr("As it is in the chat. Esc closes."));
    else
        m_hint->setText(m_isEdited ? tr("The prompt follows. Ctrl+Enter saves, Esc discards.")
                                   : tr("Write, and the prompt follows. Esc closes."));
}

bool SourcePopover::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QFrame::eventFilter(watched, event);
    auto *pressed = static_cast<QKeyEvent *>(event);
    const bool isEnter = pressed->key() == Qt::Key_Return || pressed->key() == Qt::Key_Enter;
    const bool isControl = pressed->modifiers().testFlag(Qt::ControlModifier);
    const bool isOurs = (isEnter && isControl) || pressed->key() == Qt::Key_Escape ||
                        pressed->matches(QKeySequence::Undo) || pressed->matches(QKeySequence::Redo) ||
                        pressed->matches(QKeySequence::Save);
    if (!isOurs)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) { // the window has these keys too
        event->accept();
        return true;
    }
    if (pressed->matches(QKeySequence::Undo))
        Q_EMIT undoRequested();
    else if (pressed->matches(QKeySequence::Redo))
        Q_EMIT redoRequested();
    else if (pressed->key() == Qt::Key_Escape)
        Q_EMIT discardRequested();
    else if (m_isEdited)
        Q_EMIT saveRequested();
    return true;
}

} // namespace snug
