// lorelook FOLDER: pictures of the lorebook editor in its states, and what working in a book of 10,000
// entries costs. For eyes, not for ctest.
#include "core/editing/documenthistory.h"
#include "core/library/loreentriesmodel.h"
#include "core/lint/lorebooklint.h"
#include "tests/hands/userhands.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QTest>
#include <QTextStream>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

LoreEntry entry(int uid, const QString &title, const QStringList &keys, const QString &content)
{
    LoreEntry made;
    made.uid = made.displayIndex = uid;
    made.title = title;
    made.keys = keys;
    made.content = content;
    return made;
}

Lorebook harbour()
{
    Lorebook book;
    book.name = u"Sellick Harbour"_s;
    book.entries = {
        entry(0, u"The fog"_s, {u"fog"_s, u"mist"_s},
              u"Fog comes in with the turn of the tide. Nobody sails for three days, and the bell is rung "
              u"every "
              "quarter of an hour."_s),
        entry(1, u"The reef"_s, {u"reef"_s, u"/rocks?/i"_s},
              u"The reef sank the Anna in the year of the comet."_s),
        entry(2, u"The Widow"_s, {u"widow"_s}, u"A rock, and the name of the bell on it."_s),
        entry(3, u"Slack Tide"_s, {u"inn"_s, u"Slack Tide"_s}, u"The inn on the quay; Tomas keeps it."_s),
        entry(4, u"Clocks"_s, {}, u"No clock in Sellick agrees with another."_s),
        entry(5, u"Кот"_s, {u"кот"_s}, u"The harbour's cat has one eye."_s),
        entry(6, u"Signal"_s, {u"/horn/x+/i"_s}, u"Two long, one short."_s),
        entry(7, u"Ferry"_s, {u"ferry"_s, u"Marit"_s}, u"The Marit goes at noon, if she goes."_s)};
    book.entries[1].group = u"sea"_s;
    book.entries[2].group = u"sea"_s;
    book.entries[2].order = 250;
    book.entries[3].position = LoreEntry::Position::AtDepth;
    book.entries[3].depth = 2;
    book.entries[4].constant = true;
    book.entries[5].disabled = true;
    book.entries[7].probability = 60;
    return book;
}

LoreTrialResult trialResult()
{
    LoreTrialResult result;
    const auto detail = [](const QString &key, LorePlace place, const QString &name) {
        LoreDetail made;
        made.key = key;
        made.place = place;
        made.message = 12;
        made.name = name;
        return std::make_shared<const LoreDetail>(made);
    };
    const QString book = u"Sellick Harbour"_s;
    result.rows = {{book, 0, u"The fog"_s, true, LoreGate::KeyFound, 1, 40,
                    detail(u"fog"_s, LorePlace::Message, u"Ada"_s)},
                   {book, 1, u"The reef"_s, true, LoreGate::KeyFound, 2, 20,
                    detail(u"reef"_s, LorePlace::Lore, u"The fog"_s)},
                   {book, 4, u"Clocks"_s, true, LoreGate::Constant, 1, 12, nullptr},
                   {book, 2, u"The Widow"_s, false, LoreGate::GroupLot, 2, 14, nullptr},
                   {book, 3, u"Slack Tide"_s, false, LoreGate::KeyNotFound, 1, 0, nullptr},
                   {book, 5, u"Кот"_s, false, LoreGate::Disabled, 0, 0, nullptr}};
    LoreMiss miss;
    miss.kind = LoreMiss::Kind::InsideWord;
    miss.key = u"inn"_s;
    miss.word = u"dinner"_s;
    miss.place = LorePlace::Message;
    miss.message = 12;
    result.misses = {{}, {}, {}, {}, miss, {}};
    return result;
}

void save(LorebookEditor &editor, const QDir &folder, const QString &name)
{
    QTest::qWait(150); // the last frames: pictures are not tests
    const QString file = folder.filePath(name + u".png"_s);
    if (!editor.grab().save(file))
        qFatal("%s: could not be written", qPrintable(file));
    QTextStream(stdout) << file << '\n';
}

void takePictures(const QDir &folder)
{
    for (const bool isDark : {false, true}) {
        const Theme theme = isDark ? Theme::dark() : Theme::light();
        const QString suffix = isDark ? u"-dark"_s : u"-light"_s;
        applyTheme(*qApp, theme);
        LorebookEditor editor;
        editor.setTheme(theme);
        editor.setLorebook(harbour());
        editor.setFindings(lorebookFindings(harbour(), {}));
        editor.setTokens({{0, 40}, {1, 20}, {2, 14}, {3, 12}, {4, 12}, {5, 9}, {6, 6}, {7, 11}},
                         CountKind::Exact);
        editor.setEffect(u"In effect everywhere."_s);
        editor.show();
        editor.trial()
            ->findChild<QPlainTextEdit *>(u"trialText"_s)
            ->setPlainText(u"The fog is back; dinner is cold."_s);
        editor.trial()->setResult(trialResult(), u"Sellick Harbour"_s);
        save(editor, folder, u"lore-book"_s + suffix);
        editor.openEntry(3);
        save(editor, folder, u"lore-entry"_s + suffix);
        editor.openEntry(6);
        editor.setState({.isOpen = true, .isEdited = true});
        save(editor, folder, u"lore-doubtful"_s + suffix);
        editor.table()->choose({1, 2, 3});
        save(editor, folder, u"lore-bulk"_s + suffix);
        editor.resize(900, 600);
        editor.openEntry(3);
        save(editor, folder, u"lore-narrow"_s + suffix);
        editor.setLorebook(Lorebook{u"Empty"_s, {}, {}});
        editor.resize(1280, 800);
        save(editor, folder, u"lore-empty"_s + suffix);
    }
}

Lorebook large()
{
    QRandomGenerator random(7);
    static const QStringList some =
        u"harbour bell river quiet stone key winter light map walls letter rain fog reef "
        "tide lamp ferry clock widow inn"_s.split(u' ');
    Lorebook book;
    book.name = u"Large"_s;
    for (int uid = 0; uid < 10'000; ++uid) {
        QString content;
        for (int i = 0; i < 120; ++i)
            content += some[random.bounded(int(some.size()))] + u' ';
        LoreEntry made = entry(uid, u"%1 %2"_s.arg(some[random.bounded(int(some.size()))]).arg(uid),
                               {some[random.bounded(int(some.size()))], u"key%1"_s.arg(uid)}, content);
        made.order = random.bounded(1000);
        book.entries.append(made);
    }
    return book;
}

void measure()
{
    QTextStream out(stdout);
    const auto time = [&](const char *what, auto &&act) {
        QElapsedTimer timer;
        timer.start();
        act();
        out << what << ": " << double(timer.nsecsElapsed() / 1000) / 1000.0 << " ms\n";
        out.flush();
    };
    const Lorebook book = large();
    LorebookEditor editor;
    editor.show();
    DocumentHistory<Lorebook> history;
    history.reset(book);
    QObject::connect(&editor, &LorebookEditor::edited, &editor,
                     [&](const Lorebook &now, const QString &label, const QString &field) {
                         history.change(now, label, field);
                         editor.setLorebook(history.value());
                     });
    time("open", [&] {
        editor.setLorebook(book);
        QCoreApplication::sendPostedEvents();
        editor.grab();
    });
    time("sort by title",
         [&] { editor.table()->sortByColumn(LoreEntriesModel::TitleColumn, Qt::AscendingOrder); });
    time("sort by order",
         [&] { editor.table()->sortByColumn(LoreEntriesModel::OrderColumn, Qt::DescendingOrder); });
    time("own order",
         [&] { editor.table()->sortByColumn(LoreEntriesModel::PlaceColumn, Qt::AscendingOrder); });
    time("the filter's work on its thread",
         [&] { matchingEntries(book, {u"fog key99"_s, LoreFilter::Kind::All, {}}, {}); });
    time("filtering, seen from the window", [&] {
        editor.head()->search(u"key99"_s);
        if (!QTest::qWaitFor([&] { return editor.table()->model()->rowCount() < 1000; }))
            qFatal("not filtered");
    });
    time("filter away", [&] { editor.head()->clearFilter(); });
    editor.openEntry(5000);
    auto *content = qobject_cast<QPlainTextEdit *>(editor.form()->fieldEdit(LoreField::Content)->control());
    content->setFocus();
    time("first keystroke", [&] { QTest::keyClicks(content, u"a"_s); });
    time("20 keystrokes", [&] { QTest::keyClicks(content, u"bcdefghijklmnopqrstu"_s); });
    {
        LoreEntriesModel model;
        model.setLorebook(book);
        LoreEntry changed = book.entries[5000];
        time("  of which the table's model", [&] {
            changed.content += u'x';
            model.updateEntry(changed);
        });
        const Lorebook now = model.lorebook();
        bool isSame = false;
        time("  of which comparing two books", [&] { isSame = now == book; });
        time("  of which one step of the history", [&] { history.change(now, u"x"_s, u"y"_s); });
        changed.content += u'x';
        model.updateEntry(changed);
        time("  of which one more of the same", [&] { history.change(model.lorebook(), u"x"_s, u"y"_s); });
        Q_UNUSED(isSame);
    }
    time("undo", [&] {
        history.undo();
        editor.setLorebook(history.value());
    });
    time("choose all", [&] { editor.table()->selectAll(); });
    time("duplicate one", [&] {
        editor.table()->choose({17});
        QTest::keyClick(editor.table(), Qt::Key_D, Qt::ControlModifier);
    });
    time("change a field of all", [&] {
        editor.table()->selectAll();
        UserHands::chooseFromContextMenu(editor.table()->viewport(), QPoint(20, 10), {u"Switch Off"_s});
    });
    time("delete 5,000", [&] {
        QList<int> uids;
        for (int uid = 0; uid < 10'000; uid += 2)
            uids.append(uid);
        editor.table()->choose(uids);
        QTest::keyClick(editor.table(), Qt::Key_Delete);
    });
    time("findings, on their thread", [&] { lorebookFindings(book, {}); });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir folder(application.arguments().value(1, u"."_s));
    QDir().mkpath(folder.path());
    takePictures(folder);
    measure();
    return 0;
}
