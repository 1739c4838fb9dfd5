// The window in which personas are kept: opened from the Persona menu, by its key, and on what was clicked.
#pragma once

#include "app/editors/editorlint.h"
#include "core/editing/documenteditor.h"
#include "core/editing/documentparts.h"
#include "widgets/editors/persona/personaeditor.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace snug {

struct AppContext;

class PersonaEditorController : public QObject
{
    Q_OBJECT

public:
    explicit PersonaEditorController(const AppContext &app, QObject *parent = nullptr);
    ~PersonaEditorController() override;

    // On this persona's picture; without one the persona in effect.
    void open(const QString &avatar = {});
    void replacePicture(const QString &avatar, const QString &path);
    void importBackup(const QString &path);
    void exportBackup(const QString &path);
    PersonaEditor *editor() const { return m_editor; }
    DocumentEditor<PersonaList> &document() { return m_document; }

Q_SIGNALS:
    void draftTaken(const snug::DocumentKey &key);

private:
    struct Count
    {
        int tokens = 0;
        bool isExact = false;
    };

    void make();
    void connectDocument();
    void connectEditor();
    void showDocument();
    void showAround();
    void putIntoEffect(bool isOpen);
    void settlePictures();
    void dropUnusedPictures();
    void addNew();
    void duplicate(const QString &avatar);
    void lockChat(const QString &avatar, bool isOn);
    void deletePictures(const QStringList &avatars);
    void askForPicture(const QString &avatar);
    void askForBackup(bool isExport);
    void count();
    void lint();
    void explain(const QString &macro);
    QList<Persona> unlisted() const;
    QList<PersonaOwner> owners() const;

    const AppContext &m_app;
    QPointer<PersonaEditor> m_editor;
    DocumentEditor<PersonaList> m_document;
    QString m_wanted;      // once the document is open
    QStringList m_made;    // pictures that were made here, for personas that may not be saved
    QStringList m_settled; // whose pictures are where they belong
    QTimer m_countPause;
    QFutureWatcher<Count> m_counting;
    EditorLint m_lint;
};

} // namespace snug
