#include "core/library/chatsmodel.h"
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/library/tagchips.h"

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

ListedChat chat(const QString &name)
{
    ListedChat listed;
    listed.reference = {.cardFile = u"Juno.png"_s, .name = name};
    listed.path = u"/nowhere/"_s + name;
    listed.summary.name = name;
    return listed;
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

    void anEmptyLibrarySaysSo()
    {
        QLabel *empty = nullptr;
        for (QLabel *label : m_pane->findChildren<QLabel *>()) {
            if (label->text().contains(u"No characters yet"))
                empty = label;
        }
        QVERIFY(empty && empty->isVisible());
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

    void clickingChoosesAChat()
    {
        fill();
        QListView *chats = list(*m_pane, u"Chats"_s);
        QSignalSpy chosen(m_pane->chats(), &ChatList::chosen);
        QTest::mouseClick(chats->viewport(), Qt::LeftButton, {},
                          chats->visualRect(chats->model()->index(1, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).value<ListedChat>().reference.name, u"Middle"_s);
    }

    // As SillyTavern writes them.
    void tagsHaveColours()
    {
        QCOMPARE(cssColour(u"#0b2545"_s), QColor(0x0b, 0x25, 0x45));
        QCOMPARE(cssColour(u"rgb(1, 2,3)"_s), QColor(1, 2, 3));
        const QColor faint = cssColour(u"rgba(108, 32, 999, 0.5)"_s);
        QCOMPARE(faint.rgb(), QColor(108, 32, 255).rgb());
        QCOMPARE(qRound(faint.alphaF() * 10), 5);
        for (const QString &none : {u""_s, u"var(--x)"_s, u"rgba(1)"_s})
            QVERIFY(!cssColour(none).isValid());
    }

    // As many as fit, and how many more there are.
    void chipsFitTheRow()
    {
        QList<CardTag> tags;
        for (int i = 0; i < 12; ++i)
            tags.append({.name = u"tag number %1"_s.arg(i)});
        for (const int width : {40, 120, 300, 5000}) {
            const QRect room(10, 20, width, 18);
            const QList<TagChip> chips = tagChips(tags, room, Theme::light());
            QVERIFY(!chips.isEmpty());
            for (const TagChip &chip : chips)
                QVERIFY(chip.rect.left() >= room.left() && chip.rect.top() >= room.top());
            const bool isWhole = chips.size() == tags.size() && !chips.last().tag.name.isEmpty();
            QCOMPARE(isWhole, width == 5000);
            if (chips.last().tag.name.isEmpty())
                QCOMPARE(chips.last().text, u"+%1"_s.arg(tags.size() - chips.size() + 1));
        }
    }

    void keysAskForTheRow()
    {
        fill();
        m_pane->showCurrent(CastEntry::Kind::Character, u"Juno.png"_s);
        m_pane->chats()->showCurrent(chat(u"Oldest"_s).reference);
        QSignalSpy cards(m_pane.get(), &LibraryPane::deleteRequested);
        QSignalSpy deleted(m_pane->chats(), &ChatList::deleteRequested);
        QSignalSpy renamed(m_pane->chats(), &ChatList::renameRequested);
        // With Ctrl it is about a message, whoever has the keyboard.
        QTest::keyClick(list(*m_pane, u"Characters"_s), Qt::Key_Delete, Qt::ControlModifier);
        QTest::keyClick(list(*m_pane, u"Chats"_s), Qt::Key_Delete, Qt::ControlModifier);
        QTest::keyClick(list(*m_pane, u"Characters"_s), Qt::Key_Delete);
        QTest::keyClick(list(*m_pane, u"Chats"_s), Qt::Key_Delete);
        QTest::keyClick(list(*m_pane, u"Chats"_s), Qt::Key_F2);
        QCOMPARE(cards.size(), 1);
        QCOMPARE(cards.at(0).at(0).value<CastEntry>().id, u"Juno.png"_s);
        QCOMPARE(deleted.size(), 1);
        QCOMPARE(deleted.at(0).at(0).value<ListedChat>().reference.name, u"Oldest"_s);
        QCOMPARE(renamed.size(), 1);
        QSignalSpy acted(m_pane.get(), &LibraryPane::actRequested);
        QTest::keyClick(list(*m_pane, u"Characters"_s), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(acted.size(), 1);
        QVERIFY(acted.at(0).at(0).value<DocumentAct>() == DocumentAct::Duplicate);
    }

    void ofOneNameAreToldApartByTheirFiles()
    {
        fill();
        CardSummary other = card(u"Tomas"_s);
        other.file = u"Tomas1.png"_s;
        m_cast->setValues(CastModel::entries({card(u"mira"_s), card(u"Tomas"_s), other}, {}, u"/nowhere"_s));
        const auto said = [this](const QString &file) {
            return m_cast->indexOf(CastEntry::Kind::Character, file).data(Qt::AccessibleTextRole).toString();
        };
        QVERIFY(said(u"Tomas.png"_s).contains(u"Tomas.png"_s));
        QVERIFY(said(u"Tomas1.png"_s).contains(u"Tomas1.png"_s));
        QVERIFY(!said(u"mira.png"_s).contains(u"mira.png"_s));
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
        m_pane->chats()->setChosen(true);
        QVERIFY(button->isEnabled());
    }

private:
    void fill()
    {
        m_cast->setValues(CastModel::entries(
            {card(u"mira"_s, {u"fog"_s}), card(u"Tomas"_s), card(u"Juno"_s, {u"clocks"_s})},
            {group(u"1"_s, u"After closing"_s, {u"mira.png"_s, u"Ghost.png"_s})}, u"/nowhere"_s));
        m_chats->setValues({chat(u"Newest"_s), chat(u"Middle"_s), chat(u"Oldest"_s)});
    }

    std::unique_ptr<CastModel> m_cast;
    std::unique_ptr<ChatsModel> m_chats;
    std::unique_ptr<QAbstractItemModelTester> m_castTester;
    std::unique_ptr<LibraryPane> m_pane;
};

} // namespace tst_librarypane

SNUG_TEST(tst_librarypane, TestLibraryPane, Windows)
#include "tst_librarypane.moc"
