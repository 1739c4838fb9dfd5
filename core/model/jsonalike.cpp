#include "core/model/jsonalike.h"

namespace snug {

bool isWrittenAlike(const JsonSpan &one, const JsonSpan &other)
{
    const auto bytesOf = [](const JsonSpan &span) {
        return QByteArrayView(span.origin->bytes).sliced(span.begin, span.length);
    };
    QByteArrayView a = bytesOf(one);
    QByteArrayView b = bytesOf(other);
    while (true) {
        qsizetype mark = a.indexOf(leftOutMark);
        if (mark != b.indexOf(leftOutMark))
            return false;
        if (mark < 0)
            return a == b;
        if (a.first(mark) != b.first(mark))
            return false;
        qsizetype behindA = mark + 1;
        qsizetype behindB = mark + 1;
        if (one.origin->leftOut.at(leftOutNumber(a, behindA)) !=
            other.origin->leftOut.at(leftOutNumber(b, behindB)))
            return false;
        a = a.sliced(behindA);
        b = b.sliced(behindB);
    }
}

} // namespace snug
