// The open program for tests of the editor of presets: its blocks, its text, the prompt and the file.
#pragma once

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/presetedits.h"
#include "core/formats/preset.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/window/actions.h"

#include <QAction>
#include <QTest>

#include <memory>

namespace snug {

using namespace Qt::StringLiterals;

class PresetHands
{
protected:
    const AppContext &app() const { return m_program->app(); }
    PresetEditor *editor() { return app().presetEditor.editor(); }
    BlockList *blocks() { return editor()->blocks(); }
    MacroTextEdit *text() { return editor()->form()->text(); }
    const Preset &preset() { return editor()->state().preset; }
    QStringList order() { return blockOrder(preset()); }
    const AssembledPrompt &prompt() { return app().chat.session()->preview().current().prompt; }
    QString path() { return m_program->libraryFolder() + u"/OpenAI Settings/Harbour.json"_s; }
    QByteArray onDisk() { return test::bytesOf(path()); }

    void openEditor(const QString &name = u"Harbour"_s)
    {
        app().presetEditor.open(name);
        QTRY_COMPARE(editor()->state().name, name);
        QVERIFY(QTest::qWaitForWindowActive(editor()));
    }

    void click(const QString &identifier)
    {
        const QModelIndex index = blocks()->order()->indexOf(identifier);
        QVERIFY(index.isValid());
        blocks()->scrollTo(index);
        const QRect row = blocks()->visualRect(index);
        QTest::mouseClick(blocks()->viewport(), Qt::LeftButton, {}, {row.left() + 60, row.bottom() - 8});
        QCOMPARE(blocks()->current(), identifier);
    }

    void writeOutside(const QString &identifier, const QString &content)
    {
        const Preset now = readPreset(onDisk(), u"Harbour"_s)->preset;
        PromptBlock block = *findBlock(now, identifier);
        block.content = content;
        QVERIFY(writeFileDurably(path(), writePreset(withBlock(now, block))));
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace snug
