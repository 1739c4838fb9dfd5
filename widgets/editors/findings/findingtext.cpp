#include "widgets/editors/findings/findingtext.h"

using namespace Qt::StringLiterals;

namespace snug {

// Parts come without their full stops.
static QString sentence(const QString &part)
{
    return part.isEmpty() || part.endsWith(u'…') || part.endsWith(u'.') ? part : QString(part + u'.');
}

QString findingText(const LintFinding &finding)
{
    const QString what = sentence(finding.what);
    return finding.fix.isEmpty() ? what : QString(what + u' ' + sentence(finding.fix));
}

QList<LintFinding> findingsAt(const QList<LintFinding> &findings, QStringView where)
{
    QList<LintFinding> there;
    for (const LintFinding &finding : findings) {
        if (finding.where == where)
            there.append(finding);
    }
    return there;
}

} // namespace snug
