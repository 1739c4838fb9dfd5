#include "app/confined/javascriptregex.h"

#include <ctime>
#include <utility>

namespace snug {

namespace {

constexpr std::size_t memoryLimit = 192u << 20; // bytes
constexpr std::size_t stackLimit = 1u << 20;
constexpr std::size_t compiledLimit = 512; // expressions

std::int64_t processorTime()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

bool isHigh(char16_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}
bool isLow(char16_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

// UTF-8 in which a lone surrogate is three bytes: what QuickJS takes and gives.
std::string wideUtf8(std::u16string_view units)
{
    std::string bytes;
    bytes.reserve(units.size() + units.size() / 2);
    const auto add = [&](unsigned value) { bytes.push_back(char(static_cast<unsigned char>(value))); };
    for (std::size_t i = 0; i < units.size(); ++i) {
        unsigned point = units[i];
        if (isHigh(units[i]) && i + 1 < units.size() && isLow(units[i + 1]))
            point = 0x10000 + ((point - 0xd800) << 10) + (units[++i] - 0xdc00u);
        if (point < 0x80) {
            add(point);
        } else if (point < 0x800) {
            add(0xc0 | point >> 6);
            add(0x80 | (point & 0x3f));
        } else if (point < 0x10000) {
            add(0xe0 | point >> 12);
            add(0x80 | (point >> 6 & 0x3f));
            add(0x80 | (point & 0x3f));
        } else {
            add(0xf0 | point >> 18);
            add(0x80 | (point >> 12 & 0x3f));
            add(0x80 | (point >> 6 & 0x3f));
            add(0x80 | (point & 0x3f));
        }
    }
    return bytes;
}

std::u16string unitsOf(std::string_view bytes)
{
    std::u16string units;
    for (std::size_t i = 0; i < bytes.size();) {
        const unsigned first = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        unsigned point = length == 1 ? first : first & (0x7fu >> length);
        for (std::size_t k = 1; k < length && i + k < bytes.size(); ++k)
            point = point << 6 | (static_cast<unsigned char>(bytes[i + k]) & 0x3f);
        i += length;
        if (point >= 0x10000) {
            units.push_back(char16_t(0xd800 + ((point - 0x10000) >> 10)));
            units.push_back(char16_t(0xdc00 + ((point - 0x10000) & 0x3ff)));
        } else {
            units.push_back(char16_t(point));
        }
    }
    return units;
}

} // namespace

int JavaScriptRegex::isOverTime(JSRuntime *, void *self)
{
    auto *regex = static_cast<JavaScriptRegex *>(self);
    regex->m_wasOverTime = regex->m_wasOverTime || processorTime() >= regex->m_deadline;
    return regex->m_wasOverTime ? 1 : 0;
}

// Regular expressions and what they cannot do without; no eval, no way out.
bool JavaScriptRegex::open()
{
    if (m_context)
        return true;
    m_runtime = JS_NewRuntime();
    if (!m_runtime)
        return false;
    JS_SetMemoryLimit(m_runtime, memoryLimit);
    JS_SetMaxStackSize(m_runtime, stackLimit);
    JS_SetInterruptHandler(m_runtime, &JavaScriptRegex::isOverTime, this);
    m_context = JS_NewContextRaw(m_runtime);
    if (!m_context)
        return false;
    JS_AddIntrinsicBaseObjects(m_context);
    JS_AddIntrinsicRegExpCompiler(m_context);
    JS_AddIntrinsicRegExp(m_context);
    JSValue global = JS_GetGlobalObject(m_context);
    m_constructor = JS_GetPropertyStr(m_context, global, "RegExp");
    JS_FreeValue(m_context, global);
    JSValue prototype = JS_GetPropertyStr(m_context, m_constructor, "prototype");
    m_exec = JS_GetPropertyStr(m_context, prototype, "exec");
    JS_FreeValue(m_context, prototype);
    return JS_IsFunction(m_context, m_exec) != 0;
}

void JavaScriptRegex::close()
{
    if (m_context) {
        for (const Compiled &each : m_compiled)
            JS_FreeValue(m_context, each.expression);
        for (JSValue *value : {&m_constructor, &m_exec, &m_text})
            JS_FreeValue(m_context, std::exchange(*value, JS_UNDEFINED));
        JS_FreeContext(m_context);
    }
    if (m_runtime)
        JS_FreeRuntime(m_runtime);
    m_compiled.clear();
    m_byKey.clear();
    m_context = nullptr;
    m_runtime = nullptr;
}

void JavaScriptRegex::setText(std::u16string text)
{
    m_units = std::move(text);
    if (m_context)
        JS_FreeValue(m_context, std::exchange(m_text, JS_UNDEFINED));
}

bool JavaScriptRegex::makeText()
{
    if (JS_IsString(m_text))
        return true;
    const std::string bytes = wideUtf8(m_units);
    m_text = JS_NewStringLen(m_context, bytes.data(), bytes.size());
    return JS_IsString(m_text) != 0;
}

// After a failure: which one it was.
void JavaScriptRegex::explain(WorkerReply &reply, WorkerStatus otherwise)
{
    reply.ranges.clear();
    reply.names.clear();
    reply.groups = 0;
    const JSValue exception = JS_GetException(m_context);
    const JSValue message = JS_GetPropertyStr(m_context, exception, "message");
    if (const char *words = JS_ToCString(m_context, message)) {
        reply.problem = words;
        JS_FreeCString(m_context, words);
    } else {
        JS_FreeValue(m_context, JS_GetException(m_context));
    }
    JS_FreeValue(m_context, message);
    JS_FreeValue(m_context, exception);
    const auto mentions = [&](const char *word) { return reply.problem.find(word) != std::string::npos; };
    if (m_wasOverTime)
        reply.status = WorkerStatus::OverTime;
    else if (reply.problem.empty() || mentions("memory") || mentions("stack overflow"))
        reply.status = WorkerStatus::OverMemory;
    else
        reply.status = otherwise;
}

const JavaScriptRegex::Compiled *JavaScriptRegex::compiled(const WorkerSearch &search, WorkerReply &reply)
{
    const std::u16string key = search.flags + u'/' + search.pattern;
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        m_compiled.splice(m_compiled.begin(), m_compiled, known->second);
        return &m_compiled.front();
    }
    // "d" makes the expression say where its groups lie.
    const bool saysIndices = search.flags.find(u'd') != std::u16string::npos;
    const std::string pattern = wideUtf8(search.pattern);
    const std::string flags = wideUtf8(saysIndices ? search.flags : search.flags + u'd');
    JSValue arguments[] = {JS_NewStringLen(m_context, pattern.data(), pattern.size()),
                           JS_NewStringLen(m_context, flags.data(), flags.size())};
    const JSValue expression = JS_CallConstructor(m_context, m_constructor, 2, arguments);
    for (const JSValue argument : arguments)
        JS_FreeValue(m_context, argument);
    if (JS_IsException(expression)) {
        explain(reply, WorkerStatus::InvalidPattern);
        return nullptr;
    }
    if (m_compiled.size() >= compiledLimit) {
        JS_FreeValue(m_context, m_compiled.back().expression);
        m_byKey.erase(m_compiled.back().key);
        m_compiled.pop_back();
    }
    m_compiled.push_front({.key = key,
                           .expression = expression,
                           .isGlobal = search.flags.find(u'g') != std::u16string::npos,
                           .isUnicode = search.flags.find_first_of(u"uv") != std::u16string::npos});
    m_byKey.emplace(key, m_compiled.begin());
    return &m_compiled.front();
}

std::uint32_t JavaScriptRegex::number(JSValueConst object, std::uint32_t index) const
{
    const JSValue value = JS_GetPropertyUint32(m_context, object, index);
    std::uint32_t result = 0;
    JS_ToUint32(m_context, &result, value);
    JS_FreeValue(m_context, value);
    return result;
}

WorkerRange JavaScriptRegex::rangeOf(JSValueConst pair) const
{
    if (!JS_IsObject(pair))
        return {};
    const std::uint32_t start = number(pair, 0);
    return {start, number(pair, 1) - start};
}

// One result of exec(). False: out of memory.
bool JavaScriptRegex::addMatch(JSValueConst result, WorkerReply &reply)
{
    const JSValue indices = JS_GetPropertyStr(m_context, result, "indices");
    const bool isFirst = reply.ranges.empty();
    if (isFirst) {
        const JSValue length = JS_GetPropertyStr(m_context, indices, "length");
        std::uint32_t count = 1;
        JS_ToUint32(m_context, &count, length);
        JS_FreeValue(m_context, length);
        reply.groups = count - 1;
    }
    for (std::uint32_t i = 0; i <= reply.groups; ++i) {
        const JSValue pair = JS_GetPropertyUint32(m_context, indices, i);
        reply.ranges.push_back(rangeOf(pair));
        JS_FreeValue(m_context, pair);
    }
    bool isDone = true;
    const JSValue groups = JS_GetPropertyStr(m_context, indices, "groups");
    if (JS_IsObject(groups)) {
        JSPropertyEnum *names = nullptr;
        std::uint32_t count = 0;
        isDone = JS_GetOwnPropertyNames(m_context, &names, &count, groups, JS_GPN_STRING_MASK) == 0;
        for (std::uint32_t i = 0; isDone && i < count; ++i) {
            if (isFirst) {
                const char *name = JS_AtomToCString(m_context, names[i].atom);
                reply.names.push_back(unitsOf(name ? name : ""));
                JS_FreeCString(m_context, name);
            }
            const JSValue pair = JS_GetProperty(m_context, groups, names[i].atom);
            reply.ranges.push_back(rangeOf(pair));
            JS_FreeValue(m_context, pair);
        }
        for (std::uint32_t i = 0; i < count; ++i)
            JS_FreeAtom(m_context, names[i].atom);
        js_free(m_context, names);
    }
    JS_FreeValue(m_context, groups);
    JS_FreeValue(m_context, indices);
    return isDone && reply.ranges.size() % reply.rangesPerMatch() == 0;
}

// The loop of String.prototype.replace.
void JavaScriptRegex::findAll(const Compiled &compiled, bool firstOnly, WorkerReply &reply)
{
    std::size_t next = 0;
    do {
        JS_SetPropertyStr(m_context, compiled.expression, "lastIndex",
                          JS_NewInt64(m_context, std::int64_t(next)));
        const JSValue result = JS_Call(m_context, m_exec, compiled.expression, 1, &m_text);
        if (JS_IsException(result)) {
            explain(reply, WorkerStatus::Failed);
            return;
        }
        if (!JS_IsObject(result))
            return;
        const std::size_t before = reply.ranges.size();
        const bool isAdded = addMatch(result, reply);
        JS_FreeValue(m_context, result);
        if (!isAdded || reply.ranges.size() > maximumFoundRanges) {
            if (!isAdded)
                JS_FreeValue(m_context, JS_GetException(m_context));
            reply = {.id = reply.id, .status = WorkerStatus::OverMemory};
            return;
        }
        const WorkerRange whole = reply.ranges[before];
        next = std::size_t(whole.start) + whole.length;
        if (whole.length == 0) {
            const bool isPair = compiled.isUnicode && next + 1 < m_units.size() && isHigh(m_units[next]) &&
                                isLow(m_units[next + 1]);
            next += isPair ? 2 : 1;
        }
        // Many small matches never meet the engine's own question.
        if (isOverTime(m_runtime, this) != 0) {
            reply = {.id = reply.id, .status = WorkerStatus::OverTime};
            return;
        }
    } while (compiled.isGlobal && !firstOnly && next <= m_units.size());
}

WorkerReply JavaScriptRegex::search(const WorkerSearch &search)
{
    WorkerReply reply{.id = search.id};
    m_deadline = processorTime() + std::int64_t(search.milliseconds) * 1'000'000;
    m_wasOverTime = false;
    if (!open() || !makeText())
        reply.status = WorkerStatus::OverMemory;
    else if (const Compiled *expression = compiled(search, reply))
        findAll(*expression, search.firstOnly, reply);
    if (reply.status == WorkerStatus::OverMemory || reply.status == WorkerStatus::Failed)
        close(); // a fresh start for the next one
    return reply;
}

} // namespace snug
