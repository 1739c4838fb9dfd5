// The window in which presets are edited: opened on demand, joined to the library's files, the prompt that
// the preset makes, and the inspector.
#pragma once

#include "app/editors/editorlint.h"
#include "core/chat/promptpreview.h"
#include "core/editing/documenteditor.h"
#include "widgets/editors/presetcomparer.h"
#include "widgets/editors/preseteditor.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>

#include <map>
#include <memory>

namespace snug {

struct AppContext;

class PresetEditorController : public QObject
{
    Q_OBJECT

public:
    using Editing = DocumentEditor<Preset>;

    explicit PresetEditorController(const AppContext &app, QObject *parent = nullptr);
    ~PresetEditorController() override;

    // The preset in effect, or the one of this name; with this block chosen, the caret at this place of its
    // text.
    void open(const QString &name = {}, const QString &block = {}, qsizetype position = -1);
    // The program ends: what is not saved waits as drafts.
    void closeWindows();
    PresetEditor *editor() const { return m_editor; }
    PresetComparer *comparer() const { return m_comparer; }
    Editing *editing() const; // of the preset that is shown; null: none

Q_SIGNALS:
    void draftTaken(const snug::DocumentKey &key);

private:
    void make();
    Editing *editingOf(const QString &name);
    void join(Editing *editing);
    void showState();
    void showNames();
    void showPreview();
    void lint();
    void follow(const Source &source, qsizetype position);
    void take(const Preset &preset, const QString &label, const QString &field);
    void fillVersions();
    void compareWith(const QString &id);
    void openComparer(const QString &chosen);
    void showComparison();
    void explain(const QString &macro);
    void closeEditings(bool keepsDrafts);
    QSet<QString> unsaved() const;

    const AppContext &m_app;
    QPointer<PresetEditor> m_editor;
    QPointer<PresetComparer> m_comparer;
    QString m_compared; // preset at the right, or version as "version/<id>"
    std::optional<Preset> m_comparedValue;
    std::map<QString, std::unique_ptr<Editing>> m_editings;
    QString m_shown;
    QString m_wantedBlock; // once the preset is there
    qsizetype m_wantedPosition = -1;
    PromptPreview m_preview;
    EditorLint m_lint;
};

} // namespace snug
