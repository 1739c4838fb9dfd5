#include "app/memory/memorycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/bookfile.h"
#include "core/library/library.h"
#include "core/memory/memorybookname.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/scenestrip.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/emptymenu.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

static const QString commandNotice = u"memory-command"_s;
static constexpr int settingsQuietTime = 300; // milliseconds after the last message

MemoryController::MemoryController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_context(app)
    , m_dock(app.window.chatPage()->memoryDock())
    , m_menu(app.window.memoryMenu())
    , m_making(app)
    , m_sidePrompts(app)
    , m_kept(app, this)
{
    m_due.setSingleShot(true);
    m_due.setInterval(settingsQuietTime);
    connect(&m_due, &QTimer::timeout, this, &MemoryController::lookForDue);
    connectPane();
    connect(&app.chat, &ChatController::sessionChanged, this, &MemoryController::connectSession);
    connect(&app.workspace.memory, &MemorySetup::problem, this, &MemoryController::failed);
    connect(&m_sidePrompts, &SidePromptController::failed, this, &MemoryController::failed);
    connect(&m_sidePrompts, &SidePromptController::dueAgain, &m_due, qOverload<>(&QTimer::start));
    connect(&m_making, &MemoryMaking::shown, this, &MemoryController::showDock);
    connect(&m_making, &MemoryMaking::kept, this, [this](const MessageRange &range, const QString &book) {
        m_sidePrompts.runAfterMemory(range, book);
    });
    connect(&m_making, &MemoryMaking::takenBack, &m_kept, &KeptMemories::removeIfEmpty);
    connect(&m_kept, &KeptMemories::failed, this, &MemoryController::failed);
    connect(&m_kept, &KeptMemories::removed, this, [this](const QString &book) {
        if (boundBook() == book)
            bind({});
    });
    connect(m_menu, &QMenu::aboutToShow, this, &MemoryController::fillMenu);
    fillMenu();
}

void MemoryController::connectPane()
{
    Transcript *transcript = m_app.chatPane.transcript();
    connect(transcript, &Transcript::sceneStartRequested, this,
            [this](int row) { mark(true, rowInChat(row)); });
    connect(transcript, &Transcript::sceneEndRequested, this,
            [this](int row) { mark(false, rowInChat(row)); });
    SceneStrip *strip = m_app.chatPane.scene();
    connect(strip, &SceneStrip::memoryRequested, this, [this] { run(u"/creatememory"_s); });
    connect(strip, &SceneStrip::previewRequested, this, &MemoryController::showDock);
    connect(strip, &SceneStrip::clearRequested, this, [this] {
        if (m_session) {
            MemoryMarks marks = memoryMarksOf(m_session->chat());
            marks.markers = {};
            setMarks(marks);
        }
    });
    connect(strip, &SceneStrip::cancelRequested, this, [this] {
        m_making.stop();
        m_sidePrompts.stop();
    });
    connect(&m_making, &MemoryMaking::progressed, this, [this](const QString &text) {
        m_progress = text;
        showProgress();
    });
    connect(&m_sidePrompts, &SidePromptController::progressed, this, &MemoryController::showProgress);
    connect(&m_sidePrompts, &SidePromptController::shown, this, &MemoryController::showDock);
}

// What runs is said before what only waits.
void MemoryController::showProgress()
{
    const bool isRunning = m_making.isRunning() || m_sidePrompts.isBusy();
    const bool isMemory = !m_progress.isEmpty() && (m_making.isRunning() || !m_sidePrompts.isBusy());
    m_app.chatPane.scene()->showProgress(isMemory ? m_progress : m_sidePrompts.progressText(), isRunning);
}

void MemoryController::connectSession()
{
    m_making.cancel();
    m_sidePrompts.clear();
    m_due.stop();
    m_session = m_app.chat.session();
    if (m_session) {
        m_lookedAt = m_session->conversation().size();
        connect(m_session, &ChatSession::changed, this, &MemoryController::showMarks);
        for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
            connect(m_app.chat.known(), signal, this, &MemoryController::showMarks);
        connect(m_session, &ChatSession::replyChanged, this, &MemoryController::checkDue);
        connect(m_session, &ChatSession::changed, this, &MemoryController::checkDue);
    }
    m_kept.followSession();
    showMarks();
}

int MemoryController::rowInChat(int shown) const
{
    return m_app.chat.known() ? m_app.chat.known()->sourceRow(shown) : -1;
}

void MemoryController::showMarks()
{
    const MemoryMarks marks = m_session ? memoryMarksOf(m_session->chat()) : MemoryMarks();
    const SceneMarkers &markers = marks.markers;
    const KnownMessages *known = m_app.chat.known(); // whose rows are the transcript's
    m_app.chatPane.transcript()->setScene(
        {.first = known && markers.start ? known->shownFrom(*markers.start) : -1,
         .last = known && markers.end ? known->shownUpTo(*markers.end) : -1,
         .startNumber = markers.start.value_or(-1),
         .endNumber = markers.end.value_or(-1)});
    const std::optional<MessageRange> range = markers.range();
    QString text;
    if (range)
        text = tr("Scene: messages %1 (%n)", nullptr, range->size()).arg(range->text());
    else if (markers.start)
        text = tr("The scene starts at message %1. Mark its end.").arg(*markers.start);
    else if (markers.end)
        text = tr("The scene ends at message %1. Mark its start.").arg(*markers.end);
    m_app.chatPane.scene()->showScene(text, range.has_value());
}

void MemoryController::mark(bool isStart, int row)
{
    if (!m_session || row < 0 || row >= m_session->conversation().size())
        return;
    MemoryMarks marks = memoryMarksOf(m_session->chat());
    marks.markers = isStart ? marks.markers.withStart(row) : marks.markers.withEnd(row);
    setMarks(marks);
}

void MemoryController::setMarks(const MemoryMarks &marks)
{
    m_session->edits().change(UndoAction::MarkScene, {withMemoryMarks(m_session->chat(), marks)});
}

QString MemoryController::boundBook() const
{
    if (!m_session)
        return {};
    const Chat &chat = m_session->chat();
    return m_app.workspace.memory.settings().choosesBook ? memoryMarksOf(chat).chosenBook
                                                         : chat.metadata().value(u"world_info").toText();
}

// Commands

QList<ComposerCommand> MemoryController::commands() const
{
    QStringList names;
    for (const SidePrompt &prompt : sidePromptsIn(m_app.workspace.memory.sidePrompts()))
        names.append(prompt.name);
    QList<ComposerCommand> commands;
    for (const CommandHelp &help : memoryCommandHelp()) {
        ComposerCommand command{help.name, help.form, help.text};
        if (help.name.startsWith(u"sideprompt"_s))
            command.arguments = names;
        commands.append(command);
    }
    return commands;
}

bool MemoryController::run(const QString &text)
{
    if (!m_session || !text.startsWith(u'/'))
        return false;
    const QString name = text.sliced(1).section(u' ', 0, 0).trimmed();
    if (!std::ranges::contains(memoryCommandHelp(), name, &CommandHelp::name))
        return false;
    m_app.chatPane.notices()->dismiss(commandNotice);
    const bool writesBook = !name.startsWith(u"sideprompt-"_s);
    withBook(writesBook, [this, text](const QString &book, const Json &document) {
        if (m_session)
            runWith(text, book, document);
    });
    return true;
}

void MemoryController::runWith(const QString &text, const QString &name, const Json &book)
{
    const qsizetype blank = text.indexOf(u' ');
    const QStringView command = QStringView(text).sliced(1, (blank < 0 ? text.size() : blank) - 1);
    const QStringView arguments = blank < 0 ? QStringView() : QStringView(text).sliced(blank + 1);
    const MemoryMarks marks = memoryMarksOf(m_session->chat());
    CommandDependencies dependencies{.chatLength = int(m_session->conversation().size()),
                                     .markers = marks.markers,
                                     .place = marks.place,
                                     .isBusy = m_making.isBusy(),
                                     .book = book,
                                     .sidePrompts = m_app.workspace.memory.sidePrompts()};
    const std::optional<CommandPlan> plan = memoryCommand(command.trimmed(), arguments, dependencies);
    if (!plan)
        return;
    perform(*plan, text, name, book);
    if (book.isObject() || plan->memory || plan->sidePrompt)
        return;
    // Would it go with a lorebook? Then that is all that is missing.
    dependencies.book = Json::object();
    const std::optional<CommandPlan> possible = memoryCommand(command.trimmed(), arguments, dependencies);
    if (possible->memory || possible->sidePrompt)
        offerBook(sidePromptFaultText(SidePromptFault::NoBook), [this, text] { run(text); });
}

void MemoryController::perform(const CommandPlan &plan, const QString &text, const QString &bookName,
                               const Json &book)
{
    if (plan.markers) {
        MemoryMarks marks = memoryMarksOf(m_session->chat());
        marks.markers = *plan.markers;
        setMarks(marks);
    }
    QStringList lines;
    auto kind = NoticeKind::Success;
    for (const CommandNotice &notice : plan.notices) {
        lines.append(notice.text);
        kind = std::max(kind, notice.kind);
    }
    if (plan.sidePrompts)
        m_app.workspace.memory.setSidePrompts(*plan.sidePrompts);
    if ((plan.memory || plan.sidePrompt) && m_app.chatPane.composer()->draft() == text)
        m_app.chatPane.composer()->setDraft({}); // it had come back for want of a lorebook
    if (plan.memory)
        m_making.start(*plan.memory, bookName, book, false);
    else if (plan.sidePrompt)
        m_sidePrompts.runNow(*plan.sidePrompt, bookName);
    const bool isRefused = !plan.memory && !plan.sidePrompt && kind != NoticeKind::Success;
    if (lines.isEmpty() || (plan.memory && kind != NoticeKind::Error))
        return; // what is made says so itself
    m_app.chatPane.notices()->post(commandNotice, {kind == NoticeKind::Error     ? Notice::Kind::Problem
                                                   : kind == NoticeKind::Success ? Notice::Kind::Done
                                                                                 : Notice::Kind::Hint,
                                                   lines.join(u' '),
                                                   {},
                                                   Notice::Until::Chat});
    // What could not be done is there to be corrected.
    if (isRefused && m_app.chatPane.composer()->draft().isEmpty() && text.contains(u' '))
        m_app.chatPane.composer()->setDraft(text);
}

// The lorebook

void MemoryController::withBook(bool mayMake, const WithBook &act)
{
    const QString name = boundBook();
    if (name.isEmpty()) {
        if (mayMake && m_app.workspace.memory.settings().createsBook)
            makeAndBind(act);
        else
            act({}, {});
        return;
    }
    m_app.library.perform([name](LibraryStore &store) { return readBookDocument(store, name); }, this,
                          [this, name, act](const Result<Json> &book) {
                              if (!book)
                                  Q_EMIT failed(book.error());
                              act(name, book.value_or(Json()));
                          });
}

void MemoryController::makeAndBind(const WithBook &act)
{
    const SceneNames names = m_context.names();
    QStringList existing;
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        existing.append(book.name);
    const std::optional<QString> name = memoryBookName(m_app.workspace.memory.settings().bookName,
                                                       {names.character, names.user, names.chat}, existing);
    if (!name)
        return act({}, {});
    m_app.library.perform([name = *name](LibraryStore &store) { return makeBook(store, name); }, this,
                          [this, act, session = m_session](const Result<QString> &made) {
                              if (!made) {
                                  Q_EMIT failed(made.error());
                                  return;
                              }
                              m_kept.noteMade(*made);
                              if (session != m_session)
                                  return;
                              bind(*made);
                              withBook(false, act);
                          });
}

void MemoryController::bind(const QString &name)
{
    if (!m_session)
        return;
    if (m_app.workspace.memory.settings().choosesBook) {
        MemoryMarks marks = memoryMarksOf(m_session->chat());
        marks.chosenBook = name;
        m_session->edits().change(UndoAction::MarkScene, {withMemoryMarks(m_session->chat(), marks)});
        return;
    }
    m_session->edits().change(UndoAction::MarkScene, {setMetadata(m_session->chat(), u"world_info"_s,
                                                                  name.isEmpty() ? Json() : Json(name))});
}

void MemoryController::offerBook(const QString &text, const std::function<void()> &then)
{
    m_app.chatPane.notices()->post(
        commandNotice, {Notice::Kind::Problem,
                        text,
                        {{tr("Make a Lorebook"),
                          [this, then] { makeAndBind([then](const QString &, const Json &) { then(); }); }},
                         {tr("Choose One…"),
                          [this, then] {
                              auto *menu = new QMenu(&m_app.window);
                              menu->setAttribute(Qt::WA_DeleteOnClose);
                              fillBookMenu(menu);
                              const auto goOn = [this, then] {
                                  if (!boundBook().isEmpty())
                                      then();
                              };
                              // The menu says so before the action does.
                              connect(menu, &QMenu::triggered, this, goOn, Qt::QueuedConnection);
                              menu->popup(QCursor::pos());
                          }}},
                        Notice::Until::Chat});
}

void MemoryController::fillBookMenu(QMenu *menu)
{
    menu->clear();
    const QString bound = boundBook();
    const auto add = [&](const QString &text, const QString &name, bool isChecked) {
        QAction *action = menu->addAction(QString(text).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(isChecked);
        connect(action, &QAction::triggered, this, [this, name] { bind(name); });
    };
    for (const LorebookSummary &book : m_app.library.contents().lorebooks)
        add(book.name, book.name, book.name == bound);
    menu->addSeparator();
    add(tr("None"), {}, bound.isEmpty());
    connect(menu->addAction(tr("Make One for This Chat")), &QAction::triggered, this,
            [this] { makeAndBind([](const QString &, const Json &) {}); });
    menu->setEnabled(m_session);
}

// By themselves

// Once nothing is being said any more: in a group, once all have spoken.
void MemoryController::checkDue()
{
    if (m_session && !m_session->reply().isUnderWay() && m_session->conversation().size() != m_lookedAt)
        m_due.start();
}

void MemoryController::lookForDue()
{
    if (!m_session || m_session->reply().isUnderWay())
        return;
    const Chat &chat = m_session->chat();
    const bool hasGrown = chat.messages.size() > m_lookedAt;
    m_lookedAt = chat.messages.size();
    if (!hasGrown || chat.messages.last().isUser)
        return;
    const MemoryMarks marks = memoryMarksOf(chat);
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const std::optional<MessageRange> due =
        dueAutoSummary(int(chat.messages.size()), settings.autoSummary, marks.place);
    const bool wantsSidePrompts = m_sidePrompts.hasIntervalPrompts();
    if (due && !m_making.isBusy()) {
        withBook(true, [this, due = *due, marks](const QString &name, const Json &book) {
            if (!m_session || m_making.isBusy())
                return;
            if (!book.isObject())
                return offerPostponement();
            MemoryMarks next = marks;
            next.place.postponedUntil.reset();
            next.markers = {due.start, due.end};
            setMarks(next);
            m_making.start(due, name, book, true);
        });
    }
    if (!wantsSidePrompts)
        return;
    if (boundBook().isEmpty()) {
        if (!due)
            sayNoBook();
        return;
    }
    withBook(false, [this](const QString &name, const Json &book) { m_sidePrompts.runDue(name, book); });
}

// Once a chat: who does not want a lorebook is not asked at each message.
void MemoryController::sayNoBook()
{
    const std::optional<ChatReference> chat = m_app.chat.reference();
    if (!chat || m_toldNoBook.contains(*chat) || !m_sidePrompts.wouldRunWithBook())
        return;
    m_toldNoBook.append(*chat);
    offerBook(tr("Side prompts are due by their interval, but this chat has no memory lorebook to keep their "
                 "answers in."),
              [this] {
                  withBook(false, [this](const QString &name, const Json &book) {
                      m_sidePrompts.runDue(name, book);
                  });
              });
}

// Without a lorebook nothing can be kept: choose one, or be asked again later.
void MemoryController::offerPostponement()
{
    const auto postpone = [this](int messages) {
        return [this, messages] {
            if (!m_session)
                return;
            MemoryMarks marks = memoryMarksOf(m_session->chat());
            marks.place.postponedUntil = int(m_session->conversation().size()) + messages;
            setMarks(marks);
        };
    };
    m_app.chatPane.notices()->post(
        commandNotice,
        {Notice::Kind::Hint,
         tr("A memory is due, but this chat has no memory lorebook."),
         {{tr("Make a Lorebook"),
           [this] { makeAndBind([this](const QString &, const Json &) { run(u"/nextmemory"_s); }); }},
          {tr("In 10 Messages"), postpone(LeastPostponement)},
          {tr("In 50 Messages"), postpone(LongestPostponement)}},
         Notice::Until::Chat});
}

// Menu and dock

void MemoryController::fillMenu()
{
    emptyMenu(m_menu);
    const auto add = [this](const QString &text, auto act) {
        connect(m_menu->addAction(text), &QAction::triggered, this, act);
    };
    const auto onRow = [this](bool isStart) {
        return [this, isStart] {
            const int row = rowInChat(m_app.chatPane.transcript()->currentRow());
            const int last = m_session ? int(m_session->conversation().size()) - 1 : -1;
            mark(isStart, row >= 0 && row <= last ? row : last);
        };
    };
    add(tr("Start Scene at Message"), onRow(true));
    add(tr("End Scene at Message"), onRow(false));
    add(tr("Mark All since the Last Memory"), [this] {
        if (!m_session)
            return;
        MemoryMarks marks = memoryMarksOf(m_session->chat());
        if (const auto range = unprocessedRange(int(m_session->conversation().size()), marks.place)) {
            marks.markers = {range->start, range->end};
            setMarks(marks);
        } else {
            m_context.say(commandNotice, false, tr("There are no messages since the last memory."));
        }
    });
    m_menu->addSeparator();
    add(tr("Make Memory of the Scene…"), [this] { run(u"/creatememory"_s); });
    add(tr("Make Memory of All since the Last…"), [this] { run(u"/nextmemory"_s); });
    QMenu *run = m_menu->addMenu(tr("Run Side Prompt"));
    for (const SidePrompt &prompt :
         sidePromptsWithCommand(m_app.workspace.memory.sidePrompts(), u"sideprompt")) {
        connect(run->addAction(QString(prompt.name).replace(u'&', u"&&"_s)), &QAction::triggered, this,
                [this, name = prompt.name] { this->run(u"/sideprompt \""_s + name + u'"'); });
    }
    m_menu->addSeparator();
    QMenu *books = m_menu->addMenu(tr("Memory Lorebook"));
    fillBookMenu(books);
    add(tr("Side Prompts…"), [this] { Q_EMIT sidePromptsRequested(); });
    add(tr("Summary Presets…"), [this] { Q_EMIT presetsRequested(); });
    add(tr("Memory Settings…"), [this] { Q_EMIT settingsRequested(); });
}

void MemoryController::showDock()
{
    m_dock->show();
    m_dock->raise();
}

} // namespace snug
