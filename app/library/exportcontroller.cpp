#include "app/library/exportcontroller.h"

#include "app/appcontext.h"
#include "core/formats/regexscripts.h"
#include "core/library/atomicwrite.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/library/messagesexport.h"
#include "core/library/texttemplatefiles.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

ExportController::ExportController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    // Filled before they are first opened too: empty menus would be greyed out on some desktops.
    for (QMenu *menu : {m_app.window.exportMenus().preset, m_app.window.exportMenus().lorebook,
                        m_app.window.exportMenus().persona, m_app.window.exportMenus().rules})
        connect(menu, &QMenu::aboutToShow, this, &ExportController::fillMenus);
    fillMenus();
}

void ExportController::fillMenus()
{
    const LibraryContents &contents = m_app.library.contents();
    const auto fill = [this](QMenu *menu, ExportKind kind, const auto &documents, const QString &none) {
        menu->clear();
        for (const auto &document : documents) {
            menu->addAction(QString(document.name).replace(u'&', u"&&"_s) + u"…"_s, this,
                            [this, kind, name = document.name] { exportDocument(kind, name); });
        }
        if (menu->isEmpty())
            menu->addAction(none)->setEnabled(false);
    };
    fill(m_app.window.exportMenus().preset, ExportKind::Preset, contents.presets,
         tr("No presets in this library"));
    fill(m_app.window.exportMenus().lorebook, ExportKind::Lorebook, contents.lorebooks,
         tr("No lorebooks in this library"));
    QMenu *personas = m_app.window.exportMenus().persona;
    personas->clear();
    for (const Persona &persona : contents.personas) {
        const QString name = persona.name.isEmpty() ? persona.avatar : persona.name;
        personas->addAction(QString(name).replace(u'&', u"&&"_s) + u"…"_s, this,
                            [this, avatar = persona.avatar, name] { exportPersona(avatar, name); });
    }
    if (personas->isEmpty())
        personas->addAction(tr("No personas in this library"))->setEnabled(false);
    QMenu *rules = m_app.window.exportMenus().rules;
    rules->clear();
    for (const QString &name : contents.templates.value(LibraryLayout::Folder::Rules)) {
        rules->addAction(QString(name).replace(u'&', u"&&"_s) + u"…"_s, this,
                         [this, name] { exportRules(name); });
    }
    if (rules->isEmpty())
        rules->addAction(tr("No SmartTavern rules in this library"))->setEnabled(false);
}

// Choosing another form changes the name's end with it.
static void followFilter(QFileDialog *dialog)
{
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        const QString suffix = filter.section(u"(*"_s, -1).chopped(1);
        const QString chosen = dialog->selectedFiles().value(0);
        QString base = QFileInfo(chosen).fileName();
        for (const QString &end : {u".json"_s, u".preset"_s, u".worldbook"_s, u".character"_s, u".scene"_s,
                                   u".png"_s, u".charx"_s, u".txt"_s, u".md"_s, u".jsonl"_s}) {
            if (base.endsWith(end, Qt::CaseInsensitive))
                base.chop(end.size());
        }
        dialog->selectFile(base + suffix);
    });
}

QFileDialog *ExportController::makeDialog(const QString &title, const QString &file, const QString &filters,
                                          const QString &suffix)
{
    auto *dialog = new QFileDialog(&m_app.window, title, QString(), filters);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(file);
    return dialog;
}

void ExportController::openFor(QFileDialog *dialog, const Write &write)
{
    connect(dialog, &QFileDialog::fileSelected, this, [this, write](const QString &target) {
        m_app.library.perform([write, target](LibraryStore &store) { return write(store, target); }, this,
                              [this, target](const Result<void> &done) {
                                  if (!done)
                                      Q_EMIT failed(done.error());
                                  else
                                      m_app.chatPane.notices()->post(
                                          u"export"_s,
                                          {Notice::Kind::Done, tr("Written to %1.").arg(target), {}});
                              });
    });
    dialog->open();
}

void ExportController::exportCard(const QString &file, const QString &name)
{
    QFileDialog *dialog = makeDialog(tr("Export %1").arg(name), file,
                                     tr("Card with picture (*.png);;Card with assets (*.charx);;"
                                        "Card without picture (*.json);;"
                                        "SmartTavern character (*.character.json);;"
                                        "gf-lt card with its characters (*.scene.json)"),
                                     u"png"_s);
    followFilter(dialog);
    openFor(dialog, [file](LibraryStore &store, const QString &target) {
        const ExportKind kind = target.endsWith(u".character.json", Qt::CaseInsensitive)
                                    ? ExportKind::FramingCharacter
                                : target.endsWith(u".scene.json", Qt::CaseInsensitive) ? ExportKind::SceneCard
                                : target.endsWith(u".charx", Qt::CaseInsensitive)      ? ExportKind::CardCharX
                                : target.endsWith(u".json", Qt::CaseInsensitive)       ? ExportKind::CardJson
                                                                                       : ExportKind::CardPng;
        return exportTo(store, kind, file, target);
    });
}

void ExportController::exportGroup(const QString &file, const QString &name)
{
    askWhere(name, safeFileName(name, file) + u".json"_s, tr("Groups (*.json)"),
             [file](LibraryStore &store, const QString &target) {
                 return exportTo(store, ExportKind::Group, file, target);
             });
}

void ExportController::exportChat(const ChatReference &reference)
{
    QFileDialog *dialog = makeDialog(tr("Export Chat"), reference.name + u".jsonl"_s,
                                     tr("Chats (*.jsonl);;SmartTavern conversations (*.json)"), u"jsonl"_s);
    openFor(dialog, [reference](LibraryStore &store, const QString &target) {
        return target.endsWith(u".json", Qt::CaseInsensitive) ? exportConversation(store, reference, target)
                                                              : snug::exportChat(store, reference, target);
    });
}

void ExportController::exportMessages(const Chat &chat, const QList<Message> &messages)
{
    QFileDialog *dialog = makeDialog(tr("Export Messages"), chat.name + u".txt"_s,
                                     tr("Text (*.txt);;Markdown (*.md);;Chats (*.jsonl)"), u"txt"_s);
    followFilter(dialog);
    openFor(dialog, [chat, messages](LibraryStore &, const QString &target) {
        return snug::exportMessages(chat, messages, target);
    });
}

void ExportController::exportRules(const QString &name)
{
    askWhere(name, name + u".regex.json"_s, tr("SmartTavern rules (*.json)"),
             [name](LibraryStore &store, const QString &target) {
                 return exportTo(store, ExportKind::FramingRules, name, target);
             });
}

// The name's end says in whose form.
static ExportKind documentKind(ExportKind kind, const QString &target)
{
    if (kind == ExportKind::Preset && target.endsWith(u".preset.json", Qt::CaseInsensitive))
        return ExportKind::FramingPreset;
    if (kind == ExportKind::Lorebook && target.endsWith(u".worldbook.json", Qt::CaseInsensitive))
        return ExportKind::FramingLorebook;
    return kind;
}

void ExportController::exportDocument(ExportKind kind, const QString &name)
{
    askWhere(name, name + u".json"_s,
             kind == ExportKind::Preset
                 ? tr("Presets (*.json);;SmartTavern presets (*.preset.json)")
                 : tr("Lorebooks (*.json);;SmartTavern world books (*.worldbook.json)"),
             [kind, name](LibraryStore &store, const QString &target) {
                 return exportTo(store, documentKind(kind, target), name, target);
             });
}

void ExportController::exportDocument(const DocumentKey &key, const QString &name)
{
    using Folder = LibraryLayout::Folder;
    const auto exportTemplate = [&](Folder folder) {
        askWhere(name, key.name + u".json"_s, tr("Templates (*.json)"),
                 [folder, file = key.name](LibraryStore &store, const QString &target) {
                     return exportTextTemplate(store, folder, file, target);
                 });
    };
    switch (key.kind) {
    case DocumentKind::Card:
        return exportCard(key.name, name);
    case DocumentKind::Persona:
        return exportPersona(key.name, name);
    case DocumentKind::Preset:
        return exportDocument(ExportKind::Preset, key.name);
    case DocumentKind::Lorebook:
        return exportDocument(ExportKind::Lorebook, key.name);
    case DocumentKind::ContextTemplate:
        return exportTemplate(Folder::Context);
    case DocumentKind::InstructTemplate:
        return exportTemplate(Folder::Instruct);
    case DocumentKind::SystemPrompt:
        return exportTemplate(Folder::SystemPrompts);
    case DocumentKind::TextSamplers:
        return exportTemplate(Folder::TextPresets);
    case DocumentKind::ChatTemplate:
        return exportTemplate(Folder::PromptTemplates);
    case DocumentKind::Rules:
        return exportRules(key.name);
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
        return; // their editor exports them
    }
}

void ExportController::exportScript(const RegexScript &script, const QString &name)
{
    askWhere(name, u"regex-"_s + safeFileName(name, u"script"_s) + u".json"_s, tr("Regex scripts (*.json)"),
             [script](LibraryStore &, const QString &target) {
                 return writeFileDurably(target, writeRegexScripts({script}));
             });
}

void ExportController::exportPersona(const QString &avatar, const QString &name)
{
    askWhere(name, name + u".persona.json"_s, tr("SmartTavern personas (*.json)"),
             [avatar](LibraryStore &store, const QString &target) {
                 return exportTo(store, ExportKind::FramingPersona, avatar, target);
             });
}

void ExportController::askWhere(const QString &title, const QString &file, const QString &filters,
                                const Write &write)
{
    QFileDialog *dialog = makeDialog(tr("Export %1").arg(title), file, filters, u"json"_s);
    followFilter(dialog);
    openFor(dialog, write);
}

} // namespace snug
