// Samplers of text completions, one field at a time: what is not said stays out, what is not known stays in.

#include "core/formats/textpreset.h"
#include "core/library/textpresetfields.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_textpresetfields {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

using Field = TextTemplateField<TextPreset>;

// Another value than the field has.
static QVariant otherValue(const Field &field, const QVariant &now)
{
    switch (field.info.kind) {
    case FieldKind::AbsentNumber:
    case FieldKind::AbsentWhole:
        return now.toDouble() == field.info.bounds.most ? field.info.bounds.least : field.info.bounds.most;
    case FieldKind::Choice:
        return now.toInt() == 1 ? 0 : 1;
    case FieldKind::List:
        return now.toStringList() + QStringList{u"7"_s};
    default:
        return QString(now.toString() + u"x"_s);
    }
}

class TestTextPresetFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aFileStaysAsItIs_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name :
             {u"Default"_s, u"Lantern warm"_s, u"Universal-Light"_s, u"Deterministic"_s})
            QTest::newRow(qPrintable(name)) << name;
    }
    void aFileStaysAsItIs()
    {
        QFETCH(QString, name);
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QByteArray bytes = bytesOf(folder.root() + u"/TextGen Settings/"_s + name + u".json"_s);
        const auto read = readTextPreset(bytes, name);
        QVERIFY(read);
        for (const Field &field : textPresetFields()) {
            TextPreset preset = read->preset;
            const QVariant before = field.get(preset);
            const QVariant other = otherValue(field, before);
            field.set(preset, other);
            QCOMPARE(field.get(preset), other);
            QCOMPARE(preset.name, name);
            // What is written says what is sent, and nothing else has changed.
            const auto again = readTextPreset(writeTextPreset(preset), name);
            QVERIFY(again);
            QVERIFY2(again->warnings.isEmpty(), qPrintable(field.key));
            QVERIFY2(again->preset.samplers == preset.samplers, qPrintable(field.key));
            QVERIFY2(again->preset.textSamplers == preset.textSamplers, qPrintable(field.key));
            Json changed = again->preset.source;
            QVERIFY2(changed.value(field.key) != read->preset.source.value(field.key), qPrintable(field.key));
            changed.set(field.key, read->preset.source.value(field.key));
            QVERIFY2(changed == read->preset.source, qPrintable(field.key));
            // And back.
            field.set(preset, before);
            QCOMPARE(field.get(preset), before);
        }
    }

    void absentStaysAbsent()
    {
        const QByteArray bytes = "{ \"temp\": 1.50, \"mine\": [ 1,2 ], \"top_k\": \"40\" }";
        auto read = readTextPreset(bytes, u"A"_s);
        QVERIFY(read);
        TextPreset preset = read->preset;
        for (const Field &field : textPresetFields()) {
            const QVariant now = field.get(preset);
            if (field.key == u"temp")
                QCOMPARE(now, QVariant(1.5));
            else if (field.key == u"top_k")
                QCOMPARE(now, QVariant(40.0)); // a text that is a number
            else if (field.info.kind == FieldKind::AbsentNumber || field.info.kind == FieldKind::AbsentWhole)
                QVERIFY2(!now.isValid(), qPrintable(field.key));
            else if (field.info.kind == FieldKind::Choice)
                QCOMPARE(now.toInt(), -1);
            field.set(preset, now);
        }
        preset.source.set(u"temp"_s, read->preset.source.value(u"temp"));
        preset.source.set(u"top_k"_s, read->preset.source.value(u"top_k"));
        QVERIFY(preset.source == read->preset.source);
    }

    void keysGoAndCome()
    {
        auto read = readTextPreset("{\n  \"temp\": 1.50,\n  \"mine\": [ 1,2 ]\n}", u"A"_s);
        QVERIFY(read);
        TextPreset preset = read->preset;
        const auto field = [](const QString &key) {
            const QList<Field> fields = textPresetFields();
            return *std::ranges::find(fields, key, &Field::key);
        };
        field(u"min_p"_s).set(preset, 0.05);
        QCOMPARE(writeTextPreset(preset), "{\n  \"temp\": 1.50,\n  \"mine\": [ 1,2 ],\n  \"min_p\": 0.05\n}");
        QCOMPARE(preset.samplers.minP, 0.05);
        field(u"min_p"_s).set(preset, {});
        QCOMPARE(writeTextPreset(preset), "{\n  \"temp\": 1.50,\n  \"mine\": [ 1,2 ]\n}");
        // Without a temperature, too, it is one.
        field(u"min_p"_s).set(preset, 0.05);
        field(u"temp"_s).set(preset, {});
        QVERIFY(!preset.samplers.temperature);
        QVERIFY(readTextPreset(writeTextPreset(preset), u"A"_s));
        QVERIFY(!readTextPreset("{\"mine\": 1}", u"A"_s));
    }

    void newOnesAreImported()
    {
        const auto read = readTextPreset(writeTextPreset(newTextPreset()), u"New"_s);
        QVERIFY(read);
        QCOMPARE(read->preset.samplers.temperature, 1.0);
        QCOMPARE(read->preset.samplers.repetitionPenalty, 1.0);
        // Of what is in effect, only what samplers say.
        const TextPreset like = newTextPreset(
            Json::object({{u"type"_s, Json(u"ooba"_s)}, {u"temp"_s, Json(0.5)}, {u"dry_base"_s, Json(2)}}));
        QCOMPARE(like.samplers.temperature, 0.5);
        QCOMPARE(like.textSamplers.dryBase, 2.0);
        QVERIFY(!like.source.contains(u"type"));
    }
};

} // namespace tst_textpresetfields

SNUG_TEST(tst_textpresetfields, TestTextPresetFields, Core)
#include "tst_textpresetfields.moc"
