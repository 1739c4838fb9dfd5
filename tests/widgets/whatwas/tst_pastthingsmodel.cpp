#include "tests/testregistry.h"
#include "widgets/whatwas/pastthingsmodel.h"
#include "widgets/whatwas/pastthingspane.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace tst_pastthingsmodel {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

PastThing thing(const QString &title, PastThing::Kind kind, int day)
{
    PastThing made;
    made.end = kind == PastThing::Kind::Chat ? PastThing::End::Replaced : PastThing::End::Deleted;
    made.kind = kind;
    made.title = title;
    made.owner = kind == PastThing::Kind::Chat ? u"Mira"_s : QString();
    made.when = QDateTime(QDate(2026, 11, day), QTime(12, 0), QTimeZone::UTC);
    made.size = day * 1000;
    made.id = QString::number(day);
    return made;
}

const QList<PastThing> Things{thing(u"Fog"_s, PastThing::Kind::Lorebook, 3),
                              thing(u"one"_s, PastThing::Kind::Chat, 2),
                              thing(u"fog & sea"_s, PastThing::Kind::Preset, 1)};

QStringList shownNames(const PastThingsPane &pane)
{
    QStringList names;
    for (int row = 0; row < pane.list()->model()->rowCount(); ++row)
        names.append(pane.list()->model()->index(row, 0).data().toString());
    return names;
}

} // namespace

class TestPastThingsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rows()
    {
        PastThingsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setThings(Things);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), u"Mira: one"_s);
        QCOMPARE(model.index(1, PastThingsModel::EndColumn).data().toString(), u"Earlier version"_s);
        QCOMPARE(model.index(0, PastThingsModel::KindColumn).data().toString(), u"Lorebook"_s);
        QCOMPARE(model.index(2, PastThingsModel::EndColumn).data().toString(), u"Deleted"_s);
        model.setThings({});
        QCOMPARE(model.rowCount(), 0);
    }

    void foundByWordsAndKind()
    {
        PastThingsPane pane;
        pane.setThings(Things);
        QCOMPARE(shownNames(pane), (QStringList{u"Fog"_s, u"Mira: one"_s, u"fog & sea"_s}));
        QTest::keyClicks(pane.search(), u"fog"_s);
        QCOMPARE(shownNames(pane), (QStringList{u"Fog"_s, u"fog & sea"_s}));
        auto *kinds = pane.findChild<QComboBox *>();
        kinds->setCurrentIndex(kinds->findText(u"Preset"_s));
        QCOMPARE(shownNames(pane), QStringList{u"fog & sea"_s});
        // Kinds that are not there are not offered, and one that has gone filters nothing.
        QCOMPARE(kinds->count(), 4);
        pane.setThings({Things[0], Things[1]});
        QCOMPARE(kinds->currentIndex(), 0);
        QCOMPARE(shownNames(pane), QStringList{u"Fog"_s});
    }

    void sortedByTimeAndSize()
    {
        PastThingsPane pane;
        pane.setThings(Things);
        pane.list()->sortByColumn(PastThingsModel::SizeColumn, Qt::AscendingOrder);
        QCOMPARE(shownNames(pane).first(), u"fog & sea"_s);
        pane.list()->sortByColumn(PastThingsModel::WhenColumn, Qt::DescendingOrder);
        QCOMPARE(shownNames(pane).first(), u"Fog"_s);
    }

    void theCurrentOneStaysCurrent()
    {
        PastThingsPane pane;
        const QSignalSpy shown(&pane, &PastThingsPane::shown);
        pane.setThings(Things);
        QCOMPARE(shown.last().first().value<PastThing>(), Things[0]);
        pane.list()->setCurrentIndex(pane.list()->model()->index(1, 0));
        pane.setThings(QList{thing(u"New"_s, PastThing::Kind::Card, 4)} + Things);
        QCOMPARE(shown.last().first().value<PastThing>(), Things[1]);
    }
};

} // namespace tst_pastthingsmodel

SNUG_TEST(tst_pastthingsmodel, TestPastThingsModel, Windows)
#include "tst_pastthingsmodel.moc"
