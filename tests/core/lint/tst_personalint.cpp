// Personas: what is not sent, or not as it looks, and locks that do nothing.
#include "core/lint/personalint.h"
#include "tests/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_personalint {

using namespace Qt::StringLiterals;
using namespace snug;

using Change = std::function<void(QList<Persona> &, PersonaLintSettings &)>;

static const Persona::Connection mira{u"character"_s, u"Mira.png"_s};
static const Persona::Connection crew{u"group"_s, u"1791"_s};

// Nothing is wrong with them.
static QList<Persona> good()
{
    Persona ada;
    ada.avatar = u"ada.png"_s;
    ada.name = u"Ada"_s;
    ada.description = u"{{user}} mends clocks."_s;
    Persona wren = ada;
    wren.avatar = u"wren.png"_s;
    wren.name = u"Wren"_s;
    wren.description = u"{{user}} sails."_s;
    return {ada, wren};
}

static PersonaLintSettings library()
{
    return {.lorebooks = QStringList{u"Harbour"_s},
            .owners = QList<Persona::Connection>{mira, crew},
            .pictures = QStringList{u"ada.png"_s, u"wren.png"_s}};
}

class TestPersonaLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void findings_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("rule"); // empty: nothing is found
        QTest::addColumn<QString>("where");
        QTest::addColumn<bool>("isHint");
        const auto row = [](const char *name, const Change &change, const QString &rule = {},
                            const QString &where = {}, bool isHint = false) {
            QTest::newRow(name) << change << rule << where << isHint;
        };
        const QString text = u"persona_descriptions.ada.png.description"_s;
        const auto say = [](const QString &words) {
            return [words](QList<Persona> &list, PersonaLintSettings &) { list[0].description = words; };
        };
        row("good ones", [](auto &, auto &) {});
        row(
            "no name", [](auto &list, auto &) { list[0].name.clear(); }, u"persona.no-name"_s,
            u"personas.ada.png"_s);
        row(
            "a blank name", [](auto &list, auto &) { list[0].name = u" "_s; }, u"persona.no-name"_s,
            u"personas.ada.png"_s);
        row("no text", say({}), u"persona.nothing-to-send"_s, text, true);
        row("no text, but a lorebook", [](auto &list, auto &) {
            list[0].description = u" "_s;
            list[0].lorebook = u"Harbour"_s;
        });
        row("a macro that is none", say(u"I am {{usr}}."_s), u"macro.unknown"_s, text);
        row("{{original}}", say(u"{{original}}"_s), u"macro.original"_s, text);
        row("random in the prompt", say(u"{{random::a::b}}"_s), u"macro.volatile"_s, text, true);
        row("random at a depth", [](auto &list, auto &) {
            list[0].description = u"{{random::a::b}}"_s;
            list[0].position = Persona::Position::AtDepth;
        });
        row("itself", say(u"I am {{Persona}}."_s), u"persona.in-itself"_s, text);
        row("itself, inside another macro", say(u"{{setvar::me::{{persona}}}}"_s), u"persona.in-itself"_s,
            text);
        row("itself in a comment", say(u"Clocks {{// not {{persona}} }}"_s));
        row("its name as a word", say(u"a persona"_s));
        row(
            "off", [](auto &list, auto &) { list[0].position = Persona::Position::Off; }, u"persona.off"_s,
            u"persona_descriptions.ada.png.position"_s, true);
        row("off, with nothing but lore", [](auto &list, auto &) {
            list[0].position = Persona::Position::Off;
            list[0].description.clear();
            list[0].lorebook = u"Harbour"_s;
        });
        row(
            "no such depth",
            [](auto &list, auto &) {
                list[0].position = Persona::Position::AtDepth;
                list[0].depth = -1;
            },
            u"persona.depth"_s, u"persona_descriptions.ada.png.depth"_s);
        row("a depth elsewhere", [](auto &list, auto &) { list[0].depth = -1; });
        row(
            "no such lorebook", [](auto &list, auto &) { list[0].lorebook = u"Harbor"_s; },
            u"persona.no-lorebook"_s, u"persona_descriptions.ada.png.lorebook"_s);
        row("lorebooks unknown", [](auto &list, auto &settings) {
            list[0].lorebook = u"Harbor"_s;
            settings.lorebooks.reset();
        });
        row(
            "locked to nobody",
            [](auto &list, auto &) { list[0].connections = {mira, {u"character"_s, u"Gone.png"_s}}; },
            u"persona.lock-to-nobody"_s, u"persona_descriptions.ada.png.connections.1"_s, true);
        row(
            "a group's number as a character",
            [](auto &list, auto &) { list[0].connections = {{u"character"_s, crew.id}}; },
            u"persona.lock-to-nobody"_s, u"persona_descriptions.ada.png.connections.0"_s, true);
        row("owners unknown", [](auto &list, auto &settings) {
            list[0].connections = {{u"character"_s, u"Gone.png"_s}};
            settings.owners.reset();
        });
        row(
            "two locked to one",
            [](auto &list, auto &) {
                list[0].connections = {mira};
                list[1].connections = {crew, mira};
            },
            u"persona.lock-twice"_s, u"persona_descriptions.wren.png.connections.1"_s);
        row("two locks each", [](auto &list, auto &) {
            list[0].connections = {mira, mira};
            list[1].connections = {crew};
        });
        row(
            "no picture", [](auto &, auto &settings) { settings.pictures->removeFirst(); },
            u"persona.no-picture"_s, u"personas.ada.png"_s, true);
        row("pictures unknown", [](auto &, auto &settings) { settings.pictures.reset(); });
    }

    void findings()
    {
        QFETCH(Change, change);
        QFETCH(QString, rule);
        QFETCH(QString, where);
        QFETCH(bool, isHint);
        QList<Persona> personas = good();
        PersonaLintSettings settings = library();
        change(personas, settings);
        const QList<LintFinding> findings = personaFindings(personas, u"wren.png"_s, settings);
        if (rule.isEmpty()) {
            QVERIFY2(findings.isEmpty(), findings.isEmpty() ? "" : qPrintable(findings.first().what));
            return;
        }
        QCOMPARE(findings.size(), 1);
        const LintFinding &found = findings.first();
        QCOMPARE(found.rule, rule);
        QCOMPARE(found.where, where);
        QCOMPARE(found.weight == LintFinding::Weight::Hint, isHint);
        QVERIFY(where.contains(found.block) && found.block.endsWith(u".png"));
        QVERIFY(!found.what.isEmpty() && !found.what.endsWith(u'.') && !found.fix.isEmpty());
    }

    void marksTheStretch()
    {
        QList<Persona> personas = good();
        personas[1].description = u"I am {{persona}}."_s;
        const QList<LintFinding> findings = personaFindings(personas, {}, {});
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings.first().block, u"wren.png"_s);
        QCOMPARE(personas[1].description.sliced(findings.first().start, findings.first().length),
                 u"{{persona}}"_s);
    }

    void saysWhoIsFirst()
    {
        QList<Persona> personas = good();
        personas[0].connections = {mira, crew};
        personas[1].connections = {mira, crew};
        const QList<LintFinding> findings = personaFindings(personas, {}, library());
        QCOMPARE(findings.size(), 2);
        QVERIFY(findings[0].what.contains(u"“Ada” is locked to the character “Mira”"));
        QVERIFY(findings[1].what.contains(u"the group “1791”"));
    }

    void defaults()
    {
        QVERIFY(personaFindings(good(), {}, {}).isEmpty());
        QVERIFY(personaFindings(good(), u"ada.png"_s, {}).isEmpty());
        const QList<LintFinding> findings = personaFindings(good(), u"gone.png"_s, {});
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings.first().rule, u"persona.default-missing"_s);
        QCOMPARE(findings.first().where, u"default_persona"_s);
        QVERIFY(findings.first().block.isEmpty());
    }
};

} // namespace tst_personalint

SNUG_TEST(tst_personalint, TestPersonaLint, Core)
#include "tst_personalint.moc"
