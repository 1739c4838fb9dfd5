// Work for another thread, so that what it throws is a failure like any other: nobody could catch it there,
// and the program would end with what the user has written. Want of memory, mostly.
#pragma once

#include "core/result.h"

#include <QCoreApplication>
#include <QException>

#include <concepts>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace snug {

// What is being handled right now, in the user's words. Only inside a catch block.
inline Error thrownError()
{
    const auto other = [](const char *what) {
        //: %1 is what a programming library says, in English
        return Error{QCoreApplication::translate("Guarded", "Something failed that should never fail: %1")
                         .arg(QString::fromUtf8(what))};
    };
    try {
        throw;
    } catch (const std::bad_alloc &) {
        return {QCoreApplication::translate("Guarded", "There is not enough memory for this")};
    } catch (const QUnhandledException &carried) { // from a thread that this one waited for
        if (carried.exception()) {
            try {
                std::rethrow_exception(carried.exception());
            } catch (...) {
                return thrownError();
            }
        }
        return other("unknown");
    } catch (const std::exception &thrown) {
        return other(thrown.what());
    } catch (...) {
        return other("unknown");
    }
}

// `work`, and instead of what it throws `failed(Error)`, which gives what it would have given.
template <typename Work, typename Failed>
    requires std::invocable<Failed &, const Error &>
auto guarded(Work work, Failed failed)
{
    return [work = std::move(work), failed = std::move(failed)]() mutable -> std::invoke_result_t<Work &> {
        try {
            return work();
        } catch (...) {
            return failed(thrownError());
        }
    };
}

// The same for work that gives a Result.
template <typename Work> auto guarded(Work work)
{
    using Value = std::invoke_result_t<Work &>;
    return guarded(std::move(work), [](const Error &error) -> Value { return Value(std::unexpect, error); });
}

} // namespace snug
