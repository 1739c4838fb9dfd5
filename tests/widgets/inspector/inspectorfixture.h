// The inspector on screen: its pages, its rows and what its labels say.
#pragma once

#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/wirebody.h"

#include <QAction>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

namespace snug::inspectorfixture {

using namespace Qt::StringLiterals;

enum Page { PromptPage, LorePage, WirePage };

inline InspectorState stateOf(const AssembledPrompt &prompt, quint64 generation = 1)
{
    InspectorState state;
    state.prompt = prompt;
    state.request = fixture::requestFor(prompt);
    state.generation = generation;
    return state;
}

struct Window
{
    Window()
    {
        inspector.resize(380, 700);
        inspector.show();
    }
    void turnTo(Page page) { inspector.findChild<QTabWidget *>()->setCurrentIndex(page); }
    PromptList *list() { return inspector.findChild<PromptList *>(); }
    QString text(int row) { return list()->model()->index(row, 0).data().toString(); }
    WireBody *body() { return inspector.findChild<WireBody *>(); }
    void click(const QString &text)
    {
        for (QToolButton *button : inspector.findChildren<QToolButton *>()) {
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    // Labels that can be seen.
    QString words()
    {
        QStringList texts;
        for (const QLabel *label : inspector.findChildren<QLabel *>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts.join(u'|');
    }
    QStringList rows()
    {
        QStringList texts;
        for (const QListView *view : inspector.findChildren<QListView *>()) {
            if (!view->isVisible())
                continue;
            for (int row = 0; row < view->model()->rowCount(); ++row)
                texts.append(view->model()->index(row, 0).data(Qt::AccessibleTextRole).toString());
        }
        return texts;
    }

    Inspector inspector;
};

inline QAction *actionOf(const QMenu *menu, const QString &text)
{
    for (QAction *action : menu->actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

} // namespace snug::inspectorfixture
