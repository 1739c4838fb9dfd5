#include "widgets/window/studio.h"

#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QScreen>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

// Narrower than this, an editor needs the place.
static constexpr int leastWithPrompt = 1180;

Studio::Studio(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_parts(new QSplitter(this))
    , m_documents(new DocumentTree)
    , m_pages(new QStackedWidget)
    , m_nothing(new QWidget)
    , m_prompt(new PromptPane)
    , m_back(new QToolButton)
{
    setObjectName(u"studio"_s);
    resize(QSize(1400, 860).boundedTo(screen()->availableSize()));
    m_back->setText(tr("Chat", "back to it"));
    m_back->setToolTip(tr("Back to the chat (Alt+Left)"));
    m_back->setAccessibleName(tr("Back to the chat"));
    m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_back->setAutoRaise(true);
    m_back->setFocusPolicy(Qt::TabFocus);

    auto *left = new QWidget;
    auto *leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(8, 8, 0, 8);
    leftColumn->setSpacing(6);
    leftColumn->addWidget(m_back, 0, Qt::AlignLeft);
    leftColumn->addWidget(m_documents, 1);

    auto *words = new PlainLabel(
        tr("Nothing is open. Choose a document at the left, or click a piece of the prompt at the right."));
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignCenter);
    words->setForegroundRole(QPalette::PlaceholderText);
    auto *nothing = new QVBoxLayout(m_nothing);
    nothing->setContentsMargins(48, 24, 48, 24);
    nothing->addWidget(words);
    m_pages->addWidget(m_nothing);

    m_prompt->hideMode();
    m_prompt->setMinimumWidth(240);
    left->setMinimumWidth(170);
    m_parts->setObjectName(u"studioParts"_s);
    m_parts->addWidget(left);
    m_parts->addWidget(m_pages);
    m_parts->addWidget(m_prompt);
    m_parts->setStretchFactor(0, 0);
    m_parts->setStretchFactor(1, 1);
    m_parts->setStretchFactor(2, 0);
    m_parts->setSizes({220, 830, 340});
    m_parts->setCollapsible(1, false);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_parts);

    connect(m_back, &QToolButton::clicked, this, &Studio::backRequested);
    connect(new QShortcut(Qt::ALT | Qt::Key_Left, this), &QShortcut::activated, this, &Studio::backRequested);
    connect(new QShortcut(Qt::CTRL | Qt::ALT | Qt::Key_F, this), &QShortcut::activated, m_documents,
            &DocumentTree::focusSearch);
    connect(new QShortcut(Qt::Key_F12, this), &QShortcut::activated, this,
            [this] { setPromptShown(m_prompt->isHidden()); });
    connect(m_documents, &DocumentTree::left, this, [this] {
        if (QWidget *editor = current())
            editor->setFocus(Qt::OtherFocusReason);
    });
    showTitle();
}

// Controllers may outlive it only as long as their editors do.
Studio::~Studio() = default;

void Studio::setTheme(const Theme &theme)
{
    m_back->setIcon(icon(IconName::ChevronLeft, theme.textDim));
    m_documents->setTheme(theme);
    m_prompt->setTheme(theme);
}

QWidget *Studio::current() const
{
    return m_pages->currentWidget() == m_nothing ? nullptr : m_pages->currentWidget();
}

void Studio::open(QWidget *editor)
{
    if (m_pages->indexOf(editor) < 0) {
        m_pages->addWidget(editor); // a window no more
        editor->setProperty("keepsItsLayout", true);
        editor->installEventFilter(this);
        connect(editor, &QObject::destroyed, this, [this, editor] { m_open.removeOne(editor); });
    }
    m_open.removeOne(editor);
    m_open.append(editor);
    bring(editor);
    raiseWindow();
}

void Studio::showDocuments()
{
    raiseWindow();
    m_documents->focusList();
}

void Studio::raiseWindow()
{
    show();
    raise();
    activateWindow();
}

void Studio::bring(QWidget *page)
{
    {
        const QScopedValueRollback turning(m_isTurning, true);
        m_pages->setCurrentWidget(page);
        page->show();
    }
    showTitle();
    Q_EMIT currentChanged(current());
}

void Studio::onHidden(QWidget *editor)
{
    m_open.removeOne(editor);
    if (m_pages->currentWidget() != editor)
        return;
    if (!m_open.isEmpty())
        return bring(const_cast<QWidget *>(m_open.last()));
    bring(m_nothing);
    hide();
}

void Studio::showTitle()
{
    const QWidget *editor = current();
    QString title = editor ? editor->windowTitle() : QString();
    if (!title.contains(u"[*]"))
        title += u"[*]"_s;
    //: %1 is a window's title, with the name of a document
    setWindowTitle(editor ? tr("%1 · Studio").arg(title) : tr("Studio") + u"[*]"_s);
    setWindowModified(editor && editor->isWindowModified());
}

bool Studio::eventFilter(QObject *watched, QEvent *event)
{
    auto *editor = static_cast<QWidget *>(watched);
    switch (event->type()) {
    case QEvent::Hide:
        if (!m_isTurning && editor->isHidden())
            onHidden(editor);
        break;
    case QEvent::WindowTitleChange:
    case QEvent::ModifiedChange:
        if (editor == current())
            showTitle();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void Studio::setPromptShown(bool isShown)
{
    m_wantsPrompt = isShown;
    if (isShown && width() < leastWithPrompt)
        resize(leastWithPrompt, height());
    placePrompt();
}

void Studio::placePrompt()
{
    m_prompt->setVisible(m_wantsPrompt && width() >= leastWithPrompt);
}

void Studio::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placePrompt();
}

void Studio::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    Q_EMIT shown();
}

// Each editor is asked, in front, whether it may go.
void Studio::closeEvent(QCloseEvent *event)
{
    while (!m_open.isEmpty()) {
        auto *editor = const_cast<QWidget *>(m_open.last());
        bring(editor);
        if (!editor->close())
            return event->ignore();
        m_open.removeOne(editor); // one that was not shown yet says nothing
    }
    event->accept();
}

} // namespace snug
