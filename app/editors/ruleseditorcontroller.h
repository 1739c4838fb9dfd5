// The window in which SmartTavern's replacement rules are written: a file of snug/rules at a time.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/editing/documenteditor.h"
#include "core/formats/framingrules.h"
#include "core/prompt/ruletrial.h"
#include "widgets/editors/rules/ruleseditor.h"

#include <QFutureWatcher>
#include <QTimer>

namespace snug {

class RulesEditorController : public WindowController<RulesEditor>
{
    Q_OBJECT

public:
    explicit RulesEditorController(const AppContext &app, QObject *parent = nullptr);
    ~RulesEditorController() override;

    // The file of this name; without one the one that was open, or the first.
    void open(const QString &name = {}, const QString &rule = {}); // by its id
    void openDocument(const DocumentKey &key) override { open(key.name); }
    // The rule that wrote this stretch of a prompt; false: it is in no file of its own.
    bool openSource(const Source &source);
    DocumentEditor<FramingRuleFile> &document() { return m_document; }

Q_SIGNALS:
    void newRequested();

protected:
    void makeWindow() override;
    QList<DocumentEditing *> documents() override { return {&m_document}; }
    DocumentEditing *shown() override { return &m_document; }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;

private:
    struct Trial
    {
        QString text;
        RuleTrial result;
    };

    void showDocument();
    void showNames();
    void lintRules();
    void takeLastMessage();
    void tryIt();
    void onTrialDone();

    DocumentEditor<FramingRuleFile> m_document;
    QTimer m_trialPause;
    QFutureWatcher<Trial> m_trying;
    bool m_isTrialDue = false;
};

} // namespace snug
