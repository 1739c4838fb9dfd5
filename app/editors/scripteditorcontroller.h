// The window in which regex scripts are written: those of everywhere, of each preset and of each card.
#pragma once

#include "app/editors/editorlint.h"
#include "core/editing/documenteditor.h"
#include "core/editing/documentparts.h"
#include "core/prompt/scripttrial.h"
#include "widgets/editors/regex/scripteditor.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <map>
#include <memory>
#include <stop_token>

namespace snug {

struct AppContext;

class ScriptEditorController : public QObject
{
    Q_OBJECT

public:
    using Editing = DocumentEditor<QList<RegexScript>>;

    explicit ScriptEditorController(const AppContext &app, QObject *parent = nullptr);
    ~ScriptEditorController() override;

    // The place that was open, or that of the global ones.
    void open();
    void openPlace(const DocumentKey &key, const QString &script = {}); // by its id
    void importFiles(const QStringList &paths);
    void exportTo(const QList<int> &rows, const QString &path);
    ScriptEditor *editor() const { return m_editor; }
    Editing *editing() const; // of what is shown; null: none

Q_SIGNALS:
    void draftTaken(const snug::DocumentKey &key);

private:
    struct Trial
    {
        ScriptTrialRequest request;
        ScriptTrialResult result;
    };

    void make();
    void connectEditor();
    Editing *editingOf(const DocumentKey &key);
    void join(Editing *editing);
    void showState();
    void showPlaces();
    void putIntoEffect(Editing *editing);
    void closeEditings();
    void transfer(const QList<int> &rows, const QString &place, bool isMove);
    void receive(Editing *target, const QList<RegexScript> &scripts);
    void allow(bool isAllowed);
    std::optional<bool> isAllowed() const;
    void takeLastMessage();
    void tryIt();
    void lint();
    void takeTrial();
    void askForFiles();
    void askForTarget(const QList<int> &rows);
    void explain(const QString &macro);
    void follow(const Source &source);

    const AppContext &m_app;
    QPointer<ScriptEditor> m_editor;
    DocumentKey m_shown;
    std::map<QString, std::unique_ptr<Editing>> m_editings; // by folderOf()
    std::map<QString, QList<RegexScript>> m_arriving;       // until the place is open
    QHash<QString, QByteArray> m_digests;                   // of the scripts as last saved, by folderOf()
    QTimer m_trialPause;
    std::stop_source m_stop;
    QFutureWatcher<Trial> m_trying;
    EditorLint m_lint;
    bool m_isTrialDue = false;
};

} // namespace snug
