// The page of variables by key and click: values are written, names of texts lead there, words filter.

#include "core/prompt/assemble.h"
#include "tests/testregistry.h"
#include "widgets/inspector/variablesmodel.h"
#include "widgets/inspector/variablespane.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

namespace tst_variablespane {

using namespace Qt::StringLiterals;
using namespace snug;
using Model = VariablesModel;

static PromptInputs inputs(const QString &mood)
{
    PromptInputs made;
    made.card.emplace();
    made.card->name = u"Mira"_s;
    Preset preset;
    preset.name = u"Default"_s;
    PromptOrder order;
    for (const auto &[name, content] :
         {std::pair(u"main"_s, u"Write. {{getvar::mood}} {{getglobalvar::season}}"_s),
          std::pair(u"clock"_s, u"{{setvar::hour::nine}}Now."_s), std::pair(u"end"_s, u"{{.mood}}"_s)}) {
        PromptBlock block;
        block.identifier = block.name = name;
        block.content = content;
        preset.prompts.append(block);
        order.items.append({name, true, {}});
    }
    preset.orders = {order};
    made.preset = preset;
    Json variables = Json::object();
    variables.set(u"mood"_s, mood);
    Json metadata = Json::object();
    metadata.set(u"variables"_s, variables);
    made.chat.header = Json::object();
    made.chat.header.set(u"chat_metadata"_s, metadata);
    made.globalVariables = {{u"season"_s, Json(u"spring"_s)}};
    return made;
}

class TestVariablesPane : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<VariablesPane> m_pane;

    QTableView *table() { return m_pane->findChild<QTableView *>(u"variablesTable"_s); }
    QLineEdit *filter() { return m_pane->findChild<QLineEdit *>(u"variablesFilter"_s); }
    QLineEdit *editor() { return table()->viewport()->findChild<QLineEdit *>(); }
    QStringList names()
    {
        QStringList shown;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            shown.append(table()->model()->index(row, Model::NameColumn).data().toString());
        return shown;
    }
    QModelIndex cell(const QString &name, Model::Column column)
    {
        return table()->model()->index(int(names().indexOf(name)), column);
    }
    QString text(const QString &name, Model::Column column) { return cell(name, column).data().toString(); }
    void show(const PromptInputs &made) { m_pane->setPrompt(made, assemble(made)); }
    void doubleClick(const QModelIndex &index)
    {
        const QPoint place = table()->visualRect(index).center();
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {}, place);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_pane = std::make_unique<VariablesPane>();
        m_pane->setTheme(Theme::light());
        m_pane->resize(900, 300);
        new QAbstractItemModelTester(table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest,
                                     table());
        show(inputs(u"calm"_s));
        QVERIFY(names().isEmpty()); // nobody looks yet
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
        QTRY_COMPARE(names(), QStringList({u"hour"_s, u"mood"_s, u"season"_s}));
    }
    void cleanup() { m_pane.reset(); }

    void eachHasItsValuesAndTexts()
    {
        QCOMPARE(text(u"hour"_s, Model::StoredColumn), QString());
        QCOMPARE(text(u"hour"_s, Model::PromptColumn), u"nine"_s);
        QCOMPARE(text(u"hour"_s, Model::SetByColumn), u"clock"_s);
        QCOMPARE(text(u"mood"_s, Model::StoredColumn), u"calm"_s);
        QCOMPARE(text(u"mood"_s, Model::ReadByColumn), u"main, end"_s);
        QCOMPARE(text(u"season"_s, Model::ScopeColumn), u"all chats"_s);
    }

    void enterWritesAValue()
    {
        QSignalSpy written(m_pane.get(), &VariablesPane::setRequested);
        table()->setFocus();
        table()->setCurrentIndex(cell(u"mood"_s, Model::NameColumn));
        QTest::keyClick(table(), Qt::Key_Return);
        QVERIFY(editor());
        QCOMPARE(editor()->text(), u"calm"_s);
        editor()->selectAll();
        QTest::keyClicks(editor(), u"wild at heart"_s);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTRY_COMPARE(written.size(), 1);
        QCOMPARE(written.first().first().value<ListedVariable>().name, u"mood"_s);
        QCOMPARE(written.first().last().toString(), u"wild at heart"_s);

        show(inputs(u"wild at heart"_s));
        QTRY_COMPARE(text(u"mood"_s, Model::PromptColumn), u"wild at heart"_s);
        QCOMPARE(table()->currentIndex(), cell(u"mood"_s, Model::StoredColumn)); // the row stays
    }

    void aDoubleClickWritesAndEscapeDoesNot()
    {
        QSignalSpy written(m_pane.get(), &VariablesPane::setRequested);
        doubleClick(cell(u"season"_s, Model::StoredColumn));
        QVERIFY(editor());
        QTest::keyClicks(editor(), u"x"_s);
        QTest::keyClick(editor(), Qt::Key_Escape);
        QTRY_VERIFY(!editor());
        QVERIFY(written.isEmpty());
        doubleClick(cell(u"season"_s, Model::StoredColumn));
        QTest::keyClick(editor(), Qt::Key_Return); // as it was
        QTRY_VERIFY(!editor());
        QVERIFY(written.isEmpty());
    }

    void aNameLeadsToItsText()
    {
        QSignalSpy asked(m_pane.get(), &VariablesPane::sourceRequested);
        doubleClick(cell(u"hour"_s, Model::SetByColumn));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().value<Source>().id(), u"clock"_s);

        table()->setFocus();
        table()->setCurrentIndex(cell(u"mood"_s, Model::ReadByColumn));
        QTest::keyClick(table(), Qt::Key_Return); // two read it: which one
        auto *menu = m_pane->findChild<QMenu *>(u"variableTexts"_s);
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked.last().first().value<Source>().id(), u"end"_s);
    }

    void wordsFilter_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("name") << u"MOO"_s << QStringList{u"mood"_s};
        QTest::newRow("value") << u"nine"_s << QStringList{u"hour"_s};
        QTest::newRow("text") << u"main"_s << QStringList{u"mood"_s, u"season"_s};
        QTest::newRow("nothing") << u"zzz"_s << QStringList{};
    }
    void wordsFilter()
    {
        QFETCH(QString, words);
        QFETCH(QStringList, expected);
        m_pane->focusFilter();
        QTest::keyClicks(filter(), words);
        QCOMPARE(names(), expected);
        QCOMPARE(table()->isVisible(), !expected.isEmpty());
    }

    void withoutAnyThePageSaysHowToMakeOne()
    {
        m_pane->clear();
        QVERIFY(!table()->isVisible());
        auto *empty = m_pane->findChild<QLabel *>(u"variablesEmpty"_s);
        QVERIFY(empty->isVisible() && empty->text().contains(u"/setvar"));
    }
};

} // namespace tst_variablespane

SNUG_TEST(tst_variablespane, TestVariablesPane, Windows)
#include "tst_variablespane.moc"
