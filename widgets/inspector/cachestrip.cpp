#include "widgets/inspector/cachestrip.h"

#include "widgets/inspector/outboundmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString blame(const PromptPrefix::Break &first)
{
    if (first.isNew)
        //: %1: "Main", "lore Harbour: Inn"; here and below
        return CacheStrip::tr("%1 is new").arg(thingName(first.now));
    if (first.isGone)
        return CacheStrip::tr("%1 is gone").arg(thingName(first.before));
    if (thingKey(first.now) == thingKey(first.before))
        return CacheStrip::tr("%1 has changed").arg(thingName(first.now));
    return CacheStrip::tr("%1 has moved").arg(thingName(first.now));
}

} // namespace

CacheStrip::CacheStrip(QWidget *parent)
    : QFrame(parent)
    , m_text(new PlainLabel(this))
    , m_cut(new PlainLabel(this))
    , m_show(new QToolButton(this))
    , m_move(new QToolButton(this))
{
    m_cut->setWordWrap(true);
    m_text->setObjectName(u"cacheText"_s);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // one line, however narrow
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("Show where the cache ends"));
    m_move->setText(tr("Try Below"));
    m_move->setToolTip(tr("Try the prompt with this after the chat; no file is changed"));
    m_move->setObjectName(u"cacheMove"_s);
    for (QToolButton *button : {m_show, m_move}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto *line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(m_text, 1);
    line->addWidget(m_show);
    line->addWidget(m_move);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 6, 3);
    column->setSpacing(1);
    column->addWidget(m_cut);
    column->addLayout(line);
    connect(m_show, &QToolButton::clicked, this, &CacheStrip::breakRequested);
    connect(m_move, &QToolButton::clicked, this, &CacheStrip::moveRequested);
    hide();
}

QString CacheStrip::headline(const CacheFacts &facts)
{
    //: %1 is per cent
    return tr("In the server's cache: %1 % of this prompt").arg(QLocale().toString(facts.prefix.percent()));
}

QString CacheStrip::detail(const CacheFacts &facts)
{
    const PromptPrefix &prefix = facts.prefix;
    const QString kept = tokensText(prefix.tokens, facts.kind);
    const QString total = tokensText(prefix.total, facts.kind);
    QStringList lines;
    if (prefix.firstBreak)
        //: %1 and %2 are tokens, %3 says what is different: "lore Harbour: Inn is new"
        lines += tr("%1 of %2 tokens are as in the last request; then %3.")
                     .arg(kept, total, blame(*prefix.firstBreak));
    else
        //: %1 and %2 are tokens
        lines += tr("This prompt begins with all of the last request: %1 of %2 tokens.").arg(kept, total);
    if (prefix.firstBreak && prefix.again > 0)
        lines += tr("%1 tokens after that are the same but are read again.")
                     .arg(tokensText(prefix.again, facts.kind));
    if (facts.last && facts.last->cached && facts.last->prompt)
        //: About the last request: tokens that the server had from earlier, of all that it read
        lines += tr("Last time the server had %1 of %2 tokens in its cache.")
                     .arg(QLocale().toString(*facts.last->cached), QLocale().toString(*facts.last->prompt));
    if (facts.requests > 0)
        //: %1: per cent with a sign; %2: how much that varies, per cent; %3: number of requests
        lines += tr("The server counts %1 % against our count (±%2 %, %3 requests).")
                     .arg((facts.more > 0   ? u"+"_s
                           : facts.more < 0 ? u"−"_s
                                            : u"±"_s) +
                              QLocale().toString(std::abs(facts.more)),
                          QLocale().toString(facts.spread), QLocale().toString(facts.requests));
    return lines.join(u'\n');
}

void CacheStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_text->setPalette(dim);
    QPalette alarm = theme.palette();
    alarm.setColor(QPalette::WindowText, theme.error);
    m_cut->setPalette(alarm);
    m_cut->setFont(theme.smallFont());
    for (QWidget *each :
         {static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_show), static_cast<QWidget *>(m_move)})
        each->setFont(theme.smallFont());
    update();
}

void CacheStrip::setFacts(const std::optional<CacheFacts> &facts)
{
    if (m_facts == facts && facts.has_value() == !isHidden())
        return;
    m_facts = facts;
    setVisible(facts.has_value());
    if (!facts)
        return;
    const bool isBroken = facts->prefix.firstBreak.has_value();
    m_text->setText(headline(*facts));
    m_text->setToolTip(detail(*facts));
    m_cut->setText(facts->cut ? silentCutText(*facts->cut) : QString());
    m_cut->setVisible(facts->cut.has_value());
    m_show->setVisible(isBroken);
    m_move->setVisible(isBroken && facts->canMove);
    setAccessibleName(m_text->text());
    setAccessibleDescription(m_text->toolTip());
}

void CacheStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.pane);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    if (!m_facts)
        return;
    // A bar along the top: what is kept, and what is not.
    const int kept = int(std::lround(m_facts->prefix.share() * width()));
    painter.fillRect(QRect(0, 0, kept, 3), m_theme.positive);
    painter.fillRect(QRect(kept, 0, width() - kept, 3), m_theme.warning);
}

} // namespace snug
