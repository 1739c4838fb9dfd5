// What the card editor does with other files: pictures, exports, lorebooks of the library.
#include "app/appcontext.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/picturenotices.h"
#include "core/editing/versions.h"
#include "core/formats/card.h"
#include "core/library/atomicwrite.h"
#include "core/library/cardarchives.h"
#include "core/library/cardextras.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/pictures/pictureengine.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/card/cropdialog.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditor.h"

#include <QFileDialog>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qint64 PictureLimit = qint64(256) << 20; // bytes
static constexpr qint64 AssetLimit = qint64(24) << 20;    // what is put into a card

void CardEditorController::showPicture()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_picture.load(m_document.name(), m_app.library.layout().card(m_document.name()), 0);
    m_expressions.show(m_editor->picture()->expressions(), m_document.name());
}

void CardEditorController::askForPicture()
{
    auto *dialog = new QFileDialog(m_editor, tr("Picture"), QString(),
                                   tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.avif)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &CardEditorController::replacePicture);
    dialog->open();
}

// The card in it stays as it is in the file; what is edited is saved into the new one. The file with the
// present picture is kept as a version.
void CardEditorController::savePicture(std::function<Result<QByteArray>(const QByteArray &present)> make)
{
    const QString file = m_document.name();
    m_app.library.save(
        u"characters/"_s + file,
        [make = std::move(make), file](LibraryStore &store) -> SaveResult {
            const auto present = readVersioned(store.layout().card(file), ArchiveFileLimit);
            if (!present)
                return std::unexpected(present.error());
            const auto picture = make(present->value);
            if (!picture)
                return std::unexpected(picture.error());
            const auto time = QDateTime::fromMSecsSinceEpoch(present->version.stamp.modified / 1'000'000);
            if (const auto kept =
                    keepVersion(store.layout(), {DocumentKind::Card, file}, present->value, time);
                !kept)
                return std::unexpected(kept.error());
            return saveCardPicture(store, file, *picture);
        },
        this,
        [this](const SaveResult &saved) {
            if (!saved && m_editor)
                m_editor->status()->warn(saved.error().line());
            else if (m_editor)
                tellOfPicture(m_editor->status(), &m_document, [this](auto &old) { putPictureBack(old); });
            showPicture();
        });
}

void CardEditorController::replacePicture(const QString &path)
{
    savePicture([path, pictures = m_app.pictures](const QByteArray &) {
        return readVersioned(path, PictureLimit)
            .and_then([&](const Loaded<QByteArray> &picture) { return pictures->toPng(picture.value); })
            .transform_error([&](const Error &error) { return error.inFile(QFileInfo(path).fileName()); });
    });
}

void CardEditorController::askForCrop()
{
    const CardPicturePage *page = m_editor->picture();
    if (page->picture().isNull())
        return;
    auto *dialog = new CropDialog(page->picture(), page->fullSize(), m_editor);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CropDialog::cropped, this, &CardEditorController::cropPicture);
    dialog->open();
}

void CardEditorController::cropPicture(const QRect &frame)
{
    savePicture([frame, pictures = m_app.pictures](const QByteArray &present) {
        return pictures->crop(present, frame);
    });
}

void CardEditorController::putPictureBack(const KeptVersion &version)
{
    m_app.library.perform(
        [key = m_document.key(), id = version.id](LibraryStore &store) {
            return readVersion(store.layout(), key, id);
        },
        this,
        [this](const Result<QByteArray> &kept) {
            if (kept)
                return savePicture([png = *kept](const QByteArray &) { return Result<QByteArray>(png); });
            if (m_editor)
                m_editor->status()->warn(kept.error().line());
        });
}

void CardEditorController::askForAsset()
{
    auto *dialog = new QFileDialog(m_editor, tr("Add Asset"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &CardEditorController::addAsset);
    dialog->open();
}

// Into the card itself, so that it goes wherever the card goes.
void CardEditorController::addAsset(const QString &path)
{
    m_app.library.perform(
        [path](LibraryStore &) {
            return readVersioned(path, AssetLimit).transform([](const Loaded<QByteArray> &read) {
                return read.value;
            });
        },
        this,
        [this, path](const Result<QByteArray> &bytes) {
            if (!m_editor || !m_document.isOpen())
                return;
            if (!bytes)
                return m_editor->status()->warn(bytes.error().line());
            const QFileInfo info(path);
            Card card = m_document.value();
            card.assets.append(assetOfBytes(u"other"_s, info.completeBaseName(), info.suffix(), *bytes));
            m_document.change(card, tr("Add Asset"));
        });
}

void CardEditorController::askWhereTo(int asset)
{
    const CardAsset chosen = m_document.value().assets.value(asset);
    auto *dialog = new QFileDialog(m_editor, tr("Export Asset"),
                                   safeFileName(chosen.name, tr("Asset")) + u'.' + chosen.extension);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, asset](const QString &target) { exportAsset(asset, target); });
    dialog->open();
}

void CardEditorController::exportAsset(int index, const QString &target)
{
    const QString uri = m_document.value().assets.value(index).uri;
    m_app.library.perform(
        [uri, target, file = m_document.name()](LibraryStore &store) {
            return cardAssetBytes(store, file, uri).and_then([&](const QByteArray &bytes) {
                return writeFileDurably(target, bytes);
            });
        },
        this, [this, target](const Result<void> &done) { tellExported(done, target); });
}

void CardEditorController::tellExported(const Result<void> &done, const QString &target)
{
    if (!m_editor)
        return;
    if (done)
        m_editor->status()->tell(tr("Exported to %1").arg(target));
    else
        m_editor->status()->warn(done.error().line());
}

void CardEditorController::exportCard(CardEditorHead::Export form)
{
    if (!m_document.isOpen())
        return;
    const QString suffix = form == CardEditorHead::Export::Png     ? u".png"_s
                           : form == CardEditorHead::Export::CharX ? u".charx"_s
                                                                   : u".json"_s;
    auto *dialog = new QFileDialog(m_editor, tr("Export"),
                                   safeFileName(m_document.value().name, tr("Character")) + suffix);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix.sliced(1));
    Card card = m_document.value();
    if (form != CardEditorHead::Export::CharX)
        card.version = form == CardEditorHead::Export::JsonV2 ? Card::Version::V2 : Card::Version::V3;
    connect(dialog, &QFileDialog::fileSelected, this, [this, form, card](const QString &target) {
        m_app.library.perform(
            [form, card, target, file = m_document.name()](LibraryStore &store) -> Result<void> {
                if (form == CardEditorHead::Export::Png)
                    return exportTo(store, ExportKind::CardPng, file, target);
                if (form == CardEditorHead::Export::CharX)
                    return cardAsCharX(store, file, card).and_then([&](const QByteArray &bytes) {
                        return writeFileDurably(target, bytes);
                    });
                return writeFileDurably(target, writeCard(card));
            },
            this, [this, target](const Result<void> &done) { tellExported(done, target); });
    });
    dialog->open();
}

void CardEditorController::detachBook()
{
    if (!m_document.value().book)
        return;
    Lorebook book = *m_document.value().book;
    if (book.name.isEmpty())
        book.name = m_document.value().name;
    book.source = {}; // a world file of its own; entries bring along what they have besides
    m_app.library.perform([book](LibraryStore &store) { return createLorebook(store, book); }, this,
                          [this](const Result<QString> &made) {
                              if (!made)
                                  return m_editor->status()->warn(made.error().line());
                              Card card = m_document.value();
                              card.book.reset();
                              card.linkedLorebook = *made;
                              m_document.change(card, tr("Move Lorebook to Library"));
                          });
}

void CardEditorController::attachBook(const QString &name)
{
    m_app.library.perform([name](LibraryStore &store) { return loadLorebook(store, name); }, this,
                          [this](const Result<LoadedDocument<Lorebook>> &loaded) {
                              if (!loaded)
                                  return m_editor->status()->warn(loaded.error().line());
                              Card card = m_document.value();
                              card.book = loaded->value;
                              m_document.change(card, tr("Insert Lorebook"));
                          });
}

} // namespace snug
