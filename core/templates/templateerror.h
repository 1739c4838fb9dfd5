// How rendering a template fails: one value with a code, the place, and what the code is about.
#pragma once

#include "core/result.h"

#include <QString>

#include <expected>

namespace snug {

struct TemplateError
{
    enum class Kind : quint8 {
        Syntax,
        UnknownFilter,
        UnknownTest,
        NotCallable,
        BadInOperand,
        BadOperand, // a filter or method was given what it cannot work with
        TemplateNotFound,
        CircularInheritance,
        DuplicateBlock,
        NoSuperBlock,
        LoopLimit,
        StringLimit,
        OutputLimit,
        DepthLimit,
        StepLimit,
        MemoryLimit,
        BlockedMethod,
        UnsafeRegex,
        RegexFailed,
        UndefinedOutput, // strict only
        Stopped,         // by the caller's stop token
        TimeLimit,
        EngineFailed // the process that renders could not be started, or ended
    };

    Kind kind = Kind::Syntax;
    QString reason;       // a sentence without its full stop
    QString templateName; // empty: the template that was given
    int line = 0;         // from 1; 0 = not known
    int column = 0;       // from 1, in UTF-16 units
    QString name = {};    // what was called, looked up, extended; a method's name
    QString rule = {};    // of the pattern check ("nested_quantifier"); "unknown_tag"
    qint64 limit = -1;    // -1 = none
    qint64 got = -1;

    bool operator==(const TemplateError &) const = default;

    QString code() const; // "loop_limit"
    // "template error: line 3, column 7: …" as the project's own Error.
    Error asError(const QString &file = {}) const;
};

template <typename T> using TemplateResult = std::expected<T, TemplateError>;

} // namespace snug
