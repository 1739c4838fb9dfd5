#include "widgets/editors/documenthead.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

DocumentHead::DocumentHead(QWidget *window)
    : m_window(window)
    , m_leading(new QHBoxLayout)
    , m_save(new QToolButton)
    , m_undo(new QAction(this))
    , m_redo(new QAction(this))
    , m_revert(new QAction(tr("&Revert to Saved"), this))
    , m_more(new QMenu(this))
    , m_versions(new QMenu(tr("&Versions"), this))
    , m_facts(new PlainLabel)
{
    m_save->setText(tr("&Save"));
    m_save->setObjectName(u"saveDocument"_s);
    m_save->setFocusPolicy(Qt::StrongFocus);
    m_undo->setIcon(icon(IconName::Undo));
    m_redo->setIcon(icon(IconName::Redo));
    m_undo->setShortcuts(QKeySequence::Undo);
    m_redo->setShortcuts(QKeySequence::Redo);
    m_facts->setObjectName(u"documentFacts"_s);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    window->addActions({m_undo, m_redo});
    const auto button = [](QAction *action) {
        auto *made = new QToolButton;
        made->setDefaultAction(action);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::StrongFocus);
        return made;
    };
    auto *more = new QToolButton;
    more->setIcon(icon(IconName::Menu));
    more->setToolTip(tr("More"));
    more->setAccessibleName(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(m_more);
    more->setAutoRaise(true);
    more->setFocusPolicy(Qt::StrongFocus);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 9, 12, 8);
    m_leading->setContentsMargins(0, 0, 0, 0);
    row->addLayout(m_leading);
    row->addWidget(m_save);
    row->addWidget(button(m_undo));
    row->addWidget(button(m_redo));
    row->addStretch(1);
    row->addWidget(m_facts);
    row->addSpacing(8);
    row->addWidget(more);
    connect(m_save, &QToolButton::clicked, this, &DocumentHead::saveRequested);
    connect(m_undo, &QAction::triggered, this, &DocumentHead::undoRequested);
    connect(m_redo, &QAction::triggered, this, &DocumentHead::redoRequested);
    connect(m_revert, &QAction::triggered, this, &DocumentHead::revertRequested);
    connect(addMore(tr("&Save"), QKeySequence::Save), &QAction::triggered, this,
            &DocumentHead::saveRequested);
    m_more->addAction(m_revert);
    m_more->addMenu(m_versions);
    m_more->addSeparator();
    setState({});
}

QAction *DocumentHead::addMore(const QString &text, const QKeySequence &key)
{
    QAction *action = m_more->addAction(text);
    action->setShortcut(key);
    m_window->addAction(action);
    return action;
}

void DocumentHead::setTheme(const Theme &theme)
{
    m_facts->setFont(theme.figuresFont());
}

void DocumentHead::setState(const DocumentState &state)
{
    m_undo->setText(state.undoText.isEmpty() ? tr("&Undo") : state.undoText);
    m_redo->setText(state.redoText.isEmpty() ? tr("&Redo") : state.redoText);
    m_undo->setEnabled(state.canUndo);
    m_redo->setEnabled(state.canRedo);
    m_save->setEnabled(state.isEdited && !state.isSaving);
    m_revert->setEnabled(state.isEdited);
}

void DocumentHead::setFacts(const QString &text)
{
    m_facts->setText(text);
}

} // namespace snug
