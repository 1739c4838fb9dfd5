// How one row of the prompt looks: strip, role, source's name, tokens, text.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/inspector/outboundlayout.h"
#include "widgets/theme/theme.h"

#include <QRect>

namespace snug {

struct RowState
{
    bool folded = true;
    bool current = false; // the keyboard's row
    bool focused = false; // and the list has the focus
    bool hovered = false;
    bool showSegments = false; // underline every segment
    qsizetype segment = -1;    // the span that is pointed at
    bool colourAll = false;
    QString filter;       // marked where it occurs
    QString part;         // of a joined message: "2 of 12 in one message"
    bool isInner = false; // not the first of such a message
};

// Measures and paints; knows the theme and nothing of the list.
class MessageRow
{
public:
    explicit MessageRow(const Theme &theme);

    const Theme &theme() const { return m_theme; }
    qreal textWidth(int rowWidth) const;
    OutboundLayout layout(const OutboundMessage &message, int rowWidth, bool folded, qsizetype shown) const;
    int height(const OutboundLayout &layout) const;
    // Without laying it out: what a folded message will about need.
    int estimatedHeight(const OutboundMessage &message, int rowWidth) const;

    void paint(QPainter *painter, const QRect &rect, const OutboundMessage &message, CountKind kind,
               const OutboundLayout &layout, const RowState &state, const QRect &clip) const;

    QPoint textTopLeft(const QRect &rect) const;
    // The part of the header that folds and unfolds; null where there is nothing to fold.
    QRect foldMark(const QRect &rect, const OutboundMessage &message, CountKind kind,
                   const OutboundLayout &layout, bool folded) const;
    QRect header(const QRect &rect) const;

private:
    void paintHeader(QPainter *painter, const QRect &rect, const OutboundMessage &message, CountKind kind,
                     const OutboundLayout &layout, const RowState &state) const;
    QString foldText(const OutboundMessage &message, const OutboundLayout &layout, bool folded) const;
    QList<TextMark> marks(const OutboundMessage &message, const RowState &state) const;

    Theme m_theme;
    QFont m_textFont;
    QFont m_roleFont;
    QFont m_nameFont;
    QFont m_figuresFont;
    int m_headerHeight = 0;
    int m_roleWidth = 0;
};

} // namespace snug
