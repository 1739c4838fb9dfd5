// Pictures decoded by snug-picture, a process that can neither read files nor reach the network and that is
// ended from outside when it takes too long. Whatever happens to it is an error, never more.
#pragma once

#include "core/pictures/pictureengine.h"
#include "core/pictures/pictureprotocol.h"
#include "core/regex/confinedprocess.h"

#include <QList>
#include <QString>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace snug {

struct PictureBounds
{
    std::chrono::seconds own{5};           // of processor time to show one; the system ends the process then
    std::chrono::milliseconds most{10000}; // from question to answer; then it is ended from outside
    std::chrono::seconds ownForPng{20};    // the same to make a PNG of one
    std::chrono::milliseconds mostForPng{30000};
    int processes = 0; // at once; 0: by the machine, four at most
};

// Starts a process when a picture comes and none is free, and a fresh one whenever one has died.
class WorkerPictureEngine : public PictureEngine
{
public:
    explicit WorkerPictureEngine(QString program, PictureBounds bounds = {});
    ~WorkerPictureEngine() override;

    Result<Picture> read(const QByteArray &picture, int shorterSide = 0,
                         const std::stop_token &stop = {}) override;
    Result<QByteArray> toPng(const QByteArray &picture, const std::stop_token &stop = {}) override;
    Result<QByteArray> crop(const QByteArray &picture, const QRect &part,
                            const std::stop_token &stop = {}) override;

    QList<qint64> processIds() const; // of those that run just now

private:
    struct Process
    {
        std::unique_ptr<ConfinedProcess> process; // null: to be started
        bool isBusy = false;
    };
    Result<PictureReply> ask(PictureRequest request, const QByteArray &picture, const std::stop_token &stop);
    Result<PictureReply> askOne(std::unique_ptr<ConfinedProcess> &process, const PictureRequest &request,
                                const std::stop_token &stop) const;
    Result<QByteArray> makePng(const QByteArray &picture, const PictureArea &part,
                               const std::stop_token &stop);

    const QString m_program;
    const PictureBounds m_bounds;
    mutable std::mutex m_mutex; // of everything below
    std::condition_variable_any m_free;
    std::vector<Process> m_processes; // a busy one's is used by whoever made it busy
    std::vector<qint64> m_processIds; // of each
    std::uint32_t m_lastId = 0;
};

// Where the program lies, seen from the folder that the running program is in.
QString pictureWorkerProgram(const QString &applicationFolder);

} // namespace snug
