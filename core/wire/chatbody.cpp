#include "core/wire/chatbody.h"

using namespace Qt::StringLiterals;

namespace snug {

void writeSampler(JsonBody &body, QByteArrayView name, const std::optional<double> &value)
{
    if (!value)
        return;
    body.key(name);
    body.number(*value);
}

void writeStop(JsonBody &body, const QStringList &stop, qsizetype atMost)
{
    if (stop.isEmpty())
        return;
    body.key("stop");
    body.beginArray();
    for (const QString &text : stop.first(qMin(stop.size(), atMost)))
        body.text(text);
    body.endArray();
}

void noteLeftOut(QStringList &leftOut, QStringView name, const std::optional<double> &value, double neutral)
{
    if (!value || *value == neutral)
        return;
    QByteArray number;
    appendJsonNumber(number, *value);
    leftOut << name + u' ' + QString::fromLatin1(number);
}

} // namespace snug
