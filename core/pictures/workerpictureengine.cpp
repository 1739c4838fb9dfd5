#include "core/pictures/workerpictureengine.h"

#include "core/formats/pngtext.h"
#include "core/pictures/pictureformat.h"
#include "core/regex/workerregexengine.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QtEndian>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct PictureEngineText
{
    Q_DECLARE_TR_FUNCTIONS(Pictures)
};

std::unexpected<Error> otherFormat()
{
    //: Follows the name of a file, as all of these do
    return failure(
        PictureEngineText::tr("is not a PNG, JPEG, WebP, GIF or AVIF picture, and no other kind is opened"));
}

std::unexpected<Error> refusal(const PictureReply &reply)
{
    switch (reply.status) {
    case PictureStatus::OtherFormat:
        return otherFormat();
    case PictureStatus::NoDecoder:
        return failure(PictureEngineText::tr("is a picture of a kind that this system's Qt cannot read"), {},
                       {}, PictureEngineText::tr("Save it as a PNG with another program."));
    case PictureStatus::TooManyPixels:
        return failure(PictureEngineText::tr("has %1 × %2 pixels, more than the %3 million that are opened")
                           .arg(reply.fullWidth)
                           .arg(reply.fullHeight)
                           .arg(maximumPicturePixels / 1'000'000),
                       {}, {}, PictureEngineText::tr("Make it smaller with another program."));
    case PictureStatus::OverMemory:
        return failure(PictureEngineText::tr("needs too much memory to be opened"));
    case PictureStatus::OutsidePart:
        return failure(PictureEngineText::tr("does not have the part that was to be cut out"));
    case PictureStatus::ResultTooLarge:
        return failure(PictureEngineText::tr("would have more than 60 MB as a PNG"));
    case PictureStatus::Damaged:
    case PictureStatus::Done:
        break;
    }
    return failure(PictureEngineText::tr("is damaged: the picture in it cannot be read"));
}

std::unexpected<Error> wrongAnswer()
{
    return failure(PictureEngineText::tr("was not read: the program for pictures gave an invalid answer"));
}

int processesFor(const PictureBounds &bounds)
{
    return bounds.processes > 0 ? bounds.processes
                                : std::clamp(int(std::thread::hardware_concurrency()), 1, 4);
}

// A card's picture may carry much that nobody needs for seeing it. What has no sound structure goes as it is.
QByteArray pictureAlone(const QByteArray &picture)
{
    return isPng(picture) ? pngPictureOnly(picture).value_or(picture) : picture;
}

bool arePixels(const PictureReply &reply, std::uint32_t shorterSide)
{
    const std::uint64_t pixels = std::uint64_t(reply.width) * reply.height;
    return pixels <= maximumShownPixels && reply.bytes.size() == 4 * pixels &&
           (shorterSide == 0 || std::min(reply.width, reply.height) <= shorterSide);
}

// Leaves the picture alone of what was made: no card and nothing else comes with it.
bool takePng(PictureReply &reply)
{
    static constexpr qsizetype sizeAt = 16; // in the head, which comes first
    const auto picture = pngPictureOnly(QByteArrayView(reply.bytes.data(), qsizetype(reply.bytes.size())));
    if (!picture || picture->size() < sizeAt + 8 || picture->sliced(12, 4) != "IHDR" ||
        qFromBigEndian<quint32>(picture->constData() + sizeAt) != reply.width ||
        qFromBigEndian<quint32>(picture->constData() + sizeAt + 4) != reply.height)
        return false;
    reply.bytes = picture->toStdString();
    return true;
}

bool isAnswer(const PictureRequest &request, PictureReply &reply)
{
    if (reply.id != request.id)
        return false;
    if (reply.status != PictureStatus::Done)
        return true;
    return request.make == PictureRequest::Make::Png ? takePng(reply) : arePixels(reply, request.shorterSide);
}

} // namespace

WorkerPictureEngine::WorkerPictureEngine(QString program, PictureBounds bounds)
    : m_program(std::move(program))
    , m_bounds(bounds)
    , m_processes(std::size_t(processesFor(bounds)))
    , m_processIds(m_processes.size(), 0)
{
}

WorkerPictureEngine::~WorkerPictureEngine() = default;

QList<qint64> WorkerPictureEngine::processIds() const
{
    const std::scoped_lock lock(m_mutex);
    QList<qint64> running;
    std::ranges::copy_if(m_processIds, std::back_inserter(running), [](qint64 id) { return id != 0; });
    return running;
}

Result<PictureReply> WorkerPictureEngine::ask(PictureRequest request, const QByteArray &picture,
                                              const std::stop_token &stop)
{
    if (!pictureFormatOf(picture)) // no process is needed to see that
        return otherFormat();
    const QByteArray bytes = pictureAlone(picture);
    if (std::size_t(bytes.size()) > maximumPictureBytes)
        return failure(PictureEngineText::tr("has more than 60 MB, and no picture of that size is opened"));
    request.bytes = {bytes.constData(), std::size_t(bytes.size())};

    std::unique_lock lock(m_mutex);
    const auto isFree = [](const Process &each) { return !each.isBusy; };
    if (!m_free.wait(lock, stop, [&] { return std::ranges::any_of(m_processes, isFree); }))
        return failure(PictureEngineText::tr("was not read: it is no longer needed"));
    // One that runs already rather than another one.
    auto chosen = std::ranges::find_if(
        m_processes, [&](const Process &each) { return isFree(each) && each.process != nullptr; });
    if (chosen == m_processes.end())
        chosen = std::ranges::find_if(m_processes, isFree);
    const auto place = std::size_t(chosen - m_processes.begin());
    chosen->isBusy = true;
    std::unique_ptr<ConfinedProcess> process = std::move(chosen->process);
    request.id = ++m_lastId;
    lock.unlock();
    const auto giveBack = qScopeGuard([&] {
        lock.lock();
        m_processIds[place] = process ? process->processId() : 0;
        m_processes[place].process = std::move(process);
        m_processes[place].isBusy = false;
        m_free.notify_one();
    });

    if (process && !process->isQuiet())
        process.reset();
    if (!process) {
        auto started = ConfinedProcess::start(m_program, pictureGreeting);
        if (!started)
            return failure(
                PictureEngineText::tr("was not read: the program for pictures cannot be started: %1 (%2)")
                    .arg(started.error().what, m_program));
        process = std::move(*started);
        lock.lock();
        m_processIds[place] = process->processId();
        lock.unlock();
    }
    return askOne(process, request, stop);
}

// Ends the process where nothing can be made of it any more.
Result<PictureReply> WorkerPictureEngine::askOne(std::unique_ptr<ConfinedProcess> &process,
                                                 const PictureRequest &request,
                                                 const std::stop_token &stop) const
{
    const bool isPng = request.make == PictureRequest::Make::Png;
    const std::chrono::milliseconds most = isPng ? m_bounds.mostForPng : m_bounds.most;
    const auto begun = ConfinedProcess::Clock::now();
    process->send(encodePictureRequest(request));
    std::string contents;
    const auto event = process->receive(contents, most, stop, begun + most);
    if (event == ConfinedProcess::Event::Frame) {
        std::optional<PictureReply> reply = decodePictureReply(contents);
        if (reply && isAnswer(request, *reply))
            return *std::move(reply);
        process.reset();
        return wrongAnswer();
    }
    const auto spent = ConfinedProcess::Clock::now() - begun;
    process.reset();
    const bool isOverTime = event == ConfinedProcess::Event::Late ||
                            event == ConfinedProcess::Event::Silence ||
                            spent >= std::chrono::seconds(request.seconds);
    if (event == ConfinedProcess::Event::Stop)
        return failure(PictureEngineText::tr("was not read: it is no longer needed"));
    if (isOverTime)
        return failure(PictureEngineText::tr("took too long to read, so reading it was stopped"));
    return failure(PictureEngineText::tr("was not read: the program for pictures ended while reading it"));
}

Result<Picture> WorkerPictureEngine::read(const QByteArray &picture, int shorterSide,
                                          const std::stop_token &stop)
{
    const auto side = std::uint32_t(std::max(0, shorterSide));
    const auto reply =
        ask({.seconds = std::uint32_t(m_bounds.own.count()), .shorterSide = side}, picture, stop);
    if (!reply)
        return std::unexpected(reply.error());
    if (reply->status != PictureStatus::Done)
        return refusal(*reply);
    return Picture{.size = QSize(int(reply->width), int(reply->height)),
                   .fullSize = QSize(int(reply->fullWidth), int(reply->fullHeight)),
                   .pixels = QByteArray::fromStdString(reply->bytes)};
}

Result<QByteArray> WorkerPictureEngine::toPng(const QByteArray &picture, const std::stop_token &stop)
{
    if (!isPng(picture))
        return makePng(picture, {}, stop);
    return read(picture, 1, stop).transform([&](const Picture &) { return picture; });
}

Result<QByteArray> WorkerPictureEngine::crop(const QByteArray &picture, const QRect &part,
                                             const std::stop_token &stop)
{
    const QRect inside = part & QRect(0, 0, int(maximumPictureSide), int(maximumPictureSide));
    if (inside.isEmpty())
        return refusal({.status = PictureStatus::OutsidePart});
    return makePng(picture,
                   {.x = std::uint32_t(inside.x()),
                    .y = std::uint32_t(inside.y()),
                    .width = std::uint32_t(inside.width()),
                    .height = std::uint32_t(inside.height())},
                   stop);
}

Result<QByteArray> WorkerPictureEngine::makePng(const QByteArray &picture, const PictureArea &part,
                                                const std::stop_token &stop)
{
    const auto reply = ask({.make = PictureRequest::Make::Png,
                            .seconds = std::uint32_t(m_bounds.ownForPng.count()),
                            .part = part},
                           picture, stop);
    if (!reply)
        return std::unexpected(reply.error());
    if (reply->status != PictureStatus::Done)
        return refusal(*reply);
    return QByteArray::fromStdString(reply->bytes);
}

QString pictureWorkerProgram(const QString &applicationFolder)
{
    return confinedProgram(applicationFolder, u"snug-picture"_s);
}

} // namespace snug
