// Writes a JSON body straight into bytes: fast enough for every keystroke, key order is call order,
// numbers and strings as JavaScript's JSON.stringify() spells them.
#pragma once

#include <QByteArray>
#include <QStringView>

namespace snug {

class JsonBody
{
public:
    void reserve(qsizetype bytes) { m_bytes.reserve(bytes); }

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(QByteArrayView ascii); // needs no escaping

    void text(QStringView value);
    void text(QByteArrayView ascii); // needs no escaping
    void number(double value);       // null when not finite
    void integer(qint64 value);
    void boolean(bool value);
    void null();
    void json(QByteArrayView value); // as it is spelt

    // Key and value in one.
    void member(QByteArrayView name, QStringView value) { key(name), text(value); }
    void member(QByteArrayView name, double value) { key(name), number(value); }

    const QByteArray &bytes() const { return m_bytes; }
    QByteArray take() { return std::exchange(m_bytes, {}); }

private:
    void separate();
    void open(char bracket);
    void close(char bracket);

    QByteArray m_bytes;
    bool m_needsComma = false;
};

// JSON.stringify(): well-formed (a lone surrogate becomes \udxxx), shortest number.
void appendJsonText(QByteArray &bytes, QStringView text);
void appendJsonNumber(QByteArray &bytes, double number);

} // namespace snug
