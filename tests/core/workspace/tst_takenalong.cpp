// What a connection brings along, in effect.
#include "core/workspace/takenalong.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_takenalong {

using namespace Qt::StringLiterals;
using namespace snug;

using Folder = LibraryLayout::Folder;

class TestTakenAlong : public QObject
{
    Q_OBJECT

private:
    static LibraryContents contents()
    {
        LibraryContents contents;
        contents.presets = {{.name = u"Slow"_s, .problem = {}}, {.name = u"Noir"_s, .problem = {}}};
        contents.templates = {{Folder::Context, {u"Lighthouse"_s}},
                              {Folder::Instruct, {u"ChatML"_s}},
                              {Folder::SystemPrompts, {u"Keeper"_s}},
                              {Folder::TextPresets, {u"Calm"_s}}};
        return contents;
    }
    static ChosenAlong now()
    {
        return {.preset = u"Slow"_s,
                .context = u"C"_s,
                .instruct = u"I"_s,
                .systemPrompt = u"S"_s,
                .textPreset = u"T"_s};
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsNotSaidStays()
    {
        QCOMPARE(takenAlong(now(), {}, false, contents()).chosen, now());
        QCOMPARE(takenAlong(now(), {}, true, contents()).chosen, now());
    }

    void chatsHaveAPreset()
    {
        ChosenAlong wanted = now();
        wanted.preset = u"Noir"_s;
        const BroughtChoices brought{.preset = u"Noir"_s, .context = u"Lighthouse"_s};
        const TakenAlong taken = takenAlong(now(), brought, false, contents());
        QCOMPARE(taken.chosen, wanted); // no templates
        QVERIFY(taken.missing.isEmpty());
    }

    void textsHaveTemplates()
    {
        const BroughtChoices brought{.preset = u"Calm"_s,
                                     .context = u"Lighthouse"_s,
                                     .instruct = QString(),
                                     .systemPrompt = u"Keeper"_s};
        const ChosenAlong wanted{.preset = u"Slow"_s,
                                 .context = u"Lighthouse"_s,
                                 .instruct = {},
                                 .systemPrompt = u"Keeper"_s,
                                 .textPreset = u"Calm"_s};
        QCOMPARE(takenAlong(now(), brought, true, contents()).chosen, wanted);
    }

    void whatTheLibraryLacksIsTold()
    {
        const BroughtChoices brought{.preset = u"Gone"_s, .instruct = u"Alpaca"_s};
        const TakenAlong taken = takenAlong(now(), brought, true, contents());
        QCOMPARE(taken.chosen, now());
        QCOMPARE(taken.missing, QStringList({u"Gone"_s, u"Alpaca"_s}));
    }

    void switchedOffItBringsNothing()
    {
        BroughtChoices brought{.isOff = true, .preset = u"Noir"_s, .replyStart = u"*"_s};
        QCOMPARE(takenAlong(now(), brought, false, contents()).chosen, now());
        PromptSettings settings;
        applyBrought(brought, settings);
        QVERIFY(settings.replies.start.isEmpty());
    }

    void settingsCountWhileItIsInUse()
    {
        PromptSettings settings;
        settings.stopStrings = {u"END"_s};
        settings.replies.start = u"Well,"_s;
        applyBrought({}, settings);
        QCOMPARE(settings.stopStrings, QStringList(u"END"_s));
        QCOMPARE(settings.replies.start, u"Well,"_s);
        applyBrought({.stopStrings = QStringList(), .replyStart = u"*"_s}, settings);
        QVERIFY(settings.stopStrings.isEmpty());
        QCOMPARE(settings.replies.start, u"*"_s);
    }
};

} // namespace tst_takenalong

SNUG_TEST(tst_takenalong, TestTakenAlong, Nothing)
#include "tst_takenalong.moc"
