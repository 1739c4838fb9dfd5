#include "core/lint/lorerecursion.h"

#include "core/lore/decorators.h"
#include "core/lore/keymatch.h"
#include "core/lore/patternset.h"
#include "core/model/whitespace.h"
#include "core/regex/regexpattern.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <vector>

namespace snug {

namespace {

// Tarjan's strongly connected components, without the machine's stack.
class Components
{
public:
    explicit Components(const std::vector<std::vector<quint32>> &edges)
        : m_edges(edges)
        , m_marks(edges.size())
    {
    }

    QList<QList<qsizetype>> run()
    {
        for (size_t node = 0; node < m_edges.size(); ++node) {
            if (m_marks[node].order == 0)
                visit(quint32(node));
        }
        return m_found;
    }

private:
    struct Mark
    {
        quint32 order = 0; // of the visit, from 1
        quint32 low = 0;
        bool isOpen = false;
    };
    struct Step
    {
        quint32 node;
        size_t edge;
    };

    void enter(quint32 node)
    {
        m_marks[node] = {m_visits + 1, m_visits + 1, true};
        ++m_visits;
        m_open.push_back(node);
        m_path.push_back({node, 0});
    }

    void visit(quint32 first)
    {
        enter(first);
        while (!m_path.empty()) {
            Step &step = m_path.back();
            if (step.edge < m_edges[step.node].size()) {
                const quint32 next = m_edges[step.node][step.edge++];
                if (m_marks[next].order == 0)
                    enter(next);
                else if (m_marks[next].isOpen)
                    m_marks[step.node].low = std::min(m_marks[step.node].low, m_marks[next].order);
                continue;
            }
            const quint32 node = step.node;
            m_path.pop_back();
            if (!m_path.empty())
                m_marks[m_path.back().node].low =
                    std::min(m_marks[m_path.back().node].low, m_marks[node].low);
            if (m_marks[node].low == m_marks[node].order)
                close(node);
        }
    }

    void close(quint32 root)
    {
        QList<qsizetype> component;
        quint32 node = root;
        do {
            node = m_open.back();
            m_open.pop_back();
            m_marks[node].isOpen = false;
            component.append(node);
        } while (node != root);
        if (component.size() > 1) {
            std::ranges::sort(component);
            m_found.append(component);
        }
    }

    const std::vector<std::vector<quint32>> &m_edges;
    std::vector<Mark> m_marks;
    std::vector<quint32> m_open;
    std::vector<Step> m_path;
    quint32 m_visits = 0;
    QList<QList<qsizetype>> m_found;
};

// Whether other entries' content can bring it in.
bool isReached(const LoreEntry &entry)
{
    return !entry.disabled && !entry.constant && !entry.excludeRecursion;
}

} // namespace

QList<QList<qsizetype>> recursionLoops(const QList<LoreEntry> &entries, const LoreSettings &settings,
                                       const std::stop_token &stop)
{
    PatternSet lowered;
    PatternSet asWritten;
    std::vector<std::vector<quint32>> owners;     // of a pattern; many entries may have the same key
    std::array<QHash<QString, quint32>, 4> known; // patterns by case and whole words
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (!isReached(entries.at(i)))
            continue;
        for (const QString &key : entries.at(i).keys) {
            const QString text = javaScriptTrimmed(key).toString();
            if (text.isEmpty() || text.contains(QStringLiteral("{{")) || keyPattern(text))
                continue;
            const KeyLiteral literal = keyLiteral(text, keyOptions(entries.at(i), settings));
            QHash<QString, quint32> &same =
                known[std::size_t(literal.isCaseSensitive ? 2 : 0) + (literal.isWholeWord ? 1 : 0)];
            auto pattern = same.constFind(literal.text);
            if (pattern == same.cend()) {
                pattern = same.insert(literal.text, quint32(owners.size()));
                (literal.isCaseSensitive ? asWritten : lowered)
                    .add(*pattern, literal.text, literal.isWholeWord);
                owners.emplace_back();
            }
            if (owners[*pattern].empty() || owners[*pattern].back() != quint32(i))
                owners[*pattern].push_back(quint32(i));
        }
    }
    lowered.build();
    asWritten.build();
    std::vector<std::vector<quint32>> edges(size_t(entries.size()));
    for (qsizetype i = 0; i < entries.size() && !stop.stop_requested(); ++i) {
        const LoreEntry &entry = entries.at(i);
        if (!isReached(entry) || entry.preventRecursion)
            continue;
        const QString content = contentWithoutDecorators(entry.content);
        std::vector<PatternHit> hits = lowered.find(snug::lowered(content).text);
        const std::vector<PatternHit> exact = asWritten.find(content);
        hits.insert(hits.end(), exact.cbegin(), exact.cend());
        for (const PatternHit &hit : hits) {
            for (const quint32 owner : owners[hit.pattern]) {
                if (owner != quint32(i))
                    edges[size_t(i)].push_back(owner);
            }
        }
    }
    QList<QList<qsizetype>> loops = Components(edges).run();
    std::ranges::sort(loops, {}, [](const QList<qsizetype> &loop) { return loop.first(); });
    return loops;
}

} // namespace snug
