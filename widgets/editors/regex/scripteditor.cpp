#include "widgets/editors/regex/scripteditor.h"

#include "core/editing/scriptedits.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/findings/findingtext.h"
#include "widgets/editors/listeditorlayout.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/regex/scriptsmodel.h"
#include "widgets/editors/regex/scripttrialpane.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/windowundo.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QCheckBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QShortcut>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ScriptEditor::ScriptEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_head(new DocumentHead(this))
    , m_placeBox(new QComboBox)
    , m_status(new EditorStatus)
    , m_rows(new ScriptsModel(this))
    , m_list(new QListView)
    , m_empty(new PlainLabel(tr("No regex scripts here yet. Ctrl+N makes one; Import takes script files.")))
    , m_allowed(new QCheckBox(tr("These scripts may &act")))
    , m_form(new ScriptForm(repository))
    , m_trial(new ScriptTrialPane)
    , m_menu(new QMenu(this))
    // What is found names its script itself.
    , m_findings(new FindingsBar([](const LintFinding &) { return QString(); }, this))
{
    setObjectName(u"scriptEditor"_s);
    setWindowTitle(tr("Regex Scripts[*]"));
    resize(1120, 820);
    m_placeBox->setObjectName(u"scriptPlaces"_s);
    m_placeBox->setAccessibleName(tr("Whose regex scripts"));
    m_head->setName(m_placeBox);
    layOutListEditor(this, {.head = m_head,
                            .status = m_status,
                            .list = makeList(),
                            .form = m_form,
                            .trial = m_trial,
                            .findings = m_findings});
    makeActions();
    connectParts();
    new WindowUndo(this);
    showCurrent();
}

// The list says that it changes while it goes.
ScriptEditor::~ScriptEditor()
{
    m_list->selectionModel()->disconnect(this);
    m_rows->disconnect(this);
    m_form->disconnect(this);
    m_trial->disconnect(this);
}

QWidget *ScriptEditor::makeList()
{
    m_list->setObjectName(u"scripts"_s);
    m_list->setAccessibleName(tr("Regex scripts in the order in which they act"));
    m_list->setModel(m_rows);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setDropIndicatorShown(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setSpacing(1);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(12, 10, 12, 8);
    m_allowed->setObjectName(u"scriptsAllowed"_s);
    m_allowed->setToolTip(tr("Scripts that come with a preset or a card act once you allow it"));
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *above = new QHBoxLayout;
    above->setContentsMargins(12, 8, 12, 6);
    above->addWidget(m_allowed);
    above->addStretch(1);
    column->addLayout(above);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    side->setMinimumWidth(220);
    return side;
}

void ScriptEditor::makeActions()
{
    const auto add = [this](const QString &text, const QKeySequence &key, auto act) {
        QAction *action = m_head->addMore(text, key);
        connect(action, &QAction::triggered, this, act);
        m_menu->addAction(action);
        return action;
    };
    const auto addListKey = [this](const QKeySequence &keys, auto act) {
        auto *key = new QShortcut(keys, m_list);
        key->setContext(Qt::WidgetShortcut);
        connect(key, &QShortcut::activated, this, act);
    };
    m_head->newAction()->setText(tr("&New Script"));
    m_head->newAction()->setShortcut(QKeySequence::New);
    m_head->duplicateAction()->setText(tr("D&uplicate Script"));
    m_head->duplicateAction()->setShortcut(Qt::CTRL | Qt::Key_D);
    m_menu->addActions({m_head->newAction(), m_head->duplicateAction()});
    connect(m_head, &DocumentHead::newRequested, this, [this] { addNew(); });
    connect(m_head, &DocumentHead::duplicateRequested, this, [this] { duplicate(); });
    QAction *removal = m_menu->addAction(tr("&Delete"), this, [this] { remove(); });
    m_head->moreMenu()->addAction(removal);
    addListKey(QKeySequence::Delete, [this] { remove(); });
    add(tr("&Rename"), Qt::Key_F2, [this] { m_form->focusName(); });
    add(tr("Move U&p"), Qt::ALT | Qt::Key_Up, [this] { move(-1); });
    add(tr("Move D&own"), Qt::ALT | Qt::Key_Down, [this] { move(1); });
    QAction *switching = m_menu->addAction(tr("On or O&ff"), this, [this] { switchChosen(); });
    m_head->moreMenu()->addAction(switching);
    for (const bool isMove : {false, true}) {
        auto *to = new QMenu(isMove ? tr("&Move To") : tr("&Copy To"), this);
        to->setObjectName(isMove ? u"moveScripts"_s : u"copyScripts"_s);
        to->setEnabled(false);
        m_transfers.append(to);
        connect(to, &QMenu::aboutToShow, this, [this, to, isMove] { fillTransfers(to, isMove); });
        m_menu->addMenu(to);
        m_head->moreMenu()->addMenu(to);
    }
    m_head->moreMenu()->addSeparator();
    const auto addHere = [this](const QString &text, const QKeySequence &keys, auto act) {
        connect(m_head->addMore(text, keys), &QAction::triggered, this, act);
    };
    addHere(tr("&Import Scripts…"), Qt::CTRL | Qt::Key_I, &ScriptEditor::importRequested);
    addHere(tr("&Export Chosen Scripts…"), Qt::CTRL | Qt::Key_E, [this] {
        if (!chosen().isEmpty())
            Q_EMIT exportRequested(chosen());
    });
    m_head->moreMenu()->addSeparator();
    addHere(tr("Go to the &List"), Qt::CTRL | Qt::Key_L,
            [this] { m_list->setFocus(Qt::ShortcutFocusReason); });
    addHere(tr("Go to the E&xpression"), Qt::CTRL | Qt::SHIFT | Qt::Key_X, [this] { m_form->focusFind(); });
    m_head->findFieldsIn({m_form});
    addHere(tr("Go to the &Test Text"), Qt::CTRL | Qt::Key_T, [this] { m_trial->focusText(); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(m_list, &QWidget::customContextMenuRequested, m_menu,
            [this](const QPoint &position) { m_menu->popup(m_list->viewport()->mapToGlobal(position)); });
}

void ScriptEditor::connectParts()
{
    connect(m_placeBox, &QComboBox::activated, this,
            [this](int at) { Q_EMIT placeRequested(m_placeBox->itemData(at).toString()); });
    connect(m_findings, &FindingsBar::chosen, this, &ScriptEditor::go);
    connect(m_allowed, &QCheckBox::clicked, this, &ScriptEditor::allowRequested);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        showCurrent();
        Q_EMIT currentChangedTo(current());
    });
    connect(m_list, &QListView::activated, m_form, &ScriptForm::focusFind);
    connect(m_rows, &ScriptsModel::switched, this, [this](int row, bool isOn) {
        QList<RegexScript> scripts = m_scripts;
        scripts[row].disabled = !isOn;
        say(scripts, isOn ? tr("Switch On") : tr("Switch Off"), {});
    });
    connect(m_rows, &ScriptsModel::dropped, this, [this](QList<int> rows, int before) {
        const QList<RegexScript> scripts = withRowsMovedTo(m_scripts, rows, before);
        say(scripts, tr("Move Scripts"), rows);
    });
    connect(m_form, &ScriptForm::edited, this,
            [this](const RegexScript &script, const QString &label, const QString &field) {
                QList<RegexScript> scripts = m_scripts;
                if (current() < 0 || current() >= scripts.size())
                    return;
                scripts[current()] = script;
                Q_EMIT edited(scripts, label,
                              field.isEmpty() ? field : QString(QString::number(current()) + u'/' + field));
            });
}

void ScriptEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_head->setTheme(theme);
    m_status->setTheme(theme);
    m_rows->setTheme(theme);
    m_form->setTheme(theme);
    m_trial->setTheme(theme);
    m_findings->setTheme(theme);
    m_list->viewport()->update();
}

void ScriptEditor::setPlaces(const QList<ScriptPlace> &places, const QString &current)
{
    m_places = places;
    m_placeBox->clear();
    for (const ScriptPlace &place : places) {
        const QString name = place.isInEffect ? tr("%1 (in effect)").arg(place.name) : place.name;
        //: The dot says that it is not saved
        m_placeBox->addItem(place.isEdited ? tr("%1 •").arg(name) : name, place.id);
    }
    m_placeBox->setCurrentIndex(m_placeBox->findData(current));
    for (QMenu *menu : std::as_const(m_transfers))
        menu->setEnabled(places.size() > 1);
}

void ScriptEditor::setAllowed(std::optional<bool> isAllowed)
{
    m_allowed->setVisible(isAllowed.has_value());
    m_allowed->setChecked(isAllowed.value_or(false));
}

void ScriptEditor::setState(const QString &place, const QList<RegexScript> &scripts,
                            const QList<RegexScript> &saved, const DocumentState &state)
{
    const bool isOther = place != m_place;
    m_place = place;
    if (isOther)
        m_findings->clear();
    m_scripts = scripts;
    QSet<int> marked;
    for (qsizetype row = 0; row < scripts.size(); ++row) {
        if (!saved.contains(scripts[row]))
            marked.insert(int(row));
    }
    m_rows->setScripts(scripts, marked);
    m_head->setState(state);
    m_head->setFacts(tr("%n script(s)", nullptr, int(scripts.size())));
    setWindowModified(state.isEdited);
    m_empty->setVisible(scripts.isEmpty() && state.isOpen);
    if (const qsizetype wanted = rowOfId(m_wanted); wanted >= 0) {
        m_wanted.clear();
        choose({int(wanted)});
    } else if (!m_select.isEmpty()) {
        choose(std::exchange(m_select, {}));
    } else if (isOther || current() < 0 || current() >= scripts.size()) {
        choose({std::clamp(isOther ? 0 : current(), 0, std::max(0, int(scripts.size()) - 1))});
    }
    showCurrent();
}

int ScriptEditor::current() const
{
    return m_list->currentIndex().row();
}

std::optional<RegexScript> ScriptEditor::currentScript() const
{
    return current() >= 0 && current() < m_scripts.size() ? std::optional(m_scripts[current()])
                                                          : std::nullopt;
}

QList<int> ScriptEditor::chosen() const
{
    QList<int> rows;
    const QModelIndexList selected = m_list->selectionModel()->selectedIndexes();
    for (const QModelIndex &index : selected)
        rows.append(index.row());
    std::ranges::sort(rows);
    return rows;
}

void ScriptEditor::choose(const QList<int> &rows)
{
    QItemSelectionModel *selection = m_list->selectionModel();
    selection->clearSelection();
    for (const int row : rows)
        selection->select(m_rows->index(row), QItemSelectionModel::Select);
    if (!rows.isEmpty() && m_rows->index(rows.last()).isValid())
        selection->setCurrentIndex(m_rows->index(rows.last()), QItemSelectionModel::Select);
}

void ScriptEditor::chooseById(const QString &id)
{
    const qsizetype row = rowOfId(id);
    if (row < 0)
        m_wanted = id;
    else
        choose({int(row)});
}

qsizetype ScriptEditor::rowOfId(const QString &id) const
{
    const auto known = std::ranges::find(std::as_const(m_scripts), id, &RegexScript::id);
    if (id.isEmpty() || known == m_scripts.cend())
        return rowOfScript(m_scripts, id);
    return known - m_scripts.cbegin();
}

void ScriptEditor::showCurrent()
{
    m_form->setScript(currentScript());
    showTextFindings();
}

void ScriptEditor::setFindings(const QList<LintFinding> &findings)
{
    m_found = findings;
    showFindings();
}

void ScriptEditor::setFailure(const QString &find, const std::optional<RegexFailure> &failure, qsizetype at)
{
    m_form->setFailure(failure, at);
    const bool isSlow = failure && failure->kind == RegexFailure::Kind::OverTime;
    if (isSlow == m_slow.contains(find))
        return;
    if (isSlow)
        m_slow.insert(find);
    else
        m_slow.remove(find);
    showFindings();
}

// What trying has shown is doubtful too: the bar never says less than the form does.
void ScriptEditor::showFindings()
{
    QList<LintFinding> findings = m_found;
    for (qsizetype row = 0; row < m_scripts.size(); ++row) {
        if (m_slow.contains(m_scripts.at(row).find))
            findings.append(
                {.rule = u"script.slow"_s,
                 .where = u"%1.findRegex"_s.arg(row),
                 .what = tr("“%1” takes too long on the text it is tried on, and leaves it as it is")
                             .arg(m_scripts.at(row).name),
                 .fix = tr("Write an expression that does not repeat a repetition")});
    }
    m_findings->setFindings(findings);
    showTextFindings();
}

void ScriptEditor::showTextFindings()
{
    m_form->replacement()->setFindings(
        findingsAt(m_findings->findings(), u"%1.replaceString"_s.arg(current())));
}

void ScriptEditor::go(const LintFinding &finding)
{
    const int row = finding.where.section(u'.', 0, 0).toInt();
    if (row >= m_scripts.size())
        return;
    choose({row});
    m_form->focusField(finding.where.section(u'.', 1, 1));
    if (finding.start >= 0)
        m_form->replacement()->reveal(finding.start, finding.length);
}

void ScriptEditor::say(const QList<RegexScript> &scripts, const QString &label, const QList<int> &rows)
{
    if (scripts == m_scripts)
        return;
    m_select = rows;
    Q_EMIT edited(scripts, label, {});
    m_select.clear();
}

void ScriptEditor::addNew()
{
    const int place = current() >= 0 ? current() + 1 : int(m_scripts.size());
    say(withScripts(m_scripts, {newScript(tr("New script"))}, current()), tr("New Script"), {place});
    m_form->focusName();
}

void ScriptEditor::duplicate()
{
    const QList<int> rows = chosen();
    if (rows.isEmpty())
        return;
    QList<RegexScript> copies;
    QList<int> places;
    const QList<RegexScript> originals = rowsOf(m_scripts, rows);
    for (const RegexScript &script : originals) {
        RegexScript copy = asNewScript(script);
        copy.name = tr("%1 (copy)").arg(scriptTitle(script));
        places.append(rows.last() + 1 + int(copies.size()));
        copies.append(copy);
    }
    say(withScripts(m_scripts, copies, rows.last()), tr("Duplicate"), places);
}

void ScriptEditor::remove()
{
    const QList<int> rows = chosen();
    const QList<RegexScript> left = withoutRows(m_scripts, rows);
    if (rows.isEmpty())
        return;
    say(left, tr("Delete Scripts"),
        left.isEmpty() ? QList<int>() : QList{std::min(rows.first(), int(left.size()) - 1)});
}

void ScriptEditor::move(int direction)
{
    QList<int> rows = chosen();
    const QList<RegexScript> moved = withRowsMoved(m_scripts, rows, direction);
    say(moved, tr("Move Scripts"), rows);
}

void ScriptEditor::switchChosen()
{
    const QList<int> rows = chosen();
    QList<RegexScript> scripts = m_scripts;
    const bool isOn = std::ranges::any_of(rows, [&](int row) { return scripts[row].disabled; });
    for (const int row : rows)
        scripts[row].disabled = !isOn;
    say(scripts, isOn ? tr("Switch On") : tr("Switch Off"), rows);
}

void ScriptEditor::fillTransfers(QMenu *menu, bool isMove)
{
    menu->clear();
    for (const ScriptPlace &place : std::as_const(m_places)) {
        if (place.id == m_place)
            continue;
        menu->addAction(QString(place.name).replace(u'&', u"&&"_s), this, [this, id = place.id, isMove] {
            if (!chosen().isEmpty())
                Q_EMIT transferRequested(chosen(), id, isMove);
        });
    }
}

} // namespace snug
