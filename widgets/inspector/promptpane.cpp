#include "widgets/inspector/promptpane.h"

#include "core/prompt/promptblocks.h"
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/droppedsection.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"

#include <QActionGroup>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

QString modeName(PromptMode mode)
{
    switch (mode) {
    case PromptMode::Auto:
        return PromptPane::tr("Automatic");
    case PromptMode::SillyTavern:
        return PromptPane::tr("SillyTavern order");
    case PromptMode::Smelt:
        return PromptPane::tr("Merged (smelt)");
    case PromptMode::Framing:
        return PromptPane::tr("Framing (SmartTavern)");
    case PromptMode::Template:
        return PromptPane::tr("Template");
    case PromptMode::Story:
        return PromptPane::tr("One text");
    case PromptMode::Names:
        return PromptPane::tr("Names and turns");
    }
    return {};
}

PromptPane::PromptPane(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_model(new OutboundModel(this))
    , m_budget(new BudgetBar(this))
    , m_modes(new QActionGroup(this))
    , m_mode(makeModeButton())
    , m_modeReason(new QLabel(this))
    , m_failure(new QLabel(this))
    , m_modeRow(new QHBoxLayout)
    , m_filter(new QLineEdit(this))
    , m_matches(new QLabel(this))
    , m_colourAll(new QToolButton(this))
    , m_list(new PromptList(m_model, this))
    , m_dropped(new DroppedSection(this))
    , m_cache(new CacheStrip(this))
{
    m_modeReason->setWordWrap(true);
    m_modeReason->setTextFormat(Qt::PlainText);
    m_failure->setObjectName(u"promptFailure"_s);
    m_failure->setAccessibleName(tr("Why there is no prompt"));
    m_failure->setWordWrap(true);
    m_failure->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_failure->hide();
    m_filter->setPlaceholderText(tr("Find in the prompt"));
    m_filter->setAccessibleName(tr("Find in the prompt"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(u"promptFilter"_s);
    m_colourAll->setText(tr("Colour all"));
    m_colourAll->setToolTip(tr("Ground every stretch of text in its source's colour"));
    m_colourAll->setCheckable(true);
    m_colourAll->setAutoRaise(true);
    m_colourAll->setFocusPolicy(Qt::TabFocus);
    m_matches->hide();

    m_modeRow->setSpacing(6);
    m_modeRow->addWidget(m_mode, 0, Qt::AlignTop | Qt::AlignLeft);
    m_modeRow->addWidget(m_modeReason, 1);
    auto *find = new QHBoxLayout;
    find->setSpacing(6);
    find->addWidget(m_filter, 1);
    find->addWidget(m_matches);
    find->addWidget(m_colourAll);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->setSpacing(7);
    head->addWidget(m_budget);
    head->addLayout(m_modeRow);
    head->addWidget(m_failure);
    head->addLayout(find);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_list, 1);
    column->addWidget(m_dropped);
    column->addWidget(m_cache);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_list->setFilter(text);
        showMatches();
    });
    connect(m_colourAll, &QToolButton::toggled, m_list, &PromptList::setColourAll);
    connect(m_failure, &QLabel::linkActivated, this, [this] { Q_EMIT openSource(m_failedAt, -1); });
    connect(m_list, &PromptList::openSource, this, &PromptPane::openSource);
    connect(m_list, &PromptList::copied, this, &PromptPane::copied);
    connect(m_dropped, &DroppedSection::openSource, this, &PromptPane::openSource);
    connect(m_cache, &CacheStrip::breakRequested, m_list, &PromptList::showBreak);
    connect(m_cache, &CacheStrip::moveRequested, this, &PromptPane::moveBelowRequested);
    setTabOrder({m_mode, m_filter, m_colourAll, m_list, m_dropped, m_cache});
}

QPushButton *PromptPane::makeModeButton()
{
    auto *button = new QPushButton(this);
    auto *menu = m_modeMenu = new QMenu(button);
    for (const PromptMode mode : {PromptMode::Auto, PromptMode::SillyTavern, PromptMode::Smelt,
                                  PromptMode::Framing, PromptMode::Template}) {
        QAction *action = menu->addAction(modeName(mode), this, [this, mode] { Q_EMIT modeRequested(mode); });
        action->setCheckable(true);
        action->setData(int(mode));
        m_modes->addAction(action);
    }
    button->setMenu(menu);
    connect(button, &QPushButton::clicked, this, [this, button] {
        if (!button->menu())
            Q_EMIT templatesRequested(button->mapToGlobal(QPoint(0, button->height())));
    });
    button->setFlat(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setObjectName(u"promptMode"_s);
    button->setToolTip(tr("How the prompt is laid out"));
    return button;
}

void PromptPane::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_budget->setTheme(theme);
    m_list->setTheme(theme);
    m_dropped->setTheme(theme);
    m_cache->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    QPalette alarm = theme.palette();
    alarm.setColor(QPalette::WindowText, theme.error);
    alarm.setColor(QPalette::Link, theme.accent);
    m_failure->setPalette(alarm);
    const QString failure = m_failure->text(); // links keep the colour that they were set with
    m_failure->clear();
    m_failure->setText(failure);
    for (QLabel *label : {m_modeReason, m_matches}) {
        label->setPalette(dim);
        label->setFont(theme.smallFont());
    }
    m_mode->setFont(theme.smallFont());
    m_colourAll->setFont(theme.smallFont());
}

void PromptPane::setPrompt(const AssembledPrompt &prompt, PromptMode requested,
                           const TokenCounterPtr &counter)
{
    m_list->setCounter(counter);
    m_model->setMessages(promptBlocks(prompt), prompt.budget.kind);
    m_budget->setBudget(prompt.budget, m_model->shares());
    m_dropped->setDropped(prompt.trace.dropped, prompt.budget.kind);
    showMode(prompt, requested);
    showFailure(prompt.failure);
    showMatches();
}

// In the place of messages, so that no earlier prompt can pass for this one.
void PromptPane::showFailure(const std::optional<PromptFailure> &failure)
{
    m_failure->setVisible(failure.has_value());
    if (!failure)
        return;
    const QString type = failure->isSystemPrompt ? u"template.system"_s : u"template.output"_s;
    m_failedAt =
        Source(type, u"%1:%2"_s.arg(failure->templateName).arg(failure->line), failure->templateName);
    m_failure->setText(u"<b>%1</b><br>%2<br><a href=\"template\">%3</a>"_s.arg(
        tr("There is no prompt, and nothing is sent."), failure->error.line().toHtmlEscaped(),
        tr("Open the template")));
}

void PromptPane::showMode(const AssembledPrompt &prompt, PromptMode requested)
{
    // One text has no other form; what shapes it are its templates.
    const bool isText = prompt.mode == PromptMode::Story || prompt.mode == PromptMode::Names;
    m_mode->setMenu(isText ? nullptr : m_modeMenu);
    m_mode->setToolTip(isText ? tr("Choose the templates") : tr("How the prompt is laid out"));
    m_mode->setText(isText ? tr("Templates…") : modeName(prompt.mode));
    //: Read aloud. %1 is the layout in effect.
    m_mode->setAccessibleName(tr("Prompt layout: %1").arg(modeName(prompt.mode)));
    m_modeReason->setText(requested == PromptMode::Auto || isText ? prompt.trace.modeReason
                                                                  : tr("chosen by you"));
    for (QAction *action : m_modes->actions())
        action->setChecked(action->data().toInt() == int(requested));
    placeMode();
}

// Where little room is left beside the button, the reason stands below it instead of in a thin column.
void PromptPane::placeMode()
{
    const int room = width() - 24 - m_mode->sizeHint().width() - m_modeRow->spacing();
    const bool fits = room >= m_modeReason->fontMetrics().averageCharWidth() * 34;
    m_modeRow->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_modeRow->setSpacing(fits ? 6 : 2);
}

void PromptPane::resizeEvent(QResizeEvent *event)
{
    placeMode();
    QWidget::resizeEvent(event);
}

void PromptPane::setCache(const std::optional<CacheFacts> &facts)
{
    m_cache->setFacts(facts);
    if (facts && facts->prefix.firstBreak)
        m_list->setBreak(int(facts->prefix.firstBreak->message), facts->prefix.firstBreak->position);
    else
        m_list->setBreak(-1, 0);
}

void PromptPane::hideMode()
{
    m_mode->hide();
    m_modeReason->hide();
}

void PromptPane::showMatches()
{
    m_matches->setVisible(!m_filter->text().isEmpty());
    const QLocale locale;
    //: Messages that hold the searched text, of all messages.
    m_matches->setText(
        tr("%1 of %2").arg(locale.toString(m_list->shownCount()), locale.toString(m_model->rowCount())));
}

void PromptPane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

} // namespace snug
