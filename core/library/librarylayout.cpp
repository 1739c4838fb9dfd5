#include "core/library/librarylayout.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString stem(QStringView file)
{
    const qsizetype dot = file.lastIndexOf(u'.');
    return (dot > 0 ? file.first(dot) : file).toString();
}

} // namespace

QString modelAloneFile()
{
    return u"_model.png"_s;
}

LibraryLayout::LibraryLayout(const QString &root)
    : m_root(QDir::cleanPath(QDir(root).absolutePath()))
{
}

QString LibraryLayout::folderName(Folder folder)
{
    switch (folder) {
    case Folder::Characters:
        return u"characters"_s;
    case Folder::Chats:
        return u"chats"_s;
    case Folder::Worlds:
        return u"worlds"_s;
    case Folder::Presets:
        return u"OpenAI Settings"_s;
    case Folder::Groups:
        return u"groups"_s;
    case Folder::GroupChats:
        return u"group chats"_s;
    case Folder::Avatars:
        return u"User Avatars"_s;
    case Folder::Instruct:
        return u"instruct"_s;
    case Folder::Context:
        return u"context"_s;
    case Folder::SystemPrompts:
        return u"sysprompt"_s;
    case Folder::Reasoning:
        return u"reasoning"_s;
    case Folder::TextPresets:
        return u"TextGen Settings"_s;
    case Folder::PromptTemplates:
        return u"snug/templates"_s;
    case Folder::Rules:
        return u"snug/rules"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

QList<LibraryLayout::Folder> LibraryLayout::folders()
{
    return {Folder::Characters, Folder::Chats,          Folder::Worlds,    Folder::Presets,
            Folder::Groups,     Folder::GroupChats,     Folder::Avatars,   Folder::Instruct,
            Folder::Context,    Folder::SystemPrompts,  Folder::Reasoning, Folder::TextPresets,
            Folder::Rules,      Folder::PromptTemplates};
}

QString LibraryLayout::folder(Folder folder) const
{
    return m_root + u'/' + folderName(folder);
}

QString LibraryLayout::card(QStringView file) const
{
    return folder(Folder::Characters) + u'/' + file;
}

QString LibraryLayout::chatFolder(QStringView cardFile) const
{
    return folder(Folder::Chats) + u'/' + stem(cardFile);
}

QString LibraryLayout::chat(QStringView cardFile, QStringView name) const
{
    return chatFolder(cardFile) + u'/' + name + u".jsonl";
}

QString LibraryLayout::groupChat(QStringView name) const
{
    return folder(Folder::GroupChats) + u'/' + name + u".jsonl";
}

QString LibraryLayout::lorebook(QStringView name) const
{
    return folder(Folder::Worlds) + u'/' + name + u".json";
}

QString LibraryLayout::preset(QStringView name) const
{
    return folder(Folder::Presets) + u'/' + name + u".json";
}

QString LibraryLayout::group(QStringView id) const
{
    return folder(Folder::Groups) + u'/' + id + u".json";
}

QString LibraryLayout::avatar(QStringView file) const
{
    return folder(Folder::Avatars) + u'/' + file;
}

QString LibraryLayout::settingsFile() const
{
    return m_root + u"/settings.json";
}

QString LibraryLayout::snugFolder() const
{
    return m_root + u"/snug";
}

QString LibraryLayout::trashFolder() const
{
    return snugFolder() + u"/trash";
}

QString LibraryLayout::lockFile() const
{
    return snugFolder() + u"/library.lock";
}

QString LibraryLayout::connectionsFile() const
{
    return snugFolder() + u"/connections.json";
}

QString LibraryLayout::sessionFile() const
{
    return snugFolder() + u"/session.json";
}

QString LibraryLayout::summariesFile() const
{
    return snugFolder() + u"/summaries.json"_s;
}

QString LibraryLayout::templateFolder() const
{
    return folder(Folder::PromptTemplates);
}

QString LibraryLayout::regexFolder() const
{
    return snugFolder() + u"/regex";
}

QString LibraryLayout::keptFolder() const
{
    return snugFolder() + u"/kept";
}

QString LibraryLayout::relative(const QString &path) const
{
    const QString clean = QDir::cleanPath(path);
    if (m_root.isEmpty() || !clean.startsWith(m_root + u'/'))
        return {};
    return clean.sliced(m_root.size() + 1);
}

} // namespace snug
