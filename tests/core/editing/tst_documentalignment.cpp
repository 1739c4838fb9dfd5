// Documents that were written apart are compared by what their entries are, not by their numbers.

#include "core/editing/documentalignment.h"
#include "core/editing/jsonchanges.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_documentalignment {

using namespace Qt::StringLiterals;
using namespace snug;

class TestDocumentAlignment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatDiffers_data()
    {
        QTest::addColumn<DocumentKind>("kind");
        QTest::addColumn<QByteArray>("other");
        QTest::addColumn<QByteArray>("present");
        QTest::addColumn<QString>("said");
        const auto world = [](const char *name, const char *other, const char *present, const QString &said) {
            QTest::newRow(name) << DocumentKind::Lorebook << QByteArray(other) << QByteArray(present) << said;
        };
        world("the same entries under other numbers",
              "{'entries':{'4':{'uid':4,'comment':'Fog','content':'x','displayIndex':4},"
              "'7':{'uid':7,'comment':'Inn','content':'y','displayIndex':9}}}",
              "{'entries':{'0':{'uid':0,'comment':'Fog','content':'x','displayIndex':0},"
              "'1':{'uid':1,'comment':'Inn','content':'z','displayIndex':1}}}",
              u"entries › Inn › content"_s);
        world("one number, two entries", "{'entries':{'0':{'uid':0,'comment':'Fog','content':'x'}}}",
              "{'entries':{'0':{'uid':0,'comment':'Inn','content':'y'}}}",
              u"entries › Inn +; entries › Fog -"_s);
        world("a new title, the same text", "{'entries':{'3':{'uid':3,'comment':'Mist','content':'grey'}}}",
              "{'entries':{'0':{'uid':0,'comment':'Fog','content':'grey'}}}", u"entries › Fog › comment"_s);
        world("a new title and text, but number and key stay",
              "{'entries':{'3':{'uid':3,'comment':'Mist','content':'a','key':['Fog ']}}}",
              "{'entries':{'3':{'uid':3,'comment':'Fog','content':'b','key':['fog']}}}",
              u"entries › Fog › comment; entries › Fog › content; entries › Fog › key"_s);
        world("another order",
              "{'entries':{'8':{'uid':8,'comment':'Inn','displayIndex':0},"
              "'9':{'uid':9,'comment':'Fog','displayIndex':1}}}",
              "{'entries':{'0':{'uid':0,'comment':'Fog','displayIndex':3},"
              "'1':{'uid':1,'comment':'Inn','displayIndex':4}}}",
              u"entries › order"_s);
        world("two of one title",
              "{'entries':{'0':{'uid':0,'comment':'Fog','content':'b'},'1':{'uid':1,'comment':'Fog','content'"
              ":'a'}}}",
              "{'entries':{'0':{'uid':0,'comment':'Fog','content':'a'},'1':{'uid':1,'comment':'Fog','content'"
              ":'b'}}}",
              {});
        world("settings of the book", "{'name':'B','entries':{}}", "{'name':'A','entries':{}}", u"name"_s);
        world("no entries at all", "{'entries':[]}", "{'entries':{}}", u"entries"_s);
        QTest::newRow("a card's book")
            << DocumentKind::Card
            << "{'data':{'character_book':{'entries':[{'id':9,'comment':'Inn','content':'a'},{'id':5,'comment':'Fog'}]}}}"_ba
            << "{'data':{'character_book':{'entries':[{'id':0,'comment':'Inn','content':'b'}]}}}"_ba
            << u"data › character_book › entries › Inn › content; data › character_book › entries › Fog -"_s;
        QTest::newRow("a card's book without numbers")
            << DocumentKind::Card
            << "{'data':{'character_book':{'entries':[{'name':'Inn','content':'a'}]}}}"_ba
            << "{'data':{'character_book':{'entries':[{'name':'Inn','content':'b'}]}}}"_ba
            << u"data › character_book › entries › Inn › content"_s;
        QTest::newRow("a book in one card only")
            << DocumentKind::Card << "{'data':{'description':'x'}}"_ba
            << "{'data':{'description':'x','character_book':{'entries':[]}}}"_ba
            << u"data › character_book +"_s;
    }

    void whatDiffers()
    {
        QFETCH(DocumentKind, kind);
        QFETCH(QByteArray, other);
        QFETCH(QByteArray, present);
        QFETCH(QString, said);
        const auto json = [](QByteArray text) { return *parseJson(text.replace('\'', '"')); };
        const Json now = json(present);
        const Json aligned = alignedDocument(kind, json(other), now);
        const QList<JsonChange> changes = changesBetween(aligned, now);
        QStringList lines;
        for (const JsonChange &change : changes)
            lines.append(change.place + (change.isAdded ? u" +"_s : change.isRemoved ? u" -"_s : QString()));
        QCOMPARE(lines.join(u"; "_s), said);
        // Each can be taken over by itself, and all together leave nothing that differs.
        Json whole = now;
        for (const JsonChange &change : changes) {
            QVERIFY(changesBetween(aligned, withPlaceOf(now, aligned, change)).size() < changes.size());
            whole = withPlaceOf(whole, aligned, change);
        }
        QCOMPARE(changesBetween(aligned, whole).size(), 0);
    }

    // An entry that comes over has a number that nobody has, in its key and in itself.
    void newEntriesGetFreeNumbers()
    {
        const Json present =
            *parseJson(R"({"entries":{"0":{"uid":0,"comment":"Fog"},"5":{"uid":5,"comment":"Inn"}}})");
        const Json other = *parseJson(
            R"({"entries":{"0":{"uid":0,"comment":"Bay"},"2147483647":{"uid":1,"comment":"Sea"}}})");
        const Json aligned = alignedDocument(DocumentKind::Lorebook, other, present);
        Json whole = present;
        for (const JsonChange &change : changesBetween(aligned, present)) {
            if (change.isRemoved)
                whole = withPlaceOf(whole, aligned, change);
        }
        QCOMPARE(QString::fromUtf8(writeJsonLine(whole)),
                 uR"({"entries":{"0":{"uid":0,"comment":"Fog"},"5":{"uid":5,"comment":"Inn"},)"
                 uR"("6":{"uid":6,"comment":"Bay"},"7":{"uid":7,"comment":"Sea"}}})"_s);
    }
};

} // namespace tst_documentalignment

SNUG_TEST(tst_documentalignment, TestDocumentAlignment, Core)
#include "tst_documentalignment.moc"
