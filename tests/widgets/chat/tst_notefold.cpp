#include "tests/testregistry.h"
#include "widgets/chat/notefold.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

namespace tst_notefold {

using namespace snug;
using namespace Qt::StringLiterals;

class TestNoteFold : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void everythingHasItsPlace_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {300, 400, 520, 900})
            QTest::addRow("%d", width) << width;
    }
    // As in the chat: the story above takes what is left.
    void everythingHasItsPlace()
    {
        QFETCH(int, width);
        applyTheme(*qApp, Theme::light());
        QWidget pane;
        auto *column = new QVBoxLayout(&pane);
        column->setContentsMargins(0, 0, 0, 0);
        auto *story = new QPlainTextEdit;
        auto *note = new NoteFold;
        column->addWidget(story, 1);
        column->addWidget(note);
        note->show();
        pane.resize(width, 700);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        QList<QWidget *> parts{note->findChild<QPlainTextEdit *>()};
        for (QComboBox *box : note->findChildren<QComboBox *>())
            parts.append(box);
        for (QSpinBox *box : note->findChildren<QSpinBox *>())
            parts.append(box);
        QVERIFY(parts.size() > 4);
        parts.removeIf([](const QWidget *part) { return !part->isVisible(); });
        for (const QWidget *part : std::as_const(parts)) {
            const QRect place(part->mapTo(note, QPoint()), part->size());
            QVERIFY2(note->rect().contains(place), qPrintable(part->accessibleName()));
            if (part != parts.first())
                QVERIFY2(part->height() >= part->minimumSizeHint().height(),
                         qPrintable(part->accessibleName()));
            for (const QWidget *other : std::as_const(parts)) {
                const QRect taken(other->mapTo(note, QPoint()), other->size());
                QVERIFY2(part == other || !place.intersects(taken), qPrintable(part->accessibleName()));
            }
        }
        QVERIFY2(note->height() < 300, qPrintable(QString::number(note->height()))); // no more than it needs
    }
};

} // namespace tst_notefold

SNUG_TEST(tst_notefold, TestNoteFold, Windows)
#include "tst_notefold.moc"
