// What can be taken back in one open document, and done again; and whether it differs from what is saved.
#pragma once

#include "core/editing/documentsteps.h"

#include <QString>

#include <vector>

namespace snug {

// `T` is a value with ==, implicitly shared in its large parts. See StepOf for how a step is kept.
template <typename T> class DocumentHistory
{
public:
    static constexpr size_t StepLimit = 1'000; // older ones go

    DocumentHistory() = default;

    // Another document: nothing to take back, and this is what is saved.
    void reset(const T &value)
    {
        m_steps.clear();
        m_done = 0;
        m_isSealed = true;
        m_value = value;
        markSaved(value);
    }

    const T &value() const { return m_value; }
    const T &saved() const { return m_saved; }

    // The user changed it. `label` is what was done ("Rename Block"), for the menu. Changes that follow each
    // other with the same `field`, if it has a name, are one step (typing).
    void change(const T &value, const QString &label, const QString &field = {})
    {
        if (value == m_value)
            return;
        const bool goesOn =
            !m_isSealed && !field.isEmpty() && m_done > 0 && m_steps[m_done - 1].field == field;
        m_steps.erase(m_steps.begin() + std::ptrdiff_t(m_done), m_steps.end());
        if (goesOn) {
            Step &step = m_steps.back();
            step.change = Change(step.change.undone(m_value), value);
        } else {
            m_steps.push_back({Change(m_value, value), label, field});
            if (m_steps.size() > StepLimit)
                m_steps.erase(m_steps.begin());
            m_done = m_steps.size();
        }
        m_isSealed = false;
        setValue(value);
    }

    // The next change is a step of its own, whatever its field: after a pause, a save, a move elsewhere.
    void seal() { m_isSealed = true; }

    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_steps.size(); }
    // What undo() would take back and redo() do again; empty if nothing.
    QString undoLabel() const { return canUndo() ? m_steps[m_done - 1].label : QString(); }
    QString redoLabel() const { return canRedo() ? m_steps[m_done].label : QString(); }

    bool undo()
    {
        if (!canUndo())
            return false;
        m_isSealed = true;
        setValue(m_steps[--m_done].change.undone(m_value));
        return true;
    }

    bool redo()
    {
        if (!canRedo())
            return false;
        m_isSealed = true;
        setValue(m_steps[m_done++].change.redone(m_value));
        return true;
    }

    // The file has this now; not always the present value: one may have typed on while it was written.
    void markSaved(const T &saved)
    {
        m_saved = saved;
        m_hasSaved = true;
        m_isEdited = !(m_value == m_saved);
    }

    // There is no file any more: whatever the value, it is not saved.
    void markUnsaved()
    {
        m_hasSaved = false;
        m_isEdited = true;
    }

    bool isEdited() const { return m_isEdited; }

private:
    using Change = typename StepOf<T>::Type;
    struct Step
    {
        Change change;
        QString label;
        QString field;
    };

    void setValue(const T &value)
    {
        m_value = value;
        m_isEdited = !m_hasSaved || !(m_value == m_saved);
    }

    T m_value;
    T m_saved;
    std::vector<Step> m_steps;
    size_t m_done = 0; // steps that are in effect
    bool m_isSealed = true;
    bool m_hasSaved = true;
    bool m_isEdited = false;
};

} // namespace snug
