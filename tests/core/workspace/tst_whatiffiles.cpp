// Applying a what-if: what is planned is what is written, kept as a version and taken back; and nothing that
// another program wrote is lost.

#include "core/editing/versions.h"
#include "core/library/documentfiles.h"
#include "core/library/librarystore.h"
#include "core/workspace/whatiffiles.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_whatiffiles {

using namespace Qt::StringLiterals;
using namespace snug;

class TestWhatIfFiles : public QObject
{
    Q_OBJECT

private:
    QByteArray fileBytes(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static WhatIf innIsOff()
    {
        WhatIf whatIf;
        whatIf.at({WhatIfTarget::Kind::LoreEntry, u"Harbour"_s, 3}, u"lore Harbour: Inn"_s).isOff = true;
        return whatIf;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
    QString m_path;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_dir->path()));
        m_store = *LibraryStore::open(m_dir->path());
        Lorebook book;
        book.name = u"Harbour"_s;
        for (const int uid : {2, 3}) {
            LoreEntry entry;
            entry.uid = uid;
            entry.title = uid == 3 ? u"Inn"_s : u"Pier"_s;
            entry.keys = {entry.title.toLower()};
            book.entries.append(entry);
        }
        QVERIFY(createLorebook(*m_store, book));
        m_path = m_store->layout().lorebook(u"Harbour");
    }

    void whatIsPlannedIsWrittenAndTakenBack()
    {
        const QByteArray before = fileBytes(m_path);
        const auto planned = planWhatIf(*m_store, innIsOff(), {});
        QVERIFY2(planned, planned ? "" : qPrintable(planned.error().line()));
        QCOMPARE(planned->size(), 1);
        const PlannedEdit edit = planned->first();
        QCOMPARE(edit.things, QStringList{u"lore Harbour: Inn"_s});
        QCOMPARE(fileBytes(m_path), before); // planning writes nothing
        const auto written = writeEdit(*m_store, edit, QDateTime::currentDateTime());
        QVERIFY(written);
        QCOMPARE(fileBytes(m_path), edit.after);
        QVERIFY(!loadLorebook(*m_store, u"Harbour"_s)->value.entries.first().disabled);
        QVERIFY(loadLorebook(*m_store, u"Harbour"_s)->value.entries.last().disabled);
        const QList<KeptVersion> versions = listVersions(m_store->layout(), edit.key);
        QCOMPARE(versions.size(), 1);
        QCOMPARE(*readVersion(m_store->layout(), edit.key, versions.first().id), before);
        // Applied once more there is nothing to write.
        QVERIFY(planWhatIf(*m_store, innIsOff(), {})->isEmpty());
        const auto takenBack = takeBackEdit(*m_store, edit, *written);
        QVERIFY(takenBack);
        QCOMPARE(fileBytes(m_path), before);
        // And again, from what it is now.
        PlannedEdit again = edit;
        again.base = *takenBack;
        QVERIFY(writeEdit(*m_store, again, QDateTime::currentDateTime()));
        QCOMPARE(fileBytes(m_path), edit.after);
    }

    void anotherProgramsWorkStays()
    {
        const PlannedEdit edit = planWhatIf(*m_store, innIsOff(), {})->first();
        const QByteArray theirs = edit.before + "\n";
        const auto write = [this](const QByteArray &bytes) {
            QFile file(m_path);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(write(theirs));
        QVERIFY(!writeEdit(*m_store, edit, QDateTime::currentDateTime()));
        QCOMPARE(fileBytes(m_path), theirs);

        const PlannedEdit again = planWhatIf(*m_store, innIsOff(), {})->first();
        const auto written = writeEdit(*m_store, again, QDateTime::currentDateTime());
        QVERIFY(written);
        const QByteArray later = again.after + "\n";
        QVERIFY(write(later));
        QVERIFY(!takeBackEdit(*m_store, again, *written));
        QCOMPARE(fileBytes(m_path), later);
    }

    void whatIsNotThereIsAnError()
    {
        QVERIFY(planWhatIf(*m_store, {}, {.preset = u"None"_s})->isEmpty()); // nothing is asked of it
        WhatIf whatIf;
        whatIf.at({WhatIfTarget::Kind::LoreEntry, u"Gone"_s, 1}, u"lore Gone: 1"_s).isOff = true;
        QVERIFY(!planWhatIf(*m_store, whatIf, {}));
    }
};

} // namespace tst_whatiffiles

SNUG_TEST(tst_whatiffiles, TestWhatIfFiles, Core)
#include "tst_whatiffiles.moc"
