// Regular expressions as JavaScript has them, by QuickJS, within limits of time and memory.
#pragma once

#include "core/regex/workerprotocol.h"

#include <quickjs/quickjs.h>

#include <list>
#include <string>
#include <unordered_map>

namespace snug {

class JavaScriptRegex
{
public:
    JavaScriptRegex() = default;
    ~JavaScriptRegex() { close(); }
    JavaScriptRegex(const JavaScriptRegex &) = delete;
    JavaScriptRegex &operator=(const JavaScriptRegex &) = delete;

    void setText(std::u16string text);
    WorkerReply search(const WorkerSearch &search);

private:
    struct Compiled
    {
        std::u16string key;
        JSValue expression;
        bool isGlobal = false;
        bool isUnicode = false;
    };

    bool open();
    void close();
    bool makeText();
    const Compiled *compiled(const WorkerSearch &search, WorkerReply &reply);
    void findAll(const Compiled &compiled, bool firstOnly, WorkerReply &reply);
    bool addMatch(JSValueConst result, WorkerReply &reply);
    void explain(WorkerReply &reply, WorkerStatus otherwise);
    WorkerRange rangeOf(JSValueConst pair) const;
    std::uint32_t number(JSValueConst object, std::uint32_t index) const;
    static int isOverTime(JSRuntime *, void *self);

    JSRuntime *m_runtime = nullptr;
    JSContext *m_context = nullptr;
    JSValue m_constructor = JS_UNDEFINED;
    JSValue m_exec = JS_UNDEFINED;
    JSValue m_text = JS_UNDEFINED;
    std::u16string m_units;
    std::list<Compiled> m_compiled; // the one used last in front
    std::unordered_map<std::u16string, std::list<Compiled>::iterator> m_byKey;
    std::int64_t m_deadline = 0; // nanoseconds of this process's time
    bool m_wasOverTime = false;
};

} // namespace snug
