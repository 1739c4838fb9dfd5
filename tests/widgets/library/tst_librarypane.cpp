#include "core/library/chatsmodel.h"
#include "tests/testregistry.h"
#include "widgets/library/librarypane.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_librarypane {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

CardSummary card(const QString &name, const QStringList &tags = {})
{
    CardSummary summary;
    summary.file = name + u".png"_s;
    summary.name = name;
    summary.tags = tags;
    return summary;
}

GroupSummary group(const QString &id, const QString &name, const QStringList &members)
{
    Group value;
    value.id = id;
    value.name = name;
    value.members = members;
    return {.group = value, .file = id, .problem = {}};
}

ChatSummary chat(const QString &name, int day)
{
    ChatSummary summary;
    summary.name = name;
    summary.modified = QDateTime(QDate(2026, 1, day), QTime(12, 0));
    return summary;
}

QListView *list(const LibraryPane &pane, const QString &name)
{
    for (QListView *view : pane.findChildren<QListView *>()) {
        if (view->accessibleName() == name)
            return view;
    }
    return nullptr;
}

QStringList rows(const QListView *view)
{
    QStringList names;
    for (int row = 0; row < view->model()->rowCount(); ++row)
        names << view->model()->index(row, 0).data().toString();
    return names;
}

} // namespace

class TestLibraryPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"does not support propagateSizeHints"_s));
        m_cast = std::make_unique<CastModel>();
        m_chats = std::make_unique<ChatsModel>();
        m_castTester = std::make_unique<QAbstractItemModelTester>(m_cast.get());
        m_pane = std::make_unique<LibraryPane>(m_cast.get(), m_chats.get());
        m_pane->resize(260, 700);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    }

    void cleanup()
    {
        m_pane.reset();
        m_castTester.reset();
    }

    void anEmptyLibraryOffersTheNextStep()
    {
        QSignalSpy wanted(m_pane.get(), &LibraryPane::importRequested);
        QLabel *empty = nullptr;
        for (QLabel *label : m_pane->findChildren<QLabel *>()) {
            if (label->text().contains(u"No characters yet"))
                empty = label;
        }
        QVERIFY(empty && empty->isVisible());
        Q_EMIT empty->linkActivated(u"import"_s);
        QCOMPARE(wanted.size(), 1);
        fill();
        QVERIFY(!empty->isVisible());
    }

    void groupsStandBesideCharacters()
    {
        fill();
        QCOMPARE(rows(list(*m_pane, u"Characters"_s)),
                 QStringList({u"After closing"_s, u"Juno"_s, u"mira"_s, u"Tomas"_s}));
        QCOMPARE(m_cast->index(3).data(CastModel::LineRole).toString(),
                 u"mira, Ghost"_s); // also who has no card
    }

    void typingFinds_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("name, any case") << u"MIRA"_s << QStringList({u"After closing"_s, u"mira"_s});
        QTest::newRow("tag") << u"clock"_s << QStringList{u"Juno"_s};
        QTest::newRow("nobody") << u"zzz"_s << QStringList{};
    }

    void typingFinds()
    {
        QFETCH(QString, typed);
        QFETCH(QStringList, found);
        fill();
        m_pane->focusSearch();
        QTest::keyClicks(m_pane->findChild<QLineEdit *>(), typed);
        QCOMPARE(rows(list(*m_pane, u"Characters"_s)), found);
    }

    void clickingChooses()
    {
        fill();
        QSignalSpy chosen(m_pane.get(), &LibraryPane::entryChosen);
        QListView *cast = list(*m_pane, u"Characters"_s);
        QTest::mouseClick(cast->viewport(), Qt::LeftButton, {},
                          cast->visualRect(cast->model()->index(2, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).value<CastEntry>().id, u"mira.png"_s);
    }

    void enterInTheSearchOpensTheFirst()
    {
        fill();
        QSignalSpy chosen(m_pane.get(), &LibraryPane::entryChosen);
        auto *search = m_pane->findChild<QLineEdit *>();
        QTest::keyClicks(search, u"tom"_s);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).value<CastEntry>().name, u"Tomas"_s);
    }

    void chatsStandNewestFirst()
    {
        fill();
        QListView *chats = list(*m_pane, u"Chats"_s);
        QCOMPARE(rows(chats), QStringList({u"Newest"_s, u"Middle"_s, u"Oldest"_s}));
        QSignalSpy chosen(m_pane.get(), &LibraryPane::chatChosen);
        QTest::mouseClick(chats->viewport(), Qt::LeftButton, {},
                          chats->visualRect(chats->model()->index(1, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), u"Middle"_s);
    }

    void deleteKeyAsks()
    {
        fill();
        m_pane->showCurrent(CastEntry::Kind::Character, u"Juno.png"_s, u"Oldest"_s);
        QSignalSpy cards(m_pane.get(), &LibraryPane::deleteRequested);
        QSignalSpy chats(m_pane.get(), &LibraryPane::deleteChatRequested);
        QTest::keyClick(list(*m_pane, u"Characters"_s), Qt::Key_Delete);
        QTest::keyClick(list(*m_pane, u"Chats"_s), Qt::Key_Delete);
        QCOMPARE(cards.size(), 1);
        QCOMPARE(cards.at(0).at(0).value<CastEntry>().id, u"Juno.png"_s);
        QCOMPARE(chats.size(), 1);
        QCOMPARE(chats.at(0).at(0).toString(), u"Oldest"_s);
    }

    void newChatNeedsSomebody()
    {
        fill();
        QToolButton *button = nullptr;
        for (QToolButton *candidate : m_pane->findChildren<QToolButton *>()) {
            if (candidate->text() == u"New Chat")
                button = candidate;
        }
        QVERIFY(button && !button->isEnabled());
        m_pane->showCurrent(CastEntry::Kind::Character, u"Juno.png"_s, {});
        QVERIFY(button->isEnabled());
    }

private:
    void fill()
    {
        m_cast->setValues(CastModel::entries(
            {card(u"mira"_s, {u"fog"_s}), card(u"Tomas"_s), card(u"Juno"_s, {u"clocks"_s})},
            {group(u"1"_s, u"After closing"_s, {u"mira.png"_s, u"Ghost.png"_s})}, u"/nowhere"_s));
        m_chats->setValues({chat(u"Oldest"_s, 1), chat(u"Newest"_s, 20), chat(u"Middle"_s, 10)});
    }

    std::unique_ptr<CastModel> m_cast;
    std::unique_ptr<ChatsModel> m_chats;
    std::unique_ptr<QAbstractItemModelTester> m_castTester;
    std::unique_ptr<LibraryPane> m_pane;
};

} // namespace tst_librarypane

SNUG_TEST(tst_librarypane, TestLibraryPane, Windows)
#include "tst_librarypane.moc"
