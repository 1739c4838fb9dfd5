// The windows about memories, as values in and values out.

#include "core/formats/jsontext.h"
#include "core/memory/builtinsideprompts.h"
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/entrysettingsform.h"
#include "widgets/dialogs/memoryprofileform.h"
#include "widgets/dialogs/memorysettingsdialog.h"
#include "widgets/dialogs/sidepromptsdialog.h"
#include "widgets/dialogs/summarypresetsdialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>

namespace tst_memorydialogs {

using namespace Qt::StringLiterals;
using namespace snug;

template <typename Widget> static Widget *named(QWidget *parent, const QString &name)
{
    for (Widget *widget : parent->findChildren<Widget *>()) {
        if (widget->accessibleName() == name)
            return widget;
    }
    return nullptr;
}

template <typename Button> static Button *labelled(QWidget *parent, const QString &text)
{
    for (Button *button : parent->findChildren<Button *>()) {
        if (button->text().remove(u'&') == text)
            return button;
    }
    return nullptr;
}

class TestMemoryDialogs : public QObject
{
    Q_OBJECT

private:
    Json m_file;
    int m_edits = 0;

    void open(SidePromptsDialog &dialog)
    {
        m_edits = 0;
        connect(&dialog, &SidePromptsDialog::edited, this, [this](const Json &file) {
            m_file = file;
            ++m_edits;
        });
        Json file = withBuiltInSidePrompts({}, QDateTime::currentDateTimeUtc());
        Json prompts = file.value(u"prompts");
        Json first = prompts.value(u"plotpoints");
        first.set(u"theirs"_s, Json(7));
        prompts.set(u"plotpoints"_s, first);
        file.set(u"prompts"_s, prompts);
        dialog.setFile(file, {u"Open"_s, u"Other"_s});
        dialog.show();
    }
    SidePrompt stored(const QString &key) { return sidePromptFrom(m_file.value(u"prompts").value(key)); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void sidePromptsAreSwitchedOn()
    {
        SidePromptsDialog dialog;
        open(dialog);
        auto *list = named<QListWidget>(&dialog, u"Side prompts"_s);
        QCOMPARE(list->count(), 4);
        QCOMPARE(m_edits, 0); // filling is no edit
        list->item(1)->setCheckState(Qt::Checked);
        QCOMPARE(m_edits, 1);
        QVERIFY(stored(u"status"_s).isEnabled);
        QVERIFY(!stored(u"plotpoints"_s).isEnabled);
    }

    void sidePromptsAreEdited()
    {
        SidePromptsDialog dialog;
        open(dialog);
        QCOMPARE(dialog.currentKey(), u"plotpoints"_s);
        named<QPlainTextEdit>(&dialog, u"Instructions"_s)->setPlainText(u"Mine."_s);
        QCOMPARE(stored(u"plotpoints"_s).prompt, u"Mine."_s);
        QCOMPARE(m_file.value(u"prompts").value(u"plotpoints").value(u"theirs").toInt(), 7);
        QCOMPARE(stored(u"plotpoints"_s).entry.mode, EntryMode::Constant); // as it was
        labelled<QCheckBox>(&dialog, u"After this many visible messages:"_s)->click();
        named<QSpinBox>(&dialog, u"Visible messages between two runs"_s)->setValue(12);
        QCOMPARE(stored(u"plotpoints"_s).intervalMessages, 12);
        labelled<QCheckBox>(&dialog, u"By command: /sideprompt \"Name\""_s)->click();
        QVERIFY(!stored(u"plotpoints"_s).isManual());
        named<QSpinBox>(&dialog, u"Previous memories"_s)->setValue(3);
        QCOMPARE(stored(u"plotpoints"_s).previousMemories, 3);
        auto *profile = named<QComboBox>(&dialog, u"Memory profile"_s);
        UserHands::choose(profile, 2);
        QCOMPARE(stored(u"plotpoints"_s).profileIndex, 1);
        QCOMPARE(stored(u"status"_s).prompt, sidePromptFrom(builtInSidePrompts().at(1)).prompt);
    }

    void sidePromptsComeAndGo()
    {
        SidePromptsDialog dialog;
        open(dialog);
        labelled<QPushButton>(&dialog, u"New"_s)->click();
        QCOMPARE(sidePromptsIn(m_file).size(), 5);
        QCOMPARE(stored(dialog.currentKey()).name, u"New side prompt"_s);
        dialog.select(u"status"_s);
        labelled<QPushButton>(&dialog, u"Duplicate"_s)->click();
        QCOMPARE(dialog.currentKey(), u"status-copy"_s);
        labelled<QPushButton>(&dialog, u"Delete"_s)->click();
        QCOMPARE(sidePromptsIn(m_file).size(), 5);
        labelled<QPushButton>(&dialog, u"Undo Delete"_s)->click();
        QCOMPARE(sidePromptsIn(m_file).size(), 6);
        named<QLineEdit>(&dialog, u"Find a side prompt"_s)->setText(u"STAT"_s);
        auto *list = named<QListWidget>(&dialog, u"Side prompts"_s);
        int shown = 0;
        for (int row = 0; row < list->count(); ++row)
            shown += list->item(row)->isHidden() ? 0 : 1;
        QCOMPARE(shown, 2);
    }

    void presetsAreChangedAndReset()
    {
        SummaryPresetsDialog dialog;
        Json file;
        int edits = 0;
        connect(&dialog, &SummaryPresetsDialog::edited, this, [&](const Json &edited) {
            file = edited;
            ++edits;
        });
        dialog.setFile({});
        dialog.show();
        auto *text = named<QPlainTextEdit>(&dialog, u"Instructions"_s);
        const QString original = text->toPlainText();
        QCOMPARE(edits, 0);
        text->setPlainText(u"Mine."_s);
        QCOMPARE(edits, 1);
        QCOMPARE(summaryPresets(file).first().prompt, u"Mine."_s);
        labelled<QPushButton>(&dialog, u"Reset"_s)->click();
        QCOMPARE(text->toPlainText(), original);
        QVERIFY(!summaryPresets(file).first().isChanged);
        labelled<QPushButton>(&dialog, u"Duplicate"_s)->click();
        QCOMPARE(summaryPresets(file).size(), 8);
        QVERIFY(labelled<QPushButton>(&dialog, u"Delete"_s));
        labelled<QPushButton>(&dialog, u"Delete"_s)->click();
        QCOMPARE(summaryPresets(file).size(), 7);
    }

    void settingsAreToldAsTheyChange()
    {
        MemorySettingsDialog dialog;
        MemorySettings told = memorySettingsFrom({});
        int edits = 0;
        connect(&dialog, &MemorySettingsDialog::edited, this, [&](const MemorySettings &settings) {
            told = settings;
            ++edits;
        });
        Connection other;
        other.id = u"c"_s;
        other.name = u"C"_s;
        RegexScript script;
        script.id = u"s"_s;
        script.name = u"S"_s;
        dialog.setChoices({other}, summaryPresets({}), {script});
        dialog.setSettings(told);
        dialog.show();
        QCOMPARE(edits, 0);
        labelled<QCheckBox>(&dialog, u"Make memories automatically"_s)->click();
        QCOMPARE(edits, 1);
        QVERIFY(told.autoSummary.isEnabled);
        auto *interval = named<QSpinBox>(&dialog, u"Messages between memories"_s);
        QCOMPARE(interval->minimum(), 10);
        QCOMPARE(interval->maximum(), 200);
        interval->setValue(40);
        QCOMPARE(told.autoSummary.interval, 40);
        named<QListWidget>(&dialog, u"On the request"_s)->item(0)->setCheckState(Qt::Checked);
        QCOMPARE(told.outgoingScripts, QStringList(u"s"_s));
        auto *book = named<QComboBox>(&dialog, u"Kept in"_s);
        UserHands::choose(book, 2);
        QVERIFY(told.choosesBook && !told.createsBook);
        dialog.setSettings(told); // what comes back is no edit
        const int before = edits;
        QCOMPARE(edits, before);

        dialog.showProfiles();
        labelled<QPushButton>(&dialog, u"New"_s)->click();
        QCOMPARE(told.profiles.size(), 2);
        auto *connection = named<QComboBox>(&dialog, u"Connection"_s);
        UserHands::choose(connection, 1);
        QCOMPARE(told.profiles.at(1).connectionId, u"c"_s);
        QVERIFY(!told.profiles.at(1).isCurrentConnection());
        QVERIFY(told.profiles.at(0).isCurrentConnection());
        labelled<QPushButton>(&dialog, u"Use by Default"_s)->click();
        QCOMPARE(told.defaultProfile, 1);
        labelled<QPushButton>(&dialog, u"Delete"_s)->click();
        QCOMPARE(told.profiles.size(), 1);
        QCOMPARE(told.defaultProfile, 0);
        QVERIFY(!labelled<QPushButton>(&dialog, u"Delete"_s)->isEnabled());
    }

    void vectorizedSaysWhatItGoesBy()
    {
        EntrySettingsForm form;
        form.show();
        form.setSettings({});
        const auto note = [&] {
            for (QLabel *label : form.findChildren<QLabel *>()) {
                if (label->text().contains(u"keys alone"_s))
                    return label->isVisible();
            }
            return false;
        };
        QVERIFY(note());
        form.setHasEmbeddings(true);
        QVERIFY(!note());
        form.setHasEmbeddings(false);
        EntrySettings constant;
        constant.mode = EntryMode::Constant;
        form.setSettings(constant);
        QVERIFY(!note());
        QCOMPARE(form.settings(), constant);
    }

    void formsGiveBackWhatTheyTake()
    {
        MemoryProfileForm form;
        Connection other;
        other.id = u"c"_s;
        form.setChoices({other}, summaryPresets({}));
        MemoryProfile profile;
        profile.name = u"P"_s;
        profile.api = u"custom"_s;
        profile.connectionId = u"c"_s;
        profile.model = u"m"_s;
        profile.temperature = 1.2;
        profile.preset = u"minimal"_s;
        profile.titleFormat = u"[00] {{title}}"_s;
        profile.entry = {EntryMode::Normal, 4, true, 12, true, false, {}};
        form.setProfile(profile);
        QCOMPARE(form.profile(), profile);
        profile.prompt = u"Own."_s;
        profile.preset.clear();
        form.setProfile(profile);
        QCOMPARE(form.profile(), profile);
    }
};

} // namespace tst_memorydialogs

SNUG_TEST(tst_memorydialogs, TestMemoryDialogs, Windows)
#include "tst_memorydialogs.moc"
