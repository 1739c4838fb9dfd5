#include "widgets/inspector/setupswindow.h"

#include "widgets/inspector/changespane.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QCloseEvent>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString nameOf(int side)
{
    //: The two set-ups that are compared
    return side == 0 ? SetupsWindow::tr("Set-up A") : SetupsWindow::tr("Set-up B");
}

} // namespace

SetupsWindow::SetupsWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_problem(new PlainLabel)
    , m_pages(new QTabWidget)
    , m_changes(new ChangesPane)
    , m_texts(new ComparisonPane)
    , m_send(new QPushButton(tr("&Send Both")))
    , m_stop(new QPushButton(tr("S&top")))
{
    setObjectName(u"setups"_s);
    setWindowTitle(tr("Compare Set-ups"));
    resize(1080, 720);
    m_changes->hideChoice();
    m_texts->compareWays(nameOf(0), nameOf(1));
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(12, 4, 12, 4);
    auto *choices = new QHBoxLayout;
    choices->setContentsMargins(12, 10, 12, 6);
    choices->setSpacing(24);
    for (int side = 0; side < sides; ++side)
        choices->addWidget(makeSide(side), 1);
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("What is compared"));
    m_pages->addTab(m_changes, tr("By Source"));
    m_pages->addTab(m_texts, tr("Texts"));
    m_pages->addTab(makeReplies(), tr("Replies"));
    m_pages->setObjectName(u"setupPages"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(choices);
    column->addWidget(m_problem);
    column->addWidget(m_pages, 1);
    connect(m_send, &QPushButton::clicked, this, &SetupsWindow::sendRequested);
    connect(m_stop, &QPushButton::clicked, this, &SetupsWindow::stopRequested);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, [this] {
        if (m_stop->isEnabled())
            Q_EMIT stopRequested();
        else
            close();
    });
    setProblem({});
    for (int side = 0; side < sides; ++side)
        setReply(side, {});
}

QWidget *SetupsWindow::makeSide(int side)
{
    auto *whole = new QWidget;
    Side &made = at(side);
    made.preset = new QComboBox;
    made.connection = new QComboBox;
    made.persona = new QComboBox;
    made.books = new QToolButton;
    made.facts = new PlainLabel;
    made.facts->setObjectName(u"setupFacts%1"_s.arg(side));
    auto *title = new PlainLabel(nameOf(side));
    QFont strong = title->font();
    strong.setWeight(QFont::DemiBold);
    title->setFont(strong);
    auto *form = new QFormLayout(whole);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(title);
    const auto add = [&](QComboBox *box, const QString &label, const QString &name) {
        //: %1 is a label, %2 "Set-up A": read aloud
        box->setAccessibleName(tr("%1, %2").arg(label, nameOf(side)));
        box->view()->setAccessibleName(box->accessibleName());
        box->setObjectName(name + QString::number(side));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        form->addRow(label, box);
        connect(box, &QComboBox::activated, this, [this, side] { onChoice(side); });
    };
    add(made.preset, tr("Preset"), u"setupPreset"_s);
    add(made.connection, tr("Model"), u"setupModel"_s);
    add(made.persona, tr("Persona"), u"setupPersona"_s);
    made.books->setPopupMode(QToolButton::InstantPopup);
    made.books->setMenu(new QMenu(made.books));
    made.books->setObjectName(u"setupBooks%1"_s.arg(side));
    made.books->setAccessibleName(tr("%1, %2").arg(tr("Lorebooks"), nameOf(side)));
    made.books->setFocusPolicy(Qt::StrongFocus);
    made.books->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    form->addRow(tr("Lorebooks"), made.books);
    form->addRow(made.facts);
    return whole;
}

QWidget *SetupsWindow::makeReplies()
{
    auto *page = new QWidget;
    auto *columns = new QHBoxLayout;
    columns->setSpacing(12);
    for (int side = 0; side < sides; ++side) {
        Side &made = at(side);
        made.reply = new QPlainTextEdit;
        made.reply->setReadOnly(true);
        made.reply->setObjectName(u"setupReply%1"_s.arg(side));
        made.reply->setAccessibleName(tr("Reply of %1").arg(nameOf(side)));
        //: %1: "Set-up A"
        made.reply->setPlaceholderText(tr("What the model answers to %1 appears here.").arg(nameOf(side)));
        made.note = new PlainLabel;
        made.note->setWordWrap(true);
        made.take = new QPushButton(side == 0 ? tr("Take &A") : tr("Take &B"));
        made.take->setObjectName(u"setupTake%1"_s.arg(side));
        made.take->setToolTip(tr("Put this reply into the chat; the other one stays here"));
        connect(made.take, &QPushButton::clicked, this, [this, side] { Q_EMIT keepRequested(side); });
        auto *foot = new QHBoxLayout;
        foot->addWidget(made.note, 1);
        foot->addWidget(made.take);
        auto *column = new QVBoxLayout;
        column->addWidget(made.reply, 1);
        column->addLayout(foot);
        columns->addLayout(column, 1);
    }
    m_send->setObjectName(u"setupSend"_s);
    m_send->setToolTip(tr("Ask both models; nothing is added to the chat unless you take it"));
    m_stop->setObjectName(u"setupStop"_s);
    auto *head = new QHBoxLayout;
    head->addWidget(m_send);
    head->addWidget(m_stop);
    head->addStretch(1);
    auto *rows = new QVBoxLayout(page);
    rows->addLayout(head);
    rows->addLayout(columns, 1);
    return page;
}

void SetupsWindow::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_changes->setTheme(theme);
    m_texts->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    for (Side &side : m_sides) {
        side.facts->setPalette(dim);
        side.note->setPalette(dim);
    }
    QPalette alarm = theme.palette();
    alarm.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(alarm);
}

void SetupsWindow::setOffers(const SetupOffers &offers)
{
    if (m_offers == offers)
        return;
    m_offers = offers;
    for (int side = 0; side < sides; ++side)
        fill(side);
}

void SetupsWindow::setChoice(int side, const SetupChoice &choice)
{
    m_choices[size_t(side)] = choice;
    fill(side);
}

void SetupsWindow::fill(int side)
{
    Side &made = at(side);
    const SetupChoice &choice = m_choices[size_t(side)];
    const auto put = [](QComboBox *box, const QList<std::pair<QString, QString>> &offers, const QString &id) {
        box->clear();
        box->addItem(tr("as now"), QString());
        for (const auto &[each, words] : offers)
            box->addItem(words, each);
        box->setCurrentIndex(std::max(0, box->findData(id)));
    };
    QList<std::pair<QString, QString>> presets;
    for (const QString &name : m_offers.presets)
        presets.append({name, name});
    put(made.preset, presets, choice.preset);
    put(made.connection, m_offers.connections, choice.connection);
    put(made.persona, m_offers.personas, choice.persona);
    fillBooks(side);
}

void SetupsWindow::fillBooks(int side)
{
    Side &made = at(side);
    const std::optional<QStringList> &chosen = m_choices[size_t(side)].books;
    made.books->setText(!chosen ? tr("as now") : chosen->isEmpty() ? tr("none") : chosen->join(u", "_s));
    QMenu *menu = made.books->menu();
    menu->clear();
    QAction *asNow = menu->addAction(tr("as now"), this, [this, side] {
        m_choices[size_t(side)].books.reset();
        fillBooks(side);
        Q_EMIT choiceChanged(side);
    });
    asNow->setCheckable(true);
    asNow->setChecked(!chosen);
    menu->addSeparator();
    const QStringList present = chosen.value_or(m_offers.booksInEffect);
    for (const QString &book : m_offers.books) {
        QAction *action = menu->addAction(book, this, [this, side, book] {
            QStringList books = m_choices[size_t(side)].books.value_or(m_offers.booksInEffect);
            if (books.removeAll(book) == 0)
                books.append(book);
            m_choices[size_t(side)].books = books;
            fillBooks(side);
            Q_EMIT choiceChanged(side);
        });
        action->setCheckable(true);
        action->setChecked(present.contains(book));
    }
}

void SetupsWindow::onChoice(int side)
{
    SetupChoice &choice = m_choices[size_t(side)];
    choice.preset = at(side).preset->currentData().toString();
    choice.connection = at(side).connection->currentData().toString();
    choice.persona = at(side).persona->currentData().toString();
    Q_EMIT choiceChanged(side);
}

void SetupsWindow::setPrompts(const AssembledPrompt &first, const AssembledPrompt &second,
                              const QList<PromptChange> &changes,
                              const std::array<std::optional<PromptPrefix>, sides> &cached)
{
    for (int side = 0; side < sides; ++side) {
        const AssembledPrompt &prompt = side == 0 ? first : second;
        QString text = tr("%1 tokens").arg(tokensText(prompt.budget.used, prompt.budget.kind));
        if (prompt.budget.context > 0)
            //: %1: "3,412 tokens", %2 a context size
            text = tr("%1 of %2").arg(text, QLocale().toString(prompt.budget.context));
        const auto &prefix = cached[size_t(side)];
        if (prefix)
            //: %1: "3,412 tokens", %2 per cent of it that a server's cache can have kept
            text = tr("%1, the first %2 % as in the last request")
                       .arg(text, QLocale().toString(prefix->percent()));
        if (prompt.failure)
            text = prompt.failure->error.line();
        at(side).facts->setText(text);
    }
    m_changes->setChanges(changes, std::max(first.budget.kind, second.budget.kind));
    m_texts->setPrompts(first, second);
}

QString SetupsWindow::facts(int side) const
{
    return m_sides[size_t(side)].facts->text();
}

void SetupsWindow::setReply(int side, const SetupReply &reply)
{
    Side &made = at(side);
    made.reply->setPlainText(reply.text);
    made.note->setText(reply.note);
    made.take->setEnabled(reply.canBeTaken);
    made.isUnderWay = reply.isUnderWay;
    const bool isAny = m_sides[0].isUnderWay || m_sides[1].isUnderWay;
    m_send->setEnabled(!isAny);
    m_stop->setEnabled(isAny);
}

void SetupsWindow::setProblem(const QString &text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void SetupsWindow::closeEvent(QCloseEvent *event)
{
    Q_EMIT closing();
    QWidget::closeEvent(event);
}

} // namespace snug
