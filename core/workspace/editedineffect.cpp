#include "core/workspace/editedineffect.h"

#include "core/editing/documentparts.h"
#include "core/workspace/activecontent.h"

#include <QCoreApplication>

namespace snug {

namespace {

class EditedWords
{
    Q_DECLARE_TR_FUNCTIONS(EditedInEffect)

public:
    explicit EditedWords(ActiveContent &content)
        : m_content(content)
    {
    }

    QStringList all() const
    {
        const EditOverlay &edited = m_content.edited();
        QStringList names;
        if (edited.hasPreset(m_content.presetName()))
            names.append(tr("preset %1").arg(m_content.presetName()));
        if (m_content.templates().isEdited())
            names.append(tr("text templates"));
        names += layouts() + cards();
        if (const std::optional<QString> name = m_content.personas().edited())
            names.append(tr("persona %1").arg(*name));
        names += scripts();
        const QList<BookInEffect> books = m_content.lorebooks().inEffect();
        for (const BookInEffect &book : books) {
            if (edited.hasLorebook(book.name))
                names.append(tr("lorebook %1").arg(book.name));
        }
        return names;
    }

private:
    QStringList layouts() const
    {
        const ChatTemplates &templates = m_content.promptTemplates();
        const QString layout = templates.nameFor(m_content.cardFile(), m_content.openChatKey());
        const PromptMode mode = m_content.choices().now().mode;
        if (templates.isEdited(layout) && (mode == PromptMode::Template || mode == PromptMode::Auto))
            return {tr("template %1").arg(layout)};
        return {};
    }

    QString cardName() const
    {
        const std::optional<Card> card = m_content.card();
        return card ? card->name : m_content.cardFile();
    }

    QStringList cards() const
    {
        const EditOverlay &edited = m_content.edited();
        QStringList names;
        if (!m_content.cardFile().isEmpty() && edited.hasCard(m_content.cardFile()))
            names.append(tr("card %1").arg(cardName()));
        for (const auto &[file, loaded] : m_content.loaded().members().asKeyValueRange()) {
            if (edited.hasCard(file))
                names.append(tr("card %1").arg(loaded ? loaded->name : file));
        }
        return names;
    }

    QStringList scripts() const
    {
        const ActiveScripts &scripts = m_content.scripts();
        QStringList names;
        if (scripts.isEdited(ScriptScope::Global, settingsDocument()))
            names.append(tr("regex scripts"));
        if (scripts.isEdited(ScriptScope::Preset, m_content.presetName()))
            names.append(tr("regex scripts of %1").arg(m_content.presetName()));
        if (!m_content.cardFile().isEmpty() && scripts.isEdited(ScriptScope::Card, m_content.cardFile()))
            names.append(tr("regex scripts of %1").arg(cardName()));
        return names;
    }

    ActiveContent &m_content;
};

} // namespace

QStringList editedInEffect(ActiveContent &content)
{
    return EditedWords(content).all();
}

} // namespace snug
