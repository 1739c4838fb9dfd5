#include "core/wire/understudy/understudyserver.h"

#include "core/wire/understudy/understudystage.h"

using namespace Qt::StringLiterals;

namespace snug {

UnderstudyServer::UnderstudyServer(int millisecondsPerToken, QObject *parent)
    : QObject(parent)
    , m_millisecondsPerToken(millisecondsPerToken)
{
    m_thread.setObjectName(u"understudy"_s);
}

UnderstudyServer::~UnderstudyServer()
{
    m_thread.quit();
    m_thread.wait();
}

void UnderstudyServer::start()
{
    if (m_thread.isRunning())
        return;
    auto *stage = new UnderstudyStage(m_millisecondsPerToken);
    stage->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, stage, &QObject::deleteLater);
    connect(stage, &UnderstudyStage::listening, this, [this](quint16 port) {
        m_baseUrl = QUrl(u"http://127.0.0.1:%1/v1"_s.arg(port));
        Q_EMIT listening(m_baseUrl);
    });
    connect(stage, &UnderstudyStage::failed, this, &UnderstudyServer::failed);
    m_thread.start();
    QMetaObject::invokeMethod(stage, [stage] { stage->listen(0); });
}

} // namespace snug
