// Where the lists and objects of one render live, and what becoming texts has cost them.
#pragma once

#include "core/templates/templatevalue.h"

#include <deque>

namespace snug {

// What making texts of lists and objects has cost one render so far. A list that holds itself twice, over
// and over, is a few cells and more text than there is memory.
struct TemplateWork
{
    qint64 steps = 0;
    qint64 most = 20'000'000;

    bool goesOn(qint64 more) { return (steps += more) <= most; } // false: give up
    void giveUp() { steps = most + 1; }
    bool isOver() const { return steps > most; }
};

// Owns what one render makes. Not movable: values point into it.
class TemplateHeap
{
public:
    TemplateHeap() = default;
    TemplateHeap(const TemplateHeap &) = delete;
    TemplateHeap &operator=(const TemplateHeap &) = delete;

    TemplateList *list(std::vector<TemplateValue> items = {});
    TemplateObject *object();
    TemplateFunction *
    function(QString name,
             std::function<TemplateValue(TemplateEvaluation &, const TemplateArguments &)> call);
    qsizetype cells() const { return m_cells; } // what it holds, roughly in values
    TemplateWork &work() { return m_work; }

private:
    std::deque<TemplateList> m_lists;
    std::deque<TemplateObject> m_objects;
    std::deque<TemplateFunction> m_functions;
    qsizetype m_cells = 0;
    TemplateWork m_work;
};

} // namespace snug
