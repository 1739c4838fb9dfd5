#include "core/templates/templateoutput.h"

namespace snug {

void TemplateOutput::append(QStringView added, int origin, int line, int templateIndex)
{
    if (added.isEmpty())
        return;
    if (!spans.empty() && spans.back().origin == origin && spans.back().line == line &&
        spans.back().templateIndex == templateIndex)
        spans.back().length += added.size();
    else
        spans.push_back({text.size(), added.size(), origin, line, templateIndex});
    text += added;
}

void TemplateOutput::append(const TemplateText &added, int line, int templateIndex)
{
    if (!added.pieces)
        return append(added.text, added.origin, line, templateIndex);
    for (const TemplateSpan &span : *added.pieces) {
        const bool known = span.line > 0;
        append(QStringView(added.text).sliced(span.start, span.length), span.origin, known ? span.line : line,
               known ? span.templateIndex : templateIndex);
    }
}

TemplateText TemplateOutput::taken(bool isSafe)
{
    TemplateText result{std::exchange(text, {}), -1, isSafe};
    if (spans.size() == 1 && spans[0].line == 0)
        result.origin = spans[0].origin;
    else if (!spans.empty())
        result.pieces = std::make_shared<const std::vector<TemplateSpan>>(std::move(spans));
    spans.clear();
    return result;
}

} // namespace snug
