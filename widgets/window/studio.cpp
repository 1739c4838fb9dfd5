#include "widgets/window/studio.h"

#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/window/studiostart.h"

#include <QAbstractButton>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScopedValueRollback>
#include <QScreen>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Narrower than this, an editor needs the place of one of its neighbours.
static constexpr int leastWithBoth = 1180;
static constexpr QSize windowSize(1400, 860);

Studio::Studio(QWidget *parent)
    : QWidget(parent)
    , m_parts(new QSplitter(this))
    , m_left(new QWidget)
    , m_edge(new QWidget)
    , m_documents(new DocumentTree)
    , m_pages(new QStackedWidget)
    , m_start(new StudioStart)
    , m_strip(new QWidget)
    , m_stripTitle(new PlainLabel)
    , m_prompt(new PromptPane)
    , m_back(makeButton(IconName::ChevronLeft))
    , m_stripBack(makeButton(IconName::ChevronLeft))
    , m_place(makeButton(IconName::TearOff))
    , m_edgePlace(makeButton(IconName::TearOff))
    , m_leaveKey(new QShortcut(Qt::CTRL | Qt::ALT | Qt::Key_S, this))
{
    m_back->setText(tr("Chat", "back to it"));
    m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QToolButton *edgeBack = makeButton(IconName::ChevronLeft);
    for (QToolButton *back : {m_back, edgeBack}) {
        back->setToolTip(tr("Back to the chat (Alt+Left)"));
        back->setAccessibleName(tr("Back to the chat"));
        connect(back, &QToolButton::clicked, this, &Studio::backRequested);
    }
    for (QToolButton *place : {m_place, m_edgePlace})
        connect(place, &QToolButton::clicked, this, &Studio::placeRequested);
    QToolButton *edgeDocuments = makeButton(IconName::Book);
    edgeDocuments->setToolTip(tr("Documents (F9)"));
    edgeDocuments->setAccessibleName(tr("Show the documents"));
    connect(edgeDocuments, &QToolButton::clicked, this, [this] { setDocumentsShown(true); });

    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_back);
    head->addStretch(1);
    head->addWidget(m_place);
    auto *leftColumn = new QVBoxLayout(m_left);
    leftColumn->setContentsMargins(8, 8, 0, 8);
    leftColumn->setSpacing(6);
    leftColumn->addLayout(head);
    leftColumn->addWidget(m_documents, 1);
    auto *edgeColumn = new QVBoxLayout(m_edge);
    edgeColumn->setContentsMargins(4, 8, 4, 8);
    edgeColumn->setSpacing(6);
    for (QToolButton *button : {edgeBack, edgeDocuments, m_edgePlace})
        edgeColumn->addWidget(button);
    edgeColumn->addStretch(1);
    m_edge->hide();

    m_pages->addWidget(m_start);
    auto *middle = new QWidget;
    m_middle = new QVBoxLayout(middle);
    m_middle->setContentsMargins(0, 0, 0, 0);
    m_middle->setSpacing(0);
    m_middle->addWidget(makeStrip());
    m_middle->addWidget(m_pages, 1);

    m_prompt->hideMode();
    m_prompt->setMinimumWidth(240);
    m_left->setMinimumWidth(170);
    m_parts->setObjectName(u"studioParts"_s);
    m_parts->addWidget(m_left);
    m_parts->addWidget(middle);
    m_parts->addWidget(m_prompt);
    m_parts->setStretchFactor(0, 0);
    m_parts->setStretchFactor(1, 1);
    m_parts->setStretchFactor(2, 0);
    m_parts->setSizes({220, 830, 340});
    m_parts->setCollapsible(1, false);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_edge);
    row->addWidget(m_parts, 1);

    connect(m_documents, &DocumentTree::left, this, [this] {
        if (QWidget *editor = current())
            editor->setFocus(Qt::OtherFocusReason);
    });
    addKeys();
    showPlace();
    showTitle();
}

void Studio::addFoot(QWidget *foot)
{
    m_middle->addWidget(foot);
}

QWidget *Studio::makeStrip()
{
    m_stripBack->setObjectName(u"backToEditor"_s);
    m_stripBack->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stripBack->setToolTip(tr("Back to the editor (Esc)"));
    m_stripTitle->setForegroundRole(QPalette::PlaceholderText);
    auto *row = new QHBoxLayout(m_strip);
    row->setContentsMargins(8, 8, 12, 0);
    row->addWidget(m_stripBack);
    row->addWidget(m_stripTitle, 1);
    m_strip->hide();
    connect(m_stripBack, &QToolButton::clicked, this, [this] {
        if (QWidget *page = current())
            page->close();
    });
    return m_strip;
}

QToolButton *Studio::makeButton(IconName name)
{
    auto *button = new QToolButton;
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_buttons.append({button, name});
    return button;
}

// The same as a page and as a window; the main window's own of these keys are for the chat.
void Studio::addKeys()
{
    const auto add = [this](QKeyCombination key, auto act) {
        connect(new QShortcut(key, this), &QShortcut::activated, this, act);
    };
    add(Qt::ALT | Qt::Key_Left, [this] { Q_EMIT backRequested(); });
    add(Qt::CTRL | Qt::ALT | Qt::Key_F, [this] {
        setDocumentsShown(true);
        m_documents->focusSearch();
    });
    add(Qt::NoModifier | Qt::Key_F9, [this] { setDocumentsShown(m_left->isHidden()); });
    add(Qt::NoModifier | Qt::Key_F10, [this] { showEditorAlone(); });
    add(Qt::NoModifier | Qt::Key_F12, [this] { setPromptShown(m_prompt->isHidden()); });
    connect(m_leaveKey, &QShortcut::activated, this, &Studio::backRequested);
}

// Controllers may outlive it only as long as their editors do.
Studio::~Studio() = default;

void Studio::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (const auto &[button, name] : std::as_const(m_buttons))
        button->setIcon(icon(name, theme.textDim));
    m_documents->setTheme(theme);
    m_start->setTheme(theme);
    m_prompt->setTheme(theme);
}

QWidget *Studio::current() const
{
    return m_pages->currentWidget() == m_start ? nullptr : m_pages->currentWidget();
}

// Where one goes on in it: where one was, else in its first text. No button, which a space would press.
static QWidget *placeToWrite(QWidget *editor)
{
    const auto isFit = [editor](const QWidget *widget) {
        return editor->isAncestorOf(widget) && widget->isVisibleTo(editor) && widget->isEnabled();
    };
    if (QWidget *last = editor->focusWidget();
        last && last != editor && isFit(last) && !qobject_cast<QAbstractButton *>(last))
        return last;
    for (QWidget *next = editor->nextInFocusChain(); next != editor; next = next->nextInFocusChain()) {
        const auto *text = qobject_cast<QPlainTextEdit *>(next);
        if (text && !text->isReadOnly() && isFit(text))
            return next;
    }
    return editor;
}

void Studio::open(QWidget *editor)
{
    const QPointer<QWidget> keysWere = isVisible() ? focusWidget() : nullptr;
    if (m_pages->indexOf(editor) < 0) {
        m_pages->addWidget(editor); // a window no more
        editor->setProperty("keepsItsLayout", true);
        editor->installEventFilter(this);
        connect(editor, &QObject::destroyed, this, [this, editor] {
            m_open.removeOne(editor);
            m_over.remove(editor);
        });
    }
    m_open.removeOne(editor);
    m_open.append(editor);
    bring(editor);
    Q_EMIT wanted();
    // Whoever walks through the list goes on doing so; else Qt has given the keys to whatever comes next.
    if (!keysWere || keysWere != focusWidget() || !keysWere->isVisibleTo(this))
        placeToWrite(editor)->setFocus(Qt::OtherFocusReason);
}

void Studio::writeIn(QWidget *editor)
{
    if (editor->hasFocus())
        placeToWrite(editor)->setFocus(Qt::OtherFocusReason);
}

void Studio::openOver(QWidget *page, QWidget *editor)
{
    m_over.insert(page, editor);
    open(page);
    page->setFocus(Qt::OtherFocusReason);
}

QList<QWidget *> Studio::over(const QWidget *editor) const
{
    QList<QWidget *> pages;
    for (const auto &[page, owner] : m_over.asKeyValueRange()) {
        if (owner == editor)
            pages.append(const_cast<QWidget *>(page));
    }
    return pages;
}

// With an editor open, where one was.
void Studio::showDocuments()
{
    Q_EMIT wanted();
    if (!current() || !focusWidget())
        m_documents->focusList();
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
    QWidget *under = m_over.take(editor);
    if (m_pages->currentWidget() != editor)
        return;
    if (under && m_open.removeOne(under)) {
        m_open.append(under);
        bring(under);
        return (under->focusWidget() ? under->focusWidget() : under)->setFocus(Qt::OtherFocusReason);
    }
    if (!m_open.isEmpty())
        return bring(const_cast<QWidget *>(m_open.last()));
    bring(m_start);
    Q_EMIT left();
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
    const QWidget *under = m_over.value(editor);
    m_strip->setVisible(under != nullptr);
    if (under) {
        m_stripBack->setText(under->windowTitle().remove(u"[*]"_s));
        m_stripTitle->setText(editor->windowTitle().remove(u"[*]"_s));
    }
    Q_EMIT titleChanged();
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

void Studio::setDocumentsShown(bool isShown)
{
    m_wantsDocuments = isShown;
    m_promptFirst = m_promptFirst && !isShown;
    placeSides();
}

void Studio::setPromptShown(bool isShown)
{
    m_wantsPrompt = isShown;
    if (isShown && isWindow() && width() < leastWithBoth)
        resize(leastWithBoth, height());
    m_promptFirst = isShown && width() < leastWithBoth;
    placeSides();
}

void Studio::showEditorAlone()
{
    const bool isAlone = m_left->isHidden() && m_prompt->isHidden();
    m_wantsDocuments = m_wantsPrompt = isAlone;
    m_promptFirst = false;
    placeSides();
}

void Studio::placeSides()
{
    const QWidget *focus = focusWidget();
    const bool hasRoomForBoth = width() >= leastWithBoth;
    const bool showsPrompt = m_wantsPrompt && (hasRoomForBoth || m_promptFirst);
    m_prompt->setVisible(showsPrompt);
    m_left->setVisible(m_wantsDocuments && (hasRoomForBoth || !showsPrompt));
    m_edge->setVisible(m_left->isHidden());
    if (QWidget *editor = current(); editor && focus && !focus->isVisibleTo(this))
        editor->setFocus(Qt::OtherFocusReason);
}

void Studio::becomePage()
{
    // Each remembers its own sizes.
    setObjectName(u"studioPage"_s);
    setProperty("keepsItsLayout", true);
    showPlace();
}

void Studio::becomeWindow()
{
    setParent(nullptr, Qt::Window);
    setAttribute(Qt::WA_Moved, false); // as a page it had a place, which is none for a window
    setObjectName(u"studio"_s);
    setProperty("keepsItsLayout", false);
    resize(windowSize.boundedTo(screen()->availableSize()));
    showPlace();
    showTitle();
}

void Studio::showPlace()
{
    const QString text = isWindow() ? tr("Into the Main Window") : tr("Own Window");
    for (QToolButton *place : {m_place, m_edgePlace}) {
        place->setToolTip(text);
        place->setAccessibleName(text);
        const IconName name = isWindow() ? IconName::PutBack : IconName::TearOff;
        std::ranges::find(m_buttons, place, &std::pair<QToolButton *, IconName>::first)->second = name;
        place->setIcon(icon(name, m_theme.textDim));
    }
    m_leaveKey->setEnabled(isWindow()); // else it is the main window's
}

// Where an editor, a list or a field has its own use for it, it does not come here.
void Studio::keyPressEvent(QKeyEvent *event)
{
    const bool isEscape = event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier;
    if (isEscape && m_over.contains(current()))
        current()->close();
    else if (isEscape && !isWindow())
        Q_EMIT backRequested();
    else
        QWidget::keyPressEvent(event);
}

void Studio::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeSides();
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
    if (isWindow())
        return event->accept();
    event->ignore(); // a page is put behind another
    Q_EMIT left();
}

} // namespace snug
