// A transcript on screen with its model, as the window has it, and chats to show in it.
#pragma once

#include "tests/widgets/chat/storymodel.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

namespace snug::transcriptfixture {

using namespace Qt::StringLiterals;

inline QString words(int count)
{
    return u"word "_s.repeated(count).trimmed();
}

inline QList<StoryRow> talk(int count)
{
    QList<StoryRow> rows;
    for (int i = 0; i < count; ++i) {
        rows.append(
            {.name = i % 2 ? u"Ada"_s : u"Mira"_s, .text = words(20 + (i * 37) % 160), .isUser = i % 2 == 1});
    }
    return rows;
}

struct Stage
{
    explicit Stage(QList<StoryRow> rows, const QSize &size = QSize(760, 560))
        : model(std::move(rows))
    {
        applyTheme(*qApp, Theme::light());
        view.resize(size);
        view.setModel(&model);
        view.show();
        view.setFocus();
        ready = QTest::qWaitForWindowActive(&view);
    }

    QPoint at(int row, const QRect &part) { return view.messageRect(row).topLeft() + part.center(); }
    void click(int row, const QRect &part)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, at(row, part));
    }
    QToolButton *action(const QString &name) const
    {
        for (auto *button : view.findChildren<QToolButton *>()) {
            if (button->isVisible() && button->accessibleName() == name)
                return button;
        }
        return nullptr;
    }
    void scrollTo(int value) { view.verticalScrollBar()->setValue(value); }
    int end() const { return view.verticalScrollBar()->maximum(); }
    bool pillShown() const { return view.findChild<PillButton *>()->isVisible(); }

    StoryModel model;
    Transcript view;
    bool ready = false;
};

// Every row on screen lies where the heights say, and has the height of its layout.
inline void checkStack(Stage &stage)
{
    const auto [first, last] = stage.view.place().visibleRows();
    QVERIFY(first < last);
    for (int row = first; row < last; ++row) {
        const QRect rect = stage.view.messageRect(row);
        QCOMPARE(stage.view.message(row).height, rect.height());
        if (row + 1 < last)
            QCOMPARE(stage.view.messageRect(row + 1).top(), rect.bottom() + 1);
    }
    QVERIFY(stage.view.messageRect(first).top() <= std::max(0, 10));
    const int height = stage.view.viewport()->height();
    if (last == stage.model.rowCount() && stage.view.place().isAtEnd() && stage.end() > 0)
        QVERIFY(stage.view.messageRect(last - 1).bottom() < height);
    else if (stage.end() > 0)
        QVERIFY(stage.view.messageRect(last - 1).bottom() >= height - 25);
}

} // namespace snug::transcriptfixture
