// The window in which personas are kept: opened from the Persona menu, by its key, and on what was clicked.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/editing/documenteditor.h"
#include "core/editing/documentparts.h"
#include "widgets/editors/persona/personaeditor.h"

#include <QFutureWatcher>
#include <QTimer>

#include <functional>

namespace snug {

class PersonaEditorController : public WindowController<PersonaEditor>
{
    Q_OBJECT

public:
    explicit PersonaEditorController(const AppContext &app, QObject *parent = nullptr);
    ~PersonaEditorController() override;

    // On this persona's picture; without one the persona in effect.
    void open(const QString &avatar = {});
    void openDocument(const DocumentKey &) override { open(); }
    std::optional<DocumentKey> keyInFront() override; // the persona that is chosen
    void replacePicture(const QString &avatar, const QString &path);
    void importBackup(const QString &path);
    void exportBackup(const QString &path);
    DocumentEditor<PersonaList> &document() { return m_document; }

protected:
    void showMacroValue(const QString &macro, const QString &value) override;
    void makeWindow() override;
    QList<DocumentEditing *> documents() override { return {&m_document}; }
    DocumentEditing *shown() override { return &m_document; }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentsEnded(UnsavedAnswer answer) override;
    void cameToFront() override;

private:
    struct Count
    {
        int tokens = 0;
        bool isExact = false;
    };

    void connectDocument();
    void connectEditor();
    void showDocument();
    void showAround();
    void settlePictures();
    void dropUnusedPictures(UnsavedAnswer answer);
    void addNew();
    void duplicate(const QString &avatar);
    void lockChat(const QString &avatar, bool isOn);
    void deletePictures(const QStringList &avatars);
    void askForPicture(const QString &avatar);
    void savePicture(const QString &avatar, const std::function<Result<QByteArray>()> &make);
    void askForBackup(bool isExport);
    void count();
    void showCount();
    void lintPersonas();
    QList<Persona> unlisted() const;
    QList<PersonaOwner> owners() const;

    DocumentEditor<PersonaList> m_document;
    QString m_wanted;      // once the document is open
    QStringList m_made;    // pictures that were made here, for personas that may not be saved
    QStringList m_settled; // whose pictures are where they belong
    QTimer m_countPause;
    QFutureWatcher<Count> m_counting;
};

} // namespace snug
