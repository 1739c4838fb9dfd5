// Colours for source code, line by line, without a document: KSyntaxHighlighting off-screen.
#pragma once

#include "widgets/theme/theme.h"

#include <QList>
#include <QStringList>
#include <QTextCharFormat>

#include <functional>
#include <memory>

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

struct CodeSpan
{
    int start = 0; // UTF-16 units into the line
    int length = 0;
    QTextCharFormat format; // what differs from plain code: colour, weight, slant
};

// One for the program: it keeps the highlighters of the languages seen so far. The repository, which is asked
// for where there is code, must outlive it. Without one (nullptr), or for an unknown language, nothing is
// coloured.
class CodeColours
{
public:
    explicit CodeColours(std::function<KSyntaxHighlighting::Repository *()> repository);
    ~CodeColours();

    // As many entries as lines. `language` is a fence's word: "cpp", "python", a file ending.
    QList<QList<CodeSpan>> spans(const QString &language, const QStringList &lines, const Theme &theme);

private:
    class Highlighter;
    std::function<KSyntaxHighlighting::Repository *()> m_repository;
    std::unique_ptr<Highlighter> m_highlighter;
};

} // namespace snug
