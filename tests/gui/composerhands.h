// The open program for tests of what is done in and around the composer: commands, the note, quick replies,
// hints; by default in a folder of SillyTavern's.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/notefold.h"
#include "widgets/chat/quickbar.h"
#include "widgets/dialogs/quickreplydialog.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class ComposerHands
{
protected:
    const AppContext &app() const { return m_program->app(); }
    const Chat &chat() const { return app().chat.session()->chat(); }
    Composer *composer() const { return app().chatPane.composer(); }
    NoteFold *note() const { return app().chatPane.note(); }
    QPlainTextEdit *field() const { return composer()->findChild<DraftEdit *>(); }

    void open(OpenProgram::Content content = OpenProgram::Content::SillyTavern)
    {
        m_program = std::make_unique<OpenProgram>(content);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    static QByteArray bytes(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void type(const QString &text) const
    {
        composer()->setDraft({});
        composer()->type(text);                   // keys alone know no é
        QTest::keyClick(field(), Qt::Key_Escape); // no completion
        QTest::keyClick(field(), Qt::Key_Return);
    }

    // As they stand from left to right.
    QStringList quickLabels() const
    {
        QStringList texts;
        QList<QToolButton *> buttons = app().chatPane.quick()->findChildren<QToolButton *>();
        buttons.removeIf([](const QToolButton *one) { return !one->isVisible() || one->text().isEmpty(); });
        std::ranges::sort(buttons, {}, [](const QToolButton *one) { return one->x(); });
        for (const QToolButton *one : std::as_const(buttons))
            texts.append(one->text());
        return texts;
    }

    // In the menu of a quick reply.
    void chooseOf(const QString &label, const QString &item) const
    {
        auto *one = button(app().chatPane.quick(), label);
        OpenProgram::chooseFromContextMenu(one, one->rect().center(), {item});
    }

    void fill(const QString &label, const QString &text) const
    {
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        auto *dialog = app().window.findChild<QuickReplyDialog *>();
        dialog->findChild<QLineEdit *>()->setText(label);
        dialog->findChild<QPlainTextEdit *>()->setPlainText(text);
        QVERIFY(OpenProgram::click(dialog, u"Save"_s));
        QTRY_VERIFY(!app().window.findChild<QuickReplyDialog *>());
    }

    bool promptSays(const QString &text) const
    {
        const auto prompt = app().chat.shownPrompt();
        return prompt && std::ranges::any_of(prompt->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(text);
               });
    }

    template <typename Button = QAbstractButton>
    static Button *button(const QWidget *parent, const QString &text)
    {
        for (Button *one : parent->findChildren<Button *>()) {
            if (QString(one->text()).remove(u'&') == text && one->isVisible())
                return one;
        }
        return nullptr;
    }

    bool isReportShown() const
    {
        return std::ranges::any_of(app().window.findChildren<ReportDialog *>(),
                                   [](const ReportDialog *dialog) { return dialog->isVisible(); });
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace snug
