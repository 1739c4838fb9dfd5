// The window in which presets are edited: opened on demand, joined to the library's files, the prompt that
// the preset makes, and the inspector.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/chat/promptpreview.h"
#include "core/editing/documenteditor.h"
#include "widgets/editors/presetcomparer.h"
#include "widgets/editors/preseteditor.h"

#include <map>
#include <memory>

namespace snug {

class PresetEditorController : public WindowController<PresetEditor>
{
    Q_OBJECT

public:
    using Editing = DocumentEditor<Preset>;

    explicit PresetEditorController(const AppContext &app, QObject *parent = nullptr);
    ~PresetEditorController() override;

    // The preset in effect, or the one of this name; with this block chosen, the caret at this place of its
    // text.
    void open(const QString &name = {}, const QString &block = {}, qsizetype position = -1);
    void openDocument(const DocumentKey &key) override { open(key.name); }
    // The preset, block or text that this stretch of a prompt came from.
    void openSource(const Source &link, qsizetype position);
    PresetComparer *comparer() const { return m_comparer; }
    Editing *editing() const; // of the preset that is shown; null: none

protected:
    void applyTheme(const Theme &theme) override;
    void makeWindow() override;
    QList<DocumentEditing *> documents() override;
    DocumentEditing *shown() override { return editing(); }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;
    void compareVersions() override;
    void compareWithOther(const QString &other) override { openComparer(other); }

private:
    Editing *editingOf(const QString &name);
    void showState();
    void showNames();
    void showPreview();
    void lintPreset();
    void onEdited(const Preset &preset, const QString &label, const QString &field);
    void compareWith(const QString &id);
    void openComparer(const QString &chosen);
    void showComparison();
    QSet<QString> editedNames() const;

    QPointer<PresetComparer> m_comparer;
    QString m_compared; // preset at the right, or version as "version/<id>"
    std::optional<Preset> m_comparedValue;
    std::map<QString, std::unique_ptr<Editing>> m_editings;
    QString m_shown;
    QString m_wantedBlock; // once the preset is there
    qsizetype m_wantedPosition = -1;
    PromptPreview m_preview;
};

} // namespace snug
