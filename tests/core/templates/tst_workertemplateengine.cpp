// Templates in a process of their own: the same results as here, within bounds of time and memory, and
// whatever happens to the process is an error.
#include "core/regex/workerregexengine.h"
#include "core/templates/templateprompt.h"
#include "core/templates/templateprotocol.h"
#include "core/templates/workertemplateengine.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>
#include <thread>

namespace tst_workertemplateengine {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QString program()
{
    return templateWorkerProgram(QCoreApplication::applicationDirPath());
}

TemplateRequest request(const QString &source)
{
    TemplateRequest made{.source = source, .marker = u"m"_s};
    made.context = {
        {u"text"_s, TemplateData::fromText(u"one two\U0001F600"_s, 7)},
        {u"list"_s,
         TemplateData::fromLines({TemplateData::fromText(u"a"_s, 8), TemplateData::fromNumber(1.5)})},
        {u"object"_s,
         TemplateData::fromMembers({{u"k"_s, TemplateData::null()}, {u"b"_s, TemplateData::fromBool(true)}})},
        {u"missing"_s, TemplateData()},
    };
    made.templates = {{u"Base"_s, u"<{% block b %}{% endblock %}>"_s}, {u"none"_s, std::nullopt}};
    return made;
}

// Goes on until somebody ends it.
TemplateRequest endless()
{
    TemplateRequest made =
        request(u"{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}"
                u"{% set x = a + b + c %}{% endfor %}{% endfor %}{% endfor %}"_s);
    made.limits.steps = std::numeric_limits<qint64>::max();
    made.limits.memory = std::numeric_limits<qsizetype>::max();
    return made;
}

QString codeOf(const TemplateResult<RenderedText> &result)
{
    return result ? u"rendered"_s : result.error().code();
}

} // namespace

class TestWorkerTemplateEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void rendersAsHere_data()
    {
        QTest::addColumn<QString>("source");
        for (const QString &source :
             {u"plain"_s, u"{{ text | upper }}{{ list }}{{ object | dump }}[{{ missing }}]"_s,
              u"{% extends 'base' %}{% block b %}{{ text }}\n{{ list[0] }}{% endblock %}"_s,
              u"{% call send_as('user') %}{{ text }}{% endcall %}"_s, u"{{ nope | nosuch }}"_s, u"\n{% if"_s,
              u"{% extends 'none' %}"_s, u"{{ text.replace('(', '') }}"_s, u"{{ 'x'.repeat(100001) }}"_s,
              u"{{ range(9) | random }}"_s})
            QTest::newRow(qPrintable(source)) << source;
    }

    void rendersAsHere()
    {
        QFETCH(const QString, source);
        const TemplateRequest asked = request(source);
        QCOMPARE(m_engine.render(asked), renderTemplate(asked));
    }

    void patterns()
    {
        QCOMPARE(m_engine.render(request(u"{{ 'a1b22'.match(r/\\d+/g) }} {{ 'ab'.search('b') }}"_s))->text,
                 u"1,22 1"_s);
        QCOMPARE(codeOf(m_engine.render(request(u"{{ 'a'.match('(a') }}"_s))), u"unsafe_regex"_s);
    }

    void valuesAreData()
    {
        TemplateRequest asked = request(u"{{ text }}"_s);
        asked.context = {
            {u"text"_s, TemplateData::fromText(u"{{ 1 + 1 }}{% nonsense %}<<<snug:m:user>>>"_s)}};
        QCOMPARE(m_engine.render(asked)->text, u"{{ 1 + 1 }}{% nonsense %}<<<snug:m:user>>>"_s);
    }

    void strictness()
    {
        TemplateRequest asked = request(u"{{ missing }}"_s);
        asked.isStrict = true;
        QCOMPARE(codeOf(m_engine.render(asked)), u"undefined_output"_s);
    }

    void killedWhileRendering()
    {
        WorkerTemplateEngine engine(program(),
                                    {.own = std::chrono::minutes(5), .most = std::chrono::minutes(5)});
        QVERIFY(engine.render(request(u"a"_s)));
        TemplateResult<RenderedText> result;
        std::jthread rendering([&] { result = engine.render(endless()); });
        QTRY_VERIFY(isComputing(engine.processId()));
        ::kill(pid_t(engine.processId()), SIGKILL);
        rendering.join();
        QCOMPARE(codeOf(result), u"engine_failed"_s);
        QVERIFY(!result.error().reason.isEmpty());
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void crashedWhileRendering()
    {
        WorkerTemplateEngine engine(program(),
                                    {.own = std::chrono::minutes(5), .most = std::chrono::minutes(5)});
        QVERIFY(engine.render(request(u"a"_s)));
        TemplateResult<RenderedText> result;
        std::jthread rendering([&] { result = engine.render(endless()); });
        QTRY_VERIFY(isComputing(engine.processId()));
        ::kill(pid_t(engine.processId()), SIGSEGV);
        rendering.join();
        QCOMPARE(codeOf(result), u"engine_failed"_s);
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void killedInBetween()
    {
        WorkerTemplateEngine engine(program());
        QVERIFY(engine.render(request(u"a"_s)));
        const qint64 process = engine.processId();
        ::kill(pid_t(process), SIGKILL);
        QTRY_VERIFY(hasEnded(process));
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
        QVERIFY(engine.processId() != process);
    }

    void itsOwnLimitNamesTheLine()
    {
        WorkerTemplateEngine engine(program(), {.own = std::chrono::milliseconds(100)});
        TemplateRequest asked = endless();
        asked.source.prepend(u"\n\n"_s);
        const auto result = engine.render(asked);
        QCOMPARE(codeOf(result), u"time_limit"_s);
        QCOMPARE(result.error().line, 3);
        QCOMPARE(engine.processId(), 0); // it has done what it could
    }

    void afterAnErrorAnotherProcess()
    {
        WorkerTemplateEngine engine(program());
        QVERIFY(engine.render(request(u"a"_s)));
        const qint64 first = engine.processId();
        QVERIFY(first > 0);
        QVERIFY(engine.render(request(u"b"_s)));
        QCOMPARE(engine.processId(), first);
        QCOMPARE(codeOf(engine.render(request(u"{{ nope | nosuch }}"_s))), u"unknown_filter"_s);
        QTRY_VERIFY(hasEnded(first));
        QVERIFY(engine.render(request(u"c"_s)));
    }

    void endedFromOutside()
    {
        WorkerTemplateEngine engine(program(),
                                    {.own = std::chrono::minutes(5), .most = std::chrono::milliseconds(200)});
        QCOMPARE(codeOf(engine.render(endless())), u"time_limit"_s);
        QCOMPARE(engine.processId(), 0);
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void silentProcess()
    {
        WorkerTemplateEngine engine(program(), {.most = std::chrono::milliseconds(200)});
        QVERIFY(engine.render(request(u"a"_s)));
        ::kill(pid_t(engine.processId()), SIGSTOP);
        QCOMPARE(codeOf(engine.render(request(u"b"_s))), u"time_limit"_s);
        QCOMPARE(engine.render(request(u"c"_s))->text, u"c"_s);
    }

    void stopped()
    {
        WorkerTemplateEngine engine(program(),
                                    {.own = std::chrono::minutes(5), .most = std::chrono::minutes(5)});
        std::stop_source source;
        TemplateResult<RenderedText> first;
        TemplateResult<RenderedText> second;
        {
            std::jthread rendering([&] { first = engine.render(endless(), source.get_token()); });
            std::jthread waiting([&] { second = engine.render(endless(), source.get_token()); });
            QTRY_VERIFY(engine.processId() > 0);
            source.request_stop();
        }
        QCOMPARE(codeOf(first), u"stopped"_s);
        QCOMPARE(codeOf(second), u"stopped"_s);
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void memory()
    {
        // Time enough, however busy the machine is.
        WorkerTemplateEngine engine(program(),
                                    {.own = std::chrono::minutes(1), .most = std::chrono::minutes(2)});
        const QString grows =
            u"{% set l = ['x'] %}{% for i in range(1000) %}{% set l = l.concat(l) %}{% endfor %}"_s;
        QCOMPARE(codeOf(engine.render(request(grows))), u"memory_limit"_s);
        // Without the renderer's own account, the process's bound holds.
        TemplateRequest unbound = request(grows);
        unbound.limits.memory = std::numeric_limits<qsizetype>::max();
        unbound.limits.steps = std::numeric_limits<qint64>::max();
#if !defined(SNUG_SANITIZED)
        QVERIFY(!engine.render(unbound));
#endif
        QCOMPARE(engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void deepNestingIsAnError_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("macros") << u"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"_s;
        QTest::newRow("call bodies")
            << u"{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{{ m() }}"_s;
        QTest::newRow("in every kind of brackets")
            << u"{% macro m(x) %}{% if ([{a: (m(x) or 1)}] | first).a %}{{ [x].map(m) }}{% endif %}{% endmacro %}{{ m(1) }}"_s;
        QTest::newRow("brackets") << u"{{ "_s + QString(50'000, u'[') + u" }}"_s;
        QTest::newRow("tags") << u"{% for a in [1] %}"_s.repeated(20'000);
        QTest::newRow("self include") << u"{% include 'self' %}"_s;
    }

    void deepNestingIsAnError()
    {
        QFETCH(const QString, source);
        TemplateRequest asked = request(source);
        asked.templates.append({u"self"_s, u"{% include 'self' %}"_s});
        QVERIFY(!m_engine.render(asked));
        QCOMPARE(m_engine.render(request(u"b"_s))->text, u"b"_s);
    }

    void valuesNestedTooDeeply()
    {
        TemplateData data = TemplateData::fromNumber(1);
        for (int i = 0; i < 1000; ++i)
            data = TemplateData::fromItems({data});
        TemplateRequest asked = request(u"{{ deep }}"_s);
        asked.context = {{u"deep"_s, data}};
        QCOMPARE(codeOf(m_engine.render(asked)), u"memory_limit"_s);
    }

    void noProgram()
    {
        WorkerTemplateEngine engine(u"/nowhere/snug-template"_s);
        QCOMPARE(codeOf(engine.render(request(u"a"_s))), u"engine_failed"_s);
        WorkerTemplateEngine other(u"/bin/false"_s);
        QCOMPARE(codeOf(other.render(request(u"a"_s))), u"engine_failed"_s);
        // Another confined program greets otherwise.
        WorkerTemplateEngine regex(regexWorkerProgram(QCoreApplication::applicationDirPath()));
        QCOMPARE(codeOf(regex.render(request(u"a"_s))), u"engine_failed"_s);
    }

    void itsRightsAreGone()
    {
        QVERIFY(m_engine.render(request(u"a"_s)));
        QFile status(u"/proc/%1/status"_s.arg(m_engine.processId()));
        QVERIFY(status.open(QIODevice::ReadOnly));
        const QByteArray text = status.readAll();
        QVERIFY(text.contains("NoNewPrivs:\t1"));
#if !defined(SNUG_SANITIZED)
        QVERIFY(text.contains("Seccomp:\t2"));
#endif
        QFile limits(u"/proc/%1/limits"_s.arg(m_engine.processId()));
        QVERIFY(limits.open(QIODevice::ReadOnly));
        const QByteArray bounds = limits.readAll();
        for (const char *name : {"Max open files            0 ", "Max processes             0 "})
            QVERIFY2(bounds.contains(name), name);
    }

    void manyThreads()
    {
        QStringList wrong(8);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&, t] {
                    for (int i = 0; i < 20; ++i) {
                        const QString text = u"%1 %2"_s.arg(t).arg(i);
                        const auto result = m_engine.render(request(text));
                        if (!result || result->text != text)
                            wrong[t] = text;
                    }
                });
            }
        }
        QCOMPARE(wrong, QStringList(8));
    }

    void halfFrames()
    {
        const std::string whole = *encodeRenderRequest(request(u"{{ text }}"_s), 7);
        const std::string_view contents = std::string_view(whole).substr(4);
        QVERIFY(decodeRenderRequest(contents));
        for (std::size_t size = 0; size < contents.size(); ++size)
            QVERIFY(!decodeRenderRequest(contents.substr(0, size)));
        QVERIFY(!decodeRenderRequest(std::string(contents) + 'x'));
        const TemplateRequest asked = request(u"{{ text }}b"_s);
        const std::string reply = encodeRenderReply(renderTemplate(asked), 7)->substr(4);
        QVERIFY(decodeRenderReply(reply, 7));
        QVERIFY(!decodeRenderReply(reply, 8)); // to another request
        for (std::size_t size = 0; size < reply.size(); ++size)
            QVERIFY(!decodeRenderReply(std::string_view(reply).substr(0, size), 7));
    }

    void repliesThatLie()
    {
        RenderedText honest{u"abc"_s, {{0, 3, -1, 1, 0}}, {u""_s}};
        QVERIFY(decodeRenderReply(encodeRenderReply(honest, 7)->substr(4), 7));
        for (const TemplateSpan &span :
             {TemplateSpan{0, 4, -1, 1, 0}, TemplateSpan{0, 2, -1, 1, 0}, TemplateSpan{0, 3, -2, 1, 0},
              TemplateSpan{0, 3, -1, 1, 1}, TemplateSpan{0, 3, -1, -1, 0}}) {
            RenderedText lie = honest;
            lie.spans = {span};
            QVERIFY(!decodeRenderReply(encodeRenderReply(lie, 7)->substr(4), 7));
        }
    }

private:
    // It has used processor time that no start takes.
    static bool isComputing(qint64 process)
    {
        QFile file(u"/proc/%1/stat"_s.arg(process));
        return file.open(QIODevice::ReadOnly) &&
               file.readAll().simplified().split(' ').value(13).toInt() > 10;
    }

    static bool hasEnded(qint64 process)
    {
        QFile status(u"/proc/%1/status"_s.arg(process));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ");
    }

    WorkerTemplateEngine m_engine{program()};
};

} // namespace tst_workertemplateengine

SNUG_TEST(tst_workertemplateengine, TestWorkerTemplateEngine, Core)
#include "tst_workertemplateengine.moc"
