// transcriptlook FOLDER: the transcript in its states as pictures to look at.
// transcriptlook --measure [MESSAGES]: what opening, appending, streaming and scrolling cost.
#include "tests/widgets/chat/storymodel.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/codecolours.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/windowstyle.h"

#include <KSyntaxHighlighting/Repository>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QScrollBar>
#include <QTest>
#include <QTextStream>
#include <QVBoxLayout>

#include <algorithm>

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

const QString harbour =
    u"\"You came back,\" *she says, without turning from the window. The lamp has burned down to a blue "
    u"thread "
    "and the whole room smells of salt and paraffin.* \"I had almost stopped **counting** the boats. Sit. "
    "You are "
    "dripping on the charts.\"\n\n*She moves a stack of ledgers from the second chair, one-handed, the way "
    "one "
    "moves a cat.*\n\n“The fog came in at four,” *she adds,* “and it has not so much as shrugged since.”"_s;
const QString answer =
    u"I never left.\n*I put the key on the table between us.* \"You asked me to keep this. I kept it.\""_s;

QList<StoryRow> opening()
{
    return {
        {.name = u"Mira Okafor"_s, .text = harbour, .swipe = 1, .swipes = 3},
        {.name = u"Ada"_s,
         .text = answer,
         .isUser = true,
         .date = QDateTime(QDate(2026, 11, 21), QTime(9, 42))},
    };
}

QList<StoryRow> scene(const QString &name)
{
    const QDateTime later(QDate(2026, 11, 21), QTime(9, 43));
    QList<StoryRow> rows = opening();
    if (name == u"greeting")
        return {rows[0]};
    if (name == u"swipes" || name == u"narrow")
        rows.append(
            {.name = u"Mira Okafor"_s,
             .text = u"*For a while there is only the clock.* \"Then you had better **help** me with it,\" "
                     "*she says at last, and slides the key back.* \"It opens the lamp room. The lamp room "
                     "opens everything else.\""_s,
             .swipe = 1,
             .swipes = 3,
             .date = later});
    if (name == u"streaming")
        rows.append({.name = u"Mira Okafor"_s,
                     .text = u"*She weighs it in her palm.* \"Then *help me* with"_s,
                     .isStreaming = true,
                     .date = later});
    if (name == u"error") {
        rows.append({.name = u"Mira Okafor"_s,
                     .text = {},
                     .error = Error{u"The server at 127.0.0.1:8080 did not answer"_s,
                                    {},
                                    {},
                                    u"Is llama-server running?"_s},
                     .date = later});
    }
    if (name == u"partial") {
        rows.append({.name = u"Mira Okafor"_s,
                     .text = u"*She opens her mouth to answer, and the light"_s,
                     .swipe = 1,
                     .swipes = 2,
                     .error = Error{u"The connection broke in the middle of the reply"_s,
                                    {},
                                    {},
                                    u"What had arrived is kept."_s},
                     .date = later});
    }
    if (name == u"hidden") {
        rows[1].isHidden = true;
        rows.append({.name = u"Narrator"_s,
                     .text = u"*The bell on the outer buoy rings twice.* Nobody has touched it."_s,
                     .isNarrator = true,
                     .date = later});
        rows.append({.name = u"Tomás Brightwater-Villanueva of the Lower Quay"_s,
                     .text = u"\"Twice,\" he says. \"It only ever rings once.\""_s,
                     .date = later});
    }
    if (name == u"reasoning") {
        rows.append({.name = u"Mira Okafor"_s,
                     .text = u"\"Upstairs, then.\""_s,
                     .reasoning =
                         u"The user gave the key back. Mira should not forgive too easily: she is proud and "
                         "tired.\n\n- keep it short\n- let the *fog* matter"_s,
                     .date = later});
        rows.append({.name = u"Ada"_s, .text = u"After you."_s, .isUser = true, .date = later});
        rows.append({.name = u"Mira Okafor"_s,
                     .text = u"*She takes the lamp.*"_s,
                     .reasoning = u"Short reply."_s,
                     .date = later});
    }
    if (name == u"code") {
        rows = {
            {.name = u"Ada"_s, .text = u"How do I read the tide table with `python`?"_s, .isUser = true},
            {.name = u"Mira Okafor"_s,
             .text =
                 u"# Reading the table\nLike so, and *mind the units*:\n\n```python\nimport csv\n\n# metres "
                 "above datum\ndef tides(path: str) -> list[float]:\n    with open(path) as lines:\n        "
                 "return [float(row[\"height\"]) for row in csv.DictReader(lines)]\n```\n\nThree "
                 "things:\n\n1. the file is **not** sorted\n2. `height` may be empty, see "
                 "[the notes](https://example.org/tides)\n   - and then it is *yesterday's*\n   - or "
                 "nothing\n3. 2*3*4 is still 24\n\n> The sea keeps its own books.\n> She never shows "
                 "them.\n\n| port | high | low |\n|---|---|---|\n| Harbour | 4.1 | 0.6 |\n| *Old* quay | 3.9 "
                 "| "
                 "0.4 |\n\n---\n\n<b>HTML</b> stays text, and ![a map](http://example.org/map.png) is not "
                 "loaded."_s,
             .date = later}};
    }
    if (name == u"cjk") {
        rows = {
            {.name = u"美咲"_s,
             .text =
                 u"「おかえりなさい」*"
                 u"と彼女は窓から振り向かずに言った。ランプの火はもう青い糸のように細くなっている。*\n\n"
                 "霧は四時に来て、それから少しも動かない。\"You came back,\" 그녀가 말했다. “我等了很久。”*她放下了灯。*"_s},
            {.name = u"أمل"_s, .text = u"\"عدتَ أخيرًا\"، *قالت دون أن تلتفت عن النافذة.*"_s, .isUser = true},
            {.name = u"Zoë 🌊"_s,
             .text = u"\"Naïve façade — “ça va”?\" 👩‍👩‍👧‍👦 *smiles* ❤️"_s}};
    }
    if (name == u"long") {
        rows.clear();
        for (int i = 0; i < 40; ++i) {
            auto more = opening();
            rows << more;
        }
    }
    return rows;
}

QImage portrait()
{
    QImage image(400, 600, QImage::Format_RGB32);
    QPainter painter(&image);
    QLinearGradient evening(0, 0, 0, 600);
    evening.setColorAt(0, QColor(0x35, 0x55, 0x70));
    evening.setColorAt(1, QColor(0xE0, 0x90, 0x60));
    painter.fillRect(image.rect(), evening);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x30, 0x20, 0x20));
    painter.drawEllipse(120, 90, 160, 190);
    painter.drawEllipse(60, 270, 280, 400);
    return image;
}

bool picture(const QString &name, const Theme &theme, const QSize &size, const QDir &folder,
             CodeColours &colours)
{
    applyTheme(*qApp, theme);
    QList<StoryRow> rows = scene(name);
    for (StoryRow &row : rows) {
        if (row.name == u"Mira Okafor" && name != u"hidden")
            row.picture = u"characters/mira.png"_s;
    }
    StoryModel model(rows);
    Transcript transcript(&colours);
    transcript.setEmptyText(u"No messages yet. Write the first one below."_s);
    transcript.setTheme(theme);
    transcript.setPicture(u"characters/mira.png"_s, portrait());
    transcript.setModel(name == u"empty" ? nullptr : &model);
    transcript.resize(size);
    transcript.show();
    transcript.setFocus();
    if (!QTest::qWaitForWindowActive(&transcript))
        return false;
    if (name == u"reasoning")
        QMetaObject::invokeMethod(&transcript, [&] {
            transcript.setCurrentRow(2);
            QKeyEvent space(QEvent::KeyPress, Qt::Key_Space, Qt::ControlModifier);
            QCoreApplication::sendEvent(&transcript, &space);
        });
    if (name == u"swipes") {
        QTest::mouseMove(transcript.viewport(), transcript.messageRect(0).topLeft() + QPoint(300, 100));
        transcript.setCurrentRow(2);
    }
    if (name == u"editing") {
        transcript.setCurrentRow(1);
        transcript.perform(MessageAction::Edit, 1);
    }
    if (name == u"long") {
        transcript.verticalScrollBar()->setValue(transcript.verticalScrollBar()->maximum() - 400);
        model.append({{.name = u"Mira Okafor"_s, .text = u"New."_s, .isStreaming = true}});
        transcript.message(0);
    }
    const QString file = u"%1-%2.png"_s.arg(name, theme.isDark() ? u"dark"_s : u"light"_s);
    return transcript.grab().save(folder.filePath(file));
}

// Header, transcript and composer as the window puts them together.
bool wholePicture(const Theme &theme, const QDir &folder)
{
    applyTheme(*qApp, theme);
    StoryModel model(scene(u"swipes"_s));
    QWidget window;
    ChatHeader header;
    Transcript transcript;
    Composer composer;
    auto *column = new QVBoxLayout(&window);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(&header);
    column->addWidget(&transcript, 1);
    column->addWidget(&composer);
    header.setTheme(theme);
    header.setChat(u"Mira Okafor"_s, u"The fog at Harbour Light"_s);
    header.setPicture(portrait());
    header.setPersonaName(u"Ada"_s);
    transcript.setTheme(theme);
    transcript.setModel(&model);
    composer.setTheme(theme);
    composer.setPersonaName(u"Ada"_s);
    composer.setConnectionName(u"Understudy"_s);
    composer.setTokens(14, false);
    if (theme.isDark()) {
        composer.setStreaming(true);
        composer.setDraft(u"*I follow her up.*\n\n\"How long has it been out?\""_s);
    }
    window.resize(760, 700);
    window.show();
    if (!QTest::qWaitForWindowActive(&window))
        return false;
    const QString file = theme.isDark() ? u"whole-dark.png"_s : u"whole-light.png"_s;
    const bool saved = window.grab().save(folder.filePath(file));
    for (QWidget *part : std::initializer_list<QWidget *>{&header, &transcript, &composer})
        part->setParent(nullptr); // they live on the stack
    return saved;
}

int measure(int count)
{
    QTextStream out(stdout);
    QList<StoryRow> rows;
    for (int i = 0; i < count; ++i) {
        StoryRow row = opening()[i % 2];
        for (int more = 0; more < i % 5; ++more)
            row.text += u"\n\n"_s + harbour;
        rows.append(row);
    }
    StoryModel model(rows);
    applyTheme(*qApp, Theme::light());
    Transcript transcript;
    transcript.resize(900, 800);
    transcript.show();
    transcript.grab();
    const auto timed = [&](const char *what, int times, auto step) {
        QList<double> all;
        for (int i = 0; i < times; ++i) {
            QElapsedTimer timer;
            timer.start();
            step(i);
            transcript.grab();
            all.append(double(timer.nsecsElapsed()) / 1e6);
        }
        std::ranges::sort(all);
        out << QString::fromLatin1(what).leftJustified(26)
            << u"median %1 ms, worst %2 ms"_s.arg(all[all.size() / 2], 7, 'f', 2).arg(all.last(), 7, 'f', 2)
            << '\n';
    };
    out << model.rowCount() << " messages\n";
    timed("paint alone", 20, [](int) {});
    timed("open at the end", 1, [&](int) { transcript.setModel(&model); });
    timed("append", 20, [&](int) { model.append({opening()[0]}); });
    model.append({{.name = u"Mira"_s, .text = {}, .isStreaming = true}});
    timed("stream update", 1'000,
          [&](int i) { model.stream(model.rowCount() - 1, i % 60 == 59 ? u".\n\n"_s : u" words"_s); });
    timed("width change", 20, [&](int i) { transcript.resize(900 - 20 * (i % 3 + 1), 800); });
    QScrollBar *bar = transcript.verticalScrollBar();
    timed("jump", 40, [&](int i) { bar->setValue(int(qint64(bar->maximum()) * (i * 7 % 40) / 40)); });
    timed("wheel step upward", 200, [&](int) { bar->setValue(bar->value() - 60); });
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--measure")
        return measure(arguments.value(2, u"10000"_s).toInt());
    const QDir folder(arguments.value(1, QDir::currentPath()));
    KSyntaxHighlighting::Repository repository;
    CodeColours colours([&repository] { return &repository; });
    bool good = true;
    for (const Theme &theme : {Theme::light(), Theme::dark()}) {
        for (const auto name : {u"empty", u"greeting", u"swipes", u"streaming", u"error", u"partial",
                                u"hidden", u"reasoning", u"code", u"cjk", u"long", u"editing", u"narrow"}) {
            const QString scene = QString::fromUtf16(name);
            const QSize size = scene == u"narrow" ? QSize(400, 700)
                               : scene == u"code" ? QSize(800, 1000)
                                                  : QSize(800, 640);
            good = picture(scene, theme, size, folder, colours) && good;
        }
        good = wholePicture(theme, folder) && good;
    }
    return good ? 0 : 1;
}
