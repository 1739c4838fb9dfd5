#include "tests/gui/simulatorpictures.h"

#include "app/chat/chatcontroller.h"
#include "app/inspector/setupscontroller.h"
#include "core/chat/chatsession.h"
#include "widgets/editors/lore/lorereplaywindow.h"
#include "widgets/inspector/changespane.h"
#include "widgets/theme/systemtheme.h"

#include <QRandomGenerator>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

static LoreEntry entry(int uid, const QString &title, const QStringList &keys)
{
    LoreEntry made;
    made.uid = uid;
    made.title = title;
    made.keys = keys;
    made.content = u"What there is to say about %1, in a line or two, as lorebooks do."_s.arg(title);
    return made;
}

static PromptInputs longEvening(const PromptInputs &sample, int turns)
{
    PromptInputs inputs = sample;
    inputs.chat.messages.clear();
    QRandomGenerator random(4);
    const QStringList words{u"fog"_s,  u"harbour"_s, u"lamp"_s, u"clock"_s, u"kettle"_s,
                            u"rope"_s, u"storm"_s,   u"gull"_s, u"ledger"_s};
    for (int i = 0; i < 2 * turns; ++i) {
        Message message;
        message.isUser = i % 2 == 0;
        message.name = message.isUser ? u"Ada"_s : u"Mira"_s;
        message.text = u"And then"_s;
        if (random.bounded(4) == 0)
            message.text +=
                u" the "_s + words.at(int(random.bounded(words.size()) + i / 90) % int(words.size()));
        inputs.chat.messages.append(message);
    }
    Lorebook book;
    book.name = u"Sellick Harbour"_s;
    const QStringList titles{u"The fog"_s, u"Harbour"_s, u"Lamp room"_s, u"Clocks"_s, u"Kettle"_s,
                             u"Ropes"_s,   u"Storms"_s,  u"Gulls"_s,     u"Ledger"_s, u"Inn"_s};
    for (int uid = 0; uid < titles.size(); ++uid)
        book.entries.append(
            entry(uid, titles.at(uid), {uid < words.size() ? words.at(uid) : u"inn at the mole"_s}));
    book.entries[1].sticky = 5;
    book.entries[3].cooldown = 4;
    book.entries[5].delay = 120;
    book.entries[6].probability = 60;
    inputs.settings.lore.budgetCap = 90;
    inputs.lorebooks = {{book, ActiveLorebook::Scope::Chat}};
    return inputs;
}

static void takeSetupPictures(const AppContext &app,
                              const std::function<void(QWidget &, const QString &)> &save)
{
    app.setups.open();
    SetupsWindow *window = app.setups.window();
    app.setups.choose(1, {.preset = {}, .connection = {}, .persona = {}, .books = QStringList()});
    if (!QTest::qWaitFor([&] { return !window->changes()->changes().isEmpty(); }, 10000))
        qFatal("the prompts were not compared");
    auto *pages = window->findChild<QTabWidget *>(u"setupPages"_s);
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        app.theme.setChoice(choice);
        const QString name = choice == ThemeChoice::Light ? u"-light"_s : u"-dark"_s;
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page);
            save(*window, u"setups-%1"_s.arg(page) + name);
        }
    }
    app.theme.setChoice(ThemeChoice::Light);
    window->close();
}

void takeSimulatorPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    const PromptInputs before = longEvening(app.chat.session()->snapshot(), 240);
    PromptInputs after = before;
    QList<LoreEntry> &entries = after.lorebooks[0].book.entries;
    entries[0].scanDepth = 6;
    entries[4].keys = {u"kettle on"_s};
    entries[7].sticky = 8;
    auto pair = std::make_shared<LoreReplayPair>();
    pair->before = replayLore(before);
    pair->after = replayLore(after);
    pair->comparison = compareReplays(pair->before, pair->after);

    LoreReplayWindow window;
    window.setBooks({u"Sellick Harbour"_s, u"Town"_s});
    window.setWish({.book = u"Sellick Harbour"_s});
    window.show();
    window.setReplays(pair);
    window.strip()->setFocus();
    window.strip()->choose({pair->comparison.rows.size() > 2 ? 2 : 0, 40});
    window.setReasons({}, loreReason(loreAtTurn(after, pair->after, 40).rows.at(2)));
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        app.theme.setChoice(choice);
        window.setTheme(app.theme.theme());
        const QString name = choice == ThemeChoice::Light ? u"-light"_s : u"-dark"_s;
        window.strip()->fitZoom();
        window.setProgress(0, 0);
        save(window, u"simulator"_s + name);
        window.strip()->setZoom(14);
        window.setProgress(210, 480);
        save(window, u"simulator-near"_s + name);
    }
    app.theme.setChoice(ThemeChoice::Light);
    window.hide();
    takeSetupPictures(app, save);
}

} // namespace snug
