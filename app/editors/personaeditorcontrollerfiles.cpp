// What the editor of personas does with other files: their pictures, backups.
#include "app/appcontext.h"
#include "app/editors/personaeditorcontroller.h"
#include "core/editing/personaedits.h"
#include "core/formats/personas.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "core/library/personapictures.h"
#include "core/pictures/pictureengine.h"
#include "widgets/editors/editorstatus.h"

#include <QDate>
#include <QFileDialog>

#include <memory>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 PersonaPictureLimit = qint64(256) << 20; // bytes

QStringList without(QStringList names, const PersonaList &list)
{
    names.removeIf([&](const QString &avatar) { return findPersona(list, avatar) != nullptr; });
    return names;
}

// "Ada (2)" for the first number that nobody has.
QString copyName(const PersonaList &list, const QString &name)
{
    for (int number = 2;; ++number) {
        const QString candidate = u"%1 (%2)"_s.arg(name).arg(number);
        if (std::ranges::none_of(list.personas,
                                 [&](const Persona &persona) { return persona.name == candidate; }))
            return candidate;
    }
}

} // namespace

// The file has them now: pictures follow.
void PersonaEditorController::settlePictures()
{
    const PersonaList &saved = m_document.savedValue();
    QStringList gone = without(m_settled, saved);
    gone += without(without(m_made, saved), m_document.value());
    QStringList came;
    for (const Persona &persona : saved.personas) {
        if (!m_settled.contains(persona.avatar))
            came.append(persona.avatar);
    }
    m_settled.clear();
    for (const Persona &persona : saved.personas)
        m_settled.append(persona.avatar);
    m_made = without(m_made, saved);
    if (gone.isEmpty() && came.isEmpty())
        return;
    m_app.library.save(
        u"User Avatars"_s,
        [came, gone](LibraryStore &store) { return commitPersonaPictures(store, came, gone); }, this,
        [this, came](const Result<void> &settled) {
            if (!m_editor)
                return;
            if (!settled)
                m_editor->status()->warn(settled.error().line());
            for (const QString &avatar : came)
                m_editor->refreshPicture(avatar);
        });
}

// The window closes: pictures of personas that were taken back are nobody's. Those of a draft wait with it.
void PersonaEditorController::dropUnusedPictures(UnsavedAnswer answer)
{
    QStringList unused = without(m_made, m_document.savedValue());
    if (answer == UnsavedAnswer::Keep)
        unused = without(unused, m_document.value());
    if (unused.isEmpty())
        return;
    m_app.library.perform([unused](LibraryStore &store) { return commitPersonaPictures(store, {}, unused); },
                          this,
                          [this, unused](const Result<void> &) {
                              m_made.removeIf([&](const QString &avatar) { return unused.contains(avatar); });
                          });
}

void PersonaEditorController::addNew()
{
    if (!m_document.isOpen())
        return;
    const QString name = tr("New persona");
    m_app.library.perform([name](LibraryStore &store) { return createPersonaPicture(store, name); }, this,
                          [this, name](const Result<QString> &avatar) {
                              if (!m_editor)
                                  return;
                              if (!avatar)
                                  return m_editor->status()->warn(avatar.error().line());
                              Persona persona;
                              persona.avatar = *avatar;
                              persona.name = name;
                              m_made.append(*avatar);
                              m_document.change(withPersona(m_document.value(), persona), tr("New Persona"));
                              m_editor->choose(*avatar);
                              m_editor->form()->focusName();
                          });
}

void PersonaEditorController::duplicate(const QString &avatar)
{
    const std::optional<Persona> original = m_editor->currentPersona();
    if (!original || !m_document.isOpen())
        return;
    const QString name = copyName(m_document.value(), original->name);
    m_app.library.perform(
        [avatar, name](LibraryStore &store) { return copyPersonaPicture(store, avatar, name); }, this,
        [this, original, name](const Result<QString> &copy) {
            if (!m_editor)
                return;
            if (!copy)
                return m_editor->status()->warn(copy.error().line());
            m_made.append(*copy);
            const PersonaList &now = m_document.value();
            const bool isListed = findPersona(now, original->avatar);
            m_document.change(
                withPersonaCopy(isListed ? now : withPersona(now, *original), original->avatar, *copy, name),
                tr("Duplicate"));
            m_editor->choose(*copy);
        });
}

// They have no entry, so there is nothing to save: at once, and back at once.
void PersonaEditorController::deletePictures(const QStringList &avatars)
{
    const auto settle = [this](const QStringList &came, const QStringList &gone, auto done) {
        m_app.library.perform(
            [came, gone](LibraryStore &store) { return commitPersonaPictures(store, came, gone); }, this,
            [this, done](const Result<void> &settled) {
                if (m_editor && !settled)
                    m_editor->status()->warn(settled.error().line());
                else if (m_editor)
                    done();
            });
    };
    settle({}, avatars, [this, avatars, settle] {
        m_editor->status()->tell(
            tr("%n picture(s) without a name are in the trash.", nullptr, int(avatars.size())),
            {{tr("Undo"), [avatars, settle] { settle(avatars, {}, [] {}); }}});
    });
}

void PersonaEditorController::askForPicture(const QString &avatar)
{
    auto *dialog = new QFileDialog(m_editor, tr("Picture"), QString(),
                                   tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.avif)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, avatar](const QString &path) { replacePicture(avatar, path); });
    dialog->open();
}

void PersonaEditorController::replacePicture(const QString &avatar, const QString &path)
{
    savePicture(avatar, [path, pictures = m_app.pictures] {
        return readVersioned(path, PersonaPictureLimit).and_then([&](const Loaded<QByteArray> &file) {
            return pictures->toPng(file.value);
        });
    });
}

void PersonaEditorController::savePicture(const QString &avatar,
                                          const std::function<Result<QByteArray>()> &make)
{
    const auto former = std::make_shared<QByteArray>();
    m_app.library.save(
        u"User Avatars/"_s + avatar,
        [avatar, make, former](LibraryStore &store) {
            if (const auto present = readVersioned(store.layout().avatar(avatar), PersonaPictureLimit))
                *former = present->value;
            return make().and_then(
                [&](const QByteArray &bytes) { return replacePersonaPicture(store, avatar, bytes); });
        },
        this,
        [this, avatar, former](const Result<void> &saved) {
            if (!m_editor)
                return;
            if (!saved)
                m_editor->status()->warn(saved.error().line());
            else if (former->isEmpty())
                m_editor->status()->tell(tr("The picture is saved."));
            else
                m_editor->status()->tell(
                    tr("The picture is replaced. The previous one is in the trash."),
                    {{tr("&Undo"), [this, avatar, former] {
                          savePicture(avatar, [former]() -> Result<QByteArray> { return *former; });
                      }}});
            m_editor->refreshPicture(avatar);
        });
}

void PersonaEditorController::askForBackup(bool isExport)
{
    const QString name = u"personas_%1.json"_s.arg(QDate::currentDate().toString(u"yyyyMMdd"));
    auto *dialog = new QFileDialog(m_editor, isExport ? tr("Export Backup") : tr("Import Backup"),
                                   isExport ? name : QString(), tr("Personas (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (isExport)
        dialog->setAcceptMode(QFileDialog::AcceptSave);
    else
        dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            isExport ? &PersonaEditorController::exportBackup : &PersonaEditorController::importBackup);
    dialog->open();
}

void PersonaEditorController::importBackup(const QString &path)
{
    m_app.library.perform(
        [path](LibraryStore &) -> Result<PersonasReading> {
            return readVersioned(path)
                .and_then([](const Loaded<QByteArray> &file) { return readPersonas(file.value); })
                .transform_error([&](const Error &error) { return error.inFile(path); });
        },
        this,
        [this](const Result<PersonasReading> &reading) {
            if (!m_editor || !m_document.isOpen())
                return;
            if (!reading)
                return m_editor->status()->warn(reading.error().line());
            const PersonaRestoring restored =
                withBackup(m_document.value(), {reading->personas, reading->defaultAvatar});
            m_document.change(restored.list, tr("Import Backup"));
            QString text = tr("%n persona(s) imported.", nullptr, int(restored.added.size()));
            if (!restored.skipped.isEmpty())
                text +=
                    u' ' + tr("Already here and left as they are: %1.").arg(restored.skipped.join(u", "_s));
            m_editor->status()->tell(text);
            if (!restored.added.isEmpty())
                m_editor->choose(restored.added.first());
        });
}

// As they are shown; pictures are files of their own, as in SillyTavern.
void PersonaEditorController::exportBackup(const QString &path)
{
    m_app.library.perform(
        [path, list = m_document.value()](LibraryStore &) {
            return writeFileDurably(path, writePersonas(list.personas, list.defaultAvatar));
        },
        this,
        [this, path](const Result<void> &written) {
            if (!m_editor)
                return;
            if (written)
                m_editor->status()->tell(tr("Exported to %1").arg(path));
            else
                m_editor->status()->warn(written.error().line());
        });
}

} // namespace snug
