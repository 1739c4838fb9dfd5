#include "app/help/manualcontroller.h"

#include "app/appcontext.h"
#include "app/desktop.h"
#include "core/prompt/promptmodename.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QList<ManualPage> manualPages()
{
    const std::pair<const char *, QString> pages[] = {
        {"manual/README.md", ManualController::tr("Snug in Ten Minutes")},
        {"manual/new.md", ManualController::tr("What Is New")},
        {"glossary.md", ManualController::tr("Glossary")},
        {"providers.md", ManualController::tr("Services and Local Models")},
        {"systems/together.md", ManualController::tr("Modes: Who Lays Out the Prompt")},
        {"systems/smelt.md", promptModeName(PromptMode::Smelt)},
        {"systems/smarttavern.md", promptModeName(PromptMode::Framing)},
        {"systems/gf-lt.md", ManualController::tr("Who Knows What (gf-lt)")},
        {"systems/memory-books.md", ManualController::tr("Memories (Memory Books)")},
        {"systems/hologram.md", promptModeName(PromptMode::Template)},
        {"sillytavern/README.md", ManualController::tr("SillyTavern's Rules")},
        {"sillytavern/differences.md", ManualController::tr("What SillyTavern Does and Snug Does Not")},
        {"sillytavern/prompt-order.md", ManualController::tr("Prompt Order")},
        {"sillytavern/lore.md", ManualController::tr("Lore")},
        {"sillytavern/macros.md", ManualController::tr("Macros")},
        {"sillytavern/regex.md", ManualController::tr("Regex Scripts")},
        {"sillytavern/commands.md", ManualController::tr("Slash Commands")},
        {"sillytavern/groups.md", ManualController::tr("Groups")},
        {"sillytavern/text-completion.md", ManualController::tr("Text Completion")},
        {"formats/snug-folder.md", ManualController::tr("What Snug Keeps in a Library")},
        {"reliability.md", ManualController::tr("Reliability")},
        {"security.md", ManualController::tr("Security")},
    };
    static const QString root = u":/snug/manual/"_s;
    QList<ManualPage> list;
    const auto add = [&list](const QString &path, const QString &title) {
        QFile file(root + path);
        if (!file.open(QIODevice::ReadOnly) || std::ranges::contains(list, path, &ManualPage::path))
            return;
        // Where a rule is in the source is not for whom this is for.
        static const QRegularExpression source(
            uR"re([ \n]*Lives in:(?:\s+(?:(?:and|next\s+to\s+it)\s+)?(?:the\s+other\s+)?`[^`]+`)re"
            uR"re((?:\s+\([^)]*\))?(?:\s+(?:files\s+there|in\s+the\s+same\s+folder))?[,;.]?)+)re"_s);
        const QString text = QString::fromUtf8(file.readAll()).remove(source);
        list.append({.path = path,
                     .title = title.isEmpty() ? text.section(u'\n', 0, 0).sliced(2) : title,
                     .text = text,
                     .isListed = !title.isEmpty()});
    };
    for (const auto &[path, title] : pages)
        add(QString::fromLatin1(path), title);
    // The others, which those lead to.
    const qsizetype listed = list.size();
    QDirIterator rest(root, {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (rest.hasNext())
        add(rest.next().sliced(root.size()), {});
    std::sort(list.begin() + listed, list.end(), [](const ManualPage &a, const ManualPage &b) {
        return a.title.localeAwareCompare(b.title) < 0;
    });
    return list;
}

ManualController::ManualController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    for (const auto &[id, path] : {std::pair(ActionId::Manual, u"manual/README.md"_s),
                                   std::pair(ActionId::WhatIsNew, u"manual/new.md"_s)})
        connect(app.actions.action(id), &QAction::triggered, this, [this, path] { show(path); });
    connect(&app.window, &MainWindow::closing, this, [this] {
        if (m_window)
            m_window->close();
    });
}

ManualController::~ManualController()
{
    delete m_window;
}

void ManualController::show(const QString &address)
{
    if (!m_window) {
        m_window = new ManualWindow;
        m_window->setTheme(m_app.theme.theme());
        m_window->setPages(manualPages());
        connect(&m_app.theme, &SystemTheme::themeChanged, m_window, &ManualWindow::setTheme);
        connect(m_window, &ManualWindow::linkRequested, this,
                [this](const QString &link) { followLink(link, link, m_window); });
    }
    m_window->showPage(address);
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

} // namespace snug
