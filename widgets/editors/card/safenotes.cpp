#include "widgets/editors/card/safenotes.h"

#include "widgets/theme/closeddocument.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Qt lays out tables inside tables in a time that doubles with each (16 take ten seconds), and many thousand
// tags or brackets take long too. Notes beyond these bounds are shown as they are written.
bool isBearable(const QString &text)
{
    return text.size() <= 100'000 && text.count(u'<') <= 600 && text.count(u'[') <= 2000 &&
           text.count("<table"_L1, Qt::CaseInsensitive) <= 6;
}

} // namespace

SafeNotes::SafeNotes(QWidget *parent)
    : QTextBrowser(parent)
{
    setDocument(new ClosedDocument(this));
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setAccessibleName(tr("Creator's notes as they look"));
}

void SafeNotes::setNotes(const QString &text)
{
    if (m_notes == text && !text.isEmpty())
        return;
    m_notes = text;
    if (!isBearable(text))
        setPlainText(text);
    else if (Qt::mightBeRichText(text))
        setHtml(text);
    else
        setMarkdown(text);
}

} // namespace snug
