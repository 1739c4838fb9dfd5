// Any bytes as a template, over a context of every kind of value: an answer or an error, within bounds.
#include "core/templates/sendas.h"
#include "tests/fuzz/fuzzing.h"

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(template)
{
    const QString source = QString::fromUtf8(bytes);
    TemplateRequest request{
        .source = source,
        .context = {{u"a"_s, TemplateData::fromText(u"text"_s, 1)},
                    {u"l"_s, TemplateData::fromLines(
                                 {TemplateData::fromNumber(1), TemplateData::fromText(u"x"_s, 2)})},
                    {u"o"_s, TemplateData::fromMembers({{u"name"_s, TemplateData::null()}})}},
        .templates = {{u"t"_s, source}},
        .marker = u"m"_s};
    request.limits.steps = 200'000;
    request.limits.memory = 4 * 1024 * 1024;
    const auto rendered = renderTemplate(request);
    if (!rendered)
        return;
    qsizetype end = 0;
    for (const TemplateSpan &span : rendered->spans) {
        promise(span.start == end && span.length > 0);
        end = span.end();
    }
    promise(end == rendered->text.size());
    cutAtMarkers(*rendered, request.marker);
}
