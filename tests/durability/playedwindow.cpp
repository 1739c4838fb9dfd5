#include "tests/durability/playedwindow.h"

#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/chat/unsenttexts.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/durability/chatlines.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/windowpages.h"

#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QListView>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug::durability {

namespace {

void sayLine(const QByteArray &line)
{
    const QByteArray whole = line + '\n';
    for (qsizetype done = 0; done < whole.size();) {
        const ssize_t written = ::write(STDOUT_FILENO, whole.constData() + done, size_t(whole.size() - done));
        if (written <= 0)
            return;
        done += written;
    }
}

QByteArray spelt(const QString &text)
{
    return text.toUtf8().toPercentEncoding();
}

} // namespace

PlayedWindow::PlayedWindow(QApplication &application, const QString &folder, Part part, quint32 seed,
                           int pace)
    : m_folder(folder)
    , m_part(part)
    , m_random(seed)
    , m_words(int(seed % 1'000'000) * 100) // unlike those of other runs
{
    m_since.start();
    m_program = std::make_unique<Application>(application,
                                              Application::Options{.libraryFolder = folder + u"/library"_s,
                                                                   .settingsFile = folder + u"/snug.ini"_s,
                                                                   .understudyPace = pace,
                                                                   .keysForThisRunOnly = true,
                                                                   .localProbes = {}});
    connect(&app().library, &Library::opened, this, [] { sayLine("opened"); });
    connect(&app().library, &Library::openFailed, this,
            [](const Error &error) { sayLine("openfailed " + error.line().toUtf8()); });
    connect(&app().chat, &ChatController::sessionChanged, this, [this] { follow(app().chat.session()); });
    connect(&app().library, &Library::changed, this, [this](const LibraryChange &change) {
        for (const QString &name : change.names) {
            if (m_imports.removeAll(name) > 0)
                sayLine("imported " + spelt(u"worlds/"_s + name + u".json"_s));
        }
    });
    m_observe.setInterval(100ms);
    connect(&m_observe, &QTimer::timeout, this, &PlayedWindow::observe);
    m_observe.start();
    m_step.setSingleShot(true);
    connect(&m_step, &QTimer::timeout, this, &PlayedWindow::begin);
    m_step.start(0);
    app().window.show();
    app().window.activateWindow();
}

PlayedWindow::~PlayedWindow() = default;

bool PlayedWindow::isReady() const
{
    return m_session && !m_session->preview().isBusy() && app().workspace.content.isReady() &&
           app().library.saveState().pending == 0;
}

QString PlayedWindow::chatFile() const
{
    const auto &reference = app().chat.reference();
    return reference ? app().library.layout().relative(chatPath(app().library.layout(), *reference))
                     : QString();
}

QString PlayedWindow::unsentFile() const
{
    const auto &reference = app().chat.reference();
    return reference ? app().library.layout().relative(unsentTextsFile(app().library.layout(), *reference))
                     : QString();
}

QPlainTextEdit *PlayedWindow::composer() const
{
    return app().chatPane.composer()->findChild<QPlainTextEdit *>();
}

void PlayedWindow::follow(ChatSession *session)
{
    if (session == m_session)
        return;
    m_session = session;
    if (!session)
        return;
    m_typed.clear();
    m_rewritten.clear();
    if (std::exchange(m_arrived, 0) > 0) // what has come of it is in the chat that was left
        sayLine("arriving " + QByteArray::number(m_since.elapsed()) + ' ' + spelt(unsentFile()) + " 0");
    m_lastFile = chatFile();
    connect(session, &ChatSession::changed, this, [this](const ChatChange &change) {
        const QString former = m_lastFile;
        tellState();
        if (!change.name)
            return;
        m_typed = u"?"_s; // it is kept under another name now, and said again
        if (m_branchedFrom.value(former) == m_lastFile)
            sayLine("discarded " + spelt(former)); // a branch was taken back
        else if (!m_branchedFrom.contains(m_lastFile))
            m_branchedFrom.insert(m_lastFile, former);
    });
    // The state of a chat that was left is said no more: what is saved then is more than what was promised.
    connect(&session->record().saver(), &ChatSaver::stateChanged, session, [this](const SaveStatus &status) {
        if (status.kind == SaveStatus::Kind::Saved)
            tellSaved();
        if (status.kind == SaveStatus::Kind::Failed)
            sayLine("failed " + status.error.line().toUtf8());
    });
    tellState();
    if (session->record().saver().hasFile() &&
        session->record().saver().state().kind == SaveStatus::Kind::Saved)
        tellSaved();
}

void PlayedWindow::tellState()
{
    const Chat &chat = m_session->chat();
    ChatReference reference = *app().chat.reference();
    reference.name = chat.name; // the controller may hear of it after this
    const QString file = app().library.layout().relative(chatPath(app().library.layout(), reference));
    QByteArrayList marks;
    for (const QByteArray &line : writeChat(chat).split('\n')) {
        if (!line.trimmed().isEmpty())
            marks.append(markOf(line));
    }
    m_lastFile = file;
    m_newest[file] = ++m_states;
    sayLine("state " + QByteArray::number(m_states) + ' ' + spelt(file) + ' ' + marks.join(','));
}

void PlayedWindow::tellSaved()
{
    sayLine("saved " + QByteArray::number(m_newest.value(m_lastFile)) + ' ' + spelt(m_lastFile));
}

void PlayedWindow::observe()
{
    const QByteArray now = QByteArray::number(m_since.elapsed()) + ' ';
    if (m_session) {
        const QByteArray place = now + spelt(unsentFile()) + ' ';
        if (const QString text = app().chat.draft(); text != m_typed) {
            m_typed = text;
            sayLine("typed " + place + spelt(text));
        }
        const QString rewritten =
            app().chat.editedRow() >= 0 ? app().chatPane.transcript()->editing().text() : QString();
        if (rewritten != m_rewritten) {
            m_rewritten = rewritten;
            sayLine("rewriting " + place + spelt(rewritten));
        }
        const bool isArriving = m_session->reply().phase == ReplyState::Phase::Streaming;
        const qsizetype arrived = isArriving ? m_session->reply().text.size() : 0;
        if (arrived != m_arrived) {
            m_arrived = arrived;
            sayLine("arriving " + place + QByteArray::number(arrived));
        }
    }
    sayLine("at " + now.trimmed());
}

void PlayedWindow::begin()
{
    if (!isReady())
        return m_step.start(5);
    disconnect(&m_step, &QTimer::timeout, this, &PlayedWindow::begin);
    // What was kept of this chat has been read when this is answered.
    app().library.perform([](LibraryStore &) -> Result<void> { return {}; }, this,
                          [this](const Result<void> &) {
                              if (m_part == Part::Look)
                                  return look();
                              if (m_part == Part::Write)
                                  return write();
                              sayLine("settled");
                              if (m_part == Part::Rest)
                                  return m_observe.stop();
                              connect(&m_step, &QTimer::timeout, this, &PlayedWindow::step);
                              m_step.start(0);
                          });
}

// As main() has it.
void PlayedWindow::write()
{
    m_endings = std::make_unique<TerminationSignals>();
    connect(m_endings.get(), &TerminationSignals::requested, m_program.get(), &Application::endNow);
    app().window.activateWindow();
    if (!QTest::qWaitForWindowActive(&app().window) || !say(true))
        qFatal("nothing can be said");
    connect(&m_step, &QTimer::timeout, this, &PlayedWindow::writeOn);
    m_step.start(5);
}

void PlayedWindow::writeOn()
{
    if (m_session->reply().phase != ReplyState::Phase::Streaming)
        return m_step.start(5);
    say(false);
    observe();
    sayLine("settled");
}

void PlayedWindow::look()
{
    observe();
    tellState();
    sayLine("settled");
    app().window.close();
}

// What is done

void PlayedWindow::step()
{
    for (int attempt = 0; attempt < 5 && !act(); ++attempt) {
    }
    m_step.start(m_random.bounded(4) > 0 ? m_random.bounded(60) : m_random.bounded(400));
}

bool PlayedWindow::act()
{
    app().window.activateWindow();
    if (!m_session || !QTest::qWaitForWindowActive(&app().window))
        return false;
    using enum Qt::KeyboardModifier;
    struct Habit
    {
        int often;
        std::function<bool()> act;
    };
    const QList<Habit> habits{
        {8, [this] { return say(true); }},
        {3, [this] { return say(false); }},
        {3, [this] { return rewrite(true); }},
        {1, [this] { return rewrite(false); }},
        {2, [this] { return press(Qt::Key_Right, AltModifier, true); }},
        {1, [this] { return press(Qt::Key_Left, AltModifier, true); }},
        {1, [this] { return press(Qt::Key_R, ControlModifier, true); }},
        {1, [this] { return press(Qt::Key_Escape, NoModifier, true); }},
        {3, [this] { return press(Qt::Key_Z, ControlModifier, true); }},
        {1, [this] { return press(Qt::Key_Z, ControlModifier | ShiftModifier, true); }},
        {1, [this] { return press(Qt::Key_Delete, ControlModifier, true); }},
        {1, [this] { return press(Qt::Key_H, ControlModifier, true); }},
        {1, [this] { return press(Qt::Key_B, ControlModifier, true); }},
        {1, [this] { return press(Qt::Key_N, ControlModifier, false); }},
        {2, [this] { return chooseCharacter(); }},
        {1, [this] { return importFile(); }},
        {2, [this] { return editPreset(); }},
        {1, [this] { return editLorebook(); }},
    };
    int all = 0;
    for (const Habit &habit : habits)
        all += habit.often;
    int chosen = m_random.bounded(all);
    for (const Habit &habit : habits) {
        chosen -= habit.often;
        if (chosen < 0)
            return habit.act();
    }
    return false;
}

// From the Studio, where a document was edited, as a user goes; no key reaches what is behind it.
bool PlayedWindow::goToChat()
{
    if (app().window.pages()->isStudioInFront())
        QTest::keyClick(&app().window, Qt::Key_Left, Qt::AltModifier);
    return !app().window.pages()->isStudioInFront() && app().chatPane.isVisible();
}

QString PlayedWindow::word(QChar kind)
{
    return kind + QString::number(++m_words) + u'x';
}

bool PlayedWindow::say(bool isSent)
{
    QPlainTextEdit *field = composer();
    if (!goToChat() || !field || !field->isEnabled())
        return false;
    field->setFocus();
    if (field->toPlainText().size() > 400)
        field->clear();
    QTest::keyClicks(field, word(u'U') + u" the fog "_s);
    if (isSent)
        QTest::keyClick(field, Qt::Key_Return);
    return true;
}

bool PlayedWindow::rewrite(bool isSaved)
{
    QPlainTextEdit *field = composer();
    if (!goToChat() || !field || app().chat.editedRow() >= 0)
        return false;
    if (!field->toPlainText().isEmpty())
        return press(Qt::Key_F2, Qt::NoModifier, true);
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Up);
    QWidget *editor = QApplication::focusWidget();
    if (app().chat.editedRow() < 0 || !editor)
        return false;
    QTest::keyClicks(editor, u' ' + word(u'E'));
    if (isSaved)
        QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    return true;
}

bool PlayedWindow::press(int key, Qt::KeyboardModifiers modifiers, bool inTranscript)
{
    if (inTranscript) {
        if (!goToChat())
            return false;
        QTest::keyClick(&app().window, Qt::Key_T, Qt::ControlModifier);
    }
    QWidget *focused = QApplication::focusWidget();
    QTest::keyClick(focused ? focused : &app().window, Qt::Key(key), modifiers);
    return true;
}

bool PlayedWindow::chooseCharacter()
{
    if (!goToChat())
        return false;
    const auto views = app().window.findChildren<QListView *>();
    for (QListView *view : views) {
        if (view->accessibleName() != u"Characters" || view->model()->rowCount() == 0)
            continue;
        const QModelIndex index = view->model()->index(m_random.bounded(view->model()->rowCount()), 0);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
        return true;
    }
    return false;
}

bool PlayedWindow::importFile()
{
    const QString name = word(u'B');
    const QString path = m_folder + u'/' + name + u".json"_s;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write("{\"entries\":{\"0\":{\"uid\":0,\"content\":\"Old.\"}}}") < 0)
        return false;
    file.close();
    m_imports.append(name);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint place = app().window.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&app().window, &enter);
    QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&app().window, &drop);
    return true;
}

bool PlayedWindow::editPreset()
{
    PresetEditorController &controller = app().presetEditor;
    if (!controller.editing() || (!controller.editing()->isOpen() && !controller.editing()->isOpening()))
        return press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier, false);
    if (!controller.editing()->isOpen())
        return false;
    if (!controller.editor()->isVisible()) // behind the chat
        return press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier, false);
    controller.editor()->showBlock(u"main"_s);
    return typeInto(controller.editor()->form()->text(), *controller.editing());
}

bool PlayedWindow::editLorebook()
{
    LorebookEditorController &controller = app().lorebookEditor;
    if (!std::exchange(m_hasAskedForLorebook, true))
        return press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier, false);
    LorebookEditor *editor = controller.editor();
    if (!controller.document().isOpen() || editor->lorebook().entries.isEmpty())
        return false;
    if (!editor->isVisible())
        return press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier, false);
    editor->openEntry(editor->lorebook().entries.first().uid);
    return typeInto(editor->form()->fieldEdit(LoreField::Content)->control(), controller.document());
}

bool PlayedWindow::typeInto(QWidget *field, DocumentEditing &document)
{
    QWidget *window = field->window();
    window->activateWindow();
    if (!field->isVisible() || !QTest::qWaitForWindowActive(window))
        return false;
    field->setFocus();
    const QString typed = word(u'D');
    QTest::keyClick(field, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(field, u' ' + typed);
    sayLine("edited " + QByteArray::number(m_since.elapsed()) + ' ' + typed.toUtf8());
    if (m_random.bounded(3) > 0)
        return true;
    // What stood in it when it was saved is in the file.
    connect(
        &document, &DocumentEditing::saved, this, [typed] { sayLine("documentsaved " + typed.toUtf8()); },
        Qt::SingleShotConnection);
    QTest::keySequence(window, QKeySequence::Save);
    return true;
}

} // namespace snug::durability
