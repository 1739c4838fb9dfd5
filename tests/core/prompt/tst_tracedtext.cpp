#include "core/prompt/tracedtext.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_tracedtext {

using namespace Qt::StringLiterals;
using namespace snug;

// What every TracedText must satisfy, whatever was done to it. Empty = satisfied.
static QString brokenRule(const TracedText &text)
{
    qsizetype position = 0;
    for (qsizetype i = 0; i < text.spans().size(); ++i) {
        const Span &span = text.spans()[i];
        if (span.start != position)
            return u"gap or overlap at %1"_s.arg(position);
        if (span.length <= 0)
            return u"empty span at %1"_s.arg(position);
        if (i > 0) {
            const Span &before = text.spans()[i - 1];
            const bool consecutive = before.originStart < 0
                                         ? span.originStart < 0
                                         : span.originStart == before.originStart + before.length;
            if (consecutive && before.source == span.source)
                return u"neighbours not joined at %1"_s.arg(position);
        }
        position = span.end();
    }
    if (position != text.size())
        return u"spans end at %1 of %2"_s.arg(position).arg(text.size());
    return {};
}

// Origins: every character that claims a place in its origin is the character that stands there.
static QString brokenOrigin(const TracedText &text, const QMap<QString, QString> &origins)
{
    for (const Span &span : text.spans()) {
        if (span.originStart < 0)
            continue;
        const QString origin = origins.value(span.source.id());
        if (QStringView(origin).mid(span.originStart, span.length) !=
            QStringView(text.text()).mid(span.start, span.length))
            return u"origin %1 differs at %2"_s.arg(span.source.id()).arg(span.start);
    }
    return {};
}

class TestTracedText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void anySequenceOfOperationsKeepsTheSpans_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void anySequenceOfOperationsKeepsTheSpans()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        QMap<QString, QString> origins;
        int serial = 0;
        const auto below = [&](qsizetype limit) {
            return static_cast<qsizetype>(random.bounded(static_cast<int>(limit)));
        };
        const auto fresh = [&] {
            QString text;
            const qsizetype length = below(6);
            for (qsizetype i = 0; i < length; ++i)
                text += u"ab \n\r,é茶\u3000"_s.at(below(9));
            const QString id = QString::number(below(2) ? serial : serial++);
            if (below(3) == 0)
                return TracedText::computed(text, Source(SourceKind::Macro, u"computed"_s));
            const QString unique = id + u'#' + QString::number(serial++);
            origins[unique] = text;
            return TracedText(text, Source::named(u"test.origin"_s, unique));
        };

        TracedText text = fresh();
        QString plain = text.text();
        for (int step = 0; step < 200; ++step) {
            const qsizetype position = below(plain.size() + 1);
            const qsizetype length = below(plain.size() - position + 1);
            switch (below(10)) {
            case 0: {
                const TracedText other = fresh();
                text.append(other);
                plain.append(other.text());
                break;
            }
            case 1: {
                const TracedText other = fresh();
                text.prepend(other);
                plain.prepend(other.text());
                break;
            }
            case 2: {
                const TracedText other = fresh();
                text.insert(position, other);
                plain.insert(position, other.text());
                break;
            }
            case 3:
                text.remove(position, length / 2);
                plain.remove(position, length / 2);
                break;
            case 4: {
                const TracedText other = fresh();
                text.replace(position, length / 2, other);
                plain.replace(position, length / 2, other.text());
                break;
            }
            case 5: {
                // Cut in three and put back together in the same order: nothing changes.
                const TracedText before = text;
                TracedText again = text.left(position);
                again.append(text.mid(position, length));
                again.append(text.mid(position + length));
                QCOMPARE(again, before);
                break;
            }
            case 6: {
                const TracedText comma = TracedText::computed(u","_s, Source::named(u"test.separator"_s));
                const QList<TracedText> parts = text.split(u",");
                const QStringList plainParts = plain.split(u',');
                QCOMPARE(parts.size(), plainParts.size());
                text = TracedText::join(parts, comma);
                break;
            }
            case 7:
                if (below(8) == 0) {
                    text = text.without(u'\r');
                    plain.remove(u'\r');
                }
                break;
            case 8:
                text = text.trimmed();
                while (!plain.isEmpty() && u" \n\r\u3000"_s.contains(plain.front()))
                    plain.removeFirst();
                while (!plain.isEmpty() && u" \n\r\u3000"_s.contains(plain.back()))
                    plain.removeLast();
                break;
            case 9:
                if (below(20) == 0)
                    text = text.inside(Source(SourceKind::PresetRelative, u"main"_s));
                text.append(TracedText());
                break;
            }
            QCOMPARE(text.text(), plain);
            QCOMPARE(brokenRule(text), QString());
            QCOMPARE(brokenOrigin(text, origins), QString());
        }
    }

    void appendingATextToItselfRepeatsIt()
    {
        TracedText text(u"ab"_s, Source(SourceKind::CharName));
        text.append(text);
        QCOMPARE(text.text(), u"abab"_s);
        QCOMPARE(text.spans().size(), 2);
        QCOMPARE(text.spanAt(2)->originStart, 0);
    }

    void spanAtFindsTheCharacter()
    {
        TracedText text(u"ab"_s, Source(SourceKind::CharName));
        text.append(TracedText::computed(u"-"_s, Source(SourceKind::Macro)));
        QCOMPARE(text.spanAt(1)->source.type(), u"char.name"_s);
        QCOMPARE(text.spanAt(2)->source.type(), u"macro"_s);
        QVERIFY(!text.spanAt(3));
        QVERIFY(!text.spanAt(-1));
        QVERIFY(!TracedText().spanAt(0));
    }

    void trimsAsJavaScriptDoes()
    {
        const TracedText text(u"\ufeff\u00a0x\u0085\u2028"_s, Source());
        QCOMPARE(text.trimmed().text(), u"x\u0085"_s);
        QCOMPARE(text.trimmed().spans().first().originStart, 2);
    }

    void insideKeepsTheInnerChain()
    {
        const Source inner = Source(SourceKind::CharDescription, {}, u"card Mira"_s)
                                 .inside(Source(SourceKind::Macro, {}, u"{{description}}"_s));
        const Source block = Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s)
                                 .inside(Source(SourceKind::PresetFile, {}, u"preset Default"_s));
        const TracedText text = TracedText(u"Mira"_s, inner).inside(block);
        QCOMPARE(text.spans().first().source.path(),
                 QStringList({u"preset Default"_s, u"Main"_s, u"{{description}}"_s, u"card Mira"_s}));
        QCOMPARE(text.spans().first().source.group(), SourceGroup::Card);
    }

    void groups_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<SourceGroup>("group");
        QTest::newRow("block") << u"preset.in_chat"_s << SourceGroup::Preset;
        QTest::newRow("card") << u"card.system_prompt"_s << SourceGroup::Card;
        QTest::newRow("field") << u"char.personality"_s << SourceGroup::Card;
        QTest::newRow("persona") << u"persona.anchor"_s << SourceGroup::Persona;
        QTest::newRow("lore") << u"world_book.before_char"_s << SourceGroup::Lorebook;
        QTest::newRow("user") << u"history.user"_s << SourceGroup::ChatUser;
        QTest::newRow("typed") << u"new.user"_s << SourceGroup::ChatUser;
        QTest::newRow("reply") << u"history.assistant"_s << SourceGroup::ChatCharacter;
        QTest::newRow("thinking") << u"history.thinking"_s << SourceGroup::ChatCharacter;
        QTest::newRow("note") << u"note.chat"_s << SourceGroup::Injection;
        QTest::newRow("memory") << u"memory.entry"_s << SourceGroup::Memory;
        QTest::newRow("template") << u"template.output"_s << SourceGroup::Template;
    }

    void groups()
    {
        QFETCH(QString, type);
        QFETCH(SourceGroup, group);
        QCOMPARE(Source::named(type).group(), group);
        // A macro without a value of its own belongs to the text it stands in.
        QCOMPARE(Source(SourceKind::Macro, u"newline"_s).inside(Source::named(type)).group(), group);
    }

    void unknownSource()
    {
        QCOMPARE(Source().type(), u"unknown"_s);
        QVERIFY(!Source().hasParent());
        QCOMPARE(Source().path(), QStringList());
        QCOMPARE(Source(SourceKind::CharName).inside(Source()), Source(SourceKind::CharName));
        QVERIFY(!(Source(SourceKind::CharName) == Source()));
    }
};

} // namespace tst_tracedtext

SNUG_TEST(tst_tracedtext, TestTracedText, Nothing)
#include "tst_tracedtext.moc"
