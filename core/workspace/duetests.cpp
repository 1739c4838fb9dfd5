#include "core/workspace/duetests.h"

#include "core/library/fileversion.h"
#include "core/prompttest/goldenprompt.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct DueTestText
{
    Q_DECLARE_TR_FUNCTIONS(DueTests)
};

Result<PromptTest> knownTest(const QString &folder, const SnapshotEngines &engines, KnownTests *known)
{
    if (!known)
        return readPromptTest(folder, engines);
    const QList<FileStamp> stamps{stampOf(folder + u"/test.json"_s), stampOf(folder + u"/snapshot.json"_s)};
    const auto found = known->tests.constFind(folder);
    if (found != known->tests.cend() && found->first == stamps)
        return found->second;
    Result<PromptTest> read = readPromptTest(folder, engines);
    if (read)
        known->tests.insert(folder, {stamps, *read});
    return read;
}

QString folderName(const QString &folder)
{
    return QDir(folder).dirName();
}

// Where the sources of a document of this kind are: see presentinputs.cpp.
QString placeOfDocument(const DocumentKey &key)
{
    const auto file = [](LibraryLayout::Folder folder, const QString &name) -> QString {
        return LibraryLayout::folderName(folder) + u'/' + name;
    };
    switch (key.kind) {
    case DocumentKind::Card:
        return file(LibraryLayout::Folder::Characters, key.name);
    case DocumentKind::CardScripts:
        return file(LibraryLayout::Folder::Characters, key.name) + u"#script "_s;
    case DocumentKind::Persona:
        return u"settings.json#persona "_s;
    case DocumentKind::Script:
        return u"scripts#"_s;
    case DocumentKind::Preset:
        return file(LibraryLayout::Folder::Presets, key.name + u".json"_s);
    case DocumentKind::PresetScripts:
        return file(LibraryLayout::Folder::Presets, key.name + u".json"_s) + u"#script "_s;
    case DocumentKind::Lorebook:
        return file(LibraryLayout::Folder::Worlds, key.name + u".json"_s);
    case DocumentKind::ContextTemplate:
        return file(LibraryLayout::Folder::Context, key.name + u".json"_s);
    case DocumentKind::InstructTemplate:
        return file(LibraryLayout::Folder::Instruct, key.name + u".json"_s);
    case DocumentKind::SystemPrompt:
        return file(LibraryLayout::Folder::SystemPrompts, key.name + u".json"_s);
    case DocumentKind::TextSamplers:
        return file(LibraryLayout::Folder::TextPresets, key.name + u".json"_s);
    case DocumentKind::ChatTemplate:
        return file(LibraryLayout::Folder::PromptTemplates, key.name);
    case DocumentKind::Rules:
        return file(LibraryLayout::Folder::Rules, key.name + u".json"_s);
    }
    return {};
}

} // namespace

QString DueTest::name() const
{
    return folderName(folder);
}

QString PlayedTest::name() const
{
    return folderName(folder);
}

QString DueTest::playing() const
{
    return isFrozen() ? DueTestText::tr("copies kept when it was made")
                      : sourcesText(present.sources, passed);
}

QList<DueTest> dueTests(LibraryStore &store, const SnapshotEngines &engines, const ActiveChoices &choices,
                        const EditedDocuments &edited, KnownTests *known)
{
    QList<DueTest> due;
    const QString tests = store.layout().snugFolder() + u"/tests"_s;
    for (const QString &name : QDir(tests).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QString folder = tests + u'/' + name;
        if (!isPromptTest(folder))
            continue;
        due.append({folder, knownTest(folder, engines, known), {}, {}, lastPassed(folder)});
        DueTest &test = due.last();
        if (!test.test)
            continue;
        const PromptInputs &kept = test.test->inputs;
        test.present =
            test.isFrozen() ? PresentInputs{kept, {}} : presentInputs(kept, store, choices, edited);
        if (std::ranges::any_of(test.present.sources, &TestSource::isEdited))
            test.saved = presentInputs(kept, store, choices).inputs;
    }
    return due;
}

PlayedTest playTest(const DueTest &due, const std::stop_token &stop)
{
    PlayedTest played{due.folder, {}, due.playing(), due.present.sources};
    if (!due.test) {
        played.unmet = {due.test.error().line()};
        return played;
    }
    PromptTest test = *due.test;
    test.inputs = due.present.inputs;
    const PromptTestResult result = playPromptTest(test, stop);
    played.unmet = result.unmet;
    if (test.expected.golden && !result.prompt.failure && !result.unmet.isEmpty()) {
        played.sent = std::make_shared<const AssembledPrompt>(result.prompt);
        played.expected =
            std::make_shared<const AssembledPrompt>(goldenPrompt(*test.expected.golden, result.prompt));
    }
    return played;
}

QList<PlayedTest> brokenTests(const QList<DueTest> &due, const std::stop_token &stop)
{
    QList<PlayedTest> broken;
    for (const DueTest &each : due) {
        if (stop.stop_requested())
            return broken;
        if (!each.test || !each.isEdited())
            continue;
        const PlayedTest played = playTest(each, stop);
        if (played.unmet.isEmpty() || stop.stop_requested())
            continue;
        PromptTest before = *each.test;
        before.inputs = *each.saved;
        if (playPromptTest(before, stop).unmet.isEmpty() && !stop.stop_requested())
            broken.append(played);
    }
    return broken;
}

bool isOfDocument(const TestSource &source, const DocumentKey &key)
{
    const QString place = placeOfDocument(key);
    const bool isPart = place.endsWith(u'#') || place.endsWith(u' ');
    return isPart ? source.place.startsWith(place) : source.place == place;
}

} // namespace snug
