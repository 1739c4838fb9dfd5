#include "widgets/editors/documenthead.h"

#include "widgets/editors/brokentestsbar.h"
#include "widgets/editors/forms/fieldfinder.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int charactersOfName = 30;

DocumentHead::DocumentHead(QWidget *window)
    : m_window(window)
    , m_rows(new QVBoxLayout(this))
    , m_row(new QHBoxLayout)
    , m_trailing(new QHBoxLayout)
    , m_new(new QAction(icon(IconName::Plus), tr("&New…"), this))
    , m_duplicate(new QAction(icon(IconName::Copy), tr("D&uplicate"), this))
    , m_undo(new QAction(icon(IconName::Undo), tr("&Undo"), this))
    , m_redo(new QAction(icon(IconName::Redo), tr("&Redo"), this))
    , m_revert(new QAction(tr("&Revert to Saved"), this))
    , m_rename(new QAction(tr("Rena&me…"), this))
    , m_delete(new QAction(tr("&Delete"), this))
    , m_save(new QToolButton)
    , m_more(new QMenu(this))
    , m_versions(new QMenu(tr("&Versions"), this))
    , m_facts(new ElidedLabel)
    , m_fieldFinder(new FieldFinder)
    , m_brokenTests(new BrokenTestsBar)
{
    m_save->setText(tr("&Save"));
    m_save->setObjectName(u"saveDocument"_s);
    m_save->setFocusPolicy(Qt::StrongFocus);
    m_undo->setShortcuts(QKeySequence::Undo);
    m_redo->setShortcuts(QKeySequence::Redo);
    m_facts->setObjectName(u"documentFacts"_s);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    window->addActions({m_new, m_duplicate, m_undo, m_redo});
    auto *more = new QToolButton;
    more->setIcon(icon(IconName::Menu));
    more->setToolTip(tr("More"));
    more->setAccessibleName(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(m_more);
    more->setAutoRaise(true);
    more->setFocusPolicy(Qt::StrongFocus);
    more->setObjectName(u"moreOfDocument"_s);
    m_trailing->setContentsMargins(0, 0, 0, 0);
    m_newButton = addButton(m_new, u"newDocument"_s);
    addButton(m_duplicate, u"duplicateDocument"_s);
    m_row->addSpacing(6);
    addButton(m_undo, u"undoDocument"_s);
    addButton(m_redo, u"redoDocument"_s);
    m_row->addWidget(m_save);
    m_row->addWidget(m_facts, 1);
    m_row->addSpacing(8);
    m_row->addLayout(m_trailing);
    m_row->addWidget(more);
    m_rows->setContentsMargins(12, 9, 12, 8);
    m_rows->addLayout(m_row);
    m_rows->addWidget(m_fieldFinder);
    m_rows->addWidget(m_brokenTests);
    connect(m_new, &QAction::triggered, this, &DocumentHead::newRequested);
    connect(m_duplicate, &QAction::triggered, this, &DocumentHead::duplicateRequested);
    connect(m_save, &QToolButton::clicked, this, &DocumentHead::saveRequested);
    connect(m_undo, &QAction::triggered, this, &DocumentHead::undoRequested);
    connect(m_redo, &QAction::triggered, this, &DocumentHead::redoRequested);
    connect(m_revert, &QAction::triggered, this, &DocumentHead::revertRequested);
    m_saving = addMore(tr("&Save"), QKeySequence::Save);
    connect(m_saving, &QAction::triggered, this, &DocumentHead::saveRequested);
    m_more->addAction(m_revert);
    m_more->addMenu(m_versions);
    // In the window the key is for what is named there: entries, blocks.
    m_rename->setShortcut(Qt::Key_F2);
    m_rename->setShortcutContext(Qt::WidgetShortcut);
    connect(m_rename, &QAction::triggered, this, &DocumentHead::renameRequested);
    connect(m_delete, &QAction::triggered, this, &DocumentHead::deleteRequested);
    m_afterFile = m_more->addSeparator();
    setState({});
}

QToolButton *DocumentHead::addButton(QAction *action, const QString &name)
{
    auto *made = new QToolButton;
    made->setObjectName(name);
    made->setDefaultAction(action);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::StrongFocus);
    m_row->addWidget(made);
    return made;
}

void DocumentHead::setName(QWidget *name)
{
    name->setFixedWidth(fontMetrics().averageCharWidth() * charactersOfName);
    m_row->insertWidget(0, name);
}

QAction *DocumentHead::addMore(const QString &text, const QKeySequence &key)
{
    QAction *action = m_more->addAction(text);
    action->setShortcut(key);
    m_window->addAction(action);
    return action;
}

void DocumentHead::addRow(QHBoxLayout *row)
{
    m_rows->insertLayout(m_rows->count() - 2, row);
}

void DocumentHead::findFieldsIn(const QList<QWidget *> &forms, QLineEdit *below)
{
    m_fieldFinder->setForms(forms);
    if (below)
        m_fieldFinder->follow(below);
    else
        connect(addMore(tr("Find a &Field"), QKeySequence::Find), &QAction::triggered, m_fieldFinder,
                &FieldFinder::open);
}

void DocumentHead::setNewMenu(QMenu *menu)
{
    m_newButton->setMenu(menu);
    m_newButton->setPopupMode(QToolButton::InstantPopup);
}

void DocumentHead::setIsFile()
{
    m_more->insertActions(m_afterFile, {m_rename, m_delete});
    m_window->installEventFilter(this);
}

// What nothing in the window has taken comes to the window itself.
bool DocumentHead::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_F2 && key->modifiers() == Qt::NoModifier && m_rename->isVisible()) {
            m_rename->trigger();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void DocumentHead::setEmbedded()
{
    for (QAction *action : {m_new, m_duplicate, m_versions->menuAction(), m_revert, m_rename, m_delete})
        action->setVisible(false);
}

void DocumentHead::setTheme(const Theme &theme)
{
    m_facts->setFont(theme.figuresFont());
    m_brokenTests->setTheme(theme);
}

void DocumentHead::setState(const DocumentState &state)
{
    m_undo->setText(state.undoText.isEmpty() ? tr("&Undo") : state.undoText);
    m_redo->setText(state.redoText.isEmpty() ? tr("&Redo") : state.redoText);
    m_undo->setEnabled(state.canUndo);
    m_redo->setEnabled(state.canRedo);
    for (QAction *action : {m_duplicate, m_rename, m_delete})
        action->setEnabled(state.isOpen);
    m_save->setEnabled(state.isEdited && !state.isSaving);
    m_revert->setEnabled(state.isEdited);
}

void DocumentHead::setFacts(const QString &text, const QString &toolTip)
{
    m_facts->setWhole(text);
    if (!toolTip.isEmpty())
        m_facts->setToolTip(toolTip);
}

} // namespace snug
