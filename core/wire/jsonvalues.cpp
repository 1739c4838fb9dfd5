#include "core/wire/jsonvalues.h"

namespace snug {

QList<QByteArray> JsonValues::push(QByteArrayView bytes)
{
    QList<QByteArray> objects;
    m_start = m_depth > 0 ? 0 : -1;
    for (qsizetype i = 0; i < bytes.size() && !m_isOverflowing; ++i) {
        if (m_depth == 0) {
            takeOutside(bytes[i], i);
        } else if (endsObject(bytes[i])) {
            m_object.append(bytes.sliced(m_start, i + 1 - m_start));
            objects.append(std::exchange(m_object, {}));
            m_start = -1;
        } else if (m_object.size() + i - m_start > largestObject) {
            m_isOverflowing = true;
            m_object = {};
        }
    }
    if (m_depth > 0 && !m_isOverflowing)
        m_object.append(bytes.sliced(m_start));
    return objects;
}

void JsonValues::takeOutside(char c, qsizetype at)
{
    if (c == '{') {
        m_depth = 1;
        m_start = at;
    } else if (c == '[') {
        m_isInArray = true;
    } else if (c == ']') {
        m_isInArray = false;
    }
}

bool JsonValues::endsObject(char c)
{
    if (m_isInString) {
        if (m_isEscaped)
            m_isEscaped = false;
        else if (c == '\\')
            m_isEscaped = true;
        else if (c == '"')
            m_isInString = false;
        return false;
    }
    if (c == '"')
        m_isInString = true;
    else if (c == '{' || c == '[')
        ++m_depth;
    else if (c == '}' || c == ']')
        --m_depth;
    return m_depth == 0;
}

} // namespace snug
