// What services send (tests/conformance/wire/<provider>/<case>.txt, a whole HTTP answer each), and what it
// comes to (expected.json of the folder).
#pragma once

#include "core/wire/wirerequest.h"

#include <QDir>
#include <QJsonObject>
#include <QString>

namespace snug {

struct WireCase
{
    QString provider;
    QString name;
    QByteArray method; // of the request, where one is kept; else empty
    QString path;
    QJsonObject requestBody;
    int status = 0;
    WireHeaders headers;
    QByteArray body; // without chunk sizes
    QJsonObject expected;
    QJsonObject replayed; // `expected` of the case whose opaque items the request has to hold
};

QList<WireCase> wireCasesIn(const QDir &root);

// Decodes it in every way and compares; empty if all is as expected, else what is not.
QString wireDifference(const WireCase &given);

} // namespace snug
