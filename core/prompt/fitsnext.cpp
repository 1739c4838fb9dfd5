#include "core/prompt/fitsnext.h"

#include "core/prompt/assemble.h"
#include "core/prompt/labels.h"
#include "core/prompt/promptparts.h"

#include <QCoreApplication>
#include <QMap>

#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int largestContext = 64 * 1024 * 1024; // tokens
constexpr qsizetype mostNames = 3;

// What is cut, by key, with what the user calls it.
using Cuts = QMap<QString, QString>;

Cuts cutsOf(const AssembledPrompt &prompt)
{
    Cuts cuts;
    for (const DroppedText &dropped : prompt.trace.dropped) {
        if (dropped.content.spans().isEmpty())
            continue;
        const Source thing = thingOf(dropped.content.spans().first().source);
        cuts.insert(thingKey(thing), thingName(thing));
    }
    for (const LoreTrace &row : prompt.trace.lore) {
        if (row.gate == LoreGate::Budget || row.gate == LoreGate::BudgetSpent)
            cuts.insert(u"lore %1.%2"_s.arg(row.book).arg(row.uid),
                        QCoreApplication::translate("PromptSources", "lore %1: %2").arg(row.book, row.title));
    }
    return cuts;
}

class Search
{
public:
    Search(const PromptInputs &inputs, const std::stop_token &stop)
        : m_inputs(inputs)
        , m_stop(stop)
    {
        m_inputs.loreCache = std::make_shared<LoreCache>(); // not to push out what the next keystroke needs
    }

    // Of `cuts`, what comes back at this size.
    QStringList back(const Cuts &cuts, int size)
    {
        m_inputs.contextSize = size;
        m_prompt = assemble(m_inputs, m_stop);
        const Cuts left = cutsOf(m_prompt);
        QStringList names;
        for (const auto &[key, name] : cuts.asKeyValueRange()) {
            if (!left.contains(key))
                names.append(name);
        }
        return names;
    }

    // The smallest size above `from`; nothing if none brings anything back.
    std::optional<FitsNext> after(const Cuts &cuts, int from)
    {
        int small = from;
        int step = 32;
        QStringList names;
        int large = 0;
        do {
            if (m_stop.stop_requested() || small > largestContext - step)
                return std::nullopt;
            large = from + step;
            names = back(cuts, large);
            if (names.isEmpty())
                small = large;
            step *= 2;
        } while (names.isEmpty());
        while (large - small > 1 && !m_stop.stop_requested()) {
            const int middle = small + (large - small) / 2;
            const QStringList there = back(cuts, middle);
            if (there.isEmpty()) {
                small = middle;
            } else {
                large = middle;
                names = there;
            }
        }
        if (names.size() > mostNames) {
            const qsizetype more = names.size() - mostNames;
            names.resize(mostNames);
            names.append(QCoreApplication::translate("FitsNext", "%n more", nullptr, int(more)));
        }
        back(cuts, large); // leaves the prompt of that size
        return FitsNext{large, names};
    }

    const AssembledPrompt &prompt() const { return m_prompt; }

private:
    PromptInputs m_inputs;
    const std::stop_token m_stop;
    AssembledPrompt m_prompt;
};

} // namespace

QList<FitsNext> whatFitsNext(const PromptInputs &inputs, const AssembledPrompt &prompt, int count,
                             const std::stop_token &stop)
{
    QList<FitsNext> steps;
    Cuts cuts = cutsOf(prompt);
    if (cuts.isEmpty() || prompt.budget.context <= 0)
        return steps;
    Search search(inputs, stop);
    int from = prompt.budget.context;
    while (steps.size() < count && !cuts.isEmpty()) {
        const std::optional<FitsNext> next = search.after(cuts, from);
        if (!next || stop.stop_requested())
            break;
        steps.append(*next);
        from = next->contextSize;
        cuts = cutsOf(search.prompt());
    }
    return steps;
}

} // namespace snug
