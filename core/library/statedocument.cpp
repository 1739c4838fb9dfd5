#include "core/library/statedocument.h"

namespace snug {

StateDocument::StateDocument(Library *library, QString name, StateCheck check, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_name(std::move(name))
    , m_check(std::move(check))
{
    connect(library, &Library::closed, this, [this] { m_mayWrite = false; });
}

void StateDocument::read(const std::function<void(const StateRead &)> &done)
{
    const QString path = m_library->layout().root() + u'/' + m_name;
    m_library->perform(
        [path, check = m_check](LibraryStore &store) -> Result<StateRead> {
            return store.isReadOnly() ? readState(path, check) : recoverState(path, check);
        },
        this,
        [this, done, root = m_library->layout().root()](const Result<StateRead> &read) {
            if (!read || root != m_library->layout().root())
                return; // another library is open by now
            m_mayWrite = !read->damage || read->damage->mayBeReplaced;
            m_bytes = read->damage ? QByteArray() : read->bytes;
            done(*read);
        });
}

bool StateDocument::write(const QByteArray &bytes)
{
    if (!m_mayWrite)
        return false;
    if (std::exchange(m_bytes, bytes) == bytes)
        return true;
    const QString path = m_library->layout().root() + u'/' + m_name;
    m_library->keepSaving(m_name, [path, bytes](LibraryStore &) { return writeState(path, bytes); });
    return true;
}

} // namespace snug
