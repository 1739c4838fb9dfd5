// Looking over what is edited: the newest alone is told, and what was dropped is not.

#include "app/editors/editorlint.h"
#include "tests/testregistry.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <new>

namespace tst_editorlint {

using namespace Qt::StringLiterals;
using namespace snug;

static QList<LintFinding> saying(const QString &what)
{
    return {{.rule = u"test"_s, .where = {}, .what = what, .fix = {}}};
}

class TestEditorLint : public QObject
{
    Q_OBJECT

private:
    static QString told(const QSignalSpy &spy, qsizetype at)
    {
        return spy.at(at).first().value<QList<LintFinding>>().first().what;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theNewestIsTold()
    {
        EditorLint lint;
        QSignalSpy found(&lint, &EditorLint::found);
        for (const QString &each : {u"one"_s, u"two"_s, u"three"_s})
            lint.look([each](const std::stop_token &) { return saying(each); });
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(told(found, 0), u"three"_s);
    }

    void whatIsThrownIsAFinding()
    {
        EditorLint lint;
        QSignalSpy found(&lint, &EditorLint::found);
        lint.look([](const std::stop_token &) -> QList<LintFinding> { throw std::bad_alloc(); });
        QTRY_COMPARE(found.size(), 1);
        QVERIFY(told(found, 0).contains(u"memory"));
        lint.look([](const std::stop_token &) { return saying(u"well again"_s); });
        QTRY_COMPARE(found.size(), 2);
        QCOMPARE(told(found, 1), u"well again"_s);
    }

    void whatRunsIsStoppedForTheNext()
    {
        EditorLint lint;
        QSignalSpy found(&lint, &EditorLint::found);
        auto began = std::make_shared<QSemaphore>();
        auto mayEnd = std::make_shared<QSemaphore>();
        auto wasStopped = std::make_shared<bool>(false);
        lint.look([=](const std::stop_token &stop) {
            began->release();
            mayEnd->acquire();
            *wasStopped = stop.stop_requested();
            return saying(u"old"_s);
        });
        QTRY_COMPARE(began->available(), 1);
        lint.look([](const std::stop_token &) { return saying(u"new"_s); });
        mayEnd->release();
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(told(found, 0), u"new"_s);
        QVERIFY(*wasStopped);
    }

    void whatWasDroppedIsNotTold()
    {
        EditorLint lint;
        QSignalSpy found(&lint, &EditorLint::found);
        lint.look([](const std::stop_token &) { return saying(u"waiting"_s); });
        lint.drop();
        auto began = std::make_shared<QSemaphore>();
        auto mayEnd = std::make_shared<QSemaphore>();
        lint.look([=](const std::stop_token &) {
            began->release();
            mayEnd->acquire();
            return saying(u"running"_s);
        });
        QTRY_COMPARE(began->available(), 1);
        lint.drop();
        mayEnd->release();
        lint.look([](const std::stop_token &) { return saying(u"last"_s); });
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(told(found, 0), u"last"_s);
    }

    void itEndsWhileItLooks()
    {
        auto ended = std::make_shared<bool>(false);
        auto began = std::make_shared<QSemaphore>();
        {
            EditorLint lint;
            lint.look([=](const std::stop_token &stop) {
                began->release();
                while (!stop.stop_requested())
                    QThread::yieldCurrentThread();
                *ended = true;
                return QList<LintFinding>();
            });
            QTRY_COMPARE(began->available(), 1);
        }
        QVERIFY(*ended);
    }
};

} // namespace tst_editorlint

SNUG_TEST(tst_editorlint, TestEditorLint, Core)
#include "tst_editorlint.moc"
