#include "tests/testregistry.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyleOptionSlider>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWindow>

#include <functional>

namespace tst_windowstyle {

using namespace snug;
using namespace Qt::StringLiterals;

using MakeField = std::function<QWidget *(QWidget *parent)>;

class TestWindowStyle : public QObject
{
    Q_OBJECT

    // How many pixels across the middle of the handle are not the ground.
    static int thickness(QScrollBar *bar)
    {
        const QImage image = bar->grab().toImage();
        const int y = image.height() / 2;
        const QColor ground = image.pixelColor(0, y);
        int count = 0;
        for (int x = 0; x < image.width(); ++x)
            count += contrastRatio(image.pixelColor(x, y), ground) > 1.5;
        return count;
    }

    static void addThemes()
    {
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }
    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void enterInAFieldPressesNoButtonBesideIt()
    {
        applyTheme(*qApp, Theme::light());
        QDialog dialog;
        auto *field = new QLineEdit;
        auto *beside = new QPushButton(u"New"_s);
        auto *ends = new QDialogButtonBox(QDialogButtonBox::Ok);
        auto *column = new QVBoxLayout(&dialog);
        for (QWidget *part : std::initializer_list<QWidget *>{beside, field, ends})
            column->addWidget(part);
        QSignalSpy pressed(beside, &QPushButton::clicked);
        QSignalSpy ended(ends, &QDialogButtonBox::accepted);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!beside->isDefault());
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(pressed.size(), 0);
        QCOMPARE(ended.size(), 1);
    }

    void motionIsShort()
    {
        applyTheme(*qApp, Theme::light());
        QVERIFY(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) < 150);
    }

    // Also where the text is the longest of a column of buttons.
    void wordsKeepClearOfTheButtonsBorder()
    {
        applyTheme(*qApp, Theme::light());
        QPushButton button(u"New Chat with the Model Alone"_s);
        const int words = button.fontMetrics().horizontalAdvance(button.text());
        QVERIFY(button.sizeHint().width() >= words + 16);
    }

    void chosenRowsAndHeadersAreFlat_data()
    {
        QTest::addColumn<bool>("isDark");
        addThemes();
    }
    void chosenRowsAndHeadersAreFlat()
    {
        QFETCH(bool, isDark);
        applyTheme(*qApp, isDark ? Theme::dark() : Theme::light());
        QTreeWidget tree;
        tree.setColumnCount(2);
        tree.setHeaderLabels({u"Chat"_s, u"Messages"_s});
        tree.header()->setStretchLastSection(false);
        auto *row = new QTreeWidgetItem(&tree, {u"A"_s, u"1"_s});
        tree.setCurrentItem(row);
        tree.resize(400, 120);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        const auto colours = [&](const QRect &place) { // beside the words, from top to bottom
            const QImage image = tree.grab(place).toImage();
            QSet<QRgb> found;
            for (int y = 2; y < image.height() - 2; ++y)
                found.insert(image.pixel(image.width() - 12, y));
            return found.size();
        };
        QRect chosen = tree.visualItemRect(row);
        chosen.setWidth(tree.columnWidth(0));
        QCOMPARE(colours(chosen.translated(tree.viewport()->pos())), 1);
        const QRect header = tree.header()->geometry();
        QCOMPARE(colours(QRect(header.topLeft(), QSize(tree.columnWidth(0), header.height()))), 1);
        QVERIFY(tree.header()->length() < header.width() - 40); // beside the last column too
        QCOMPARE(colours(header), 1);
    }

    // The arrow of a button with a menu stands beside its text, not over it.
    void menuArrowsHaveAPlace()
    {
        applyTheme(*qApp, Theme::light());
        QToolButton plain;
        QToolButton opening;
        QMenu menu;
        for (QToolButton *button : {&plain, &opening}) {
            button->setText(u"Order"_s);
            button->setAutoRaise(true);
        }
        opening.setMenu(&menu);
        opening.setPopupMode(QToolButton::InstantPopup);
        const int more = opening.sizeHint().width() - plain.sizeHint().width();
        QVERIFY2(more >= 10, qPrintable(QString::number(more)));
        opening.resize(opening.sizeHint());
        const QImage image = opening.grab().toImage();
        const QColor ground = image.pixelColor(1, 1);
        const auto isDrawn = [&](const QRect &part) {
            for (int y = part.top(); y <= part.bottom(); ++y) {
                for (int x = part.left(); x <= part.right(); ++x) {
                    if (contrastRatio(image.pixelColor(x, y), ground) > 2)
                        return true;
                }
            }
            return false;
        };
        const QRect arrow(image.width() - more, 0, more, image.height());
        QVERIFY(isDrawn(arrow));
        QVERIFY(!isDrawn(QRect(arrow.left(), 0, more, image.height() / 4))); // in the middle of the height
        QVERIFY(!isDrawn(QRect(arrow.left(), image.height() * 3 / 4, more, image.height() / 4)));
    }

    void scrollBarsAreThinWithoutArrows_data()
    {
        QTest::addColumn<bool>("isDark");
        addThemes();
    }

    void scrollBarsAreThinWithoutArrows()
    {
        QFETCH(bool, isDark);
        const Theme theme = isDark ? Theme::dark() : Theme::light();
        applyTheme(*qApp, theme);
        QPlainTextEdit edit;
        edit.setPlainText(u"line\n"_s.repeated(60));
        edit.resize(200, 200);
        edit.show();
        QVERIFY(QTest::qWaitForWindowActive(&edit));
        QScrollBar *bar = edit.verticalScrollBar();
        QVERIFY(bar->isVisible());
        QVERIFY(bar->width() <= 12);
        QStyleOptionSlider option;
        option.initFrom(bar);
        for (const QStyle::SubControl arrow : {QStyle::SC_ScrollBarAddLine, QStyle::SC_ScrollBarSubLine})
            QVERIFY(bar->style()->subControlRect(QStyle::CC_ScrollBar, &option, arrow, bar).isEmpty());

        bar->setValue(bar->maximum() / 2);
        QTest::mouseMove(edit.windowHandle(), QPoint(20, 20));
        QTRY_VERIFY(thickness(bar) <= 7);
        const int resting = thickness(bar);
        QVERIFY2(resting >= 4, qPrintable(QString::number(resting)));
        QCOMPARE(bar->grab().toImage().pixelColor(0, 3), theme.surface);

        QTest::mouseMove(edit.windowHandle(), bar->mapTo(&edit, bar->rect().center()));
        QTRY_VERIFY(thickness(bar) > resting);

        // Where the arrows used to be is the bar's own end: a click goes a page.
        bar->setValue(0);
        QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(6, bar->height() - 3));
        QCOMPARE(bar->value(), bar->pageStep());
        // The handle follows the pointer.
        bar->setValue(0);
        QTest::mousePress(bar, Qt::LeftButton, {}, QPoint(6, 8));
        QTest::mouseMove(bar, QPoint(6, bar->height()));
        QTest::mouseRelease(bar, Qt::LeftButton, {}, QPoint(6, bar->height()));
        QCOMPARE(bar->value(), bar->maximum());
    }

    void fieldsHaveOneBorderAndOneRing_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::addColumn<MakeField>("make");
        const QList<std::pair<const char *, MakeField>> fields{
            {"line", [](QWidget *parent) { return new QLineEdit(parent); }},
            {"text", [](QWidget *parent) { return new QPlainTextEdit(parent); }},
            {"list", [](QWidget *parent) { return new QListWidget(parent); }},
            {"number", [](QWidget *parent) { return new QSpinBox(parent); }},
            {"choice to write in", [](QWidget *parent) {
                 auto *box = new QComboBox(parent);
                 box->setEditable(true);
                 return box;
             }}};
        for (const auto &[name, make] : fields) {
            QTest::addRow("%s, light", name) << false << make;
            QTest::addRow("%s, dark", name) << true << make;
        }
    }

    void fieldsHaveOneBorderAndOneRing()
    {
        QFETCH(bool, isDark);
        QFETCH(MakeField, make);
        const Theme theme = isDark ? Theme::dark() : Theme::light();
        applyTheme(*qApp, theme);
        QWidget window;
        auto *button = new QPushButton(u"Else"_s, &window);
        QWidget *field = make(&window);
        auto *column = new QVBoxLayout(&window);
        column->addWidget(button);
        column->addWidget(field);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        button->setFocus();
        const auto edge = [&] { return field->grab().toImage().pixelColor(0, field->height() / 2); };
        QTRY_COMPARE(edge(), theme.outline());
        QVERIFY(contrastRatio(edge(), theme.surface) >= 3);
        // The corner is cut off: the window's ground is there.
        QCOMPARE(window.grab().toImage().pixelColor(field->pos()), theme.pane);
        field->setFocus(Qt::TabFocusReason);
        QTRY_COMPARE(edge(), theme.accent);
    }

    void buttonsShowThatTheKeysAreOnThem()
    {
        applyTheme(*qApp, Theme::light());
        QWidget window;
        auto *first = new QLineEdit(&window);
        auto *button = new QPushButton(u"Go"_s, &window);
        auto *column = new QVBoxLayout(&window);
        column->addWidget(first);
        column->addWidget(button);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Tab);
        QVERIFY(button->hasFocus());
        QTRY_COMPARE(button->grab().toImage().pixelColor(1, button->height() / 2), Theme::light().accent);
    }
};

} // namespace tst_windowstyle

SNUG_TEST(tst_windowstyle, TestWindowStyle, Windows)
#include "tst_windowstyle.moc"
