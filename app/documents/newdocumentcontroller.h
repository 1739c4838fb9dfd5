// Documents made from nothing, or of another kind of document: characters, personas, presets, lorebooks,
// templates.
#pragma once

#include "core/editing/documentkey.h"
#include "core/model/card.h"
#include "core/result.h"
#include "widgets/dialogs/newcharacterdialog.h"

#include <QByteArray>
#include <QObject>
#include <QPointer>

#include <functional>

namespace snug {

struct AppContext;
class LibraryStore;

class NewDocumentController : public QObject
{
    Q_OBJECT

public:
    explicit NewDocumentController(const AppContext &app, QObject *parent = nullptr);

    // Asks for what is needed, makes it and opens it in its editor.
    void make(DocumentKind kind);
    // Of a persona a character, by way of the dialog; of a character a persona.
    void makeOtherOf(const DocumentKey &key);
    // PNG, JPEG, WebP or GIF; shown in the dialog for a new character.
    void takePicture(const QString &path);
    NewCharacterDialog *dialog() const { return m_dialog; }

Q_SIGNALS:
    void made(const snug::DocumentKey &key);

private:
    using Make = std::function<Result<QString>(LibraryStore &store, const QString &name)>;

    void makeCharacterOf(const QString &avatar);
    void makePersonaOf(const QString &cardFile);
    void showDialog(const Card &begun);
    void askForPicture();
    void createCharacter();
    void askForName(DocumentKind kind, const QString &title, const QString &label, const Make &make);
    void create(DocumentKind kind, const QString &name, const Make &make);
    void open(const DocumentKey &key);

    const AppContext &m_app;
    QPointer<NewCharacterDialog> m_dialog;
    Card m_begun;         // what the dialog does not show of whom it makes
    QByteArray m_picture; // a PNG; empty: the letter
};

} // namespace snug
