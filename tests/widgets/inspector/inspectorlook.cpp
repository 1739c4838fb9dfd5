// inspectorlook FOLDER: pictures of the inspector in its states, and what an update costs.
// For eyes, not for ctest.
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPainter>
#include <QTabWidget>
#include <QTest>
#include <QTextStream>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

struct Look
{
    QString folder;
    quint64 generation = 0;

    InspectorState state(const AssembledPrompt &prompt)
    {
        InspectorState result;
        result.prompt = prompt;
        result.request = fixture::requestFor(prompt);
        result.generation = ++generation;
        return result;
    }

    template <typename Prepare>
    void save(const QString &name, const Theme &theme, QSize size, const InspectorState &state,
              Prepare &&prepare, double scale = 1)
    {
        applyTheme(*qApp, theme);
        Inspector inspector;
        inspector.setTheme(theme);
        inspector.resize(size);
        inspector.show();
        inspector.setState(state);
        QCoreApplication::sendPostedEvents();
        prepare(inspector);
        QCoreApplication::sendPostedEvents();
        QImage image(size * scale, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        QPainter painter(&image);
        inspector.render(&painter);
        for (QWidget *top : QApplication::topLevelWidgets()) {
            if (top->objectName() == "segmentPopup"_L1 && top->isVisible())
                top->render(&painter, top->pos() - inspector.mapToGlobal(QPoint(0, 0)));
        }
        painter.end();
        image.save(QDir(folder).filePath(name + u".png"_s));
    }
};

void page(Inspector &inspector, int index)
{
    inspector.findChild<QTabWidget *>()->setCurrentIndex(index);
}

void key(QWidget *widget, Qt::Key which, Qt::KeyboardModifiers modifiers = {})
{
    QKeyEvent press(QEvent::KeyPress, which, modifiers);
    QApplication::sendEvent(widget, &press);
}

PromptList *list(Inspector &inspector)
{
    return inspector.findChild<PromptList *>();
}

void measure(Look &look, int messages, int tab, const char *what)
{
    QTextStream out(stdout);
    AssembledPrompt prompt = fixture::longPrompt(messages);
    Inspector inspector;
    inspector.setTheme(Theme::light());
    inspector.resize(380, 800);
    inspector.show();
    page(inspector, tab);
    QElapsedTimer timer;
    InspectorState first = look.state(prompt);
    timer.start();
    inspector.setState(first);
    inspector.grab();
    const double opened = double(timer.nsecsElapsed()) / 1e6;
    QList<double> update;
    QList<double> painted;
    for (int i = 0; i < 21; ++i) {
        // A letter is typed, and the author's note changes above it.
        OutboundMessage &last = prompt.messages.last();
        last = fixture::chatMessage(messages - 1, last.content.text() + u'x');
        prompt.messages[1].content.append(TracedText(u"y"_s, prompt.messages.at(1).source));
        ++prompt.budget.used;
        const InspectorState next = look.state(prompt);
        timer.restart();
        inspector.setState(next);
        update.append(double(timer.nsecsElapsed()) / 1e6);
        timer.restart();
        inspector.grab();
        painted.append(double(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(update);
    std::ranges::sort(painted);
    out << what << ", " << messages << " messages: first " << opened << " ms; update median " << update.at(10)
        << " ms, worst " << update.last() << " ms; paint median " << painted.at(10) << " ms\n";
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc != 2) {
        QTextStream(stderr) << "usage: inspectorlook FOLDER\n";
        return 2;
    }
    QLocale::setDefault(QLocale(QLocale::English));
    Look look{QString::fromLocal8Bit(argv[1])};
    QDir().mkpath(look.folder);
    const auto nothing = [](Inspector &) {};
    const QSize normal(380, 800);
    const Theme light = Theme::light();
    const Theme dark = Theme::dark();
    const auto harbour = look.state(fixture::harbourPrompt());
    const auto pointed = [](Inspector &inspector) {
        list(inspector)->setFocus();
        key(list(inspector), Qt::Key_Home);
        key(list(inspector), Qt::Key_Right);
        key(list(inspector), Qt::Key_Right);
    };
    const auto coloured = [](Inspector &inspector) {
        for (QToolButton *button : inspector.findChildren<QToolButton *>()) {
            if (button->text() == "Colour all"_L1)
                button->click();
        }
    };
    for (const auto &[name, theme] : {std::pair(u"light"_s, light), std::pair(u"dark"_s, dark)}) {
        look.save(name, theme, normal, harbour, nothing);
        look.save(name + u"-segment"_s, theme, normal, harbour, pointed);
        look.save(name + u"-colour-all"_s, theme, normal, harbour, coloured);
        look.save(name + u"-over-budget"_s, theme, normal, look.state(fixture::overBudgetPrompt()),
                  [](Inspector &i) { i.findChild<QToolButton *>(u"notSent"_s)->click(); });
        look.save(name + u"-framing"_s, theme, normal, look.state(fixture::framingPrompt()),
                  [](Inspector &i) {
                      list(i)->setFocus();
                      key(list(i), Qt::Key_Home);
                      key(list(i), Qt::Key_Down);
                      key(list(i), Qt::Key_Right);
                  });
        look.save(name + u"-framing-lore"_s, theme, normal, look.state(fixture::framingPrompt()),
                  [](Inspector &i) { page(i, 1); });
        look.save(name + u"-lore"_s, theme, normal, harbour, [](Inspector &i) { page(i, 1); });
        look.save(name + u"-wire"_s, theme, normal, harbour, [](Inspector &i) { page(i, 2); });
        look.save(name + u"-scripts"_s, theme, normal, look.state(fixture::manyScriptsPrompt()), coloured);
        look.save(name + u"-stale"_s, theme, normal, harbour, [](Inspector &i) {
            i.setStale(true);
            [[maybe_unused]] const bool dimmed = QTest::qWaitFor([&i] { return i.isDimmed(); });
        });
    }
    look.save(u"wire-as-sent"_s, light, normal, harbour, [](Inspector &i) {
        page(i, 2);
        for (QToolButton *button : i.findChildren<QToolButton *>()) {
            if (button->text() == "As sent"_L1)
                button->click();
        }
    });
    look.save(u"narrow"_s, light, {300, 800}, look.state(fixture::overBudgetPrompt()), nothing);
    look.save(u"wide"_s, light, {760, 800}, harbour, coloured);
    look.save(u"scale2"_s, dark, normal, harbour, pointed, 2);
    look.save(u"empty"_s, light, normal, InspectorState{}, nothing);
    AssembledPrompt loreless = fixture::harbourPrompt();
    loreless.trace.lore.clear();
    look.save(u"lore-empty"_s, light, normal, look.state(loreless), [](Inspector &i) { page(i, 1); });
    look.save(u"filtered"_s, light, normal, harbour,
              [](Inspector &i) { i.findChild<QLineEdit *>(u"promptFilter"_s)->setText(u"harbour"_s); });
    look.save(u"long-message"_s, light, normal, look.state(fixture::longMessagePrompt(400)),
              [](Inspector &i) {
                  list(i)->setFocus();
                  key(list(i), Qt::Key_Home);
                  key(list(i), Qt::Key_Return);
              });
    look.save(u"many"_s, light, normal, look.state(fixture::longPrompt(2000)), [](Inspector &i) {
        list(i)->setFocus();
        key(list(i), Qt::Key_End);
    });
    measure(look, 2000, 0, "prompt page");
    measure(look, 2000, 2, "wire page");
    return 0;
}
