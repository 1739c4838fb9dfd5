#include "widgets/inspector/promptpane.h"

#include "core/model/searchtext.h"
#include "core/prompt/promptmodename.h"
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/budgetmap.h"
#include "widgets/inspector/droppedsection.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/seamstrip.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/richlabel.h"

#include <QAction>
#include <QActionGroup>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

PromptPane::PromptPane(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_model(new OutboundModel(this))
    , m_budget(new BudgetBar(this))
    , m_modes(new QActionGroup(this))
    , m_mode(makeModeButton())
    , m_modeReason(new PlainLabel(this))
    , m_failure(new RichLabel(this))
    , m_head(new QVBoxLayout)
    , m_findRow(new QWidget(this))
    , m_more(new QToolButton(this))
    , m_moreMenu(new QMenu(m_more))
    , m_filter(new QLineEdit(this))
    , m_matches(new RichLabel(this))
    , m_colourAll(new QToolButton(this))
    , m_whatIf(new QToolButton(this))
    , m_apart(new QToolButton(this))
    , m_showMap(new QToolButton(this))
    , m_map(new BudgetMap(this))
    , m_seam(new SeamStrip(this))
    , m_list(new PromptList(m_model, this))
    , m_rest(new PlainLabel(this))
    , m_dropped(new DroppedSection(this))
    , m_cache(new CacheStrip(this))
{
    m_modeReason->setWordWrap(true);
    m_modeReason->setContentsMargins(12, 3, 12, 3);
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
    m_colourAll->setToolTip(tr("Colour the ground of every stretch of text by its source"));
    m_colourAll->setCheckable(true);
    m_colourAll->setAutoRaise(true);
    m_colourAll->setFocusPolicy(Qt::TabFocus);
    //: Switch: the blocks that were joined into one message stand in rows of their own
    m_apart->setText(tr("Blocks"));
    m_apart->setToolTip(tr("Show each block of a joined message in a row of its own"));
    m_apart->setObjectName(u"blocksApart"_s);
    m_apart->setCheckable(true);
    m_apart->setChecked(true);
    m_apart->setAutoRaise(true);
    m_apart->setFocusPolicy(Qt::TabFocus);
    m_apart->hide();
    m_showMap->setText(tr("Map"));
    m_showMap->setToolTip(tr("Show the prompt as a map: every part is as large as what it costs"));
    m_showMap->setCheckable(true);
    m_showMap->setAutoRaise(true);
    m_showMap->setFocusPolicy(Qt::TabFocus);
    m_map->hide();
    m_filter->installEventFilter(this);
    m_whatIf->setText(tr("What if"));
    m_whatIf->setToolTip(
        tr("Try another context size or persona. Space tries the prompt without what is chosen, F2 "
           "with another text; no file changes"));
    m_whatIf->setAutoRaise(true);
    m_whatIf->setFocusPolicy(Qt::TabFocus);
    m_matches->hide();
    m_rest->setObjectName(u"promptRest"_s);
    m_rest->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_rest->setContentsMargins(12, 3, 12, 3);
    m_rest->setToolTip(
        tr("What no row counts: the line breaks between blocks of one message, and the roles, names and "
           "marks of messages. Together with the rows it is the whole prompt."));
    m_rest->hide();
    m_modeReason->hide();
    m_reasonTime.setSingleShot(true);
    m_reasonTime.setInterval(std::chrono::seconds(20));
    connect(&m_reasonTime, &QTimer::timeout, this, &PromptPane::showReason);

    makeHead();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_head);
    column->addWidget(m_map, 1);
    column->addWidget(m_list, 1);
    column->addWidget(m_rest);
    column->addWidget(m_modeReason);
    column->addWidget(m_seam);
    column->addWidget(m_dropped);
    column->addWidget(m_cache);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_list->setFilter(text);
        showMatches();
    });
    connect(m_colourAll, &QToolButton::toggled, m_list, &PromptList::setColourAll);
    connect(m_failure, &RichLabel::linkActivated, this, [this] { Q_EMIT sourceRequested(m_failedAt, -1); });
    connect(m_list, &PromptList::sourceRequested, this, &PromptPane::sourceRequested);
    connect(m_list, &PromptList::copied, this, &PromptPane::copied);
    connect(m_dropped, &DroppedSection::sourceRequested, this, &PromptPane::sourceRequested);
    connect(m_cache, &CacheStrip::breakRequested, m_list, &PromptList::showBreak);
    connect(m_cache, &CacheStrip::moveRequested, this, &PromptPane::moveBelowRequested);
    for (const auto &[key, step] :
         {std::pair(QKeySequence(Qt::Key_F3), 1), std::pair(QKeySequence(Qt::SHIFT | Qt::Key_F3), -1)}) {
        auto *next = new QAction(step > 0 ? tr("Find next") : tr("Find previous"), this);
        next->setShortcut(key);
        next->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(next, &QAction::triggered, this, [this, step] { m_list->findNext(step); });
        addAction(next);
    }
    connect(m_matches, &RichLabel::linkActivated, this,
            [this] { Q_EMIT searchLoreRequested(m_filter->text()); });
    connect(m_showMap, &QToolButton::toggled, this, [this](bool isMap) {
        showMap();
        if (isMap)
            m_map->setFocus(Qt::OtherFocusReason);
    });
    connect(m_map, &BudgetMap::chosen, this, [this](int message, qsizetype position) {
        m_showMap->setChecked(false);
        m_list->setCurrentIndex(m_model->index(rowOf(message, position), 0));
        m_list->setFocus(Qt::OtherFocusReason);
    });
    connect(m_apart, &QToolButton::toggled, this, [this] {
        showRows();
        showMatches();
    });
    connect(m_whatIf, &QToolButton::clicked, this, [this] {
        const QWidget *button = m_whatIf->isVisible() ? m_whatIf : m_more;
        Q_EMIT whatIfRequested(button->mapToGlobal(QPoint(0, button->height())));
    });
    setTabOrder({m_more, m_mode, m_filter, m_colourAll, m_apart, m_showMap, m_whatIf, m_map, m_list,
                 m_dropped, m_cache});
}

QPushButton *PromptPane::makeModeButton()
{
    auto *button = new QPushButton(this);
    auto *menu = m_modeMenu = new QMenu(button);
    for (const PromptMode mode : promptModes(false)) { // one text has no menu of them here
        QAction *action =
            menu->addAction(promptModeName(mode), this, [this, mode] { Q_EMIT modeRequested(mode); });
        action->setToolTip(promptModeSummary(mode));
        action->setCheckable(true);
        action->setData(int(mode));
        m_modes->addAction(action);
    }
    menu->setToolTipsVisible(true);
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
    m_failure->setMarkup(failure);
    m_modeReason->setPalette(dim);
    m_modeReason->setFont(theme.smallFont());
    m_matches->setPalette(dim);
    m_matches->setFont(theme.smallFont());
    m_rest->setPalette(dim);
    m_rest->setFont(theme.smallFont());
    m_mode->setFont(theme.smallFont());
    m_colourAll->setFont(theme.smallFont());
    m_whatIf->setFont(theme.smallFont());
    m_apart->setFont(theme.smallFont());
    m_showMap->setFont(theme.smallFont());
    m_seam->setTheme(theme);
    m_map->setTheme(theme);
    placeHead();
}

void PromptPane::setPrompt(const AssembledPrompt &prompt, PromptMode requested,
                           const TokenCounterPtr &counter)
{
    m_prompt = prompt;
    m_isMapDue = true;
    m_list->setBudget(prompt.budget);
    m_list->setTrace(prompt.trace);
    m_rows = outboundRows(prompt, m_outbound, counter);
    showRows();
    m_seam->setSeam(m_outbound.seam, prompt.prompt ? 1 : prompt.messages.size(), m_rows.rows.size(),
                    m_leftOut);
    m_budget->setBudget(prompt.budget, groupShares(prompt));
    m_dropped->setDropped(prompt.trace.dropped, prompt.budget.kind);
    showMode(prompt, requested);
    showFailure(prompt);
    showMatches();
    if (m_showMap->isChecked())
        showMap();
}

void PromptPane::setOutbound(const OutboundPrompt &outbound, const QStringList &leftOut)
{
    m_outbound = outbound;
    m_leftOut = leftOut;
}

void PromptPane::showMap()
{
    const bool isMap = m_showMap->isChecked();
    if (isMap && std::exchange(m_isMapDue, false))
        m_map->setPrompt(m_prompt);
    m_map->setVisible(isMap);
    m_list->setVisible(!isMap);
    showRest();
}

// Enter goes on to the next place that was found, with Shift to the one before. Where there is little room,
// it goes when it is left empty.
bool PromptPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::FocusOut && m_filter->text().isEmpty())
        QMetaObject::invokeMethod(this, &PromptPane::placeHead, Qt::QueuedConnection);
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            m_list->findNext(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// In the place of messages, so that no earlier prompt can pass for this one.
void PromptPane::showFailure(const AssembledPrompt &prompt)
{
    const std::optional<PromptFailure> &failure = prompt.failure;
    m_failure->setVisible(failure.has_value());
    if (!failure)
        return;
    const bool isTemplate = failure->source == Source() &&
                            (prompt.mode == PromptMode::Template || !failure->templateName.isEmpty());
    const QString type = failure->isSystemPrompt ? u"template.system"_s : u"template.output"_s;
    m_failedAt = isTemplate ? Source::named(type, u"%1:%2"_s.arg(failure->templateName).arg(failure->line),
                                            failure->templateName)
                            : failure->source;
    QString text = u"<b>%1</b><br>%2"_s.arg(tr("There is no prompt, and nothing is sent."),
                                            RichLabel::escaped(failure->error.line()));
    if (isTemplate)
        text += u"<br><a href=\"template\">%1</a>"_s.arg(tr("Open the template"));
    else if (!(m_failedAt == Source()))
        text += u"<br><a href=\"source\">%1</a>"_s.arg(tr("Open what it is about"));
    m_failure->setMarkup(text);
}

void PromptPane::showMode(const AssembledPrompt &prompt, PromptMode requested)
{
    // One text has no other form; what shapes it are its templates.
    const bool isText = prompt.mode == PromptMode::Story || prompt.mode == PromptMode::Names;
    m_mode->setMenu(isText ? nullptr : m_modeMenu);
    m_mode->setText(isText ? tr("Templates…") : promptModeName(prompt.mode));
    //: Read aloud. %1 is the layout in effect.
    m_mode->setAccessibleName(tr("Prompt layout: %1").arg(promptModeName(prompt.mode)));
    const QString reason =
        requested == PromptMode::Auto || isText ? prompt.trace.modeReason : tr("chosen by you");
    const QString what = isText ? tr("Choose the templates") : tr("How the prompt is laid out");
    m_mode->setToolTip(reason.isEmpty() ? what : what + u'\n' + reason);
    // The sentence is news only when the layout has changed.
    const bool hasChanged = m_shownMode && m_shownMode != prompt.mode;
    m_shownMode = prompt.mode;
    if (hasChanged)
        m_reasonTime.start();
    m_modeReason->setText(reason);
    for (QAction *action : m_modes->actions())
        action->setChecked(action->data().toInt() == int(requested));
    showReason();
    placeHead(); // its name may be wider now
}

void PromptPane::setCache(const std::optional<CacheFacts> &facts)
{
    m_cache->setFacts(facts);
    m_budget->setMeasured(facts ? facts->measured : MeasuredCount());
    m_break.reset();
    if (facts && facts->prefix.firstBreak)
        m_break = *facts->prefix.firstBreak;
    showBreak();
}

void PromptPane::showBreak()
{
    if (!m_break)
        return m_list->setBreak(-1, 0);
    const int message = m_rows.rowOf(int(m_break->message));
    if (message < 0) // behind the last
        return m_list->setBreak(m_model->rowCount(), 0);
    const qsizetype position = positionIn(message, int(m_break->message), m_break->position);
    const int row = m_model->rowAt(message, position);
    m_list->setBreak(row, std::max<qsizetype>(0, position - m_model->place(row).start));
}

// Of a message as assembled, in the one that goes.
qsizetype PromptPane::positionIn(int row, int message, qsizetype position) const
{
    return message < m_prompt.messages.size()
               ? m_rows.positionIn(row, m_prompt.messages.at(message), position)
               : position;
}

int PromptPane::rowOf(int message, qsizetype position) const
{
    const int row = m_rows.rowOf(message);
    return m_model->rowAt(row, positionIn(row, message, position));
}

void PromptPane::showRows()
{
    m_model->setMessages(m_rows.rows, m_prompt.budget, m_apart->isChecked(), m_rows.added);
    const bool hasJoined = std::ranges::any_of(m_rows.rows, isJoined);
    if (std::exchange(m_hasJoined, hasJoined) != hasJoined)
        placeHead();
    showRest();
    showBreak();
}

void PromptPane::showRest()
{
    QStringList parts;
    const auto add = [&](const QString &name, int tokens) {
        if (tokens > 0)
            //: What no row of the list counts, and its tokens: "Overhead 40"
            parts << tr("%1 %2").arg(name, tokensText(tokens, m_model->countKind()));
    };
    add(shareName(separatorShare), m_model->separators());
    add(shareName(overheadShare), m_model->overhead());
    add(shareName(thoughtsShare), m_model->thoughts());
    //: Messages that a service wants and that are no part of the prompt
    add(tr("Added by the service's form"), m_model->added());
    m_rest->setText(parts.join(u" · "_s));
    m_rest->setVisible(!parts.isEmpty() && !m_showMap->isChecked());
}

void PromptPane::setCounted(int tokens, const QString &by)
{
    m_budget->setCounted(tokens, by);
}

void PromptPane::hideMode()
{
    m_hasMode = false;
    placeHead();
    m_modeReason->hide();
    m_list->setCanTry(false);
}

void PromptPane::showMatches()
{
    m_matches->setVisible(!m_filter->text().isEmpty());
    const QLocale locale;
    //: Messages that hold the searched text, of all messages.
    QString text =
        tr("%1 of %2").arg(locale.toString(m_list->shownCount()), locale.toString(m_model->rowCount()));
    const QString wanted = m_filter->text();
    const auto holds = [words = WordSearch(wanted)](const LoreTrace &row) {
        return words.isIn(row.title) || words.isIn(row.book) || words.isIn(row.details().key);
    };
    const auto lore = wanted.isEmpty() ? 0 : std::ranges::count_if(m_prompt.trace.lore, holds);
    if (lore > 0)
        //: Lore entries whose title, lorebook or key holds the searched text
        text += u" · <a href=\"lore\">%1</a>"_s.arg(tr("lore %1").arg(locale.toString(lore)));
    m_matches->setMarkup(text);
}

void PromptPane::focusFilter()
{
    m_findRow->show(); // a low head has it only while it is used
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

} // namespace snug
