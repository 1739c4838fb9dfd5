#include "app/documents/newdocumentcontroller.h"

#include "app/appcontext.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/formats/framingrules.h"
#include "core/formats/prompttemplate.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/library/newdocuments.h"
#include "core/library/rulefiles.h"
#include "core/library/settingsfiles.h"
#include "core/library/textpresetfields.h"
#include "core/library/texttemplatefiles.h"
#include "core/pictures/pictureengine.h"
#include "core/templates/templateprompt.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/monogram.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QFileDialog>
#include <QInputDialog>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The card's own picture without the card in it: its pixels alone.
Result<QByteArray> pixelsOf(PictureEngine &engine, const QByteArray &png)
{
    return engine.read(png).and_then(
        [&](const Picture &picture) { return engine.crop(png, QRect(QPoint(), picture.fullSize)); });
}

struct ChosenPicture
{
    QByteArray png;
    QImage image;
};

Result<ChosenPicture> readChosen(PictureEngine &engine, const QString &path)
{
    const auto chosen =
        readVersioned(path, ArchiveFileLimit)
            .and_then([&](const Loaded<QByteArray> &file) { return engine.toPng(file.value); })
            .and_then([&](const QByteArray &png) {
                return engine.read(png, 512).transform([&](const Picture &picture) {
                    const QImage image(reinterpret_cast<const uchar *>(picture.pixels.constData()),
                                       picture.size.width(), picture.size.height(),
                                       qsizetype(picture.size.width()) * 4, QImage::Format_RGBA8888);
                    return ChosenPicture{png, image.copy()};
                });
            });
    return chosen.transform_error(
        [&](const Error &error) { return error.inFile(QFileInfo(path).fileName()); });
}

} // namespace

NewDocumentController::NewDocumentController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    const auto on = [this](ActionId id, DocumentKind kind) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, kind] { make(kind); });
    };
    on(ActionId::NewCharacter, DocumentKind::Card);
    on(ActionId::NewPersona, DocumentKind::Persona);
    on(ActionId::NewPreset, DocumentKind::Preset);
    on(ActionId::NewLorebook, DocumentKind::Lorebook);
    connect(&app.rulesEditor, &RulesEditorController::newRequested, this,
            [this] { make(DocumentKind::Rules); });
    connect(&app.libraryPane, &LibraryPane::newCharacterRequested, this,
            [this] { make(DocumentKind::Card); });
    connect(&app.library, &Library::aboutToClose, this, [this] {
        if (m_dialog)
            m_dialog->close();
    });
}

void NewDocumentController::make(DocumentKind kind)
{
    using Folder = LibraryLayout::Folder;
    if (!m_app.library.isOpen())
        return;
    const auto ofText = [](Folder folder, const QByteArray &bytes) {
        return [folder, bytes](LibraryStore &store, const QString &name) {
            return createTextTemplate(store, folder, name, bytes);
        };
    };
    switch (kind) {
    case DocumentKind::Card:
        return showDialog({});
    case DocumentKind::Persona:
        return askForName(kind, tr("New Persona"), tr("Name of the persona"),
                          [](LibraryStore &store, const QString &name) {
                              Persona persona;
                              persona.name = name;
                              return createPersona(store, persona, monogramPng(name));
                          });
    case DocumentKind::Preset:
        return askForName(
            kind, tr("New Preset"), tr("Name of the preset"),
            [](LibraryStore &store, const QString &name) { return createPreset(store, newPreset(name)); });
    case DocumentKind::Lorebook:
        return askForName(kind, tr("New Lorebook"), tr("Name of the lorebook"),
                          [](LibraryStore &store, const QString &name) {
                              return createLorebook(store, {.name = name, .entries = {}, .source = {}});
                          });
    case DocumentKind::ContextTemplate:
        return askForName(kind, tr("New Context Template"), tr("Name of the template"),
                          ofText(Folder::Context, writeContextTemplate(builtInContextTemplate())));
    case DocumentKind::InstructTemplate:
        return askForName(kind, tr("New Instruct Template"), tr("Name of the template"),
                          ofText(Folder::Instruct, writeInstructTemplate(builtInInstructTemplate())));
    case DocumentKind::SystemPrompt:
        return askForName(kind, tr("New System Prompt"), tr("Name of the system prompt"),
                          ofText(Folder::SystemPrompts, writeSystemPrompt({})));
    case DocumentKind::TextSamplers:
        return askForName(kind, tr("New Samplers"), tr("Name of the samplers"),
                          ofText(Folder::TextPresets, writeTextPreset(newTextPreset())));
    case DocumentKind::ChatTemplate:
        return askForName(kind, tr("New Template"), tr("Name of the template"),
                          [](LibraryStore &store, const QString &name) {
                              PromptTemplate made;
                              made.name = name;
                              made.text = builtInTemplate();
                              return store
                                  .create(store.layout().templateFolder(), safeFileName(name, tr("Template")),
                                          u".json"_s, writePromptTemplate(made))
                                  .transform([](const QString &file) { return file.chopped(5); });
                          });
    case DocumentKind::Rules:
        return askForName(kind, tr("New Rules File"), tr("Name of the rules file"),
                          [](LibraryStore &store, const QString &name) {
                              return createRules(store, name, writeFramingRuleFile({}));
                          });
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
        return; // their editor makes them
    }
}

void NewDocumentController::showDialog(const Card &begun)
{
    m_begun = begun;
    m_picture.clear();
    if (!m_dialog) {
        m_dialog = new NewCharacterDialog(&m_app.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &NewCharacterDialog::pictureRequested, this, &NewDocumentController::askForPicture);
        connect(m_dialog, &NewCharacterDialog::pictureDropped, this, &NewDocumentController::takePicture);
        connect(m_dialog, &NewCharacterDialog::createRequested, this,
                &NewDocumentController::createCharacter);
    }
    if (!begun.name.isEmpty()) {
        m_dialog->setName(begun.name);
        m_dialog->setDescription(begun.description);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void NewDocumentController::askForPicture()
{
    auto *dialog = new QFileDialog(m_dialog, tr("Choose a Picture"), QString(),
                                   tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.avif);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &NewDocumentController::takePicture);
    dialog->open();
}

void NewDocumentController::takePicture(const QString &path)
{
    m_app.library.perform(
        [path, pictures = m_app.pictures](LibraryStore &) { return readChosen(*pictures, path); }, this,
        [this](const Result<ChosenPicture> &chosen) {
            if (!m_dialog)
                return;
            if (chosen) {
                m_picture = chosen->png;
                m_dialog->setPicture(chosen->image);
            }
            m_dialog->setProblem(chosen ? QString() : chosen.error().line());
        });
}

void NewDocumentController::createCharacter()
{
    Card card = m_begun;
    card.name = m_dialog->name();
    card.description = m_dialog->description();
    card.firstMessage = m_dialog->greeting();
    const QByteArray picture = m_picture.isEmpty() ? monogramPng(card.name) : m_picture;
    m_app.library.perform([card, picture](LibraryStore &store) { return createCard(store, card, picture); },
                          this,
                          [this](const Result<QString> &file) {
                              if (!file && m_dialog)
                                  return m_dialog->setProblem(file.error().line());
                              if (!file)
                                  return m_app.libraryController.showError(file.error());
                              if (m_dialog)
                                  m_dialog->close();
                              m_app.libraryController.begin(CastEntry::Kind::Character, *file);
                              open({DocumentKind::Card, *file});
                          });
}

void NewDocumentController::askForName(DocumentKind kind, const QString &title, const QString &label,
                                       const Make &make)
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setOkButtonText(tr("&Create"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, kind, make](const QString &name) {
        if (!name.trimmed().isEmpty())
            create(kind, name.trimmed(), make);
    });
    dialog->open();
}

void NewDocumentController::create(DocumentKind kind, const QString &name, const Make &make)
{
    m_app.library.perform([make, name](LibraryStore &store) { return make(store, name); }, this,
                          [this, kind](const Result<QString> &made) {
                              if (!made)
                                  return m_app.libraryController.showError(made.error());
                              open({kind, *made});
                          });
}

void NewDocumentController::open(const DocumentKey &key)
{
    if (key.kind == DocumentKind::Persona)
        m_app.personaEditor.open(key.name);
    else
        editorOf(m_app, key.kind).openDocument(key);
    Q_EMIT made(key);
}

void NewDocumentController::makeOtherOf(const DocumentKey &key)
{
    if (key.kind == DocumentKind::Persona)
        makeCharacterOf(key.name);
    else if (key.kind == DocumentKind::Card)
        makePersonaOf(key.name);
}

void NewDocumentController::makeCharacterOf(const QString &avatar)
{
    const QList<Persona> personas = m_app.library.contents().personas;
    const auto persona = std::ranges::find(personas, avatar, &Persona::avatar);
    if (persona == personas.cend())
        return;
    showDialog(characterOf(*persona));
    takePicture(m_app.library.layout().avatar(avatar));
}

void NewDocumentController::makePersonaOf(const QString &cardFile)
{
    create(DocumentKind::Persona, cardFile,
           [pictures = m_app.pictures](LibraryStore &store, const QString &file) -> Result<QString> {
               const auto card = loadCard(store, file);
               if (!card)
                   return std::unexpected(card.error());
               const auto bytes = readVersioned(store.layout().card(file), ArchiveFileLimit);
               if (!bytes)
                   return std::unexpected(bytes.error());
               // A card whose picture is refused becomes a persona with the plain one.
               return createPersona(store, personaOf(card->value),
                                    pixelsOf(*pictures, bytes->value).value_or(QByteArray()));
           });
}

} // namespace snug
