// Where things lie in a library folder. The layout is SillyTavern 1.19's user folder ("default-user"
// level), so that an existing one opens in place; what Snug adds is under "snug/".
#pragma once

#include <QString>
#include <QStringList>

namespace snug {

// Stands where a card's file would: whose chats are with a model and no character. No card is loaded for it,
// and its chats lie in a folder of "chats" as those of characters do.
QString modelAloneFile();

// Paths only; nothing here looks at the disk. Absolute, as long as `root` is.
class LibraryLayout
{
public:
    // Folders of documents; SillyTavern has all but the last ones.
    enum class Folder : quint8 {
        Characters,
        Chats, // one folder a card, named as the card's file without ".png"
        Worlds,
        Presets, // "OpenAI Settings"
        Groups,
        GroupChats,
        Avatars, // pictures of personas
        Instruct,
        Context,
        SystemPrompts,
        Reasoning,
        TextPresets, // "TextGen Settings"
        // Of Snug alone, below "snug/".
        PromptTemplates, // "snug/templates": they lay out prompts
        Rules,           // "snug/rules": SmartTavern's replacement rules
    };

    LibraryLayout() = default;
    explicit LibraryLayout(const QString &root); // made absolute and clean

    QString root() const { return m_root; }
    QString folder(Folder folder) const;
    static QString folderName(Folder folder); // relative to the root
    static QList<Folder> folders();

    QString card(QStringView file) const;                       // "Mira.png"
    QString chatFolder(QStringView cardFile) const;             // of "Mira.png": chats/Mira
    QString chat(QStringView cardFile, QStringView name) const; // name without ".jsonl"
    QString groupChat(QStringView name) const;
    QString lorebook(QStringView name) const;
    QString preset(QStringView name) const;
    QString group(QStringView id) const;
    QString avatar(QStringView file) const;
    QString settingsFile() const;

    QString snugFolder() const;
    QString trashFolder() const;
    QString lockFile() const;
    QString connectionsFile() const;
    QString sessionFile() const;    // what was open, drafts
    QString summariesFile() const;  // can be thrown away
    QString templateFolder() const; // templates that lay out prompts
    QString regexFolder() const;    // imported script files; SillyTavern has no folder for them
    QString keptFolder() const;     // files kept for later, not used yet

    // Relative to the root, "/" between the parts; empty for a path outside of it.
    QString relative(const QString &path) const;

    bool operator==(const LibraryLayout &) const = default;

private:
    QString m_root;
};

} // namespace snug
