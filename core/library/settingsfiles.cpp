#include "core/library/settingsfiles.h"

#include "core/library/documentfiles.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

Result<void> editSettings(LibraryStore &store, const std::function<void(SillyTavernSettings &)> &edit)
{
    const QString path = store.layout().settingsFile();
    // Written to between reading and writing: read again.
    for (int attempt = 0; attempt < 5; ++attempt) {
        SillyTavernSettings settings;
        FileVersion base;
        QByteArray before;
        if (stampOf(path).exists()) {
            const auto file = readVersioned(path);
            if (!file)
                return std::unexpected(file.error());
            const auto reading = readSillyTavernSettings(file->value);
            if (!reading)
                return std::unexpected(reading.error().inFile(QFileInfo(path).fileName()));
            settings = reading->settings;
            base = file->version;
            before = file->value;
        }
        edit(settings);
        const QByteArray after = writeSillyTavernSettings(settings);
        if (base.exists() && after == before)
            return {};
        const auto saved = store.replace(path, after, base);
        if (!saved)
            return std::unexpected(saved.error());
        if (!saved->conflict)
            return {};
    }
    return failure(QCoreApplication::translate("Library", "another program keeps writing to it"), {},
                   QFileInfo(path).fileName());
}

Result<void> saveGlobalVariables(LibraryStore &store, const QMap<QString, Json> &before,
                                 const QMap<QString, Json> &after)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        Json variables = settings.globalVariables.isObject() ? settings.globalVariables : Json::object();
        for (const auto &[name, value] : after.asKeyValueRange()) {
            if (before.value(name) != value)
                variables.set(name, value);
        }
        for (const QString &name : before.keys()) {
            if (!after.contains(name))
                variables.remove(name);
        }
        settings.globalVariables = variables;
    });
}

Result<void> savePersona(LibraryStore &store, const Persona &persona)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        for (Persona &present : settings.personas) {
            if (present.avatar == persona.avatar) {
                present = persona;
                return;
            }
        }
        settings.personas.append(persona);
    });
}

Result<QString> createPersona(LibraryStore &store, Persona persona, const QByteArray &picture)
{
    const QString folder = store.layout().folder(LibraryLayout::Folder::Avatars);
    const QString base = safeFileName(persona.name, QCoreApplication::translate("Library", "Persona"));
    const auto file =
        store.create(folder, base, u".png"_s, picture.isEmpty() ? placeholderPicture() : picture);
    if (!file)
        return file;
    persona.avatar = *file;
    if (const auto saved = savePersona(store, persona); !saved)
        return std::unexpected(saved.error());
    return *file;
}

} // namespace snug
