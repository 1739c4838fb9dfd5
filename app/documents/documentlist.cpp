#include "app/documents/documentlist.h"

#include "core/editing/documentparts.h"
#include "core/editing/scriptedits.h"
#include "core/library/cardsummary.h"
#include "core/library/librarycontents.h"
#include "core/library/texttemplatefiles.h"
#include "core/lint/scriptlint.h"
#include "core/workspace/activecontent.h"
#include "widgets/editors/regex/scriptsmodel.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString countedText(const char *words, int count)
{
    return QCoreApplication::translate("DocumentList", words, nullptr, count);
}

QString problemOf(const std::optional<Error> &problem)
{
    return problem ? problem->line() : QString();
}

QList<LibraryDocument> listCards(const LibraryContents &contents, const LibraryLayout &layout,
                                 const ActiveContent &content)
{
    QList<LibraryDocument> list;
    const QStringList names = distinctNames(contents.cards);
    for (qsizetype i = 0; i < contents.cards.size(); ++i) {
        const CardSummary &card = contents.cards.at(i);
        list.append({.key = {DocumentKind::Card, card.file},
                     .name = names.at(i),
                     .content = countedText(QT_TRANSLATE_N_NOOP("DocumentList", "%n chat(s)"),
                                            int(contents.chatsOf(card.file).size())),
                     .path = layout.card(card.file),
                     .problem = problemOf(card.problem),
                     .isInEffect = content.cardFile() == card.file});
    }
    return list;
}

QList<LibraryDocument> listPersonas(const LibraryLayout &layout, const ActiveContent &content)
{
    QList<LibraryDocument> list;
    const std::optional<Persona> current = content.personas().inEffect().persona;
    const QList<Persona> personas = content.personas().all();
    for (const Persona &persona : personas) {
        list.append({.key = {DocumentKind::Persona, persona.avatar},
                     .name = persona.name.isEmpty() ? persona.avatar : persona.name,
                     .content = persona.title.isEmpty() ? persona.lorebook : persona.title,
                     .path = layout.avatar(persona.avatar),
                     .problem = {},
                     .isInEffect = current && current->avatar == persona.avatar});
    }
    return list;
}

QList<LibraryDocument> listPresets(const LibraryContents &contents, const LibraryLayout &layout,
                                   const ActiveContent &content)
{
    QList<LibraryDocument> list;
    for (const PresetSummary &preset : contents.presets) {
        list.append(
            {.key = {DocumentKind::Preset, preset.name},
             .name = preset.name,
             .content = countedText(QT_TRANSLATE_N_NOOP("DocumentList", "%n block(s)"), preset.prompts),
             .path = layout.preset(preset.name),
             .problem = problemOf(preset.problem),
             .isInEffect = content.presetName() == preset.name});
    }
    return list;
}

QList<LibraryDocument> listLorebooks(const LibraryContents &contents, const LibraryLayout &layout,
                                     const ActiveContent &content)
{
    QList<LibraryDocument> list;
    const QList<BookInEffect> books = content.lorebooks().inEffect();
    for (const LorebookSummary &book : contents.lorebooks) {
        list.append({.key = {DocumentKind::Lorebook, book.name},
                     .name = book.name,
                     .content = countedText(QT_TRANSLATE_N_NOOP("DocumentList", "%n entries"), book.entries),
                     .path = layout.lorebook(book.name),
                     .problem = problemOf(book.problem),
                     .isInEffect = std::ranges::contains(books, book.name, &BookInEffect::name)});
    }
    return list;
}

QList<LibraryDocument> listTemplates(DocumentKind kind, LibraryLayout::Folder folder,
                                     const LibraryContents &contents, const LibraryLayout &layout,
                                     const QString &current)
{
    QList<LibraryDocument> list;
    for (const QString &name : contents.templates.value(folder)) {
        list.append({.key = {kind, name},
                     .name = name,
                     .content = {},
                     .path = textTemplatePath(layout, folder, name),
                     .problem = {},
                     .isInEffect = name == current});
    }
    return list;
}

QList<LibraryDocument> listRules(const LibraryContents &contents, const LibraryLayout &layout,
                                 ActiveContent &content)
{
    QList<LibraryDocument> list;
    for (const QString &name : contents.templates.value(LibraryLayout::Folder::Rules)) {
        const QList<RuleFile> &files = content.rules().files();
        const auto file = std::ranges::find(files, name, &RuleFile::name);
        const int count = file == files.end() ? 0 : int(file->rules.size());
        list.append({.key = {DocumentKind::Rules, name},
                     .name = name,
                     .content = countedText(QT_TRANSLATE_N_NOOP("DocumentList", "%n rule(s)"), count),
                     .path = rulesPath(layout, name),
                     .problem = {},
                     .isInEffect = content.rules().isOn(name)});
    }
    return list;
}

QList<LibraryDocument> scriptsOf(const DocumentKey &place, const QString &where, const QString &path,
                                 const QList<RegexScript> &scripts, const QList<RegexScript> &saved,
                                 bool mayAct)
{
    QList<LibraryDocument> list;
    const QList<LintFinding> findings = scriptFindings(scripts, nullptr);
    for (qsizetype row = 0; row < scripts.size(); ++row) {
        const auto isAboutIt = [at = QString::number(row)](const LintFinding &finding) {
            return finding.weight == LintFinding::Weight::Warning && finding.where.section(u'.', 0, 0) == at;
        };
        const QString mark = scriptMark(scripts, row);
        const qsizetype kept = rowOfScript(saved, mark);
        list.append({.key = place,
                     .name = scriptTitle(scripts[row]),
                     .content = where,
                     .path = path,
                     .problem = {},
                     .isInEffect = mayAct && !scripts[row].disabled,
                     .doubtful = int(std::ranges::count_if(findings, isAboutIt)),
                     .part = mark,
                     .isPartEdited = kept < 0 || saved[kept] != scripts[row]});
    }
    return list;
}

// In the order in which they act. Those of other characters and presets are in their files, which nobody has
// read.
QList<LibraryDocument> listScripts(const LibraryContents &contents, const LibraryLayout &layout,
                                   const ActiveContent &content)
{
    const bool mayAct = !contents.settings.isRegexOff;
    const ActiveScripts &scripts = content.scripts();
    QList<LibraryDocument> list =
        scriptsOf({DocumentKind::Script, settingsDocument()},
                  QCoreApplication::translate("DocumentList", "Everywhere", "where a regex script acts"),
                  layout.settingsFile(), scripts.global(), contents.settings.regexScripts, mayAct);
    const QList<ScriptOwner> owners = scripts.owners();
    for (const ScriptOwner &owner : owners) {
        const bool isCard = owner.kind == ScriptOwner::Kind::Card;
        const QString file = owner.key.section(u'/', 1);
        list += scriptsOf({isCard ? DocumentKind::CardScripts : DocumentKind::PresetScripts, file},
                          owner.name, isCard ? layout.card(file) : layout.preset(file), owner.scripts,
                          scripts.saved(owner.kind, content.cardFile()),
                          mayAct && owner.isAllowed.value_or(false));
    }
    return list;
}

} // namespace

QMap<DocumentKind, QList<LibraryDocument>> listDocuments(const LibraryContents &contents,
                                                         const LibraryLayout &layout, ActiveContent &content)
{
    using Folder = LibraryLayout::Folder;
    QMap<DocumentKind, QList<LibraryDocument>> documents{
        {DocumentKind::Card, listCards(contents, layout, content)},
        {DocumentKind::Persona, listPersonas(layout, content)},
        {DocumentKind::Preset, listPresets(contents, layout, content)},
        {DocumentKind::Lorebook, listLorebooks(contents, layout, content)},
        {DocumentKind::Script, listScripts(contents, layout, content)},
        {DocumentKind::Rules, listRules(contents, layout, content)},
        {DocumentKind::ChatTemplate,
         listTemplates(DocumentKind::ChatTemplate, Folder::PromptTemplates, contents, layout,
                       content.choices().now().mode == PromptMode::Template
                           ? content.promptTemplates().nameFor(content.cardFile(), content.openChatKey())
                           : QString())}};
    for (const auto &[kind, folder] : {std::pair(DocumentKind::ContextTemplate, Folder::Context),
                                       std::pair(DocumentKind::InstructTemplate, Folder::Instruct),
                                       std::pair(DocumentKind::SystemPrompt, Folder::SystemPrompts),
                                       std::pair(DocumentKind::TextSamplers, Folder::TextPresets)})
        documents.insert(kind,
                         listTemplates(kind, folder, contents, layout, content.templates().nameOf(folder)));
    return documents;
}

} // namespace snug
