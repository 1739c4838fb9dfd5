// Rendering a template: a pure function of values, safe on any thread, cancellable, and bounded in
// output, depth, steps and memory, whatever the template. See docs/systems/hologram.md.
//
// Templates see data and a fixed table of methods and filters. There is no host object behind a value,
// so there is nothing to escape to.
#pragma once

#include "core/regex/regexengine.h"
#include "core/templates/templatedata.h"
#include "core/templates/templateerror.h"
#include "core/templates/templatevalue.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>

namespace snug {

class TemplateTreeCache;

// Another entity's template, by the entity's name, which is compared without letter case.
struct NamedTemplate
{
    QString name;
    std::optional<QString> text; // nothing: the entity has none
};

struct TemplateLimits
{
    qsizetype loopItems = 1'000;
    qsizetype methodText = 100'000; // repeat, padStart, padEnd, replaceAll, join
    qsizetype output = 1'000'000;
    // Of our own, for the whole render:
    int depth = 1'200;                // of the renderer's own recursion
    qintptr stack = qintptr(3) << 20; // bytes of the thread's own; sanitized builds use more for the same
    qint64 steps = 20'000'000;        // nodes worked off
    qsizetype memory = qsizetype(96) << 20; // units of text and values that were made, in all
    int milliseconds = 0;                   // of wall-clock time; 0 = without end
};

struct TemplateRequest
{
    QString source;
    TemplateData::Members context = {};
    QList<NamedTemplate> templates = {};
    bool isStrict = false; // printing what is missing or none is an error
    // Where send_as exists: random words that no value can guess, new for every render. Empty: there
    // is no send_as.
    QString marker = {};
    RegexEnginePtr regexEngine = {};               // for match and search; without it they fail
    std::shared_ptr<TemplateTreeCache> trees = {}; // parsed before; null = parsed anew
    quint64 seed = 0;                              // of the filter "random": the same seed picks the same
    TemplateLimits limits = {};
};

struct RenderedText
{
    QString text;
    // Without gaps or overlaps, in order: who wrote each stretch.
    QList<TemplateSpan> spans;
    QStringList templates; // TemplateSpan::templateIndex; the first is "", the template that was given

    bool operator==(const RenderedText &) const = default;
};

TemplateResult<RenderedText> renderTemplate(const TemplateRequest &request, const std::stop_token &stop = {});

} // namespace snug
