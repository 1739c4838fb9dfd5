// Templates and sampler presets of text completions: what is read, and that files keep their bytes.
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "tests/core/formats/testfiles.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_texttemplates {

using namespace Qt::StringLiterals;
using namespace snug;

template <typename T> static T valueOf(const Result<T> &result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().line()));
    return *result;
}

// JSON with ' for ": moc does not see a class that has raw strings in it.
static QByteArray quoted(const char *json)
{
    return QByteArray(json).replace('\'', '"');
}

// Reads and writes the file at `path` by its folder; also with one value changed and changed back.
struct RoundTrip
{
    QByteArray same;
    QByteArray changed;
    QByteArray changedBack;
    Warnings warnings;
};

template <typename Read, typename Write, typename Value>
static RoundTrip roundTrip(const QByteArray &bytes, Read read, Write write, Value textOf)
{
    RoundTrip trip;
    auto reading = valueOf(read(bytes));
    trip.warnings = reading.warnings;
    auto &value = [&]() -> auto & {
        if constexpr (requires { reading.value; })
            return reading.value;
        else
            return reading.preset;
    }();
    trip.same = write(value);
    const auto before = textOf(value);
    textOf(value) += u"more"_s;
    trip.changed = write(value);
    textOf(value) = before;
    auto back = valueOf(read(trip.changed));
    auto &backValue = [&]() -> auto & {
        if constexpr (requires { back.value; })
            return back.value;
        else
            return back.preset;
    }();
    textOf(backValue) = before;
    trip.changedBack = write(backValue);
    return trip;
}

class TestTextTemplates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void userFilesKeepTheirBytes_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &folder : {u"context"_s, u"instruct"_s, u"sysprompt"_s, u"TextGen Settings"_s}) {
            for (const QString &path : userFiles(folder, u".json"_s))
                QTest::newRow(qPrintable(path)) << path;
        }
    }
    void userFilesKeepTheirBytes()
    {
        QFETCH(QString, path);
        const QByteArray bytes = userFile(path);
        RoundTrip trip;
        if (path.startsWith(u"context"))
            trip = roundTrip(
                bytes, [](const QByteArray &b) { return readContextTemplate(b); }, writeContextTemplate,
                [](auto &value) -> auto & { return value.storyString; });
        else if (path.startsWith(u"instruct"))
            trip = roundTrip(
                bytes, [](const QByteArray &b) { return readInstructTemplate(b); }, writeInstructTemplate,
                [](auto &value) -> auto & { return value.inputSequence; });
        else if (path.startsWith(u"sysprompt"))
            trip = roundTrip(
                bytes, [](const QByteArray &b) { return readSystemPrompt(b); }, writeSystemPrompt,
                [](auto &value) -> auto & { return value.content; });
        else
            trip = roundTrip(
                bytes, [](const QByteArray &b) { return readTextPreset(b); }, writeTextPreset,
                [](auto &value) -> auto & { return value.textSamplers.dryBreakers; });
        QVERIFY2(trip.warnings.isEmpty(), qPrintable(trip.warnings.value(0).line()));
        QCOMPARE(trip.same, bytes);
        QVERIFY(trip.changed != bytes);
        // A key that was not there stays, empty.
        if (!path.endsWith(u"Lantern warm.json"))
            QCOMPARE(trip.changedBack, bytes);
    }

    void everyKeyIsRead()
    {
        const ContextTemplate context =
            valueOf(readContextTemplate(
                        quoted("{'name':'N','story_string':'S','example_separator':'E','chat_start':'C','use_"
                               "stop_strings':false,'names_as_stop_strings':false,'story_string_position':1,'"
                               "story_string_depth':6,'story_string_role':2,'always_force_name2':false,'trim_"
                               "sentences':true,'single_line':true}")))
                .value;
        QCOMPARE(context.name, u"N"_s);
        QCOMPARE(context.storyString, u"S"_s);
        QCOMPARE(context.exampleSeparator, u"E"_s);
        QCOMPARE(context.chatStart, u"C"_s);
        QVERIFY(!context.usesStopStrings && !context.stopsAtNames && !context.alwaysAddsName);
        QVERIFY(context.trimsSentences && context.isSingleLine);
        QCOMPARE(context.storyPlace, ContextTemplate::Place::InChat);
        QCOMPARE(context.storyDepth, 6);
        QCOMPARE(context.storyRole, Role::Assistant);

        const InstructTemplate instruct =
            valueOf(
                readInstructTemplate(
                    quoted("{'input_sequence':'i','output_sequence':'o','system_sequence':'s','first_input_"
                           "sequence':'fi','last_input_sequence':'li','first_output_sequence':'fo','last_"
                           "output_sequence':'lo','last_system_sequence':'ls','input_suffix':'I','output_"
                           "suffix':'O','system_suffix':'S','story_string_prefix':'p','story_string_suffix':'"
                           "q','stop_sequence':'x','sequences_as_stop_strings':false,'wrap':false,'macro':"
                           "false,'names_behavior':'always','system_same_as_user':true,'user_alignment_"
                           "message':'u','skip_examples':true,'activation_regex':'a'}"),
                    u"File"_s))
                .value;
        QCOMPARE(instruct.name, u"File"_s);
        QCOMPARE((QStringList{
                     instruct.inputSequence, instruct.outputSequence, instruct.systemSequence,
                     instruct.firstInputSequence, instruct.lastInputSequence, instruct.firstOutputSequence,
                     instruct.lastOutputSequence, instruct.lastSystemSequence, instruct.inputSuffix,
                     instruct.outputSuffix, instruct.systemSuffix, instruct.storyPrefix, instruct.storySuffix,
                     instruct.stopSequence, instruct.userAlignmentMessage, instruct.activationPattern}),
                 u"i o s fi li fo lo ls I O S p q x u a"_s.split(u' '));
        QVERIFY(!instruct.stopsAtSequences && !instruct.wraps && !instruct.expandsMacros);
        QVERIFY(instruct.isSystemLikeUser && instruct.skipsExamples);
        QCOMPARE(instruct.names, InstructTemplate::Names::Always);

        const SystemPrompt prompt =
            valueOf(readSystemPrompt(quoted("{'name':'N','content':'C','post_history':'P'}"))).value;
        QCOMPARE(prompt.content, u"C"_s);
        QCOMPARE(prompt.postHistory, u"P"_s);
    }

    void presetKeysAreRead()
    {
        const TextPreset preset =
            valueOf(
                readTextPreset(
                    quoted("{'temp':0.7,'top_k':'40','rep_pen':1.1,'seed':-1,'dynatemp':true,'min_temp':0.5,'"
                           "max_temp':1.5,'samplers':['top_k','min_p'],'dry_sequence_breakers':'[\\'\\\\n\\']"
                           "','json_schema':null,'max_length':8192,'genamt':300,'rep_pen_range':512}"),
                    u"Mine"_s))
                .preset;
        QCOMPARE(preset.name, u"Mine"_s);
        QCOMPARE(preset.samplers.temperature, 0.7);
        QCOMPARE(preset.samplers.topK, 40.0);
        QVERIFY(!preset.samplers.seed && !preset.samplers.topP);
        QCOMPARE(preset.textSamplers.hasDynamicTemperature, true);
        QCOMPARE(preset.textSamplers.highestTemperature, 1.5);
        QCOMPARE(preset.textSamplers.order, (QStringList{u"top_k"_s, u"min_p"_s}));
        QCOMPARE(preset.textSamplers.dryBreakers, u"[\"\\n\"]"_s);
        QCOMPARE(preset.textSamplers.repetitionRange, 512);
        QCOMPARE(preset.contextSize, 8192);
        QCOMPARE(preset.maxTokens, 300);
    }

    void oldKeysKeepTheirMeaning_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<InstructTemplate>("expected");
        const auto row = [](const char *name, const QByteArray &rest, auto change) {
            InstructTemplate expected;
            change(expected);
            QTest::newRow(name) << "{\"input_sequence\":\"\"," + rest + "}" << expected;
        };
        row("separator", quoted("'separator_sequence':'</s>'"),
            [](InstructTemplate &t) { t.outputSuffix = u"</s>"_s; });
        row("separator beside the new key", quoted("'separator_sequence':'</s>','output_suffix':'x'"),
            [](InstructTemplate &t) { t.outputSuffix = u"x"_s; });
        row("story marks", quoted("'system_sequence_prefix':'<<','system_sequence_suffix':'>>'"),
            [](InstructTemplate &t) { t.storyPrefix = u"<<"_s, t.storySuffix = u">>"_s; });
        row("names on", quoted("'names':true,'names_force_groups':false"),
            [](InstructTemplate &t) { t.names = InstructTemplate::Names::Always; });
        row("names in groups", quoted("'names':false,'names_force_groups':true"),
            [](InstructTemplate &t) { t.names = InstructTemplate::Names::Force; });
        row("no names", quoted("'names':false,'names_force_groups':false"),
            [](InstructTemplate &t) { t.names = InstructTemplate::Names::None; });
        row("the new key wins", quoted("'names':true,'names_behavior':'none'"),
            [](InstructTemplate &t) { t.names = InstructTemplate::Names::None; });
    }
    void oldKeysKeepTheirMeaning()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(InstructTemplate, expected);
        InstructTemplate read = valueOf(readInstructTemplate(bytes)).value;
        QCOMPARE(writeInstructTemplate(read), bytes);
        read.source = {};
        QVERIFY(read == expected);
    }

    void whatDriftsIsNoted()
    {
        const auto context = valueOf(
            readContextTemplate(quoted("{'story_string':'S','story_string_position':7,'single_line':[]}")));
        QCOMPARE(context.value.storyPlace, ContextTemplate::Place::Top);
        QCOMPARE(context.warnings.size(), 2);
        QCOMPARE(context.warnings.first().place, u"story_string_position"_s);
        const auto instruct =
            valueOf(readInstructTemplate(quoted("{'input_sequence':null,'names_behavior':'sometimes'}")));
        QCOMPARE(instruct.value.names, InstructTemplate::Names::Force);
        QCOMPARE(instruct.warnings.size(), 1);
        QVERIFY(instruct.warnings.first().what.contains(u"none, force or always"_s));
    }

    void otherFilesAreRefused()
    {
        QVERIFY(!readContextTemplate("{\"name\":\"x\"}"));
        QVERIFY(!readInstructTemplate("[]"));
        QVERIFY(!readSystemPrompt("{\"prompt\":1"));
        QVERIFY(!readTextPreset("{\"temperature\":1}"));
    }

    void newOnesAreWrittenWhole()
    {
        ContextTemplate context;
        context.name = u"Mine"_s;
        context.storyString = u"{{description}}"_s;
        ContextTemplate back = valueOf(readContextTemplate(writeContextTemplate(context))).value;
        back.source = {};
        QVERIFY(back == context);
        InstructTemplate instruct;
        instruct.inputSequence = u"<user>"_s;
        instruct.names = InstructTemplate::Names::Always;
        InstructTemplate instructBack = valueOf(readInstructTemplate(writeInstructTemplate(instruct))).value;
        instructBack.source = {};
        QVERIFY(instructBack == instruct);
        TextPreset preset;
        preset.samplers.temperature = 0.8;
        preset.textSamplers.dryMultiplier = 0.8;
        TextPreset presetBack = valueOf(readTextPreset(writeTextPreset(preset))).preset;
        presetBack.source = {};
        QVERIFY(presetBack == preset);
    }
};

} // namespace tst_texttemplates

SNUG_TEST(tst_texttemplates, TestTextTemplates, Core)
#include "tst_texttemplates.moc"
