// A document of one type while it is edited: the value, its history, and what DocumentEditing does for it.
#pragma once

#include "core/editing/documentediting.h"
#include "core/editing/documenthistory.h"

#include <QCoreApplication>

namespace snug {

//     DocumentEditor<Preset> editing(library, presetFormat());
//     editing.open(u"Slow Burn"_s);
//     …
//     editing.change(preset, tr("Rename Block"));      // editing.changed() follows, also after undo()
template <typename T> class DocumentEditor : public DocumentEditing
{
public:
    using DocumentEditing::DocumentEditing;
    ~DocumentEditor() override { keepDraftNow(); }

    const T &value() const { return m_history.value(); }
    // As in the file, as far as is known.
    const T &savedValue() const { return m_history.saved(); }

    // A document that no file has yet; nobody else may have this name, in a file or a draft.
    void openNew(const QString &name, const T &value) { beginNew(name, DocumentValue::of(value)); }

    // See DocumentHistory::change().
    void change(const T &value, const QString &label, const QString &field = {})
    {
        if (!isOpen() || value == m_history.value())
            return;
        m_history.change(value, label, field);
        noteChange();
    }

    bool isEdited() const override { return m_history.isEdited(); }
    DocumentValue present() const override { return DocumentValue::of(m_history.value()); }
    bool canUndo() const override { return m_history.canUndo(); }
    bool canRedo() const override { return m_history.canRedo(); }

    QString undoText() const override
    {
        return canUndo() ? QCoreApplication::translate("Editing", "&Undo %1", "%1 is what was done")
                               .arg(m_history.undoLabel())
                         : QCoreApplication::translate("Editing", "&Undo");
    }

    QString redoText() const override
    {
        return canRedo() ? QCoreApplication::translate("Editing", "&Redo %1", "%1 is what was done")
                               .arg(m_history.redoLabel())
                         : QCoreApplication::translate("Editing", "&Redo");
    }

    void undo() override
    {
        if (m_history.undo())
            noteChange();
    }

    void redo() override
    {
        if (m_history.redo())
            noteChange();
    }

    // The next change is a step of its own.
    void seal() override { m_history.seal(); }

protected:
    void apply(const DocumentValue &value, Arrival arrival, const QString &label) override
    {
        const T &taken = value.as<T>();
        if (arrival == Arrival::Opened) {
            m_history.reset(taken);
            return;
        }
        m_history.seal();
        m_history.change(taken, label);
        if (arrival == Arrival::FromFile)
            m_history.markSaved(taken);
        m_history.seal();
    }

    void markSaved(const DocumentValue &value) override
    {
        m_history.markSaved(value.as<T>());
        m_history.seal();
    }

    void markUnsaved() override { m_history.markUnsaved(); }

private:
    DocumentHistory<T> m_history;
};

} // namespace snug
