// The services and programs that a connection can lead to, by where they run.
#pragma once

#include "core/model/connection.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QListView>

namespace snug {

// Of the box: what is typed finds a service by any word of its name.
class ServiceList : public QListView
{
    Q_OBJECT

public:
    using QListView::QListView;
    void keyboardSearch(const QString &typed) override;

private:
    QString m_typed;
    QElapsedTimer m_sinceTyped;
};

class ServiceBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ServiceBox(QWidget *parent = nullptr);

    void showConnection(const Connection &connection);
    // `connection` with the service that is chosen. What belonged to the former one goes with it: its
    // address, its name, and that it needs a key; what the user has put there himself stays.
    Connection changed(Connection connection) const;
};

// What the service is called; "llama.cpp server", …
QString serviceName(const Connection &connection);
// Its own address, or where such a program usually is; empty if only the user knows.
QString usualAddress(const Connection &connection);
// Where a user gets a key; empty where there is none, or nobody knows.
QString keyPage(const Connection &connection);

} // namespace snug
