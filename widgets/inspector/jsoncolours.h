// Colours for single lines of JSON (texts in the calm colour of text, they are what one reads), by
// KSyntaxHighlighting, without running through all lines before them: what a line begins inside of is known,
// and that is all its highlighting depends on.
#pragma once

#include "widgets/inspector/bodytext.h"
#include "widgets/theme/theme.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <QHash>
#include <QTextLayout>

namespace snug {

class JsonColours : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    JsonColours();

    void setPalette(const Theme &palette);
    QList<QTextLayout::FormatRange> line(const QString &text, const BodyLine &line,
                                         const QByteArray &containers);

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;

private:
    KSyntaxHighlighting::State stateInside(const QByteArray &containers);

    KSyntaxHighlighting::Repository m_repository;
    QHash<QByteArray, KSyntaxHighlighting::State> m_states;
    QList<QTextLayout::FormatRange> m_ranges;
    QTextCharFormat m_string;
    bool m_collecting = false;
};

} // namespace snug
