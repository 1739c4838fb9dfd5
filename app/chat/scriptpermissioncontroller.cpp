#include "app/chat/scriptpermissioncontroller.h"

#include "app/appcontext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/theme/emptymenu.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

static const QString permissionNotice = u"scripts:"_s;

ScriptPermissionController::ScriptPermissionController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.workspace.content, &ActiveContent::changed, this, &ScriptPermissionController::offer);
    connect(app.window.regexMenu(), &QMenu::aboutToShow, this, &ScriptPermissionController::fillMenu);
    connect(app.chatPane.notices(), &NoticeBar::putAway, this, [this](const QString &id) {
        if (id.startsWith(permissionNotice))
            m_putAway.insert(id.sliced(permissionNotice.size()));
    });
    fillMenu();
}

void ScriptPermissionController::offer()
{
    QSet<QString> wanted;
    for (const ScriptOwner &owner : m_app.workspace.content.scripts().owners()) {
        if (owner.isAllowed || m_putAway.contains(owner.key))
            continue;
        wanted.insert(owner.key);
        const QString id = permissionNotice + owner.key;
        // Who says yes means the scripts that are there now.
        if (m_app.chatPane.notices()->isShown(id) && m_asked.value(owner.key) == owner.digest)
            continue;
        m_asked.insert(owner.key, owner.digest);
        const int count = int(owner.scripts.size());
        const QString text =
            owner.kind == ScriptOwner::Kind::Card
                //: %1 is a character's name
                ? tr("Let %n regex script(s) of %1 change texts?", nullptr, count)
                //: %1 is a preset's name
                : tr("Let %n regex script(s) of the preset %1 change texts?", nullptr, count);
        const auto decide = [this, key = owner.key, digest = owner.digest](bool isAllowed) {
            return [this, key, digest, isAllowed] {
                m_app.workspace.content.choices().allowScripts(key, digest, isAllowed);
            };
        };
        m_app.chatPane.notices()->post(id, {Notice::Kind::Hint,
                                            text.arg(owner.name),
                                            {{tr("Allow"), decide(true)}, {tr("Leave Off"), decide(false)}}});
    }
    for (const QString &key : std::as_const(m_offered)) {
        if (!wanted.contains(key))
            m_app.chatPane.notices()->dismiss(permissionNotice + key);
    }
    m_offered = wanted;
}

void ScriptPermissionController::fillMenu()
{
    QMenu *menu = m_app.window.regexMenu();
    emptyMenu(menu);
    const auto item = [menu](const QString &text, bool isChecked) {
        QAction *action = menu->addAction(QString(text).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(isChecked);
        return action;
    };
    const auto list = [&](const QList<RegexScript> &scripts, bool isOn) {
        for (const RegexScript &script : scripts)
            item(script.name.isEmpty() ? script.find : script.name, isOn && !script.disabled)
                ->setEnabled(false);
    };
    for (const ScriptOwner &owner : m_app.workspace.content.scripts().owners()) {
        const bool isOn = owner.isAllowed.value_or(false);
        const QString text = owner.kind == ScriptOwner::Kind::Card
                                 ? tr("Allow the Scripts of %1", "a character").arg(owner.name)
                                 : tr("Allow the Scripts of the Preset %1").arg(owner.name);
        connect(item(text, isOn), &QAction::triggered, this,
                [this, key = owner.key, digest = owner.digest](bool on) {
                    m_app.workspace.content.choices().allowScripts(key, digest, on);
                });
        list(owner.scripts, isOn);
        menu->addSeparator();
    }
    list(m_app.workspace.content.scripts().global(), true);
    addRules();
    if (menu->isEmpty())
        menu->addAction(tr("No regex scripts here"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::EditScripts));
}

// All else is done with them in the Studio, which Edit leads to.
void ScriptPermissionController::addRules()
{
    ActiveRules *rules = &m_app.workspace.content.rules();
    if (rules->files().isEmpty())
        return;
    m_app.window.regexMenu()->addSection(tr("SmartTavern's Rules (in Framing Mode)"));
    for (const RuleFile &file : rules->files()) {
        QMenu *own = m_app.window.regexMenu()->addMenu(QString(file.name).replace(u'&', u"&&"_s));
        QAction *on = own->addAction(tr("&On"));
        on->setCheckable(true);
        on->setChecked(rules->isOn(file.name));
        connect(on, &QAction::triggered, rules,
                [rules, name = file.name](bool isOn) { rules->switchOn(name, isOn); });
        connect(own->addAction(tr("&Edit…")), &QAction::triggered, this,
                [this, name = file.name] { Q_EMIT editRulesRequested(name); });
        own->addSeparator();
        for (const Json &rule : file.rules) {
            const QString name = rule.value(u"name").toText();
            QAction *action = own->addAction(
                QString(name.isEmpty() ? rule.value(u"find_regex").toText() : name).replace(u'&', u"&&"_s));
            action->setCheckable(true);
            action->setChecked(rules->isOn(file.name) && rule.value(u"enabled").toBool());
            action->setEnabled(false);
        }
    }
}

} // namespace snug
