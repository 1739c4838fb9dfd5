#include "tests/durability/faultcases.h"

#include "tests/durability/replyevents.h"

#include <QHash>

#include <functional>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

using Reply = FaultCase::Reply;
using Ending = FaultAnswer::Ending;
using Make = std::function<FaultAnswer(const QByteArray &tag)>;

struct Entry
{
    FaultCase fault;
    Make make;
};

FaultAnswer stream(const QList<QByteArray> &pieces, Ending ending = Ending::Close)
{
    FaultAnswer answer{.ending = ending};
    answer.steps.append({streamHead(), 0});
    for (const QByteArray &piece : pieces)
        answer.steps.append({piece, 0});
    return answer;
}

// The first words of a reply, and `rest` behind them.
FaultAnswer begun(const QByteArray &tag, const QList<QByteArray> &rest, Ending ending = Ending::Close)
{
    return stream(QList<QByteArray>{wordsOf(tag).first(3)} + rest, ending);
}

FaultAnswer whole(const QByteArray &tag, const QList<QByteArray> &rest)
{
    return stream(wordsOf(tag) + rest);
}

FaultAnswer raw(const QByteArray &bytes, Ending ending = Ending::Close)
{
    return {.steps = {{bytes, 0}}, .ending = ending};
}

QByteArray page(const QByteArray &words)
{
    return "<!doctype html><html><head><title>" + words + "</title></head><body><h1>" + words +
           "</h1></body></html>";
}

QByteArray bodyOfStatus(int status, const QByteArray &form)
{
    const QByteArray number = QByteArray::number(status);
    if (form == "json")
        return R"({"error":{"message":"The server says )" + number + R"(","type":"fault","code":)" + number +
               "}}";
    if (form == "html")
        return page("Error " + number);
    return {};
}

void addStatuses(QList<Entry> &entries)
{
    for (const int status : {400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 418, 422,
                             425, 429, 451, 500, 501, 502, 503, 504, 507, 520, 524, 529}) {
        for (const QByteArray &form : {"json"_ba, "html"_ba, "empty"_ba}) {
            const QString name = u"status-%1-%2"_s.arg(status).arg(QString::fromLatin1(form));
            entries.append({{name, Reply::Nothing}, [status, form](const QByteArray &) {
                                return raw(plainAnswer(status, bodyOfStatus(status, form),
                                                       form == "html" ? "text/html" : "application/json"));
                            }});
        }
    }
    for (const int status : {204, 301, 307, 308}) {
        entries.append({{u"status-%1"_s.arg(status), Reply::Nothing}, [status](const QByteArray &) {
                            return raw("HTTP/1.1 " + QByteArray::number(status) +
                                       " Elsewhere\r\nLocation: http://127.0.0.1:9/v1/chat/completions\r\n"
                                       "Content-Length: 0\r\nConnection: close\r\n\r\n");
                        }});
    }
}

void addClosings(QList<Entry> &entries)
{
    const QByteArray half = eventOf(deltaOf("cut")).first(25);
    entries += {
        {{u"close-before-headers"_s, Reply::Nothing}, [](const QByteArray &) { return FaultAnswer(); }},
        {{u"reset-before-headers"_s, Reply::Nothing},
         [](const QByteArray &) { return FaultAnswer{.ending = Ending::Reset}; }},
        {{u"close-in-headers"_s, Reply::Nothing},
         [](const QByteArray &) { return raw("HTTP/1.1 200 OK\r\nContent-Ty"); }},
        {{u"close-after-headers"_s, Reply::Nothing}, [](const QByteArray &) { return stream({}); }},
        {{u"reset-after-headers"_s, Reply::Nothing},
         [](const QByteArray &) { return stream({}, Ending::Reset); }},
        {{u"close-in-stream"_s, Reply::Either}, [](const QByteArray &tag) { return begun(tag, {}); }},
        {{u"close-in-event"_s, Reply::Either}, [half](const QByteArray &tag) { return begun(tag, {half}); }},
        {{u"reset-in-stream"_s, Reply::Either},
         [half](const QByteArray &tag) { return begun(tag, {half}, Ending::Reset); }},
        {{u"close-in-chunk"_s, Reply::Part},
         [](const QByteArray &tag) {
             return raw(chunkedHead() + chunkOf(wordsOf(tag).first()) + "ff\r\ndata: {");
         }},
        {{u"chunk-without-length"_s, Reply::Part},
         [](const QByteArray &tag) {
             return raw(chunkedHead() + chunkOf(wordsOf(tag).first()) + "zz\r\nnonsense\r\n");
         }},
        {{u"longer-than-said"_s, Reply::Whole},
         [](const QByteArray &tag) {
             return raw(lengthHead(wholeReply(tag).size()) + wholeReply(tag) + "and more");
         }},
        {{u"shorter-than-said"_s, Reply::Whole}, // it had said [DONE]
         [](const QByteArray &tag) {
             return raw(lengthHead(wholeReply(tag).size() + 500) + wholeReply(tag));
         }},
        {{u"cut-at-half-length"_s, Reply::Part},
         [](const QByteArray &tag) {
             return raw(lengthHead(wholeReply(tag).size()) +
                        wholeReply(tag).first(wholeReply(tag).size() / 2));
         }},
        {{u"other-protocol"_s, Reply::Nothing},
         [](const QByteArray &) { return raw("SSH-2.0-OpenSSH_9.2\r\n"); }},
        {{u"endless-headers"_s, Reply::Nothing},
         [](const QByteArray &) {
             return raw("HTTP/1.1 200 OK\r\n" +
                        QByteArray("X-Long: " + QByteArray(1000, 'y') + "\r\n").repeated(1000));
         }},
        {{u"stall-before-headers"_s, Reply::Stopped},
         [](const QByteArray &) { return FaultAnswer{.ending = Ending::Stay}; }},
        {{u"stall-after-headers"_s, Reply::Stopped},
         [](const QByteArray &) { return stream({}, Ending::Stay); }},
        {{u"stall-in-stream"_s, Reply::Stopped},
         [](const QByteArray &tag) { return begun(tag, {}, Ending::Stay); }},
    };
}

void addBodies(QList<Entry> &entries)
{
    const auto body = [](const QByteArray &bytes, const QByteArray &type) {
        return [bytes, type](const QByteArray &) { return raw(plainAnswer(200, bytes, type)); };
    };
    entries += {
        {{u"empty"_s, Reply::Nothing}, body({}, "application/json")},
        {{u"plain-text"_s, Reply::Nothing}, body("Service is up", "text/plain")},
        {{u"page"_s, Reply::Nothing}, body(page("Sign in to the hotel's network"), "text/html")},
        {{u"error-as-200"_s, Reply::Nothing},
         body(R"({"error":{"message":"The model is not loaded"}})", "application/json")},
        {{u"zeros"_s, Reply::Nothing}, body(QByteArray(4096, '\0'), "application/octet-stream")},
        {{u"gzip"_s, Reply::Nothing},
         [](const QByteArray &tag) {
             return raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
                        "Connection: close\r\n\r\n\x1f\x8b\x08" +
                        qCompress(wholeReply(tag)));
         }},
        {{u"not-streamed"_s, Reply::Whole},
         [](const QByteArray &tag) {
             return raw(plainAnswer(200,
                                    R"({"choices":[{"index":0,"message":{"role":"assistant","content":")" +
                                        tag + " all at once " + tag + R"(end"},"finish_reason":"stop"}]})",
                                    "application/json"));
         }},
        {{u"wrong-type"_s, Reply::Whole},
         [](const QByteArray &tag) { return raw(plainAnswer(200, wholeReply(tag), "application/json")); }},
    };
}

void addEnds(QList<Entry> &entries)
{
    const auto finish = [](const QByteArray &reason) { return eventOf(deltaOf({}, reason)); };
    entries += {
        {{u"no-done"_s, Reply::Whole}, [=](const QByteArray &tag) { return whole(tag, {finish("stop")}); }},
        {{u"no-done-no-finish"_s, Reply::Either}, [](const QByteArray &tag) { return whole(tag, {}); }},
        {{u"done-twice"_s, Reply::Whole},
         [=](const QByteArray &tag) { return whole(tag, {finish("stop"), doneEvent(), doneEvent()}); }},
        {{u"more-after-done"_s, Reply::Whole},
         [=](const QByteArray &tag) {
             return whole(tag, {finish("stop"), doneEvent(), eventOf(deltaOf("after"))});
         }},
        {{u"done-then-open"_s, Reply::Whole},
         [=](const QByteArray &tag) {
             return stream(wordsOf(tag) + QList<QByteArray>{finish("stop"), doneEvent()}, Ending::Stay);
         }},
        {{u"finish-then-open"_s, Reply::Whole},
         [=](const QByteArray &tag) {
             return stream(wordsOf(tag) + QList<QByteArray>{finish("stop")}, Ending::Stay);
         }},
        {{u"cut-by-length"_s, Reply::Either},
         [=](const QByteArray &tag) { return begun(tag, {finish("length"), doneEvent()}); }},
        {{u"filtered"_s, Reply::Either},
         [=](const QByteArray &tag) { return begun(tag, {finish("content_filter"), doneEvent()}); }},
        {{u"filtered-at-once"_s, Reply::Nothing},
         [=](const QByteArray &) { return stream({finish("content_filter"), doneEvent()}); }},
        {{u"nothing-said"_s, Reply::Nothing},
         [=](const QByteArray &) { return stream({finish("stop"), doneEvent()}); }},
        {{u"only-blanks"_s, Reply::Nothing},
         [=](const QByteArray &) {
             return stream({eventOf(deltaOf("\\n\\n  ")), finish("stop"), doneEvent()});
         }},
        {{u"only-done"_s, Reply::Nothing}, [](const QByteArray &) { return stream({doneEvent()}); }},
        {{u"error-at-once"_s, Reply::Nothing},
         [](const QByteArray &) {
             return stream({eventOf(R"({"error":{"message":"No provider"}})"), doneEvent()});
         }},
        {{u"error-in-stream"_s, Reply::Part},
         [](const QByteArray &tag) {
             return begun(tag, {eventOf(R"({"error":{"message":"Out of memory","code":500}})"), doneEvent()});
         }},
        {{u"error-as-text"_s, Reply::Part},
         [](const QByteArray &tag) { return begun(tag, {eventOf(R"({"error":"something went wrong"})")}); }},
    };
}

void addSpellings(QList<Entry> &entries)
{
    const auto spelt = [](auto change) {
        return [change](const QByteArray &tag) { return raw(streamHead() + change(wholeReply(tag))); };
    };
    entries += {
        {{u"carriage-returns"_s, Reply::Whole},
         spelt([](QByteArray all) { return all.replace("\n", "\r\n"); })},
        {{u"only-carriage-returns"_s, Reply::Whole},
         spelt([](QByteArray all) { return all.replace("\n", "\r"); })},
        {{u"byte-order-mark"_s, Reply::Whole},
         spelt([](const QByteArray &all) { return "\xef\xbb\xbf" + all; })},
        {{u"no-space"_s, Reply::Whole}, spelt([](QByteArray all) { return all.replace("data: ", "data:"); })},
        {{u"comments"_s, Reply::Whole},
         spelt([](QByteArray all) { return all.replace("data: ", ": working\n\ndata: "); })},
        {{u"event-names"_s, Reply::Whole},
         spelt([](QByteArray all) { return all.replace("data: ", "id: 7\nevent: chunk\ndata: "); })},
        {{u"http-100-first"_s, Reply::Whole},
         [](const QByteArray &tag) {
             return raw("HTTP/1.1 100 Continue\r\n\r\n" + streamHead() + wholeReply(tag));
         }},
        {{u"a-byte-at-a-time"_s, Reply::Whole},
         [](const QByteArray &tag) {
             FaultAnswer answer{.steps = {{streamHead(), 0}}};
             for (const char byte : wholeReply(tag))
                 answer.steps.append({QByteArray(1, byte), 0});
             return answer;
         }},
        {{u"wrong-values"_s, Reply::Whole},
         [](const QByteArray &tag) {
             return raw(streamHead() + eventOf(R"({"choices":7})") + eventOf(R"({"choices":[7]})") +
                        eventOf(R"({"choices":[{"delta":"text"}]})") + eventOf("[1, 2]") + eventOf("null") +
                        wholeReply(tag));
         }},
        {{u"half-a-value"_s, Reply::Either},
         [](const QByteArray &tag) {
             return raw(streamHead() + wordsOf(tag).first() + eventOf(R"({"choices":[{"delta")") +
                        wholeReply(tag));
         }},
        {{u"broken-letters"_s, Reply::Either},
         [](const QByteArray &tag) {
             return raw(streamHead() + eventOf(deltaOf("a\xff\xfe\xed\xa0\x80 \xc3")) + wholeReply(tag));
         }},
        {{u"half-surrogates"_s, Reply::Whole},
         [](const QByteArray &tag) {
             QList<QByteArray> words = wordsOf(tag);
             words.insert(1,
                          eventOf(deltaOf(R"(\ud83d)")) + eventOf(deltaOf(R"(\ude00 \ud800 alone \u0000)")));
             return stream(words + QList<QByteArray>{doneEvent()});
         }},
        {{u"two-choices"_s, Reply::Whole}, spelt([](QByteArray all) {
             return all.replace(R"("finish_reason":null}]})",
                                R"("finish_reason":null},{"index":1,"delta":{"content":"OTHER"}}]})");
         })},
        {{u"deep-json"_s, Reply::Either},
         [](const QByteArray &tag) {
             return raw(streamHead() + eventOf(QByteArray(100'000, '[') + QByteArray(100'000, ']')) +
                        wholeReply(tag));
         }},
    };
}

void addFloods(QList<Entry> &entries)
{
    const auto flooded = [](const QByteArray &before, const QByteArray &flood) {
        return [before, flood](const QByteArray &) {
            return FaultAnswer{
                .steps = {{streamHead() + before, 0}}, .ending = Ending::Flood, .flood = flood};
        };
    };
    entries += {
        {{u"endless-line"_s, Reply::Either},
         flooded(R"(data: {"choices":[{"index":0,"delta":{"content":")", QByteArray(65'536, 'a'))},
        {{u"endless-comments"_s, Reply::Either}, flooded({}, ": " + QByteArray(4000, 'x') + "\n\n")},
        {{u"endless-reply"_s, Reply::Either},
         flooded({}, eventOf(deltaOf("again and again ")).repeated(400))},
    };
}

QList<Entry> makeEntries()
{
    QList<Entry> entries;
    addStatuses(entries);
    addClosings(entries);
    addBodies(entries);
    addEnds(entries);
    addSpellings(entries);
    addFloods(entries);
    return entries;
}

const QList<Entry> &allEntries()
{
    static const QList<Entry> entries = makeEntries();
    return entries;
}

// Words with pauses between them.
FaultAnswer slowly(const QByteArray &tag)
{
    FaultAnswer answer{.steps = {{streamHead(), 5}}};
    for (int i = 0; i < 5; ++i) {
        for (const QByteArray &word : i == 4 ? wordsOf(tag) : wordsOf(tag).first(1))
            answer.steps.append({word, 8});
    }
    answer.steps.append({doneEvent(), 5});
    return answer;
}

} // namespace

const QList<FaultCase> &faultCases()
{
    static const QList<FaultCase> cases = [] {
        QList<FaultCase> all;
        for (const Entry &entry : allEntries())
            all.append(entry.fault);
        return all;
    }();
    return cases;
}

FaultAnswer faultAnswer(const QString &name, int number)
{
    const QByteArray tag = 'R' + QByteArray::number(number) + 'x';
    if (name == u"models")
        return raw(plainAnswer(200, R"({"object":"list","data":[{"id":"fault","object":"model"}]})",
                               "application/json"));
    if (name == u"slow")
        return slowly(tag);
    for (const Entry &entry : allEntries()) {
        if (entry.fault.name == name)
            return entry.make(tag);
    }
    return raw(streamHead() + wholeReply(tag));
}

} // namespace snug::durability
