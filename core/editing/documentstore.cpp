#include "core/editing/documentstore.h"

#include "core/editing/documentformats.h"
#include "core/editing/documentjobs.h"
#include "core/editing/versions.h"
#include "core/library/copying.h"
#include "core/library/deleting.h"
#include "core/library/librarystore.h"
#include "core/library/prompttemplatefiles.h"
#include "core/library/renaming.h"
#include "core/library/rulefiles.h"
#include "core/library/texttemplatefiles.h"

using namespace Qt::StringLiterals;

namespace snug {

LibraryLayout::Folder folderOfKind(DocumentKind kind)
{
    using Folder = LibraryLayout::Folder;
    switch (kind) {
    case DocumentKind::ContextTemplate:
        return Folder::Context;
    case DocumentKind::InstructTemplate:
        return Folder::Instruct;
    case DocumentKind::SystemPrompt:
        return Folder::SystemPrompts;
    case DocumentKind::TextSamplers:
        return Folder::TextPresets;
    case DocumentKind::ChatTemplate:
        return Folder::PromptTemplates;
    case DocumentKind::Rules:
        return Folder::Rules;
    case DocumentKind::Preset:
        return Folder::Presets;
    case DocumentKind::Lorebook:
        return Folder::Worlds;
    default:
        return Folder::Characters;
    }
}

static Result<QString> copyFile(LibraryStore &store, const DocumentKey &key)
{
    switch (key.kind) {
    case DocumentKind::Card:
        return copyCard(store, key.name);
    case DocumentKind::Persona:
        return copyPersona(store, key.name);
    case DocumentKind::Preset:
        return copyPreset(store, key.name);
    case DocumentKind::Lorebook:
        return copyLorebook(store, key.name);
    case DocumentKind::ChatTemplate:
        return copyPromptTemplate(store, key.name);
    case DocumentKind::Rules:
        return copyRules(store, key.name);
    default:
        return copyTextTemplate(store, folderOfKind(key.kind), key.name);
    }
}

Result<QString> copyDocument(LibraryStore &store, const DocumentKey &key, const DocumentValue &edited)
{
    const Result<QString> copy = copyFile(store, key);
    if (!copy || edited.isEmpty())
        return copy;
    const DocumentFormat format = documentFormatOf(key.kind);
    return readDocument(store, format, *copy)
        .and_then(
            [&](const FileState &state) { return saveDocument(store, format, *copy, edited, state.file); })
        .transform([&](const SavedDocument &) { return *copy; });
}

Result<TrashItem> deleteDocument(LibraryStore &store, const DocumentKey &key)
{
    switch (key.kind) {
    case DocumentKind::Card:
        return deleteCard(store, key.name, ChatsOfCard::Delete);
    case DocumentKind::Preset:
        return deletePreset(store, key.name);
    case DocumentKind::Lorebook:
        return deleteLorebook(store, key.name);
    case DocumentKind::Persona:
        return deletePersona(store, key.name);
    case DocumentKind::ChatTemplate:
        return deletePromptTemplate(store, key.name);
    case DocumentKind::Rules:
        return deleteRules(store, key.name);
    default:
        return deleteTextTemplate(store, folderOfKind(key.kind), key.name);
    }
}

Result<RenamedDocument> renameDocument(LibraryStore &store, const DocumentKey &key, const QString &to)
{
    const auto inFile = [&](const QString &name) { return RenamedDocument{{key.kind, name}, name, {}}; };
    const auto inside = [&](const QString &) { return RenamedDocument{key, to.trimmed(), {}}; };
    const auto followed = [&](const Renamed &renamed) {
        return RenamedDocument{{key.kind, renamed.name}, renamed.name, renamed.problems};
    };
    const auto renamed = [&]() -> Result<RenamedDocument> {
        switch (key.kind) {
        case DocumentKind::Card:
            return renameCharacter(store, key.name, to).transform(inside);
        case DocumentKind::Persona:
            return renamePersona(store, key.name, to).transform(inside);
        case DocumentKind::Preset:
            return renamePreset(store, key.name, to).transform(followed);
        case DocumentKind::Lorebook:
            return renameLorebook(store, key.name, to).transform(followed);
        case DocumentKind::ChatTemplate:
            return renamePromptTemplate(store, key.name, to).transform(inFile);
        case DocumentKind::Rules:
            return renameRules(store, key.name, to).transform(inFile);
        default:
            return renameTextTemplate(store, folderOfKind(key.kind), key.name, to).transform(inFile);
        }
    }();
    return renamed.and_then([&](const RenamedDocument &done) {
        return moveVersions(store.layout(), key, done.key).transform([&] { return done; });
    });
}

} // namespace snug
