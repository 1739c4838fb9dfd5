// The window in which regex scripts are written: those of everywhere, of each preset and of each card.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/editing/documenteditor.h"
#include "core/editing/documentparts.h"
#include "core/prompt/scripttrial.h"
#include "widgets/editors/regex/scripteditor.h"

#include <QFutureWatcher>
#include <QTimer>

#include <map>
#include <memory>
#include <stop_token>

namespace snug {

class ScriptEditorController : public WindowController<ScriptEditor>
{
    Q_OBJECT

public:
    using Editing = DocumentEditor<QList<RegexScript>>;

    explicit ScriptEditorController(const AppContext &app, QObject *parent = nullptr);
    ~ScriptEditorController() override;

    // The place that was open, or that of the global ones.
    void open();
    void openPlace(const DocumentKey &key, const QString &script = {}); // by its id or mark
    void openDocument(const DocumentKey &key) override { openPlace(key); }
    QString partInFront() const override;
    // The script that wrote this stretch of a prompt.
    void openSource(const Source &source);
    void importFiles(const QStringList &paths);
    void exportTo(const QList<int> &rows, const QString &path);
    Editing *editing() const; // of what is shown; null: none

protected:
    void showMacroValue(const QString &macro, const QString &value) override;
    void makeWindow() override;
    QList<DocumentEditing *> documents() override;
    DocumentEditing *shown() override { return editing(); }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;
    void save() override; // all places

private:
    struct Trial
    {
        ScriptTrialRequest request;
        ScriptTrialResult result;
    };

    void connectEditor();
    Editing *editingOf(const DocumentKey &key);
    void followSaves(Editing *editing);
    void showState();
    void showPlaces();
    void transfer(const QList<int> &rows, const QString &place, bool isMove);
    void receive(Editing *target, const QList<RegexScript> &scripts);
    void allow(bool isAllowed);
    std::optional<bool> isAllowed() const;
    void takeLastMessage();
    void tryIt();
    void lintScripts();
    void onTrialDone();
    void askForFiles();
    void askForTarget(const QList<int> &rows);

    DocumentKey m_shown;                                    // the place
    std::map<QString, std::unique_ptr<Editing>> m_editings; // by folderOf()
    std::map<QString, QList<RegexScript>> m_arriving;       // until the place is open
    QHash<QString, QByteArray> m_digests;                   // of the scripts as last saved, by folderOf()
    QTimer m_trialPause;
    std::stop_source m_stop;
    QFutureWatcher<Trial> m_trying;
    bool m_isTrialDue = false;
};

} // namespace snug
