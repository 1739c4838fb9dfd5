// What the room of the card editor does with other files: pictures, exports, lorebooks of the library.
#include "app/rooms/cardeditorroom.h"
#include "core/formats/card.h"
#include "core/library/atomicwrite.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/library.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/lore/lorebookeditor.h"

#include <QBuffer>
#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace snug {

// A picture of any kind as the bytes of a PNG; those of a PNG stay as they are.
static Result<QByteArray> pictureBytes(const QString &path)
{
    const auto file = readVersioned(path, qint64(256) << 20);
    if (!file)
        return std::unexpected(file.error());
    const QImage image = QImage::fromData(file->value);
    if (image.isNull())
        return failure(CardEditorRoom::tr("is no picture that can be read"), {}, path);
    if (file->value.startsWith("\x89PNG"))
        return file->value;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        return failure(CardEditorRoom::tr("could not be made a PNG picture"), {}, path);
    return bytes;
}

void CardEditorRoom::showPicture()
{
    if (!m_editor || !m_document.isOpen())
        return;
    m_around.library->perform(
        [file = m_document.name()](LibraryStore &store) -> Result<QImage> {
            return readVersioned(store.layout().card(file)).transform([](const Loaded<QByteArray> &read) {
                return QImage::fromData(read.value);
            });
        },
        this,
        [this, file = m_document.name()](const Result<QImage> &picture) {
            if (m_editor && picture && file == m_document.name())
                m_editor->picture()->setPicture(*picture);
        });
}

void CardEditorRoom::askForPicture()
{
    auto *dialog = new QFileDialog(m_editor, tr("Picture"), QString(),
                                   tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &CardEditorRoom::replacePicture);
    dialog->open();
}

// The card in it stays as it is in the file; what is edited is saved into the new one.
void CardEditorRoom::replacePicture(const QString &path)
{
    const QString file = m_document.name();
    m_around.library->save(
        u"characters/"_s + file,
        [path, file](LibraryStore &store) -> SaveResult {
            return pictureBytes(path).and_then(
                [&](const QByteArray &bytes) { return saveCardPicture(store, file, bytes); });
        },
        this,
        [this](const SaveResult &saved) {
            if (!saved && m_editor)
                m_editor->showStatus(saved.error().line(), true);
            showPicture();
        });
}

void CardEditorRoom::exportCard(CardEditorHead::Export form)
{
    if (!m_document.isOpen())
        return;
    const bool isPicture = form == CardEditorHead::Export::Png;
    auto *dialog = new QFileDialog(m_editor, tr("Export"),
                                   m_document.value().name + (isPicture ? u".png"_s : u".json"_s));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    Card card = m_document.value();
    card.version = form == CardEditorHead::Export::JsonV2 ? Card::Version::V2 : Card::Version::V3;
    connect(dialog, &QFileDialog::fileSelected, this, [this, isPicture, card](const QString &target) {
        m_around.library->perform(
            [isPicture, card, target, file = m_document.name()](LibraryStore &store) -> Result<void> {
                if (isPicture)
                    return exportTo(store, ExportKind::CardPng, file, target);
                return writeFileDurably(target, writeCard(card));
            },
            this,
            [this, target](const Result<void> &done) {
                if (m_editor)
                    m_editor->showStatus(done ? tr("Exported to %1").arg(target) : done.error().line(),
                                         !done);
            });
    });
    dialog->open();
}

void CardEditorRoom::detachBook()
{
    if (!m_document.value().book)
        return;
    Lorebook book = *m_document.value().book;
    if (book.name.isEmpty())
        book.name = m_document.value().name;
    book.source = {}; // a world file of its own; entries bring along what they have besides
    m_around.library->perform([book](LibraryStore &store) { return createLorebook(store, book); }, this,
                              [this](const Result<QString> &made) {
                                  if (!made)
                                      return m_editor->showStatus(made.error().line(), true);
                                  Card card = m_document.value();
                                  card.book.reset();
                                  card.linkedLorebook = *made;
                                  m_document.change(card, tr("Take Out Lorebook"));
                              });
}

void CardEditorRoom::attachBook(const QString &name)
{
    m_around.library->perform([name](LibraryStore &store) { return loadLorebook(store, name); }, this,
                              [this](const Result<LoadedDocument<Lorebook>> &loaded) {
                                  if (!loaded)
                                      return m_editor->showStatus(loaded.error().line(), true);
                                  Card card = m_document.value();
                                  card.book = loaded->value;
                                  m_document.change(card, tr("Put In Lorebook"));
                              });
}

} // namespace snug
