// JSON objects out of bytes that arrive in any pieces: one, one after another (JSON lines), or the elements
// of one array, each as soon as it is whole.
#pragma once

#include <QByteArray>
#include <QList>

namespace snug {

// Finds where objects begin and end by their brackets; whether they are JSON is for whoever parses them. What
// stands between them (commas, line breaks, anything else) carries nothing.
class JsonValues
{
public:
    // An object may be this large; what exceeds it is taken for broken.
    static constexpr qsizetype largestObject = 16 * 1024 * 1024;

    // The objects that these bytes complete.
    QList<QByteArray> push(QByteArrayView bytes);

    // An object, or the array around them, has begun and not ended.
    bool isInside() const { return m_depth > 0 || m_isInArray; }
    // Nothing is found after that.
    bool isOverflowing() const { return m_isOverflowing; }

private:
    void takeOutside(char c, qsizetype at);
    bool endsObject(char c);

    QByteArray m_object; // the beginning of one whose end has not come
    qsizetype m_start = -1;
    qsizetype m_depth = 0; // brackets open since the object began
    bool m_isInArray = false;
    bool m_isInString = false;
    bool m_isEscaped = false;
    bool m_isOverflowing = false;
};

} // namespace snug
