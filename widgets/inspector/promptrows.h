// How the messages of the prompt list stand there: folded or not, laid out, how high, and whether the filter
// lets them through. Rows are laid out when somebody looks; until then their heights are estimates.
#pragma once

#include "widgets/inspector/messagerow.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/rowheights.h"

#include <memory>

namespace snug {

class PromptRows
{
public:
    // Not owned. Its rows are told of with insert(), remove() and change().
    explicit PromptRows(const OutboundModel *model);

    const MessageRow &look() const { return m_look; }
    const RowHeights &heights() const { return m_heights; }
    const OutboundMessage &message(int row) const { return m_model->message(row); }
    RowPlace place(int row) const { return m_model->place(row); }
    const OutboundMessage &wholeMessage(int row) const
    {
        return m_model->wholeMessages().at(place(row).message);
    }
    int count() const { return int(m_rows.size()); }
    // Not where a row is about to go: the model has it a moment longer.
    bool isShown(int row) const { return row < count() && !m_heights.isHidden(row); }
    int shownCount() const;
    // The nearest that is shown in this direction (1 or -1); `row` itself where there is none.
    int nextShown(int row, int step) const;
    // The same, but from the ends round, and to `row` itself last; -1: none is shown. `row` -1: before the
    // first.
    int nextRound(int row, int step) const;

    // All heights are estimates again.
    void setLook(const MessageRow &look, int width);
    void setWidth(int width);
    int width() const { return m_width; } // that the heights are for

    // Lets only messages through that hold this text, or whose source's names do, in any case.
    void setFilter(const QString &text);
    const QString &filter() const { return m_filter; }

    bool isFolded(int row) const { return m_rows.at(row).folded; }
    // Folds, unfolds, or unfolds further a text that is too long for one step; false: there is nothing to.
    bool toggleFold(int row);
    const OutboundLayout &layout(int row) const;
    // What folds and unfolds the row that stands in this rectangle; null where there is nothing to fold.
    QRect foldMark(int row, const QRect &rect) const;

    void insert(int first, int count, int width);
    void remove(int first, int count);
    void change(int first, int last);

    // Gives those of these rows their true height that are shown; false: nothing is different.
    bool measure(int first, int last);
    // Forgets layouts outside of these rows while there are too many.
    void forgetFarFrom(int first, int last);

private:
    struct Row
    {
        bool folded = true;
        bool measured = false;
        qsizetype shown = 0; // characters of an unfolded message
        mutable std::shared_ptr<const OutboundLayout> layout = {};
    };

    void applyFilter(int first, int last);

    const OutboundModel *m_model;
    MessageRow m_look;
    RowHeights m_heights;
    QList<Row> m_rows;
    QString m_filter;
    int m_width = -1;
};

} // namespace snug
