// Prompt tests under another name, in the trash, and back.

#include "core/library/deleting.h"
#include "core/library/librarystore.h"
#include "core/workspace/prompttestfiles.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_prompttestfiles {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestPromptTestFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_dir->path()));
        m_store = *LibraryStore::open(m_dir->path());
        for (const QString &name : {u"one"_s, u"two"_s}) {
            QVERIFY(QDir().mkpath(path(name)));
            QVERIFY(put(path(name) + u"/test.json"_s, "{}"));
        }
    }

    void cleanup()
    {
        m_store.reset();
        m_dir.reset();
    }

    void namesAreMadeFit()
    {
        const auto now = renamePromptTest(path(u"one"_s), u"  at/sea: noon "_s);
        QVERIFY(now.has_value());
        QCOMPARE(*now, path(u"atsea noon"_s));
        QVERIFY(QFile::exists(*now + u"/test.json"_s));
        QVERIFY(!QFileInfo::exists(path(u"one"_s)));
        QCOMPARE(renamePromptTest(*now, u"At Sea Noon"_s).value_or(QString()), path(u"At Sea Noon"_s));
        QCOMPARE(renamePromptTest(path(u"two"_s), u"two"_s).value_or(QString()), path(u"two"_s));
    }

    void nothingIsReplaced()
    {
        for (const QString &name : {u"two"_s, u""_s, u"  "_s, u"///"_s, u".."_s}) {
            const auto now = renamePromptTest(path(u"one"_s), name);
            QVERIFY2(!now, qPrintable(name));
            QVERIFY(!now.error().what.isEmpty());
        }
        QVERIFY(QFile::exists(path(u"one"_s) + u"/test.json"_s));
        QVERIFY(QFile::exists(path(u"two"_s) + u"/test.json"_s));
        QVERIFY(!renamePromptTest(path(u"none"_s), u"three"_s));
    }

    void deletedOnesComeBack()
    {
        const auto gone = deletePromptTest(*m_store, path(u"one"_s));
        QVERIFY(gone.has_value());
        QCOMPARE(gone->title, u"one"_s);
        QVERIFY(!QFileInfo::exists(path(u"one"_s)));
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QVERIFY(QFile::exists(path(u"one"_s) + u"/test.json"_s));
        QVERIFY(!deletePromptTest(*m_store, path(u"none"_s)));
    }

private:
    QString path(const QString &name) const { return m_dir->path() + u"/snug/tests/"_s + name; }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
};

} // namespace tst_prompttestfiles

SNUG_TEST(tst_prompttestfiles, TestPromptTestFiles, Core)
#include "tst_prompttestfiles.moc"
