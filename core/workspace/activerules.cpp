#include "core/workspace/activerules.h"

#include "core/library/librarylayout.h"

namespace snug {

ActiveRules::ActiveRules(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_edited(library, this, [this] { Q_EMIT changed(); })
{
    connect(library, &Library::opened, this, &ActiveRules::load);
    connect(library, &Library::closed, this, [this] {
        m_files.clear();
        m_edited.clear();
    });
    connect(library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Templates &&
            change.names.contains(LibraryLayout::folderName(LibraryLayout::Folder::Rules)))
            load();
    });
}

void ActiveRules::setSwitchedOff(const QStringList &names)
{
    if (m_switchedOff == names)
        return;
    m_switchedOff = names;
    Q_EMIT changed();
}

void ActiveRules::switchOn(const QString &name, bool isOn)
{
    if (this->isOn(name) == isOn)
        return;
    if (isOn)
        m_switchedOff.removeAll(name);
    else
        m_switchedOff.append(name);
    Q_EMIT switched();
    Q_EMIT changed();
}

void ActiveRules::setEdited(const QString &name, const std::optional<QList<Json>> &edited)
{
    m_edited.set(name, edited);
}

QList<Json> ActiveRules::rules() const
{
    QList<Json> rules;
    for (const RuleFile &file : m_files) {
        if (isOn(file.name))
            rules += m_edited.value(file.name).value_or(file.rules);
    }
    return rules;
}

void ActiveRules::load()
{
    ++m_loading;
    m_library->perform(loadRuleFiles, this, [this](const Result<LoadedRules> &loaded) {
        --m_loading;
        if (!loaded) {
            Q_EMIT problem(loaded.error());
        } else {
            m_files = loaded->files;
            for (const Error &error : loaded->problems)
                Q_EMIT problem(error);
        }
        Q_EMIT changed();
    });
}

} // namespace snug
