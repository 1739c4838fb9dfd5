// What looks like a key in a prompt is found, and goes with everything that is said about the prompt; words
// are left alone.

#include "core/prompt/keylikes.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_keylikes {

using namespace Qt::StringLiterals;
using namespace snug;

class TestKeyLikes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void found_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("keys");
        const auto row = [](const char *name, const QString &text, const QStringList &keys) {
            QTest::newRow(name) << text << keys;
        };
        row("none", u"The keeper asks for the key."_s, {});
        row("a service's", u"Use sk-ant-api03-Ab12_cd34EF-gh56, please."_s,
            {u"sk-ant-api03-Ab12_cd34EF-gh56"_s});
        row("at the end of a sentence", u"It is sk-0123456789abcdef0123."_s, {u"sk-0123456789abcdef0123"_s});
        row("twice", u"hf_0123456789abcdefgh hf_0123456789abcdefgh"_s, {u"hf_0123456789abcdefgh"_s});
        row("a header", u"authorization: bearer eyJhbGciOi.J9.abc123def456"_s,
            {u"eyJhbGciOi.J9.abc123def456"_s});
        row("Google's", u"AIzaSyA0123456789abcdefgh"_s, {u"AIzaSyA0123456789abcdefgh"_s});
        row("words with hyphens", u"the task-oriented sk-eleton-made-of-old-wood"_s, {});
        row("inside a word", u"desk-0123456789abcdef0123"_s, {});
        row("too short", u"sk-12345"_s, {});
        row("who bears", u"the bearer of this letter 12"_s, {});
    }
    void found()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, keys);
        QCOMPARE(keyLikesIn(text), keys);
    }

    void goesFromThePrompt()
    {
        const QString key = u"sk-0123456789abcdef0123"_s;
        AssembledPrompt prompt;
        OutboundMessage message;
        message.content.append(TracedText(u"My key is "_s, Source::named(u"test.a"_s)));
        message.content.append(TracedText(key + u'.', Source::named(u"test.b"_s)));
        prompt.messages = {message};
        DroppedText dropped;
        dropped.content = TracedText(u"Bearer zz0123456789abcdef01"_s, Source::named(u"test.c"_s));
        prompt.trace.dropped = QList<DroppedText>{dropped};
        const QStringList keys = keyLikesIn(prompt);
        QCOMPARE(keys, (QStringList{key, u"zz0123456789abcdef01"_s}));
        const AssembledPrompt clean = withoutNames(prompt, keyStandIns(keys));
        QVERIFY(keyLikesIn(clean).isEmpty());
        QVERIFY2(clean.messages.first().content.text().startsWith(u"My key is ["),
                 qPrintable(clean.messages.first().content.text()));
        QCOMPARE(shownKeyLike(key), u"sk-0123…"_s);
    }

    // What is said about the prompt goes with it.
    void goesFromWhatIsSaidAboutIt()
    {
        const auto key = [](const QString &end) { return QString(u"sk-0123456789abcdef01"_s + end); };
        AssembledPrompt prompt;
        OutboundMessage message;
        message.name = key(u"a"_s);
        message.content = TracedText(u"Hello"_s, Source(SourceKind::PresetRelative, u"main"_s, key(u"b"_s)));
        prompt.messages = {message};
        LoreTrace row{.book = key(u"c"_s), .uid = 1, .title = key(u"d"_s)};
        LoreDetail detail;
        detail.key = key(u"e"_s);
        row.detail = std::make_shared<const LoreDetail>(detail);
        prompt.trace.lore = {row};
        prompt.trace.warnings = {u"Nobody knows "_s + key(u"f"_s)};
        const QStringList keys = keyLikesIn(prompt);
        QCOMPARE(keys.size(), 6);
        QVERIFY(keyLikesIn(withoutNames(prompt, keyStandIns(keys))).isEmpty());
    }
};

} // namespace tst_keylikes

SNUG_TEST(tst_keylikes, TestKeyLikes, Nothing)
#include "tst_keylikes.moc"
