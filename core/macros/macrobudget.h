// What the macros of one assembly may use up, all its texts together. Cards, presets, lorebooks and chats
// come from strangers, and a hundred characters of macros can ask for gigabytes.
#pragma once

#include <QList>
#include <QString>

#include <algorithm>
#include <memory>
#include <stop_token>

namespace snug {

// Each is many times what the largest real files need (a card of 200 KB with 6,000 macros, shown ten times;
// presets that set hundreds of variables; 2,000 messages with macros), and little enough that an assembly
// that uses all of it ends within about a second and 200 MB.
struct MacroLimits
{
    // About a microsecond each: two for a macro, one for every 512 UTF-16 units that are looked through.
    qint64 steps = 1'000'000;
    // UTF-16 units that macros and replacements put into texts: as much as a model with a context of two
    // million tokens reads. To each expansion are added `recordUnits`, for the record of where it came from.
    qint64 output = 8 * 1024 * 1024;
    // UTF-16 units by which the variables may grow: 32 MB.
    qint64 variables = 16 * 1024 * 1024;
    // Blocks and macros inside each other; keeps evaluation off the end of the stack.
    int depth = 250;

    static constexpr qint64 recordUnits = 8;
    static constexpr qint64 unitsPerStep = 512;
};

// A text that has macros: a source of the prompt, in the words of core/prompt.
struct MacroPlace
{
    QString type = {}; // "char.description"
    QString id = {};
    QString label = {}; // "card Mira"

    bool isEmpty() const { return type.isEmpty() && label.isEmpty(); }
    bool operator==(const MacroPlace &) const = default;
};

// Shared by every expansion of one assembly, on one thread; only the stop tokens are for others too.
class MacroBudget
{
public:
    enum class Limit : quint8 { None, Steps, Output, Variables, Depth };

    explicit MacroBudget(const std::stop_token &asked = {}, const MacroLimits &limits = {});
    MacroBudget(const MacroBudget &) = delete;
    MacroBudget &operator=(const MacroBudget &) = delete;

    // False once a limit is exceeded or whoever wanted the texts asked to stop: nothing is worth doing any
    // more.
    bool goesOn() const { return !m_end.stop_requested(); }
    // Requested in both cases.
    std::stop_token end() const { return m_end.get_token(); }

    // Before the thing is done. They return goesOn().
    bool takeSteps(qint64 steps);
    bool takeReading(qsizetype units) { return takeSteps(units / MacroLimits::unitsPerStep); }
    bool takeOutput(qsizetype units, qsizetype records = 1);
    // A variable that had `before` units gets `units`.
    bool takeVariable(qsizetype units, qsizetype before);
    bool takeDepth(int depth);

    Limit exceeded() const { return m_exceeded; }
    const MacroLimits &limits() const { return m_limits; }
    // What was taken so far: never more than the limits.
    const MacroLimits &used() const { return m_used; }
    qint64 outputLeft() const { return std::max<qint64>(0, m_limits.output - m_used.output); }

    // How much of the tightest limit is used, and what was refused: from 0 to 2.
    double share() const;
    // `place` took `share`. Small shares are not worth a line.
    static constexpr double noteworthy = 1.0 / 64;
    void note(const MacroPlace &place, double share);
    double noted() const; // all that has a line
    // The place that took most of what is noted.
    MacroPlace heaviest() const;

    // Where it ended: in the text of a card that a macro shows, at a place of the text that is evaluated.
    void endIn(const MacroPlace &place);
    void endAt(qsizetype position) { m_endPosition = position; }
    const MacroPlace &endPlace() const { return m_endPlace; }
    qsizetype endPosition() const { return m_endPosition; }

private:
    struct Noted
    {
        MacroPlace place;
        double share = 0;
    };

    bool take(Limit limit, qint64 &used, qint64 most, qint64 amount);
    bool exceed(Limit limit, double refused);

    MacroLimits m_limits;
    MacroLimits m_used = {.steps = 0, .output = 0, .variables = 0, .depth = 0};
    Limit m_exceeded = Limit::None;
    double m_refused = 0;
    QList<Noted> m_noted;
    MacroPlace m_endPlace;
    qsizetype m_endPosition = 0;

    struct Ending
    {
        std::stop_source &end;
        void operator()() const noexcept { end.request_stop(); }
    };
    std::stop_source m_end;
    std::stop_callback<Ending> m_asked;
};

using MacroBudgetPtr = std::shared_ptr<MacroBudget>;

} // namespace snug
