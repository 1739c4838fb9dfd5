// The templates that lay out prompts: the library's files, and which is in effect for the library, a
// character, a chat.
#pragma once

#include "core/library/library.h"
#include "core/library/prompttemplatefiles.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/editedvalues.h"

#include <QObject>

namespace snug {

class ChatTemplates : public QObject
{
    Q_OBJECT

public:
    enum class Scope : quint8 { Library, Character, Chat };

    // `library` outlives this.
    explicit ChatTemplates(Library *library, QObject *parent = nullptr);

    void setChoices(const PromptTemplateChoices &choices);
    const PromptTemplateChoices &choices() const { return m_choices; }
    // `key`: a character's file, or chatKey(); not used for the library. Empty name: nothing is chosen here.
    void choose(Scope scope, const QString &key, const QString &name);

    const QList<LoadedDocument<PromptTemplate>> &templates() const { return m_templates; }
    const LoadedDocument<PromptTemplate> *find(const QString &name) const;

    // `chat` is a chatKey() or empty. The chat's choice, else the character's, else the library's; empty: the
    // built-in one.
    QString nameFor(const QString &cardFile, const QString &chat) const;
    // Of the first character of that name.
    QString nameOfCharacter(const QString &name) const;
    TemplateInputs inputsFor(const QString &cardFile, const QString &chat) const;
    // For these inputs another text than the file's: what stands in the editor.
    TemplateInputs inputsWith(const PromptTemplate &edited, const QString &cardFile) const;

    // What an editor holds of a template, in place of its file. nullopt: the file counts again.
    void setEdited(const QString &name, const std::optional<PromptTemplate> &edited);
    bool isEdited(const QString &name) const { return m_edited.contains(name); }
    const QMap<QString, PromptTemplate> &edited() const { return m_edited.values(); }

    // renamed() or saveFailed(); what is in effect stays so under the new name.
    void rename(const QString &name, const QString &to);
    // removed() or saveFailed(); restore() takes it out of the trash again.
    void remove(const QString &name);
    void restore(const QString &trashId);
    bool isReady() const { return m_loading == 0; }

Q_SIGNALS:
    void changed();
    void choicesChanged();
    void saveFailed(const QString &name, const snug::Error &error);
    void renamed(const QString &from, const QString &to);
    void removed(const QString &name, const QString &trashId);
    void problem(const snug::Error &error);

private:
    void load();
    QList<NamedTemplate> namedTemplates() const;
    // As edited, of those that have a file.
    std::optional<PromptTemplate> valueOf(const QString &name) const;

    Library *m_library;
    TemplateEnginePtr m_engine;
    PromptTemplateChoices m_choices;
    QList<LoadedDocument<PromptTemplate>> m_templates;
    EditedValues<QString, PromptTemplate> m_edited;
    int m_loading = 0;
};

// What names a chat in the choices; the owner is a card's or a group's file.
QString chatKey(const QString &owner, const QString &chat);

} // namespace snug
