// Other windows open as they were left.

#include "app/settings.h"
#include "app/window/windowlayouts.h"
#include "tests/testregistry.h"

#include <QApplication>
#include <QDialog>
#include <QRegularExpression>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace tst_windowlayouts {

using namespace Qt::StringLiterals;
using namespace snug;

class TestWindowLayouts : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<WindowLayouts> m_layouts;

    static std::unique_ptr<QWidget> window(int panes = 2)
    {
        auto made = std::make_unique<QWidget>(nullptr, Qt::Window);
        made->setObjectName(u"harbour"_s);
        made->resize(400, 300);
        auto *splitter = new QSplitter;
        for (int i = 0; i < panes; ++i)
            splitter->addWidget(new QWidget);
        auto *column = new QVBoxLayout(made.get());
        column->addWidget(splitter);
        return made;
    }
    static QSplitter *splitterOf(const std::unique_ptr<QWidget> &window)
    {
        return window->findChild<QSplitter *>();
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_settings = std::make_unique<Settings>(m_folder.filePath(u"%1.ini"_s.arg(quintptr(this))));
        m_layouts = std::make_unique<WindowLayouts>(m_settings.get(), qApp);
    }
    void cleanup()
    {
        m_layouts.reset();
        m_settings.reset();
        QFile::remove(m_folder.filePath(u"%1.ini"_s.arg(quintptr(this))));
    }

    void asItWasLeft()
    {
        QList<int> sizes;
        {
            const auto first = window();
            first->show();
            first->resize(620, 410);
            splitterOf(first)->setSizes({100, 480});
            sizes = splitterOf(first)->sizes();
            first->close();
        }
        const auto second = window();
        second->show();
        QCOMPARE(second->size(), QSize(620, 410));
        QTRY_COMPARE(splitterOf(second)->sizes(), sizes);
        // Shown again it stays as the program has made it meanwhile.
        second->hide();
        second->resize(500, 380);
        second->show();
        QCOMPARE(second->size(), QSize(500, 380));
    }

    void panesThatAreOthersNow()
    {
        {
            const auto first = window(3);
            first->show();
            first->resize(620, 410);
            first->close();
        }
        const auto second = window(2);
        second->show();
        QCOMPARE(second->size(), QSize(620, 410));
        for (const int size : splitterOf(second)->sizes())
            QVERIFY(size > 0);
    }

    // An editor that stands in another window.
    void aPartHasItsOwn()
    {
        const auto open = [](QWidget &whole) {
            whole.setObjectName(u"pier"_s);
            whole.resize(600, 400);
            auto *outer = new QSplitter(&whole);
            outer->resize(600, 400);
            auto part = window();
            part->setProperty("keepsItsLayout", true);
            outer->addWidget(new QWidget);
            QWidget *stays = part.release();
            outer->addWidget(stays);
            whole.show();
            return std::pair(outer, stays->findChild<QSplitter *>());
        };
        QList<int> outerSizes;
        QList<int> innerSizes;
        {
            QWidget whole(nullptr, Qt::Window);
            const auto [outer, inner] = open(whole);
            outer->setSizes({150, 440});
            inner->setSizes({60, 340});
            outerSizes = outer->sizes();
            innerSizes = inner->sizes();
            inner->parentWidget()->hide();
            whole.close();
        }
        QVERIFY(!m_settings->windowLayout(u"harbour"_s).isEmpty());
        QWidget whole(nullptr, Qt::Window);
        const auto [outer, inner] = open(whole);
        outer->setSizes(outerSizes);
        QTRY_VERIFY2(std::abs(inner->sizes().first() - innerSizes.first()) <= 2,
                     qPrintable(u"%1 %2"_s.arg(inner->sizes().first()).arg(innerSizes.first())));
    }

    // What was a part of a window and is one now.
    void anotherNameHasItsOwnPlace()
    {
        {
            const auto first = window();
            first->show();
            first->resize(620, 410);
            first->close();
        }
        const auto second = window();
        second->setObjectName(u"pier"_s);
        second->show();
        QCOMPARE(second->size(), QSize(400, 300));
        second->hide();
        second->setObjectName(u"harbour"_s);
        second->show();
        QCOMPARE(second->size(), QSize(620, 410));
    }

    void whatIsNotALayoutIsNotTaken()
    {
        m_settings->setWindowLayout(u"harbour"_s, QByteArray("\xff\xff\x00 no layout", 13));
        const auto made = window();
        made->show();
        QCOMPARE(made->size(), QSize(400, 300));
    }

    void dialogsAndNamelessWindowsAreNotRemembered()
    {
        QDialog dialog;
        dialog.setObjectName(u"question"_s);
        dialog.show();
        dialog.close();
        QVERIFY(m_settings->windowLayout(u"question"_s).isEmpty());
        QWidget nameless(nullptr, Qt::Window);
        nameless.show();
        nameless.close();
        QVERIFY(m_settings->windowLayout(QString()).isEmpty());
    }
};

} // namespace tst_windowlayouts

SNUG_TEST(tst_windowlayouts, TestWindowLayouts, Windows)
#include "tst_windowlayouts.moc"
