#include "core/editing/documentversions.h"

#include "core/editing/documentediting.h"
#include "core/editing/versions.h"
#include "core/library/library.h"

namespace snug {

DocumentVersions::DocumentVersions(DocumentEditing *editing)
    : m_editing(editing)
{
}

PresentState DocumentVersions::presentState() const
{
    return {m_editing->m_name, m_editing->present(), m_editing->m_base.value};
}

void DocumentVersions::list(QObject *context, std::function<void(const QList<KeptVersion> &)> done) const
{
    m_editing->m_library->perform(
        [key = m_editing->key()](LibraryStore &store) -> Result<QList<KeptVersion>> {
            return listVersions(store.layout(), key);
        },
        context,
        [done = std::move(done)](const Result<QList<KeptVersion>> &versions) {
            done(versions.value_or(QList<KeptVersion>()));
        });
}

void DocumentVersions::read(const QString &id, QObject *context,
                            std::function<void(const Result<DocumentValue> &)> done) const
{
    m_editing->m_library->perform(
        [name = m_editing->m_name, format = m_editing->m_format, id](LibraryStore &store) {
            return readKeptVersion(store, format, name, id);
        },
        context, std::move(done));
}

void DocumentVersions::compare(const OtherState &other, QObject *context,
                               std::function<void(const Result<QList<JsonChange>> &)> done) const
{
    m_editing->m_library->perform([format = m_editing->m_format, now = presentState(), other](
                                      LibraryStore &store) { return changesFrom(store, format, now, other); },
                                  context, std::move(done));
}

void DocumentVersions::restore(const OtherState &other, const std::optional<JsonChange> &place) const
{
    if (place)
        return restorePlace(other, *place);
    read(other.version.id, m_editing,
         [editing = m_editing, other, name = m_editing->m_name](const Result<DocumentValue> &value) {
             if (!editing->m_isOpen || name != editing->m_name)
                 return;
             if (!value)
                 return editing->fail(value.error());
             editing->install(*value, DocumentEditing::Arrival::Changed,
                              tr("Restore Version of %1", "what was done").arg(other.title()));
         });
}

void DocumentVersions::restorePlace(const OtherState &other, const JsonChange &place) const
{
    m_editing->m_library->perform(
        [format = m_editing->m_format, now = presentState(), other, place](LibraryStore &store) {
            return withPlaceFrom(store, format, now, other, place);
        },
        m_editing,
        [this, other, place, name = m_editing->m_name,
         revision = m_editing->m_revision](const Result<DocumentValue> &value) {
            if (!m_editing->m_isOpen || name != m_editing->m_name)
                return;
            if (!value)
                return m_editing->fail(value.error());
            if (revision != m_editing->m_revision) // something was typed meanwhile
                return restorePlace(other, place);
            const QString what = other.document.isEmpty() ? tr("Restore One Place of %1", "what was done")
                                                          : tr("Copy From %1", "what was done");
            m_editing->install(*value, DocumentEditing::Arrival::Changed, what.arg(other.title()));
        });
}

} // namespace snug
