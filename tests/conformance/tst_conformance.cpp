// What established programs do with given inputs, case by case; a row each.
//
// The project's own cases lie in cases/. SNUG_CONFORMANCE_DIR names another folder, of the layout of
// the published set. There, an area that this version does not have is a failing row, unless
// SNUG_CONFORMANCE_AREAS (comma-separated, "sillytavern/macros" or "smelt") limits the areas.

#include "app/cases/conversioncase.h"
#include "app/cases/gfltcase.h"
#include "app/cases/hologramcase.h"
#include "app/cases/memorycase.h"
#include "app/cases/sillytaverncase.h"
#include "app/cases/smarttaverncase.h"
#include "app/cases/smeltcase.h"
#include "core/formats/jsontext.h"
#include "core/prompt/assemble.h"
#include "core/prompt/smelttext.h"
#include "core/regex/workerregexengine.h"
#include "tests/conformance/wirecases.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

// The one list of what this version claims to do.
static const QStringList implementedAreas{u"gf-lt"_s,
                                          u"hologram"_s,
                                          u"memory-books"_s,
                                          u"sillytavern/big-lore"_s,
                                          u"sillytavern/big-presets"_s,
                                          u"sillytavern/chat-data"_s,
                                          u"sillytavern/examples"_s,
                                          u"sillytavern/groups"_s,
                                          u"sillytavern/injection"_s,
                                          u"sillytavern/macros"_s,
                                          u"sillytavern/post-processing"_s,
                                          u"sillytavern/prompt-order"_s,
                                          u"sillytavern/replies"_s,
                                          u"sillytavern/trimming"_s,
                                          u"sillytavern/user-settings"_s,
                                          u"sillytavern/world-info"_s,
                                          u"smarttavern"_s,
                                          u"sillytavern/text-completion"_s,
                                          u"sillytavern/regex"_s,
                                          u"smelt"_s};

struct CaseEntry
{
    QString area; // "sillytavern/macros", "memory-books/parse" or "smelt"
    // All of a set, or one area of it.
    bool isOneOf(const QStringList &areas) const
    {
        return areas.contains(area) || areas.contains(area.section(u'/', 0, 0));
    }
    QString name;
    QString path; // a folder or a file
};

static QList<CaseEntry> casesIn(const QDir &root)
{
    QList<CaseEntry> cases;
    const auto addFiles = [&](const QString &area, const QDir &folder) {
        for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
            QString name = file.chopped(5);
            if (area == u"smarttavern" || area == u"gf-lt" || area == u"hologram") // "framing-01-full-order"
                name.replace(name.indexOf(u'-'), 1, u'/');
            if (area == u"memory-books") {
                const Result<MemoryCase> read = readMemoryCase(folder.filePath(file));
                const QString operation = read ? read->operation : u"unreadable"_s;
                cases.append({area + u'/' + operation, name, folder.filePath(file)});
                continue;
            }
            cases.append({area, name, folder.filePath(file)});
        }
    };
    for (const QString &system : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QDir folder(root.filePath(system));
        if (system != u"sillytavern") {
            addFiles(system, folder);
            addFiles(system, QDir(folder.filePath(u"cases"_s)));
            continue;
        }
        for (const QString &area : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir areaFolder(folder.filePath(area));
            for (const QString &name : areaFolder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
                cases.append({u"sillytavern/"_s + area, name, areaFolder.filePath(name)});
        }
    }
    return cases;
}

static Json messageJson(const OutboundMessage &message)
{
    Json object = Json::object(
        {{u"role"_s, Json(roleName(message.role))}, {u"content"_s, Json(message.content.text())}});
    if (!message.name.isEmpty())
        object.set(u"name"_s, Json(message.name));
    return object;
}

static QString shown(const Json &message)
{
    return u"%1 %2: %3"_s.arg(message.value(u"role").toText(), message.value(u"name").toText(),
                              message.value(u"content").toText());
}

// Empty if the messages are the expected ones.
static QString difference(const QList<OutboundMessage> &messages, const Json &expected)
{
    const qsizetype count = std::max(messages.size(), expected.size());
    for (qsizetype i = 0; i < count; ++i) {
        const Json is = i < messages.size() ? messageJson(messages[i]) : Json();
        const Json should = expected.at(i);
        if (is.value(u"role") == should.value(u"role") && is.value(u"content") == should.value(u"content") &&
            is.value(u"name") == should.value(u"name"))
            continue;
        return u"message %1 of %2\n  is     [%3]\n  should [%4]"_s.arg(i)
            .arg(expected.size())
            .arg(shown(is), shown(should));
    }
    return {};
}

// Every character in exactly one segment with a source. Empty if so.
static QString uncovered(const TracedText &text)
{
    qsizetype end = 0;
    for (const Span &span : text.spans()) {
        if (span.start != end || span.length <= 0)
            return u"characters %1 to %2 are in no segment of their own"_s.arg(end).arg(span.start);
        if (span.source == Source())
            return u"“%1” has no source"_s.arg(text.text().mid(span.start, span.length));
        end = span.end();
    }
    return end == text.size() ? QString() : u"characters from %1 on are in no segment"_s.arg(end);
}

// smelt's "parts": these texts in this order, nothing but white space between them.
static QString partsDifference(QStringView text, const Json &parts)
{
    for (const Json &part : parts.items()) {
        text = text.trimmed();
        const QString wanted = part.toText().trimmed();
        if (!text.startsWith(wanted))
            return u"expected “%1” at “%2”"_s.arg(wanted, text);
        text = text.sliced(wanted.size());
    }
    return text.trimmed().isEmpty() ? QString() : u"nothing expected at “%1”"_s.arg(text);
}

// Where smelt's hint ends, if it stands there under its heading and says all four things; -1 otherwise.
static qsizetype hintEnd(QStringView text)
{
    static const QRegularExpression hint(
        u"# Formatting\\n(?=[^#]*straight double quotes[^#]*\"like this\")"
        "(?=[^#]*actions, gestures, thoughts[^#]*narration[^#]*asterisks[^#]*\\*like this\\*)"
        "(?=[^#]*plain text)(?=[^#]*no code blocks[^#]*quoted)[^#]*quoted\\."_s);
    return hint.matchView(text).capturedEnd();
}

// smelt's "head": these texts in this order, with headings between them at most.
static QString headDifference(QStringView text, const Json &head)
{
    for (const Json &part : head.items()) {
        const QString wanted = part.toText();
        const qsizetype at = part.isObject() ? hintEnd(text) : text.indexOf(wanted);
        if (at < 0)
            return u"expected “%1” in “%2”"_s.arg(part.isObject() ? u"the formatting hint"_s : wanted, text);
        text = text.sliced(at + (part.isObject() ? 0 : wanted.size()));
    }
    return text.trimmed().isEmpty() ? QString() : u"nothing expected at “%1”"_s.arg(text);
}

class TestConformance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cases_data()
    {
        QTest::addColumn<QString>("area");
        QTest::addColumn<QString>("path");
        const QString external = qEnvironmentVariable("SNUG_CONFORMANCE_DIR");
        const QDir root(external.isEmpty() ? QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases")
                                           : external);
        const QStringList wanted =
            qEnvironmentVariable("SNUG_CONFORMANCE_AREAS").split(u',', Qt::SkipEmptyParts);
        for (const CaseEntry &entry : casesIn(root)) {
            if (!wanted.isEmpty() && !entry.isOneOf(wanted))
                continue;
            ++m_found;
            QTest::newRow(qPrintable(entry.area + u'/' + entry.name)) << entry.area << entry.path;
        }
        if (m_found == 0)
            QTest::newRow("no cases") << QString() << root.path();
    }

    // SillyTavern's requests. The project's own cases lie in conversions/; SNUG_CONVERSIONS_DIR names
    // another folder of that layout, <service>/<case>.json.
    void conversions_data()
    {
        QTest::addColumn<QString>("path");
        const QString external = qEnvironmentVariable("SNUG_CONVERSIONS_DIR");
        const QDir root(external.isEmpty() ? QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/conversions")
                                           : external);
        int found = 0;
        for (const QString &service : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(root.filePath(service));
            for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
                QTest::addRow("conversions/%s/%s", qPrintable(service), qPrintable(file.chopped(5)))
                    << folder.filePath(file);
                ++found;
            }
        }
        QVERIFY2(found > 0, qPrintable(u"no cases in %1"_s.arg(root.path())));
    }

    void conversions()
    {
        QFETCH(QString, path);
        const Result<ConversionCase> read = readConversionCase(path);
        QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
        QVERIFY2(read->expected.isObject(), "no expected request");
        const Result<Json> request = playConversionCase(*read);
        QVERIFY2(request, qPrintable(request ? QString() : request.error().line()));
        const QString wrong = conversionDifference(*request, read->expected);
        QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong));
        if (!read->endpoint.isEmpty())
            return;
        const Result<OutboundPrompt> prompt = outboundPromptOf(*read);
        QVERIFY(prompt);
        for (const ConvertedMessage &message : prompt->messages) {
            for (const ContentPart &part : message.parts)
                QCOMPARE(uncovered(part.text), QString());
        }
        for (const ContentPart &part : prompt->system)
            QCOMPARE(uncovered(part.text), QString());
    }

    // What services send. The project's own recordings lie in wire/; SNUG_WIRE_DIR names another folder of
    // that layout, <provider>/<case>.txt with an expected.json.
    void wire_data()
    {
        QTest::addColumn<qsizetype>("index");
        const QString external = qEnvironmentVariable("SNUG_WIRE_DIR");
        const QDir root(external.isEmpty() ? QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/wire")
                                           : external);
        m_wire = wireCasesIn(root);
        for (qsizetype i = 0; i < m_wire.size(); ++i)
            QTest::addRow("wire/%s/%s", qPrintable(m_wire[i].provider), qPrintable(m_wire[i].name)) << i;
        QVERIFY2(!m_wire.isEmpty(), qPrintable(u"no cases in %1"_s.arg(root.path())));
    }

    void wire()
    {
        QFETCH(qsizetype, index);
        const QString wrong = wireDifference(m_wire.at(index));
        QVERIFY2(wrong.isEmpty(), qPrintable(u'\n' + wrong));
    }

    void cases()
    {
        QFETCH(QString, area);
        QFETCH(QString, path);
        QVERIFY2(m_found > 0, qPrintable(u"no cases in %1"_s.arg(path)));
        QVERIFY2((CaseEntry{area, {}, {}}.isOneOf(implementedAreas)),
                 qPrintable(u"the area %1 is not implemented"_s.arg(area)));
        if (area == u"smelt")
            smelt(path);
        else if (area == u"smarttavern")
            smartTavern(path);
        else if (area == u"gf-lt")
            gfLt(path);
        else if (area.startsWith(u"memory-books/"))
            memoryBooks(path);
        else if (area == u"hologram")
            hologram(path);
        else
            sillyTavern(path);
    }

private:
    void sillyTavern(const QString &path);
    void smelt(const QString &path);
    void smartTavern(const QString &path);
    void gfLt(const QString &path);
    void memoryBooks(const QString &path);
    void hologram(const QString &path);

    const RegexEnginePtr m_regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    QList<WireCase> m_wire;
    int m_found = 0;
};

// Where two long texts part.
static QString textDifference(const QString &is, const QString &should)
{
    if (is == should)
        return {};
    const qsizetype at = std::ranges::mismatch(is, should).in1 - is.cbegin();
    const auto around = [at](const QString &text) {
        return text.sliced(std::max<qsizetype>(at - 30, 0)).left(90);
    };
    return u"at %1\n  is     “%2”\n  should “%3”"_s.arg(at).arg(around(is), around(should));
}

void TestConformance::sillyTavern(const QString &path)
{
    Result<SillyTavernCase> read = readSillyTavernCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    read->inputs.regexEngine = m_regexEngine;
    if (read->inputs.textCompletion) {
        const AssembledPrompt prompt = playCase(*read).last();
        QVERIFY(prompt.prompt);
        const QString wrong = textDifference(prompt.prompt->text(), read->expected.value(u"prompt").toText());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QCOMPARE(prompt.stop, read->expected.value(u"stop").toTextList());
        QCOMPARE(uncovered(*prompt.prompt), QString());
        QVERIFY(prompt.messages.isEmpty());
        QCOMPARE(prompt.budget.used, read->inputs.counter->count(prompt.prompt->text()));
        return;
    }
    const Json expected = read->expected.value(u"messages");
    QVERIFY2(expected.size() > 0, "expected.json holds no messages");
    const QList<AssembledPrompt> prompts = playCase(*read);
    const Json turns = read->expected.value(u"turns");
    const Json requests = read->expected.value(u"requests"); // of a group, one a reply
    if (requests.isUndefined())
        QCOMPARE(turns.size(), prompts.size() - 1);
    else
        QCOMPARE(requests.size(), prompts.size());
    for (qsizetype i = 0; i < requests.size(); ++i) {
        const QString wrong = difference(prompts.at(i).messages, requests.at(i).value(u"messages"));
        QVERIFY2(wrong.isEmpty(), qPrintable(u"request %1: %2"_s.arg(i).arg(wrong)));
    }
    for (qsizetype i = 0; i < turns.size(); ++i) {
        const QString wrong = difference(prompts[i].messages, turns.at(i).value(u"messages"));
        QVERIFY2(wrong.isEmpty(), qPrintable(u"turn %1: %2"_s.arg(i).arg(wrong)));
    }
    const AssembledPrompt &prompt = prompts.last();
    const QString wrong = difference(prompt.messages, expected);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    const Json counts = read->expected.value(u"token_counts").value(u"per_message");
    QVERIFY(counts.isUndefined() || prompt.budget.kind == CountKind::Exact);
    for (qsizetype i = 0; i < counts.size(); ++i)
        QCOMPARE(prompt.messages.value(i).tokens, counts.at(i).toInt());
}

void TestConformance::smelt(const QString &path)
{
    const Result<SmeltCase> read = readSmeltCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    const Json &expected = read->expected;
    QVERIFY2(expected.isObject(), "no expected result");
    if (const auto *substitution = std::get_if<SmeltSubstitution>(&read->input)) {
        const TracedText text(substitution->text, Source::named(u"test.text"_s));
        QCOMPARE(substituteNames(text, substitution->userName, substitution->characterName).text(),
                 expected.value(u"text").toText());
        return;
    }
    if (const auto *trimming = std::get_if<SmeltTrimming>(&read->input)) {
        QList<TrimItem> items;
        for (const SmeltTrimming::Item &item : trimming->items)
            items.append({item.length, item.isSystem});
        QList<qsizetype> kept;
        const Json indices = expected.value(u"kept");
        for (const Json &index : indices.items())
            kept.append(index.toInt());
        QCOMPARE(trimToContext(items, trimming->contextSize), kept);
        return;
    }
    QList<OutboundMessage> messages = assemble(std::get<PromptInputs>(read->input)).messages;
    if (expected.contains(u"head")) {
        QString head;
        while (messages.size() > expected.value(u"messages").size() && messages.first().role == Role::System)
            head += messages.takeFirst().content.text() + u'\n';
        const QString wrong = headDifference(head, expected.value(u"head"));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    const Json should = expected.value(u"messages");
    QCOMPARE(messages.size(), should.size());
    for (qsizetype i = 0; i < should.size(); ++i) {
        const Json message = should.at(i);
        QCOMPARE(roleName(messages[i].role), message.value(u"role").toText());
        if (message.contains(u"parts")) {
            const QString wrong = partsDifference(messages[i].content.text(), message.value(u"parts"));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        } else {
            QCOMPARE(messages[i].content.text(), message.value(u"content").toText());
        }
    }
}

// Objects without regard to member order, numbers by value.
static bool isSameValue(const Json &is, const Json &should)
{
    if (is.isNumber() && should.isNumber())
        return is.asDouble() == should.asDouble();
    if (is.isArray() && should.isArray())
        return std::ranges::equal(is.items(), should.items(), isSameValue);
    if (is.isObject() && should.isObject())
        return is.size() == should.size() &&
               std::ranges::all_of(should.members(), [&](const Json::Member &member) {
                   return is.contains(member.key) && isSameValue(is.value(member.key), member.value);
               });
    return is == should;
}

static QStringList keysOf(const Json &object)
{
    QStringList keys;
    for (const Json::Member &member : object.members())
        keys.append(member.key);
    return keys;
}

void TestConformance::smartTavern(const QString &path)
{
    const Result<SmartTavernCase> read = readSmartTavernCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    const Result<Json> result = playSmartTavernCase(*read);
    if (read->expected.contains(u"error")) {
        QVERIFY2(!result, "the operation has to fail");
        return;
    }
    QVERIFY2(result, qPrintable(result ? QString() : result.error().line()));
    const QByteArray shown =
        "\n  is     " + writeJsonLine(*result) + "\n  should " + writeJsonLine(read->expected);
    QVERIFY2(isSameValue(*result, read->expected), shown.constData());
    for (qsizetype i = 0; i < read->expectedKeyOrder.size(); ++i) {
        const Json message = result->value(u"messages").at(i);
        const Json order = read->expectedKeyOrder.at(i);
        QCOMPARE(keysOf(message), order.value(u"message_keys").toTextList());
        QCOMPARE(keysOf(message.value(u"source")), order.value(u"source_keys").toTextList());
    }
}

void TestConformance::gfLt(const QString &path)
{
    const Result<GfLtCase> read = readGfLtCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    QVERIFY2(read->expected.isObject(), "no expected result");
    const Result<Json> result = playGfLtCase(*read);
    QVERIFY2(result, qPrintable(result ? QString() : result.error().line()));
    // Their order says nothing.
    const auto withSortedStops = [](Json value) {
        if (value.contains(u"stop")) {
            QStringList stop = value.value(u"stop").toTextList();
            stop.sort();
            value.set(u"stop"_s, Json(stop));
        }
        return value;
    };
    const Json is = withSortedStops(*result);
    const Json should = withSortedStops(read->expected);
    const QByteArray shown = "\n  is     " + writeJsonLine(is) + "\n  should " + writeJsonLine(should);
    QVERIFY2(isSameValue(is, should), shown.constData());
    if (const std::optional<PromptInputs> inputs = promptInputsOf(*read))
        QCOMPARE(uncovered(*assemble(*inputs).prompt), QString());
}

// A text by lines; {"any_line": true} is a line in words of our own, and the clock's line has our clock.
static bool isSameText(const Json &is, const Json &should)
{
    return std::ranges::equal(is.items(), should.items(), [](const Json &line, const Json &wanted) {
        const QString clock = u"Compiled at: "_s;
        return wanted.value(u"any_line").toBool() || line == wanted ||
               (line.toText().startsWith(clock) && wanted.toText().startsWith(clock));
    });
}

void TestConformance::memoryBooks(const QString &path)
{
    const Result<MemoryCase> read = readMemoryCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    const Result<Json> result = playMemoryCase(*read);
    QVERIFY2(result, qPrintable(result ? QString() : result.error().line()));
    Json should = read->expected;
    QVERIFY2(should.isObject(), "no expected result");
    if (Json error = should.value(u"error"); error.isObject()) {
        error.remove(u"message");
        should.set(u"error"_s, error);
    }
    const bool isText = should.value(u"lines").isArray();
    const QByteArray shown = "\n  is     " + writeJsonLine(*result) + "\n  should " + writeJsonLine(should);
    QVERIFY2(isText ? isSameText(result->value(u"lines"), should.value(u"lines"))
                    : isSameValue(*result, should),
             shown.constData());
}

void TestConformance::hologram(const QString &path)
{
    const Result<HologramCase> read = readHologramCase(path);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
    QVERIFY2(!read->expected.members().isEmpty(), "no expected result");
    const QString wrong =
        hologramDifference(playHologramCase(read->input, false, m_regexEngine), read->expected);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    if (read->expectedStrict.isUndefined())
        return;
    const QString strictly =
        hologramDifference(playHologramCase(read->input, true, m_regexEngine), read->expectedStrict);
    QVERIFY2(strictly.isEmpty(), qPrintable(strictly));
}

QTEST_GUILESS_MAIN(TestConformance)
#include "tst_conformance.moc"
