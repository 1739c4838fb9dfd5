#include "widgets/inspector/whatifbar.h"

#include "core/prompt/promptchanges.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/richlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostNames = 3;

QString names(const QStringList &all)
{
    QString text = all.first(std::min(all.size(), mostNames)).join(u", "_s);
    if (all.size() > mostNames)
        text += u"…"_s;
    return text;
}

QString percent(int share)
{
    return QLocale().toString(share);
}

} // namespace

WhatIfBar::WhatIfBar(QWidget *parent)
    : QFrame(parent)
    , m_sentences(new RichLabel(this))
    , m_effect(new PlainLabel(this))
    , m_problem(new PlainLabel(this))
    , m_apply(new QPushButton(tr("Apply to the Files…"), this))
    , m_leave(new QPushButton(tr("Back to Files"), this))
    , m_editing(new QWidget(this))
    , m_editedName(new PlainLabel(m_editing))
    , m_text(new QPlainTextEdit(m_editing))
    , m_done(new QPushButton(tr("Done"), m_editing))
{
    setAccessibleName(tr("What if"));
    m_sentences->setWordWrap(true);
    m_effect->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_sentences->setObjectName(u"whatIfSentences"_s);
    m_effect->setObjectName(u"whatIfEffect"_s);
    m_problem->hide();
    m_apply->setToolTip(
        tr("Write all of it into the preset, lorebooks, card and chat; the lines and files are shown first"));
    m_leave->setToolTip(tr("Discard it: the prompt is made from the files as they are"));
    m_text->setAccessibleName(tr("Text to try"));
    m_text->setObjectName(u"whatIfText"_s);
    m_text->setMaximumHeight(160);
    m_text->setTabChangesFocus(true);
    m_text->installEventFilter(this);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(m_leave);
    buttons->addWidget(m_apply);
    buttons->addStretch(1);
    auto *editHead = new QHBoxLayout;
    editHead->addWidget(m_editedName, 1);
    editHead->addWidget(m_done);
    auto *editColumn = new QVBoxLayout(m_editing);
    editColumn->setContentsMargins(0, 4, 0, 0);
    editColumn->setSpacing(4);
    editColumn->addLayout(editHead);
    editColumn->addWidget(m_text);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    column->addWidget(m_sentences);
    column->addWidget(m_effect);
    column->addWidget(m_problem);
    column->addLayout(buttons);
    column->addWidget(m_editing);
    m_editing->hide();
    hide();

    connect(m_sentences, &RichLabel::linkActivated, this,
            [this](const QString &link) { Q_EMIT takeBackRequested(link.toInt()); });
    connect(m_apply, &QPushButton::clicked, this, &WhatIfBar::applyRequested);
    connect(m_leave, &QPushButton::clicked, this, &WhatIfBar::leaveRequested);
    connect(m_done, &QPushButton::clicked, this, &WhatIfBar::endEdit);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { Q_EMIT textEdited(m_text->toPlainText()); });
}

void WhatIfBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette palette = theme.palette();
    m_sentences->setPalette(palette);
    palette.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(palette);
    m_effect->setFont(theme.figuresFont());
    showSentences();
    update();
}

void WhatIfBar::setWhatIf(const WhatIf &whatIf)
{
    m_whatIf = whatIf;
    setVisible(!whatIf.isEmpty() || !m_editing->isHidden());
    showSentences();
}

// Each with a way to take it back.
void WhatIfBar::showSentences()
{
    QStringList parts;
    const QStringList sentences = whatIfSentences(m_whatIf);
    const QColor ground = m_theme.tint(m_theme.whatIf, 0.25);
    for (qsizetype i = 0; i < sentences.size(); ++i)
        parts += u"%1 (<a href=\"%2\" style=\"color:%3\">%4</a>)"_s.arg(
            RichLabel::escaped(sentences.at(i)), QString::number(i),
            m_theme.readable(m_theme.accent, ground).name(), tr("undo"));
    //: What is tried: "What if: Main is off (take back), …"
    m_sentences->setMarkup(parts.isEmpty() ? tr("<b>What if</b>: nothing yet")
                                           : tr("<b>What if</b>: %1").arg(parts.join(u", "_s)));
    m_apply->setEnabled(!m_whatIf.isEmpty());
}

QString WhatIfBar::effectText(const WhatIfEffect &effect)
{
    QStringList parts;
    const int more = effect.tokens - effect.filesTokens;
    //: Tokens from the files, tokens now, the difference with its sign
    parts += tr("%1 → %2 tokens (%3)")
                 .arg(tokensText(effect.filesTokens, effect.kind), tokensText(effect.tokens, effect.kind),
                      differenceText(more, effect.kind));
    if (!effect.moreLore.isEmpty())
        parts += tr("also fires: %1").arg(names(effect.moreLore));
    if (!effect.lessLore.isEmpty())
        parts += tr("no longer fires: %1").arg(names(effect.lessLore));
    if (effect.kept && effect.filesKept)
        //: Shares of the prompt that the server's cache has: from the files, now
        parts += tr("cache %1 % → %2 %").arg(percent(*effect.filesKept), percent(*effect.kept));
    return parts.join(u" · "_s);
}

void WhatIfBar::setEffect(const std::optional<WhatIfEffect> &effect)
{
    m_effect->setText(effect ? effectText(*effect) : QString());
    m_effect->setVisible(effect.has_value());
}

void WhatIfBar::setProblem(const QString &text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void WhatIfBar::edit(const QString &name, const QString &text)
{
    {
        const QSignalBlocker blocked(m_text);
        m_text->setPlainText(text);
    }
    //: %1: "Main", "lore Harbour: Inn"
    m_editedName->setText(tr("Text of %1:").arg(name));
    m_editing->show();
    show();
    m_text->setFocus(Qt::OtherFocusReason);
    m_text->moveCursor(QTextCursor::End);
}

void WhatIfBar::endEdit()
{
    m_editing->hide();
    setVisible(!m_whatIf.isEmpty());
}

bool WhatIfBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        endEdit();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void WhatIfBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tint(m_theme.whatIf, 0.25));
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.whatIf);
}

} // namespace snug
