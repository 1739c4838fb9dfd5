// A highlighter that takes its colours from the program's theme's ground.
#pragma once

#include "widgets/theme/theme.h"

#include <KSyntaxHighlighting/SyntaxHighlighter>

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

// The highlighting theme's colours, made readable on ours.
class SyntaxColours : public KSyntaxHighlighting::SyntaxHighlighter
{
    Q_OBJECT

public:
    // The document's. `definition` is a name that the repository knows.
    SyntaxColours(QTextDocument *document, KSyntaxHighlighting::Repository *repository,
                  const QString &definition);

    void applyColours(const Theme &theme); // colours everything anew

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override;

private:
    KSyntaxHighlighting::Repository *m_repository;
    Theme m_dress = Theme::light();
};

} // namespace snug
