// JSON as hands lay it out, made at random: each container in a way of its own.
#pragma once

#include <QByteArray>
#include <QRandomGenerator>

namespace snug::test {

class RandomJson
{
public:
    explicit RandomJson(quint32 seed)
        : m_random(seed)
    {
    }

    int below(qsizetype bound) { return int(m_random.bounded(quint32(bound))); }

    QByteArray document()
    {
        m_depth = 0;
        return blanks(2) + container() + blanks(2);
    }

    // Unlike any other.
    QByteArray scalar()
    {
        const QByteArray number = QByteArray::number(++m_count);
        switch (below(7)) {
        case 0:
            return "\"t\\u00e9" + number + "\\/\"";
        case 1:
            return '"' + number + "\\r\\n, [{}]: \\\"" + '"';
        case 2:
            return number + ".50";
        case 3:
            return number + "E+2";
        case 4:
            return '-' + number;
        default:
            return "\"plain " + number + '"';
        }
    }

    QByteArray container()
    {
        const bool isObject = below(2) == 0;
        const int count = below(m_depth > 3 ? 2 : 6);
        const int layout = below(4); // a line, a child a line, several a line, anything
        ++m_depth;
        const QByteArray line = (below(4) == 0 ? "\r\n" : "\n") + QByteArray(m_depth * 2, ' ');
        const QByteArray space(below(3), ' ');
        QByteArray out = isObject ? "{" : "[";
        for (int i = 0; i < count; ++i) {
            if (i > 0)
                out += (layout == 3 ? blanks(3) : QByteArray()) + ',';
            if (layout == 1 || (layout == 2 && below(3) == 0))
                out += (below(5) == 0 ? "\n" : "") + line;
            else
                out += layout == 3 ? blanks(4) : space;
            if (isObject)
                out += key() + (layout == 3 ? blanks(3) : QByteArray(below(2), ' ')) + ':' + space;
            out += m_depth < 5 && below(3) == 0 ? container() : scalar();
        }
        --m_depth;
        if (layout == 1)
            out += '\n' + QByteArray(m_depth * 2, ' ');
        else
            out += layout == 3 ? blanks(3) : space;
        return out + (isObject ? '}' : ']');
    }

    QByteArray key()
    {
        const QByteArray name = "k" + QByteArray::number(++m_count);
        return '"' + (below(6) == 0 ? "\\u006b" + name.sliced(1) : name) + '"';
    }

private:
    QByteArray blanks(int most)
    {
        QByteArray out;
        for (int i = below(most); i > 0; --i)
            out += " \n\t\r "[below(5)];
        return out;
    }

    QRandomGenerator m_random;
    int m_depth = 0;
    int m_count = 0;
};

} // namespace snug::test
