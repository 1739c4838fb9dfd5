// A request's body that can be read once. Qt sends a request anew when the server closes the connection
// before its answer; each of them may be computed and billed. It cannot where the body does not come a second
// time.
#pragma once

#include <QIODevice>

namespace snug {

class OnceBody : public QIODevice
{
public:
    // Open from here on.
    OnceBody(QByteArray body, QObject *parent);

    bool isSequential() const override { return true; }
    // Refused; without Qt's warning about sequential devices.
    bool reset() override { return false; }
    qint64 bytesAvailable() const override { return m_body.size() - m_read + QIODevice::bytesAvailable(); }

protected:
    qint64 readData(char *data, qint64 longest) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_body;
    qint64 m_read = 0;
};

} // namespace snug
