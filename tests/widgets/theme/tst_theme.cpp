#include "tests/testregistry.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QCheckBox>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

namespace tst_theme {

using namespace snug;
using namespace Qt::StringLiterals;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void contrastRatioIsWcags()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
        QVERIFY(qAbs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.478) < 0.01);
    }

    void contrast_data()
    {
        QTest::addColumn<QColor>("colour");
        QTest::addColumn<QColor>("ground");
        QTest::addColumn<double>("least");

        const QList<std::pair<const char *, Theme>> themes{
            {"light", Theme::light()},
            {"dark", Theme::dark()},
            {"light, blue accent", Theme::light(QColor(0x30, 0x8C, 0xC6))},
            {"light, yellow accent", Theme::light(QColor(0xFF, 0xE0, 0x40))},
            {"dark, blue accent", Theme::dark(QColor(0x35, 0x50, 0xA0))},
            {"dark, black accent", Theme::dark(Qt::black)},
            {"light, white accent", Theme::light(Qt::white)},
        };
        for (const auto &[name, t] : themes) {
            const QList<std::pair<const char *, QColor>> grounds{
                {"surface", t.surface}, {"pane", t.pane}, {"user's ground", t.userGround}};
            const QList<std::pair<const char *, QColor>> texts{
                {"text", t.text},        {"dim text", t.textDim}, {"action", t.action},
                {"accent", t.accent},    {"warning", t.warning},  {"error", t.error},
                {"positive", t.positive}};
            for (const auto &[groundName, ground] : grounds) {
                for (const auto &[textName, text] : texts)
                    QTest::addRow("%s: %s on %s", name, textName, groundName) << text << ground << 4.5;
                for (int group = 0; group <= int(SourceGroup::Template); ++group)
                    QTest::addRow("%s: strip %d on %s", name, group, groundName)
                        << t.source(SourceGroup(group)) << ground << 3.0;
                QTest::addRow("%s: what-if edge on %s", name, groundName) << t.whatIf << ground << 3.0;
            }
            for (int group = 0; group <= int(SourceGroup::Template); ++group)
                QTest::addRow("%s: text on source ground %d", name, group)
                    << t.text << t.sourceGround(SourceGroup(group)) << 4.5;
            QTest::addRow("%s: selected text", name) << t.text << t.selection << 4.5;
            QTest::addRow("%s: hovered text", name) << t.text << t.hover << 4.5;
            QTest::addRow("%s: hovered dim text", name) << t.textDim << t.hover << 4.5;
            QTest::addRow("%s: raised text", name) << t.text << t.raised << 4.5;
            QTest::addRow("%s: code", name) << t.text << t.codeGround << 4.5;
            QTest::addRow("%s: text on accent", name) << t.onAccent << t.accent << 4.5;
            QTest::addRow("%s: added text", name) << t.text << t.addedGround << 4.5;
            QTest::addRow("%s: removed text", name) << t.text << t.removedGround << 4.5;
            QTest::addRow("%s: added sign", name) << t.added << t.surface << 4.5;
            QTest::addRow("%s: removed sign", name) << t.removed << t.surface << 4.5;
        }
    }

    void contrast()
    {
        QFETCH(QColor, colour);
        QFETCH(QColor, ground);
        QFETCH(double, least);
        const double ratio = contrastRatio(colour, ground);
        QVERIFY2(ratio >= least,
                 qPrintable(u"%1 on %2 is only %3:1"_s.arg(colour.name(), ground.name()).arg(ratio)));
    }

    void sourcesAreTheDesignsColours()
    {
        QCOMPARE(Theme::light().source(SourceGroup::Lorebook), QColor(u"#1B7F5C"_s));
        QCOMPARE(Theme::dark().source(SourceGroup::Lorebook), QColor(u"#6FD0AC"_s));
        QCOMPARE(Theme::light().accent, QColor(u"#8A5A2B"_s));
        QCOMPARE(Theme::dark().accent, QColor(u"#E0B07A"_s));
    }

    void everySourceHasAColourOfItsOwn()
    {
        for (const Theme &theme : {Theme::light(), Theme::dark()}) {
            QSet<QRgb> seen;
            for (int group = 0; group <= int(SourceGroup::Template); ++group)
                seen.insert(theme.source(SourceGroup(group)).rgb());
            QCOMPARE(seen.size(), int(SourceGroup::Template) + 1);
        }
    }

    void applyingSetsStyleAndPalette()
    {
        applyTheme(*qApp, Theme::dark());
        const auto *style = qobject_cast<WindowStyle *>(QApplication::style());
        QVERIFY(style);
        QCOMPARE(style->baseStyle()->name(), u"fusion"_s);
        QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::dark().surface);
        applyTheme(*qApp, Theme::light());
        QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::light().surface);
    }

    // What stands in each window is drawn by us: the base style's icons are pictures, for which Qt loads all
    // decoders that the system has, some thirty libraries.
    void standardIconsOfWindowsAreOurs()
    {
        applyTheme(*qApp, Theme::light());
        const QStyle *style = QApplication::style();
        const QStyle *base = static_cast<const QProxyStyle *>(style)->baseStyle();
        for (const QStyle::StandardPixmap which :
             {QStyle::SP_LineEditClearButton, QStyle::SP_TitleBarCloseButton, QStyle::SP_TitleBarNormalButton,
              QStyle::SP_DockWidgetCloseButton, QStyle::SP_ToolBarHorizontalExtensionButton,
              QStyle::SP_ToolBarVerticalExtensionButton}) {
            const QIcon icon = style->standardIcon(which);
            QVERIFY(!icon.pixmap(16).isNull());
            QCOMPARE(style->standardIcon(which).cacheKey(), icon.cacheKey()); // made once
            QVERIFY(icon.pixmap(16).toImage() != base->standardIcon(which).pixmap(16).toImage());
        }
        QVERIFY(!style->standardIcon(QStyle::SP_MessageBoxWarning).isNull());
        QCOMPARE(style->styleHint(QStyle::SH_DialogButtonBox_ButtonsHaveIcons), 0);
    }

    void boxesCanBeSeen_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void boxesCanBeSeen()
    {
        QFETCH(bool, isDark);
        const Theme theme = isDark ? Theme::dark() : Theme::light();
        applyTheme(*qApp, theme);
        QWidget pane;
        QCheckBox box(&pane);
        box.resize(box.sizeHint());
        pane.resize(box.size());
        const QImage image = pane.grab().toImage();
        double most = 1;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                most = std::max(most, contrastRatio(image.pixelColor(x, y), theme.pane));
        }
        QVERIFY2(most >= 2.9, qPrintable(QString::number(most)));
    }

    void choiceChangesTheThemeAndTells()
    {
        SystemTheme system(*qApp);
        QSignalSpy changes(&system, &SystemTheme::themeChanged);
        system.setChoice(ThemeChoice::Dark);
        QCOMPARE(changes.size(), 1);
        QVERIFY(system.theme().isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Base), system.theme().surface);
        system.setChoice(ThemeChoice::Light);
        QCOMPARE(changes.size(), 2);
        system.setChoice(ThemeChoice::Light);
        QCOMPARE(changes.size(), 2);
    }

    void figuresAreTabular()
    {
        QVERIFY(Theme::light().figuresFont().isFeatureSet(*QFont::Tag::fromString("tnum"_L1)));
        QVERIFY(Theme::light().textFont().pointSizeF() > Theme::light().interfaceFont().pointSizeF());
        QVERIFY(Theme::light().smallFont().pointSizeF() < Theme::light().interfaceFont().pointSizeF());
    }
};

} // namespace tst_theme

SNUG_TEST(tst_theme, TestTheme, Windows)
#include "tst_theme.moc"
