// The templates of text completions in effect: chosen by the user, else as settings.json says, else
// built in; loaded and kept in step with the library while a connection wants them.
#pragma once

#include "core/library/library.h"
#include "core/library/librarylayout.h"
#include "core/prompt/instructchoice.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/editedvalues.h"

#include <QObject>

#include <optional>
#include <variant>

namespace snug {

class CompletionTemplates : public QObject
{
    Q_OBJECT

public:
    using Folder = LibraryLayout::Folder; // Context, Instruct, SystemPrompts, TextPresets

    // `library` outlives this.
    explicit CompletionTemplates(Library *library, QObject *parent = nullptr);

    // Whether the connection in use completes text. Nothing is read before.
    void setWanted(bool isWanted);
    void setChoices(const TemplateChoices &choices);
    const TemplateChoices &choices() const { return m_choices; }
    void choose(Folder folder, const QString &name); // empty = none
    // The connection's model, by whose name an instruct template may ask to be taken. Counts until the user
    // chooses another one.
    void setModel(const QString &model, const RegexEnginePtr &engine);
    // Whether the instruct template in effect was taken by the model's name.
    bool isByModel() const { return !m_byModel.isEmpty() && nameOf(Folder::Instruct) == m_byModel; }

    // What is in effect; empty = none.
    QString nameOf(Folder folder) const;
    // Nothing while no connection completes text. Sizes that no template says are the chat preset's.
    std::optional<TextCompletion> textCompletion(const std::optional<Preset> &chatPreset) const;
    // Where a connection completes chats: the templates of SillyTavern's settings, for their macros.
    std::optional<TextCompletion> idleTemplates(const std::optional<Preset> &chatPreset) const;
    // The same whatever the connection does: for editors.
    TextCompletion shownCompletion(const std::optional<Preset> &chatPreset) const;

    // What an editor holds of a template, in place of its file. nullopt: the file counts again.
    using Edited = std::variant<ContextTemplate, InstructTemplate, SystemPrompt, TextPreset>;
    void setEdited(Folder folder, const QString &name, const std::optional<Edited> &edited);
    const QMap<std::pair<Folder, QString>, Edited> &edited() const { return m_edited.values(); }
    // Whether that is so for one in effect.
    bool isEdited() const;

    // Everything wanted has been read, or has failed to be.
    bool isReady() const { return m_loading == 0; }

Q_SIGNALS:
    void changed();
    void choicesChanged();
    void problem(const snug::Error &error);
    void takenByModel(const QString &name, const QString &model);

private:
    void update();
    void askForModel();
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
    EditedValues<std::pair<Folder, QString>, Edited> m_edited;
    QString m_model;
    RegexEnginePtr m_engine;
    QString m_byModel; // empty: none asked for it
    int m_asked = 0;   // answers for an earlier model change nothing
};

} // namespace snug
