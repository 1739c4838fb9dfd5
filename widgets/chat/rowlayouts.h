// The transcript's rows as a stack of heights: estimated until a row is looked at, exact from then on.
#pragma once

#include "widgets/chat/heights.h"
#include "widgets/chat/messagelayout.h"

#include <QCache>
#include <QPointer>
#include <QSet>

class QAbstractItemModel;

namespace snug {

class CodeColours;

// Keeps the documents of some 150 messages, the least recently seen are dropped first. References that
// `at` returns are good until the next call that is not const.
class RowLayouts
{
public:
    explicit RowLayouts(CodeColours *colours);

    void setModel(QAbstractItemModel *model);
    void setStyle(const TextStyle &style);
    void setWidth(int viewWidth);

    // What the model has done.
    void reset();
    void inserted(int first, int last);
    void removed(int first, int last);

    // Measures the row if need be and corrects its height.
    MessageLayout &at(int row);
    const Heights &heights() const { return m_heights; }
    const ColumnGeometry &geometry() const { return m_geometry; }
    const TextStyle &style() const { return m_style; }

    // The row whose alternatives Left and Right go through: the last one, if a character wrote it.
    int swipeRow() const;
    quint64 idAt(int row) const;
    // Whether its height is no estimate, though its text may have changed since.
    bool isLaidOut(int row) const { return m_layouts.contains(idAt(row)); }

    bool isReasoningOpen(quint64 id) const { return m_openReasoning.contains(id); }
    void setReasoningOpen(quint64 id, bool open);
    // Shows the part of a long text that this way leads to (MessagePart::EarlierText and so on). False: it
    // is not there, and nothing changes.
    bool turnPart(int row, MessagePart way);
    // Shows the last part of the row's text that has these words.
    void showPartWith(int row, const QString &words);
    // 0 = no editor anywhere.
    void setEditor(quint64 id, int height);

private:
    int estimate(int row) const;
    bool setPart(const MessageLayout &layout, MessagePart text, int part);
    MessageOptions options(int row, quint64 id) const;

    QPointer<QAbstractItemModel> m_model;
    CodeColours *m_colours;
    Heights m_heights;
    ColumnGeometry m_geometry;
    TextStyle m_style;
    double m_charactersAcross = 68;
    QCache<quint64, MessageLayout> m_layouts;
    QSet<quint64> m_openReasoning;
    QHash<quint64, int> m_textParts; // of texts in parts; others show their last one
    QHash<quint64, int> m_reasoningParts;
    quint64 m_editorId = 0;
    int m_editorHeight = 0;
};

} // namespace snug
