#include "core/prompt/sourceplace.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_sourceplace {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSourcePlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // A name is one kind's alone, and leads back to it.
    void namesAndKindsAgree()
    {
        QSet<QString> names;
        int kinds = 0;
        for (int i = 0; i <= int(SourceKind::Counter); ++i) {
            const auto kind = SourceKind(i);
            if (kind == SourceKind::Other)
                continue;
            ++kinds;
            const QString name = sourceKindName(kind);
            names.insert(name);
            QCOMPARE(sourceKindNamed(name), kind);
            QCOMPARE(Source(kind).type(), name);
            if (kind != SourceKind::Unknown)
                QCOMPARE(sourceFamilyNamed(name), sourceFamilyOf(kind));
        }
        QCOMPARE(names.size(), kinds);
    }

    // What a later version calls its kinds comes back as it was.
    void otherNamesStay()
    {
        const Source source = Source::named(u"world_book.of_tomorrow"_s, u"a"_s, u"b"_s);
        QCOMPARE(source.kind(), SourceKind::Other);
        QCOMPARE(source.type(), u"world_book.of_tomorrow"_s);
        QCOMPARE(source.family(), SourceFamily::WorldBook);
        QCOMPARE(source.group(), SourceGroup::Lorebook);
        QVERIFY(source != Source::named(u"world_book.of_yesterday"_s, u"a"_s, u"b"_s));
        QCOMPARE(placedSource(source).place, SourcePlace::Nowhere);
        QCOMPARE(Source::named(u"history.user"_s), Source(SourceKind::HistoryUser));
    }

    void places_data()
    {
        QTest::addColumn<Source>("source");
        QTest::addColumn<SourcePlace>("place");
        QTest::addColumn<QString>("id");
        const Source file(SourceKind::PresetFile, u"Default"_s);
        const Source block = Source(SourceKind::PresetRelative, u"main"_s).inside(file);
        const Source macro(SourceKind::Macro, u"char"_s);
        const auto row = [](const char *name, const Source &source, SourcePlace place, const QString &id) {
            QTest::newRow(name) << source << place << id;
        };
        row("nothing", Source(), SourcePlace::Nowhere, {});
        row("a block", block, SourcePlace::Preset, u"main"_s);
        row("a macro in a block", macro.inside(block), SourcePlace::Preset, u"main"_s);
        row("a name in a block", Source(SourceKind::CharName, u"Mira"_s).inside(macro.inside(block)),
            SourcePlace::Preset, u"main"_s);
        row("a rule in a message",
            Source(SourceKind::RuleReplacement, u"r1"_s).inside(Source(SourceKind::HistoryUser, u"3"_s)),
            SourcePlace::Rules, u"r1"_s);
        row("a name alone", Source(SourceKind::CharName, u"Mira"_s), SourcePlace::Card, u"Mira"_s);
        row("the user's name alone", Source(SourceKind::PersonaName, u"Ada"_s).inside(macro),
            SourcePlace::Persona, u"Ada"_s);
        row("a card's text in a block",
            Source(SourceKind::CharDescription, u"Mira.png"_s).inside(macro.inside(block)), SourcePlace::Card,
            u"Mira.png"_s);
        row("a macro in a card's text", macro.inside(Source(SourceKind::CharScenario, u"Mira.png"_s)),
            SourcePlace::Card, u"Mira.png"_s);
        row("a name of a message",
            Source(SourceKind::HistoryName).inside(Source(SourceKind::HistoryUser, u"3"_s)),
            SourcePlace::Message, u"3"_s);
        row("a separator", Source(SourceKind::SeparatorNewline).inside(block), SourcePlace::Preset,
            u"main"_s);
        row("what is being typed", Source(SourceKind::NewUser, u"4"_s), SourcePlace::Composer, u"4"_s);
        row("a note in a block", Source(SourceKind::NoteChat).inside(block), SourcePlace::Nowhere, {});
        row("a script's text in a message",
            Source(SourceKind::RegexScript, u"7"_s).inside(Source(SourceKind::HistoryUser, u"3"_s)),
            SourcePlace::Script, u"7"_s);
    }

    void places()
    {
        QFETCH(Source, source);
        const PlacedSource placed = placedSource(source);
        QTEST(placed.place, "place");
        QTEST(placed.link.id(), "id");
    }
};

} // namespace tst_sourceplace

SNUG_TEST(tst_sourceplace, TestSourcePlace, Nothing)

#include "tst_sourceplace.moc"
