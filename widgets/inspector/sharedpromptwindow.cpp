#include "widgets/inspector/sharedpromptwindow.h"

#include "core/ledger/sharedprompt.h"
#include "core/prompt/promptmodename.h"
#include "core/tokens/nearestvocabulary.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/closingkeys.h"
#include "widgets/theme/plainlabel.h"

#include <QShortcut>
#include <QTabWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

// What there is to know of it beside the prompt itself.
static QString factsOf(const SharedPrompt &shared)
{
    const AssembledPrompt &prompt = shared.prompt;
    QStringList facts{SharedPromptWindow::tr("A shared prompt, to look at"), promptModeName(prompt.mode)};
    if (!prompt.prompt)
        facts += SharedPromptWindow::tr("%n message(s)", nullptr, int(prompt.messages.size()));
    if (const QString nearest = nearestIn(prompt.budget.counterName); !nearest.isEmpty())
        //: %1 is a tokenizer, which is not the model's own
        facts += SharedPromptWindow::tr("estimated by %1").arg(nearest);
    else if (!prompt.budget.counterName.isEmpty() && prompt.budget.kind != CountKind::Estimate)
        //: %1 is a tokenizer
        facts += SharedPromptWindow::tr("counted by %1").arg(prompt.budget.counterName);
    if (shared.isWithoutNames)
        facts += SharedPromptWindow::tr("names replaced");
    if (!shared.program.isEmpty())
        //: %1 is a program and its version
        facts += SharedPromptWindow::tr("written by %1").arg(shared.program);
    return facts.join(u" · "_s);
}

SharedPromptWindow::SharedPromptWindow(const QString &name, const SharedPrompt &shared)
    : m_facts(new PlainLabel(factsOf(shared)))
    , m_prompt(new PromptPane)
    , m_lore(new LorePane)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_QuitOnClose, false);
    setObjectName(u"sharedPrompt"_s);
    //: %1 is a file's name
    setWindowTitle(tr("%1 – Shared Prompt").arg(name));
    resize(560, 760);
    m_facts->setWordWrap(true);
    m_facts->setContentsMargins(12, 8, 12, 0);
    m_prompt->hideMode();
    m_prompt->list()->setHasPlaces(false);
    m_lore->hidePlaces();
    auto *pages = new QTabWidget;
    pages->setDocumentMode(true);
    pages->setAccessibleName(tr("Pages of the shared prompt"));
    pages->addTab(m_prompt, tr("Prompt"));
    pages->addTab(m_lore, tr("Lore"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_facts);
    column->addWidget(pages, 1);
    connect(m_lore, &LorePane::whyRequested, this, &SharedPromptWindow::whyRequested);
    closeByKeys(this);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this, pages] {
        pages->currentWidget() == m_lore ? m_lore->focusFilter() : m_prompt->focusFilter();
    });
    m_prompt->setPrompt(shared.prompt, shared.prompt.mode);
    m_lore->setLore(shared.prompt, shared.misses);
    m_prompt->list()->setFocus();
}

void SharedPromptWindow::setTheme(const Theme &theme)
{
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_facts->setPalette(dim);
    m_facts->setFont(theme.smallFont());
    m_prompt->setTheme(theme);
    m_lore->setTheme(theme);
}

} // namespace snug
