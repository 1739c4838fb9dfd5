#include "widgets/editors/card/safenotes.h"

namespace snug {

SafeNotes::SafeNotes(QWidget *parent)
    : QTextBrowser(parent)
{
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setAccessibleName(tr("Creator's notes as they look"));
}

void SafeNotes::setNotes(const QString &text)
{
    if (m_notes == text && !text.isEmpty())
        return;
    m_notes = text;
    if (Qt::mightBeRichText(text))
        setHtml(text);
    else
        setMarkdown(text);
}

// Pictures, style sheets …: neither from the network nor from the disk.
QVariant SafeNotes::loadResource(int, const QUrl &)
{
    return {};
}

} // namespace snug
