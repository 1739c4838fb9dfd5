#include "widgets/chat/codecolours.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Longer code stays plain: highlighting runs where the message is laid out.
constexpr qsizetype longestLine = 2'000;
constexpr qsizetype mostLines = 3'000;

} // namespace

class CodeColours::Highlighter final : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    QList<QList<CodeSpan>> run(const KSyntaxHighlighting::Definition &code,
                               const KSyntaxHighlighting::Theme &colours, const QStringList &lines,
                               const Theme &theme)
    {
        setDefinition(code);
        setTheme(colours);
        m_theme = &theme;
        KSyntaxHighlighting::State state;
        QList<QList<CodeSpan>> all;
        all.reserve(lines.size());
        for (const QString &line : lines) {
            m_line.clear();
            if (line.size() <= longestLine)
                state = highlightLine(line, state);
            all.append(m_line);
        }
        return all;
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        if (length <= 0 || format.isDefaultTextStyle(theme()))
            return;
        QTextCharFormat spelt;
        if (format.hasTextColor(theme()))
            spelt.setForeground(m_theme->readable(format.textColor(theme()), m_theme->codeGround));
        if (format.isBold(theme()))
            spelt.setFontWeight(QFont::DemiBold);
        if (format.isItalic(theme()))
            spelt.setFontItalic(true);
        m_line.append({offset, length, spelt});
    }

private:
    QList<CodeSpan> m_line;
    const Theme *m_theme = nullptr;
};

CodeColours::CodeColours(std::function<KSyntaxHighlighting::Repository *()> repository)
    : m_repository(std::move(repository))
    , m_highlighter(std::make_unique<Highlighter>())
{
}

CodeColours::~CodeColours() = default;

QList<QList<CodeSpan>> CodeColours::spans(const QString &language, const QStringList &lines,
                                          const Theme &theme)
{
    const QList<QList<CodeSpan>> plain(lines.size());
    if (!m_repository || language.isEmpty() || lines.size() > mostLines)
        return plain;
    const KSyntaxHighlighting::Repository *repository = m_repository();
    auto definition = repository->definitionForName(language);
    if (!definition.isValid())
        definition = repository->definitionForFileName(u"x."_s + language);
    if (!definition.isValid())
        definition = repository->definitionForMimeType(u"text/x-"_s + language);
    if (!definition.isValid())
        return plain;
    const auto colours =
        repository->defaultTheme(theme.isDark() ? KSyntaxHighlighting::Repository::DarkTheme
                                                : KSyntaxHighlighting::Repository::LightTheme);
    return m_highlighter->run(definition, colours, lines, theme);
}

} // namespace snug
