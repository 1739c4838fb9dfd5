#include "core/lint/filelint.h"

#include "core/formats/cardpng.h"
#include "core/formats/charx.h"
#include "core/formats/filekind.h"
#include "core/formats/framingrules.h"
#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/regexscripts.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"
#include "core/lint/cardlint.h"
#include "core/lint/linttext.h"
#include "core/lint/personalint.h"
#include "core/lint/presetlint.h"
#include "core/lint/rulelint.h"
#include "core/lint/scriptlint.h"
#include "core/lint/texttemplatelint.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QList<LintFinding> notUnderstood(const Warnings &warnings)
{
    QList<LintFinding> findings;
    for (const Error &warning : warnings)
        findings.append({.rule = u"file.not-understood"_s,
                         .where = warning.place,
                         .what = warning.what,
                         .fix = warning.hint});
    return findings;
}

// `reading` is what a reader gave, `judge` what is said about its value.
template <typename Reading, typename Judge>
Result<QList<LintFinding>> judged(const Result<Reading> &reading, Judge judge)
{
    return reading.transform([&](const Reading &read) {
        const QList<LintFinding> found = judge(read);
        // What a rule says about a place says more than the reader does.
        QList<LintFinding> findings = notUnderstood(read.warnings);
        findings.removeIf([&](const LintFinding &warning) {
            return std::ranges::contains(found, warning.where, &LintFinding::where);
        });
        return findings + found;
    });
}

// Its warnings as those of a card in a file of its own.
Result<CharX> archivedCard(const QByteArray &bytes)
{
    static constexpr QStringView member = u"card.json: ";
    return ZipArchive::read(bytes).and_then(readCharX).transform([](CharX read) {
        for (Error &warning : read.warnings) {
            if (warning.place.startsWith(member))
                warning.place.remove(0, member.size());
        }
        return read;
    });
}

Result<QList<LintFinding>> findingsOf(FileKind kind, const QByteArray &bytes, const QString &name,
                                      const BookLintSettings &settings)
{
    const auto card = [&](const auto &read) { return cardFindings(read.card, settings); };
    switch (kind) {
    case FileKind::CardPng:
        return judged(readCardPng(bytes), card);
    case FileKind::Card:
        return judged(readCard(bytes), card);
    case FileKind::CharX:
        return judged(archivedCard(bytes), card);
    case FileKind::Personas:
        return judged(readPersonas(bytes), [](const PersonasReading &read) {
            return personaFindings(read.personas, read.defaultAvatar, {});
        });
    case FileKind::ContextTemplate:
        return judged(readContextTemplate(bytes, name),
                      [](const auto &read) { return contextFindings(read.value); });
    case FileKind::InstructTemplate:
        return judged(readInstructTemplate(bytes, name),
                      [&](const auto &read) { return instructFindings(read.value, settings.regexEngine); });
    case FileKind::SystemPrompt:
        return judged(readSystemPrompt(bytes, name),
                      [](const auto &read) { return systemPromptFindings(read.value); });
    case FileKind::Preset:
        return judged(readPreset(bytes, name), [&](const PresetReading &read) {
            return presetFindings(read.preset, settings.counter);
        });
    case FileKind::WorldInfo:
    case FileKind::CardLorebook:
    case FileKind::CardV3Lorebook:
        return judged(readWorldInfo(bytes, name),
                      [&](const LorebookReading &read) { return bookFindings(read.book, settings); });
    case FileKind::FramingRules:
        return judged(readFramingRules(bytes),
                      [](const FramingRulesReading &read) { return ruleFindings(read.rules); });
    default: // RegexScripts
        return judged(readRegexScripts(bytes), [&](const RegexScriptsReading &read) {
            return scriptFindings(read.scripts, settings.regexEngine);
        });
    }
}

bool isJudged(FileKind kind)
{
    switch (kind) {
    case FileKind::CardPng:
    case FileKind::Card:
    case FileKind::Preset:
    case FileKind::WorldInfo:
    case FileKind::CardLorebook:
    case FileKind::CardV3Lorebook:
    case FileKind::RegexScripts:
    case FileKind::FramingRules:
    case FileKind::CharX:
    case FileKind::Personas:
    case FileKind::ContextTemplate:
    case FileKind::InstructTemplate:
    case FileKind::SystemPrompt:
        return true;
    default:
        return false;
    }
}

} // namespace

Result<FileFindings> fileFindings(const QByteArray &bytes, const QString &name,
                                  const BookLintSettings &settings)
{
    const FileKind kind = fileKindOf(bytes);
    if (kind == FileKind::Unknown)
        return failure(LintText::tr(
            "is neither a card, preset, lorebook, regex script, rule, list of personas nor text template"));
    if (!isJudged(kind))
        return FileFindings{.findings = {}, .kind = fileKindName(kind), .isJudged = false};
    return findingsOf(kind, bytes, name, settings).transform([&](const QList<LintFinding> &findings) {
        return FileFindings{.findings = findings, .kind = fileKindName(kind), .isJudged = true};
    });
}

} // namespace snug
