// A disk that is full: while one of these lives, no file of this process grows beyond `bytes`.
// The kernel then behaves as on a full disk: the write that crosses the line is short, the next fails.
#pragma once

#include <QtTypes>

#include <csignal>
#include <sys/resource.h>

namespace snug {

class DiskFull
{
public:
    explicit DiskFull(qint64 bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = static_cast<rlim_t>(bytes);
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~DiskFull()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    DiskFull(const DiskFull &) = delete;
    DiskFull &operator=(const DiskFull &) = delete;

private:
    rlimit m_before = {};
    void (*m_handler)(int) = nullptr;
};

} // namespace snug
