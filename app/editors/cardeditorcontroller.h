// The window in which characters are written: opened on demand and on what was clicked, with the lorebook
// inside a card in a window of its own.
#pragma once

#include "app/editors/cardexpressions.h"
#include "app/editors/editorcontroller.h"
#include "core/editing/documenteditor.h"
#include "core/model/card.h"
#include "widgets/editors/card/cardeditor.h"
#include "widgets/editors/card/cardeditorhead.h"
#include "widgets/theme/pictureloader.h"

#include <memory>

namespace snug {

class CardTokens;
class LoreTrials;
class LorebookEditor;

class CardEditorController : public WindowController<CardEditor>
{
    Q_OBJECT

public:
    explicit CardEditorController(const AppContext &app, QObject *parent = nullptr);
    ~CardEditorController() override;

    // This card's file; without one that of the open chat, the one that was open, or the first.
    void open(const QString &file = {});
    void openDocument(const DocumentKey &key) override { open(key.name); }
    void openAt(const QString &file, CardField field);
    // The field that this stretch of a prompt came from, of the open chat's card.
    void openSource(const Source &source);
    void replacePicture(const QString &path);
    void cropPicture(const QRect &frame); // in its pixels
    void addAsset(const QString &path);
    void putPictureBack(const KeptVersion &version);
    void exportAsset(int index, const QString &target);
    LorebookEditor *bookEditor() const;
    DocumentEditor<Card> &document() { return m_document; }

Q_SIGNALS:
    void templateRequested(const QString &cardFile, snug::TemplatePart part);

protected:
    void applyTheme(const Theme &theme) override;
    void showMacroValue(const QString &macro, const QString &value) override;
    void makeWindow() override;
    QList<DocumentEditing *> documents() override { return {&m_document}; }
    DocumentEditing *shown() override { return &m_document; }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;
    void tellTyped() override;
    void cameToFront() override;
    void compareVersions() override;

private:
    void connectPages();
    void connectBook();
    QString fileToOpen(const QString &file) const;
    void showMissing();
    void showDocument();
    void showLibrary();
    void showPicture();
    void askForPicture();
    void askForCrop();
    void askForAsset();
    void askWhereTo(int asset);
    void savePicture(std::function<Result<QByteArray>(const QByteArray &present)> make);
    void exportCard(CardEditorHead::Export form);
    void editBook();
    void showBook();
    void tellExported(const Result<void> &done, const QString &target);
    void detachBook();
    void attachBook(const QString &name);
    void lintCard();

    QPointer<LorebookEditor> m_bookEditor;
    std::unique_ptr<LoreTrials> m_bookTrials; // of that editor
    DocumentEditor<Card> m_document;
    std::optional<CardField> m_wanted; // once the document is open
    CardTokens *m_tokens = nullptr;    // with the window
    PictureLoader m_picture;
    CardExpressions m_expressions;
};

} // namespace snug
