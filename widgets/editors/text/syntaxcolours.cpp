#include "widgets/editors/text/syntaxcolours.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

namespace snug {

SyntaxColours::SyntaxColours(QTextDocument *document, KSyntaxHighlighting::Repository *repository,
                             const QString &definition)
    : SyntaxHighlighter(document)
    , m_repository(repository)
{
    setDefinition(repository->definitionForName(definition));
}

void SyntaxColours::applyColours(const Theme &theme)
{
    m_dress = theme;
    setTheme(m_repository->defaultTheme(theme.isDark() ? KSyntaxHighlighting::Repository::DarkTheme
                                                       : KSyntaxHighlighting::Repository::LightTheme));
    rehighlight();
}

void SyntaxColours::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    if (length <= 0 || format.isDefaultTextStyle(theme()))
        return;
    QTextCharFormat spelt;
    if (format.hasTextColor(theme()))
        spelt.setForeground(m_dress.readable(format.textColor(theme()), m_dress.surface));
    if (format.isBold(theme()))
        spelt.setFontWeight(QFont::DemiBold);
    if (format.isItalic(theme()))
        spelt.setFontItalic(true);
    setFormat(offset, length, spelt);
}

} // namespace snug
