#include "widgets/inspector/wirepane.h"

#include "core/wire/wiretext.h"
#include "widgets/inspector/bodytext.h"
#include "widgets/inspector/requesthead.h"
#include "widgets/inspector/wirebody.h"
#include "widgets/theme/plainlabel.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

WirePane::WirePane(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_head(new RequestHead)
    , m_pretty(makeChoice(tr("Pretty"), tr("Indented; nothing but white space differs from what is sent"),
                          View::Pretty))
    , m_asSent(makeChoice(tr("As sent"), tr("The exact bytes"), View::AsSent))
    , m_size(new PlainLabel)
    , m_copy(makeCopyButton())
    , m_find(new QLineEdit)
    , m_body(new WireBody)
    , m_empty(new PlainLabel)
    , m_stack(new QStackedLayout(this))
{
    auto *choices = new QButtonGroup(this);
    choices->addButton(m_pretty);
    choices->addButton(m_asSent);
    m_pretty->setChecked(true);
    m_find->setPlaceholderText(tr("Find in the body"));
    m_find->setAccessibleName(tr("Find in the body"));
    m_find->setClearButtonEnabled(true);
    m_find->setObjectName(u"wireFind"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(24, 32, 24, 24);

    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 2, 8, 2);
    bar->setSpacing(2);
    bar->addWidget(m_pretty);
    bar->addWidget(m_asSent);
    bar->addSpacing(6);
    bar->addWidget(m_size, 1);
    bar->addWidget(m_copy);
    auto *findLine = new QHBoxLayout;
    findLine->setContentsMargins(12, 2, 12, 8);
    findLine->addWidget(m_find);

    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 6, 8, 2);
    head->addWidget(m_head);
    column->addLayout(head);
    column->addLayout(bar);
    column->addLayout(findLine);
    column->addWidget(m_body, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    setFocusProxy(m_body);
    QWidget::setTabOrder({m_head, m_pretty, m_asSent, m_copy, m_find, m_body});

    connect(m_find, &QLineEdit::textChanged, this, [this] { find(true); });
    connect(m_find, &QLineEdit::returnPressed, this, [this] { find(false); });
    // What was looked for may be in lines that came later.
    connect(m_body, &WireBody::filled, this, [this] {
        if (!m_find->text().isEmpty() && !m_body->textCursor().hasSelection())
            find(true);
    });
}

QToolButton *WirePane::makeChoice(const QString &text, const QString &tip, View view)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, view] { setView(view); });
    return button;
}

QPushButton *WirePane::makeCopyButton()
{
    auto *button = new QPushButton;
    button->setText(tr("Copy"));
    button->setAccessibleName(tr("Copy the request"));
    button->setFlat(true);
    button->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(button);
    menu->addAction(tr("Copy body"), this,
                    [this] { copy(QString::fromUtf8(m_request.body), tr("Body copied")); });
    menu->addAction(tr("Copy request as text"), this,
                    [this] { copy(wireText(m_request), tr("Request copied")); });
    //: curl is the program's name; the key is left to a shell variable.
    menu->addAction(tr("Copy as curl"), this, [this] {
        copy(curlCommand(m_request), tr("curl command copied; it takes the key from SNUG_API_KEY"));
    });
    button->setMenu(menu);
    return button;
}

void WirePane::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_head->setTheme(theme);
    m_body->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_size->setPalette(dim);
    m_empty->setPalette(dim);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_pretty, m_asSent, m_copy, m_size})
        widget->setFont(theme.smallFont());
}

void WirePane::setRequest(const WireRequest &request, bool hasFailed)
{
    m_empty->setText(hasFailed ? tr("There is no request: the template fails, see Prompt.")
                               : tr("No connection chosen. Choose one and the exact request appears here."));
    m_stack->setCurrentIndex(request.method.isEmpty() ? 0 : 1);
    const bool sameBody = request.body == m_request.body;
    m_request = request;
    m_head->setRequest(request);
    m_size->setText(tr("%1 bytes").arg(QLocale().toString(request.body.size())));
    if (!sameBody)
        showBody();
}

void WirePane::setView(View view)
{
    m_view = view;
    m_pretty->setChecked(view == View::Pretty);
    m_asSent->setChecked(view == View::AsSent);
    showBody();
}

void WirePane::showBody()
{
    // What is sent has no word boundaries to respect.
    m_body->setWordWrapMode(m_view == View::Pretty ? QTextOption::WrapAtWordBoundaryOrAnywhere
                                                   : QTextOption::WrapAnywhere);
    m_body->setBody(m_view == View::Pretty ? prettyBody(m_request.body) : exactBody(m_request.body));
}

void WirePane::find(bool fromStart)
{
    const QString wanted = m_find->text();
    QTextCursor cursor = m_body->textCursor();
    if (fromStart)
        cursor.setPosition(cursor.selectionStart());
    if (wanted.isEmpty()) {
        cursor.clearSelection();
        m_body->setTextCursor(cursor);
        return;
    }
    m_body->setTextCursor(cursor);
    if (!m_body->find(wanted)) {
        cursor.movePosition(QTextCursor::Start);
        m_body->setTextCursor(cursor);
        m_body->find(wanted);
    }
}

void WirePane::copy(const QString &text, const QString &what)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copied(what);
}

void WirePane::focusFilter()
{
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

} // namespace snug
