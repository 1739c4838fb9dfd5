// Counts tokens as the connection in use counts them: at its server where that may be asked, else by a
// vocabulary that is loaded for it.
#pragma once

#include "core/chat/turn.h"
#include "core/tokens/tokencounter.h"
#include "core/wire/servertokenizer.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class CountLearning;

class ConnectionCounter : public QObject
{
    Q_OBJECT

public:
    // Both outlive this.
    ConnectionCounter(Transport *transport, const CountLearning *counting, QObject *parent = nullptr);
    ~ConnectionCounter() override;

    // Null: only the estimate is left, for now or for good.
    TokenCounterPtr counter() const { return m_counter; }
    bool isLoading() const { return m_loading > 0; }
    void follow(const ModelLink &link);
    // It answers other questions by now, so it is to be asked anew. False: there is none.
    bool forgetSilentServer();

Q_SIGNALS:
    void changed(); // counter() is another one, or will be once it is followed again
    void problem(const snug::Error &error);

private:
    bool asksServer(const ModelLink &link);
    void loadCounter(const QString &wanted);

    Transport *m_transport;
    const CountLearning *m_counting;
    int m_loading = 0; // tokenizers
    TokenCounterPtr m_counter;
    std::optional<QString> m_counterFor;                // the file or name that it is loaded from
    std::unique_ptr<ServerTokenizer> m_serverTokenizer; // where the server itself counts
    Connection m_serverAsked;
    Secret m_serverKey;
};

} // namespace snug
