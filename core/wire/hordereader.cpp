// docs/wire.md#ai-horde
#include "core/wire/replyreader.h"
#include "core/wire/serviceanswers.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class HordeReader : public ReplyReader
{
public:
    bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) override;
    bool endsUnsaid() const override { return false; }

private:
    std::optional<double> m_kudos; // of the job, as it was taken
};

bool HordeReader::read(const QJsonObject &, QByteArrayView bytes, ReplyBuilder &reply)
{
    const QByteArray body = bytes.toByteArray();
    const Result<HordeStatus> status = parseHordeStatus(body);
    if (!status) {
        const Result<HordeJob> job = parseHordeJob(body);
        if (job && job->kudos > 0)
            m_kudos = job->kudos;
        return job.has_value();
    }
    const std::optional<Finished> end = hordeEnd(*status);
    if (!end) {
        reply.addProgress({status->isPossible ? u"queue"_s : u"nobody"_s, status->queuePosition,
                           status->waitSeconds, m_kudos});
        return true;
    }
    reply.addText(status->text);
    if (end->reason == StopReason::Error)
        reply.fail(*end->fault);
    else
        reply.stop(end->reason, end->word);
    return true;
}

} // namespace

std::unique_ptr<ReplyReader> hordeReader()
{
    return std::make_unique<HordeReader>();
}

} // namespace snug
