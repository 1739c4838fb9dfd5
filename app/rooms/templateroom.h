// The templates of text completions in effect: chosen by the user, else as settings.json says, else
// built in; loaded and kept in step with the library while a connection wants them.
#pragma once

#include "app/rooms/sessionchoices.h"
#include "core/library/library.h"
#include "core/library/librarylayout.h"

#include <QObject>

#include <optional>

namespace snug {

class TemplateRoom : public QObject
{
    Q_OBJECT

public:
    using Folder = LibraryLayout::Folder; // Context, Instruct, SystemPrompts, TextPresets

    // `library` must outlive the room.
    explicit TemplateRoom(Library *library, QObject *parent = nullptr);

    // Whether the connection in use completes text. Nothing is read before.
    void setWanted(bool isWanted);
    void setChoices(const TemplateChoices &choices);
    const TemplateChoices &choices() const { return m_choices; }
    void choose(Folder folder, const QString &name); // empty = none

    // What is in effect; empty = none.
    QString nameOf(Folder folder) const;
    // Nothing while no connection completes text. Sizes that no template says are the chat preset's.
    std::optional<TextCompletion> textCompletion(const std::optional<Preset> &chatPreset) const;
    // Everything wanted has been read, or has failed to be.
    bool isReady() const { return m_loading == 0; }

Q_SIGNALS:
    void changed();
    void choicesChanged();
    void problem(const snug::Error &error);

private:
    void update();
    void loadOne(Folder folder);
    bool isFile(Folder folder, const QString &name) const;
    template <typename T, typename Load> void load(Folder folder, Load load, std::optional<T> &target);

    Library *m_library;
    TemplateChoices m_choices;
    bool m_isWanted = false;
    QMap<Folder, QString> m_loaded; // the file whose value is in the members below; no entry = none was read
    std::optional<ContextTemplate> m_context;
    std::optional<InstructTemplate> m_instruct;
    std::optional<SystemPrompt> m_systemPrompt;
    std::optional<TextPreset> m_preset;
    int m_loading = 0;
};

} // namespace snug
