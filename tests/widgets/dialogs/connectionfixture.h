// Connections to show in the window of connections, and its parts by what they say.
#pragma once

#include "core/model/connection.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

namespace snug::connectionfixture {

using namespace Qt::StringLiterals;

inline Connection understudy()
{
    Connection connection;
    connection.id = u"understudy"_s;
    connection.name = u"Understudy"_s;
    connection.kind = Connection::Kind::Understudy;
    return connection;
}

inline Connection local()
{
    Connection connection;
    connection.id = u"local"_s;
    connection.name = u"Local"_s;
    connection.kind = Connection::Kind::LlamaServer;
    connection.baseUrl = QUrl(u"http://127.0.0.1:8080"_s);
    return connection;
}

inline QPushButton *button(const QWidget &in, const QString &text)
{
    for (QPushButton *candidate : in.findChildren<QPushButton *>()) {
        if (candidate->text().remove(u'&') == text)
            return candidate;
    }
    return nullptr;
}

inline QLineEdit *field(const QWidget &in, const QString &accessibleName)
{
    for (QLineEdit *candidate : in.findChildren<QLineEdit *>()) {
        if (candidate->accessibleName() == accessibleName)
            return candidate;
    }
    return nullptr;
}

inline QLineEdit *addressField(const QWidget &in)
{
    for (QLineEdit *candidate : in.findChildren<QLineEdit *>()) {
        if (candidate->placeholderText().startsWith(u"http"))
            return candidate;
    }
    return nullptr;
}

inline QCheckBox *checkBox(const QWidget &in, const QString &text)
{
    for (QCheckBox *candidate : in.findChildren<QCheckBox *>()) {
        if (candidate->text().remove(u'&') == text)
            return candidate;
    }
    return nullptr;
}

} // namespace snug::connectionfixture
