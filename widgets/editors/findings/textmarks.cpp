#include "widgets/editors/findings/textmarks.h"

#include "widgets/editors/findings/findingtext.h"

#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr float GroundStrength = 0.16F;

QList<QTextEdit::ExtraSelection> findingMarks(QTextDocument *document, const QList<LintFinding> &findings,
                                              const QColor &warning, const QColor &hint)
{
    const qsizetype last = document->characterCount() - 1;
    QList<QTextEdit::ExtraSelection> marks;
    for (const LintFinding &finding : findings) {
        if (finding.start < 0)
            continue;
        QTextEdit::ExtraSelection mark;
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        if (finding.weight == LintFinding::Weight::Warning) {
            QColor ground = warning;
            ground.setAlphaF(GroundStrength);
            mark.format.setUnderlineColor(warning);
            mark.format.setBackground(ground);
        } else {
            mark.format.setUnderlineColor(hint);
        }
        mark.cursor = QTextCursor(document);
        mark.cursor.setPosition(int(std::min(finding.start, last)));
        mark.cursor.setPosition(int(std::min(finding.start + finding.length, last)), QTextCursor::KeepAnchor);
        marks.append(mark);
    }
    return marks;
}

QString findingsTip(const QList<LintFinding> &findings, qsizetype position)
{
    QString tip;
    for (const LintFinding &finding : findings) {
        if (finding.start >= 0 && position >= finding.start && position <= finding.start + finding.length)
            tip += (tip.isEmpty() ? u""_s : u"\n"_s) + findingText(finding);
    }
    return tip;
}

} // namespace snug
