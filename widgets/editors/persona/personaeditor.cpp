#include "widgets/editors/persona/personaeditor.h"

#include "core/editing/personaedits.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/persona/personalist.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/elidedlabel.h"

#include <QAction>
#include <QCloseEvent>
#include <QListView>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

PersonaEditor::PersonaEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_head(new DocumentHead(this))
    , m_name(new ElidedLabel)
    , m_status(new EditorStatus)
    , m_people(new PersonaListPane)
    , m_form(new PersonaForm(repository))
    , m_menu(new QMenu(this))
    , m_findings(new FindingsBar([this](const LintFinding &finding) { return placeOf(finding); }, this))
{
    setObjectName(u"personaEditor"_s);
    setWindowTitle(tr("Personas[*]"));
    resize(980, 720);
    m_head->setName(m_name);
    auto *halves = new QSplitter;
    halves->addWidget(m_people);
    halves->addWidget(m_form);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({310, 670});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_status);
    column->addWidget(halves, 1);
    column->addWidget(m_findings);
    makeActions();
    connectForm();
    new WindowUndo(this);
    showCurrent();
}

// The list says that it changes while it goes.
PersonaEditor::~PersonaEditor()
{
    m_people->disconnect(this);
    m_form->disconnect(this);
}

void PersonaEditor::makeActions()
{
    const auto add = [this](const QString &text, const QKeySequence &key, auto act) {
        QAction *action = m_head->addMore(text, key);
        connect(action, &QAction::triggered, this, act);
        m_menu->addAction(action);
        return action;
    };
    m_head->newAction()->setText(tr("&New Persona"));
    m_head->newAction()->setShortcut(QKeySequence::New);
    m_head->duplicateAction()->setText(tr("D&uplicate Persona"));
    m_head->duplicateAction()->setShortcut(Qt::CTRL | Qt::Key_D);
    m_menu->addActions({m_head->newAction(), m_head->duplicateAction()});
    connect(m_head, &DocumentHead::newRequested, this, &PersonaEditor::newRequested);
    connect(m_head, &DocumentHead::duplicateRequested, this, [this] {
        if (currentPersona())
            Q_EMIT duplicateRequested(m_current);
    });
    // In texts the key deletes characters.
    QAction *removal = m_menu->addAction(tr("&Delete"), this, &PersonaEditor::remove);
    m_head->moreMenu()->addAction(removal);
    auto *key = new QShortcut(QKeySequence::Delete, m_people->view());
    key->setContext(Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, &PersonaEditor::remove);
    add(tr("&Rename"), Qt::Key_F2, [this] { m_form->focusName(); });
    add(tr("Default &On or Off"), Qt::CTRL | Qt::Key_Asterisk, &PersonaEditor::toggleDefault);
    add(tr("Replace &Picture…"), Qt::CTRL | Qt::Key_P, [this] {
        if (currentPersona())
            Q_EMIT pictureRequested(m_current);
    });
    add(tr("&Use Now"), Qt::CTRL | Qt::Key_Return, [this] {
        if (currentPersona())
            Q_EMIT useRequested(m_current);
    });
    m_head->moreMenu()->addSeparator();
    const auto addHere = [this](const QString &text, const QKeySequence &keys, auto act) {
        connect(m_head->addMore(text, keys), &QAction::triggered, this, act);
    };
    addHere(tr("&Import Backup…"), Qt::CTRL | Qt::Key_I, &PersonaEditor::importRequested);
    addHere(tr("&Export Backup…"), Qt::CTRL | Qt::Key_E, &PersonaEditor::exportRequested);
    m_head->moreMenu()->addSeparator();
    addHere(tr("&Search"), QKeySequence::Find, [this] { m_people->focusSearch(); });
    m_head->findFieldsIn({m_form}, m_people->searchLine());
    addHere(tr("Go to the &List"), Qt::CTRL | Qt::Key_L, [this] { m_people->focusList(); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(m_people, &PersonaListPane::menuRequested, m_menu,
            [this](const QPoint &position) { m_menu->popup(position); });
}

void PersonaEditor::connectForm()
{
    connect(m_people, &PersonaListPane::currentChangedTo, this, [this](const QString &avatar) {
        m_current = avatar;
        showCurrent();
        Q_EMIT chosen(avatar);
    });
    connect(m_people, &PersonaListPane::activated, m_form->text(), qOverload<>(&QWidget::setFocus));
    connect(m_form, &PersonaForm::edited, this,
            [this](const Persona &persona, const QString &label, const QString &field) {
                Q_EMIT edited(withPersona(m_list, persona), label, field);
            });
    connect(m_findings, &FindingsBar::chosen, this, &PersonaEditor::go);
    connect(m_form, &PersonaForm::defaultRequested, this, &PersonaEditor::toggleDefault);
    connect(m_form, &PersonaForm::chatLockRequested, this,
            [this](bool isOn) { Q_EMIT chatLockRequested(m_current, isOn); });
    connect(m_form, &PersonaForm::pictureRequested, this, [this] { Q_EMIT pictureRequested(m_current); });
    connect(m_form, &PersonaForm::useRequested, this, [this] { Q_EMIT useRequested(m_current); });
}

void PersonaEditor::setTheme(const Theme &theme)
{
    m_head->setTheme(theme);
    m_status->setTheme(theme);
    m_people->setTheme(theme);
    m_form->setTheme(theme);
    m_findings->setTheme(theme);
}

void PersonaEditor::setPictureEngine(const std::shared_ptr<PictureEngine> &engine)
{
    m_people->setPictureEngine(engine);
    m_form->setPictureEngine(engine);
}

void PersonaEditor::setMacros(const QList<MacroWord> &macros)
{
    m_form->text()->setMacros(macros);
}

void PersonaEditor::setState(const PersonaList &list, const PersonaList &saved,
                             const QList<Persona> &unlisted, const DocumentState &state)
{
    m_list = list;
    m_saved = saved;
    m_unlisted = unlisted;
    m_head->setState(state);
    setWindowModified(state.isEdited);
    showList();
}

void PersonaEditor::setAround(const PersonaDependencies &around)
{
    if (m_deps == around)
        return;
    m_deps = around;
    m_people->setFolder(around.pictureFolder);
    m_form->setAround(around);
    showList();
}

void PersonaEditor::showList()
{
    QSet<QString> marked;
    for (const Persona &persona : std::as_const(m_list.personas)) {
        const Persona *before = findPersona(m_saved, persona.avatar);
        if (!before || *before != persona)
            marked.insert(persona.avatar);
    }
    m_people->setPersonas(m_list.personas + m_unlisted, m_list.defaultAvatar, m_deps.inEffect, marked);
    m_head->setFacts(tr("%n persona(s)", nullptr, int(m_list.personas.size() + m_unlisted.size())));
    if (!m_wanted.isEmpty() && findPersona(m_list, m_wanted))
        m_people->choose(std::exchange(m_wanted, {}));
    else if (m_people->current().isEmpty() && !m_list.personas.isEmpty())
        m_people->choose(findPersona(m_list, m_deps.inEffect) ? m_deps.inEffect
                                                              : m_list.personas.first().avatar);
    m_current = m_people->current();
    showCurrent();
}

std::optional<Persona> PersonaEditor::currentPersona() const
{
    if (const Persona *persona = findPersona(m_list, m_current))
        return *persona;
    if (const Persona *persona = findPersona({m_unlisted, {}}, m_current))
        return *persona;
    return std::nullopt;
}

void PersonaEditor::showCurrent()
{
    const std::optional<Persona> current = currentPersona();
    m_name->setWhole(current ? current->name : QString());
    m_form->setPersona(currentPersona(), !m_current.isEmpty() && m_list.defaultAvatar == m_current);
    showTextFindings();
}

void PersonaEditor::setFindings(const QList<LintFinding> &findings)
{
    m_findings->setFindings(findings);
    showTextFindings();
}

void PersonaEditor::showTextFindings()
{
    QList<LintFinding> here;
    for (const LintFinding &finding : m_findings->findings()) {
        if (finding.block == m_current && finding.where.endsWith(u".description"))
            here.append(finding);
    }
    m_form->text()->setFindings(here);
}

QString PersonaEditor::placeOf(const LintFinding &finding) const
{
    const Persona *persona = findPersona(m_list, finding.block);
    return !persona || persona->name.isEmpty() ? finding.block : persona->name;
}

void PersonaEditor::go(const LintFinding &finding)
{
    if (!findPersona(m_list, finding.block))
        return;
    m_people->choose(finding.block);
    const qsizetype name = finding.where.indexOf(finding.block);
    m_form->focusField(finding.where.sliced(name + finding.block.size()).section(u'.', 1, 1));
    if (finding.start >= 0)
        m_form->text()->reveal(finding.start, finding.length);
}

void PersonaEditor::choose(const QString &avatar)
{
    m_wanted = avatar;
    showList();
}

void PersonaEditor::refreshPicture(const QString &avatar)
{
    m_people->refreshPicture(avatar);
    if (avatar == m_current)
        m_form->refreshPicture();
}

void PersonaEditor::remove()
{
    const QStringList chosen = m_people->chosen();
    QStringList pictures;
    for (const QString &avatar : chosen) {
        if (!findPersona(m_list, avatar))
            pictures.append(avatar);
    }
    if (!pictures.isEmpty())
        Q_EMIT pictureDeletionRequested(pictures);
    if (chosen.size() > pictures.size())
        Q_EMIT edited(withoutPersonas(m_list, chosen), tr("Delete"), {});
}

void PersonaEditor::toggleDefault()
{
    const std::optional<Persona> persona = currentPersona();
    if (!persona)
        return;
    PersonaList list = withPersona(m_list, *persona);
    const bool isOn = list.defaultAvatar != m_current;
    list.defaultAvatar = isOn ? m_current : QString();
    Q_EMIT edited(list, isOn ? tr("Make Default") : tr("No Default"), {});
}

void PersonaEditor::setTokens(const QString &text)
{
    m_form->setTokens(text);
}

} // namespace snug
