#include "widgets/inspector/cachestrip.h"

#include "widgets/inspector/outboundmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

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
    return CacheStrip::tr("%1 stands elsewhere").arg(thingName(first.now));
}

} // namespace

CacheStrip::CacheStrip(QWidget *parent)
    : QFrame(parent)
    , m_text(new PlainLabel(this))
    , m_detail(new PlainLabel(this))
    , m_cut(new PlainLabel(this))
    , m_show(new QPushButton(tr("Show"), this))
    , m_move(new QPushButton(tr("Try Below"), this))
{
    for (PlainLabel *label : {m_text, m_detail, m_cut})
        label->setWordWrap(true);
    m_text->setObjectName(u"cacheText"_s);
    m_detail->setObjectName(u"cacheDetail"_s);
    m_show->setToolTip(tr("Show where the cache breaks"));
    m_move->setToolTip(tr("See what it would be like with this behind the chat; no file changes"));
    m_move->setObjectName(u"cacheMove"_s);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(m_cut);
    texts->addWidget(m_text);
    texts->addWidget(m_detail);
    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_show);
    buttons->addWidget(m_move);
    buttons->addStretch(1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 12, 6);
    row->setSpacing(10);
    row->addLayout(texts, 1);
    row->addLayout(buttons);
    connect(m_show, &QPushButton::clicked, this, &CacheStrip::breakRequested);
    connect(m_move, &QPushButton::clicked, this, &CacheStrip::moveRequested);
    hide();
}

QString CacheStrip::headline(const CacheFacts &facts)
{
    const PromptPrefix &prefix = facts.prefix;
    const QString kept = tokensText(prefix.tokens, facts.kind);
    const QString total = QLocale().toString(prefix.total);
    const QString share = QLocale().toString(std::floor(prefix.share() * 100), 'f', 0);
    if (!prefix.firstBreak)
        //: %1 and %2 are tokens, %3 is per cent
        return tr("Cache: all of the last request is kept, %1 of %2 tokens (%3 %)").arg(kept, total, share);
    //: %4 says what broke it: "lore Harbour: Inn is new"
    return tr("Cache: %1 of %2 tokens kept (%3 %), then %4")
        .arg(kept, total, share, blame(*prefix.firstBreak));
}

QString CacheStrip::detail(const CacheFacts &facts)
{
    QStringList parts;
    const PromptPrefix &prefix = facts.prefix;
    if (prefix.firstBreak && prefix.again > 0)
        parts += tr("%1 tokens behind it are the same and are read again")
                     .arg(tokensText(prefix.again, facts.kind));
    if (facts.last && facts.last->cached && facts.last->prompt)
        //: About the last request: tokens that the server had from earlier, of all that it read
        parts += tr("last time the server had %1 of %2 in its cache")
                     .arg(QLocale().toString(*facts.last->cached), QLocale().toString(*facts.last->prompt));
    if (facts.measured > 0)
        //: %1: per cent with a sign; %2: how much that varies, per cent; %3: number of requests
        parts += tr("the server counts %1 % against our count (±%2 %, %3 requests)")
                     .arg((facts.more > 0   ? u"+"_s
                           : facts.more < 0 ? u"−"_s
                                            : u"±"_s) +
                              QLocale().toString(std::abs(facts.more)),
                          QLocale().toString(facts.spread), QLocale().toString(facts.measured));
    return parts.join(u" · "_s);
}

void CacheStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_detail->setPalette(dim);
    QPalette alarm = theme.palette();
    alarm.setColor(QPalette::WindowText, theme.error);
    m_cut->setPalette(alarm);
    m_cut->setFont(theme.smallFont());
    for (QWidget *each : {static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_detail),
                          static_cast<QWidget *>(m_show), static_cast<QWidget *>(m_move)})
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
    m_detail->setText(detail(*facts));
    m_detail->setVisible(!m_detail->text().isEmpty());
    m_cut->setText(facts->cut ? silentCutText(*facts->cut) : QString());
    m_cut->setVisible(facts->cut.has_value());
    m_show->setVisible(isBroken);
    m_move->setVisible(isBroken && facts->canMove);
    setAccessibleName(m_text->text());
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
