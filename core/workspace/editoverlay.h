// What open editors hold and files do not have yet. It counts instead of the files wherever a prompt is made,
// so the inspector follows each keystroke; what it shows is still what is sent.
#pragma once

#include "core/editing/documentkey.h"
#include "core/editing/documentparts.h"
#include "core/model/card.h"
#include "core/model/lorebook.h"
#include "core/model/preset.h"
#include "core/workspace/editedvalues.h"

#include <QObject>

#include <optional>

namespace snug {

struct EditedDocuments;

class EditOverlay : public QObject
{
    Q_OBJECT

public:
    // `library` must outlive this.
    explicit EditOverlay(Library *library, QObject *parent = nullptr);

    // nullopt: the file counts again, once reads that were asked for before have been done.
    // Names are those of the library.
    void setPreset(const QString &name, const std::optional<Preset> &edited);
    void setLorebook(const QString &name, const std::optional<Lorebook> &edited);
    void setCard(const QString &file, const std::optional<Card> &edited);
    void setPersonas(const std::optional<PersonaList> &edited);
    void setScripts(const DocumentKey &key, const std::optional<QList<RegexScript>> &edited);
    void clear();

    // What an editor holds, else `fromFile`.
    std::optional<Preset> preset(const QString &name, const std::optional<Preset> &fromFile) const;
    std::optional<Lorebook> lorebook(const QString &name, const std::optional<Lorebook> &fromFile) const;
    std::optional<Card> card(const QString &file, const std::optional<Card> &fromFile) const;
    std::optional<PersonaList> personas() const;
    std::optional<QList<RegexScript>> scripts(const DocumentKey &key) const;

    bool hasPreset(const QString &name) const { return m_presets.contains(name); }
    bool hasLorebook(const QString &name) const { return m_lorebooks.contains(name); }
    bool hasCard(const QString &file) const { return m_cards.contains(file); }
    void addTo(EditedDocuments &edited) const;

Q_SIGNALS:
    void changed();

private:
    EditedValues<QString, Preset> m_presets;
    EditedValues<QString, Lorebook> m_lorebooks;
    EditedValues<QString, Card> m_cards;
    EditedValues<QString, PersonaList> m_personas; // one at most
    EditedValues<QString, QList<RegexScript>> m_scripts;
};

} // namespace snug
