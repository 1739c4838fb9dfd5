// A library with its thread and one preset of it that is edited.
#pragma once

#include "core/editing/documenteditor.h"
#include "core/formats/preset.h"
#include "core/library/library.h"
#include "tests/core/library/testlibrary.h"

#include <QSaveFile>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

namespace snug::presetdesk {

using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

inline const QString Name = u"Slow Burn"_s;

inline const PromptBlock &blockOf(const Preset &preset, const QString &identifier)
{
    const auto found = std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier);
    if (found == preset.prompts.end())
        qFatal("no block %ls", qUtf16Printable(identifier));
    return *found;
}

inline Preset withText(Preset preset, const QString &identifier, const QString &text)
{
    std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier)->content = text;
    return preset;
}

struct Desk
{
    Library library;
    std::unique_ptr<DocumentEditor<Preset>> editing;
    QList<Error> failures;
    int saves = 0;
    int merges = 0;
    int conflicts = 0;
    int deletions = 0;
    int restored = 0;

    explicit Desk(const TestLibrary &folder, const QString &name = Name)
    {
        library.watcher().setQuietTime(20ms);
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        if (!opened.wait())
            qFatal("the library does not open");
        editing = std::make_unique<DocumentEditor<Preset>>(&library, presetFormat());
        editing->setPauses(1h);
        QObject::connect(editing.get(), &DocumentEditing::failed, editing.get(),
                         [this](const Error &error) { failures.append(error); });
        QObject::connect(editing.get(), &DocumentEditing::saved, editing.get(), [this] { ++saves; });
        QObject::connect(editing.get(), &DocumentEditing::mergedWithFile, editing.get(),
                         [this] { ++merges; });
        QObject::connect(editing.get(), &DocumentEditing::conflicted, editing.get(), [this] { ++conflicts; });
        QObject::connect(editing.get(), &DocumentEditing::fileDeleted, editing.get(),
                         [this] { ++deletions; });
        QObject::connect(editing.get(), &DocumentEditing::draftRestored, editing.get(),
                         [this] { ++restored; });
        editing->open(name);
        if (!QTest::qWaitFor([this] { return editing->isOpen() || !failures.isEmpty(); }))
            qFatal("the preset does not open");
    }

    QString text(const QString &identifier) const { return blockOf(editing->value(), identifier).content; }
    void type(const QString &identifier, const QString &text)
    {
        editing->change(withText(editing->value(), identifier, text), u"Type"_s, identifier);
    }
    // Everything that was asked of the disk is there.
    void settle()
    {
        bool isDone = false;
        library.perform([](LibraryStore &) -> Result<void> { return {}; }, &library,
                        [&isDone](const Result<void> &) { isDone = true; });
        if (!QTest::qWaitFor([&isDone] { return isDone; }))
            qFatal("no answer from the disk thread");
    }
};

// What another program does to the file, as this one reads it afterwards; not with a file that Snug would
// take for what a killed Snug has left.
inline void writeOutside(const TestLibrary &folder, const QString &identifier, const QString &text)
{
    const QString path = folder.layout().preset(Name);
    const auto reading = readPreset(bytesOf(path), Name);
    const QByteArray bytes = writePreset(withText(reading->preset, identifier, text));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        qFatal("not written");
}

inline QString textInFile(const TestLibrary &folder, const QString &identifier)
{
    return blockOf(readPreset(bytesOf(folder.layout().preset(Name)), Name)->preset, identifier).content;
}

inline const DocumentKey Key{DocumentKind::Preset, Name};

} // namespace snug::presetdesk
