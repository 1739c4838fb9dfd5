#include "widgets/editors/wholepreset.h"

#include "core/editing/presetedits.h"
#include "core/macros/macroparser.h"
#include "widgets/editors/blockdelegate.h"

#include <QScrollBar>
#include <QShowEvent>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The text with its macros in the colour of links.
QString marked(const QString &text, const QColor &colour)
{
    QString html;
    for (const MacroNode &node : parseMacros(text)) {
        const QString part = text.sliced(node.start, node.end - node.start).toHtmlEscaped();
        html += node.isMacro ? u"<span style=\"color:%1\">%2</span>"_s.arg(colour.name(), part) : part;
    }
    return html;
}

} // namespace

WholePreset::WholePreset(QWidget *parent)
    : QTextBrowser(parent)
    , m_theme(Theme::light())
{
    setAccessibleName(tr("The whole preset"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    document()->setDocumentMargin(18);
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &url) { Q_EMIT blockChosen(url.toString(QUrl::FullyDecoded).sliced(1)); });
}

void WholePreset::setTheme(const Theme &theme)
{
    m_theme = theme;
    setFont(theme.textFont());
    m_isWritten = false;
    if (isVisible())
        write();
}

void WholePreset::setPreset(const Preset &preset)
{
    m_preset = preset;
    m_isWritten = false;
    if (isVisible())
        write();
}

void WholePreset::showEvent(QShowEvent *event)
{
    if (!m_isWritten)
        write();
    QTextBrowser::showEvent(event);
}

void WholePreset::write()
{
    m_isWritten = true;
    QString html;
    QString folder;
    for (const QString &identifier : blockOrder(m_preset)) {
        const PromptBlock *block = findBlock(m_preset, identifier);
        if (!block || !isBlockOn(m_preset, identifier))
            continue;
        if (const QString own = blockFolder(*block); own != folder) {
            folder = own;
            if (!folder.isEmpty())
                html += u"<h3>%1</h3>"_s.arg(folder.toHtmlEscaped());
        }
        const QString kind = blockKind(*block, false);
        html += u"<p style=\"margin-top:18px\"><a href=\"#%1\" style=\"color:%2\"><b>%3</b></a>%4</p>"_s.arg(
            identifier.toHtmlEscaped(), m_theme.accent.name(),
            (block->name.isEmpty() ? identifier : block->name).toHtmlEscaped(),
            kind.isEmpty()
                ? QString()
                : u" <span style=\"color:%1\">%2</span>"_s.arg(m_theme.textDim.name(), kind.toHtmlEscaped()));
        if (block->marker)
            html += u"<p style=\"color:%1\"><i>%2</i></p>"_s.arg(m_theme.textDim.name(),
                                                                 markerMeaning(identifier).toHtmlEscaped());
        else
            html += u"<p style=\"white-space:pre-wrap\">%1</p>"_s.arg(
                marked(block->content, m_theme.source(SourceGroup::Preset)));
    }
    const int place = verticalScrollBar()->value();
    setHtml(html.isEmpty() ? u"<p>%1</p>"_s.arg(tr("No block is on.")) : html);
    verticalScrollBar()->setValue(place);
}

} // namespace snug
