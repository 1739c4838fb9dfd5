// What is tried through the menu, and what the section "Not sent" offers to try.
#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "core/guarded.h"
#include "core/tokens/loadtokenizer.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/droppedsection.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/mainwindow.h"

#include <QInputDialog>
#include <QLocale>
#include <QMenu>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

// Context size, persona and model: what no place of the prompt stands for.
void WhatIfController::showMenu(const QPoint &position)
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    auto *menu = new QMenu(&m_app.inspector);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QMenu *sizes = menu->addMenu(tr("Context size"));
    for (const int size : {2048, 4096, 8192, 16384, 32768, 65536, 131072}) {
        QAction *choice = sizes->addAction(QLocale().toString(size), this, [this, size] {
            WhatIf changed = m_whatIf;
            changed.contextSize = size;
            setWhatIf(changed);
        });
        choice->setCheckable(true);
        choice->setChecked(m_whatIf.contextSize == size);
    }
    QMenu *personas = menu->addMenu(tr("Persona"));
    const QList<Persona> people = m_app.workspace.content.personas().all();
    for (const Persona &persona : people) {
        QAction *choice = personas->addAction(persona.name, this, [this, persona] {
            WhatIf changed = m_whatIf;
            changed.persona = persona;
            setWhatIf(changed);
        });
        choice->setCheckable(true);
        choice->setChecked(m_whatIf.persona && m_whatIf.persona->avatar == persona.avatar);
    }
    personas->setEnabled(!personas->isEmpty());
    fillModels(menu->addMenu(tr("Model")));
    menu->addSeparator();
    QAction *back = menu->addAction(tr("Back to Files"), this, &WhatIfController::leave);
    back->setEnabled(!m_whatIf.isEmpty());
    menu->popup(position);
}

// Connections of the same kind: one that completes text has other templates, and so another prompt
// altogether.
void WhatIfController::fillModels(QMenu *menu)
{
    const Connection active = m_app.workspace.connections.link().connection;
    for (const Connection &connection : m_app.workspace.connections.connections()) {
        if (connection.completesText() != active.completesText())
            continue;
        const QString name = connection.model.isEmpty() ? connection.name
                                                        //: %1 is a connection, %2 its model
                                                        : tr("%1: %2").arg(connection.name, connection.model);
        QAction *choice = menu->addAction(name, this, [this, id = connection.id, name] {
            WhatIf changed = m_whatIf;
            changed.model = WhatIfModel{id, {}, name};
            if (id == m_app.workspace.connections.active())
                changed.model.reset();
            setWhatIf(changed);
        });
        choice->setCheckable(true);
        choice->setChecked(m_whatIf.model ? m_whatIf.model->connection == connection.id &&
                                                m_whatIf.model->model.isEmpty()
                                          : connection.id == m_app.workspace.connections.active());
    }
    menu->addSeparator();
    menu->addAction(tr("Another Model…"), this, [this] {
        auto *dialog = new QInputDialog(&m_app.window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Try Another Model"));
        dialog->setLabelText(tr("Name of the model, over the connection in use"));
        dialog->setTextValue(m_app.workspace.connections.link().connection.model);
        dialog->setOkButtonText(tr("&Try"));
        connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &name) {
            if (name.trimmed().isEmpty())
                return;
            WhatIf changed = m_whatIf;
            changed.model = WhatIfModel{m_app.workspace.connections.active(), name.trimmed(), name.trimmed()};
            setWhatIf(changed);
        });
        dialog->open();
    });
}

// Its link, and the tokenizer that counts for it: both may take a while.
void WhatIfController::tryModel()
{
    m_triedCounter.reset();
    const std::optional<WhatIfModel> wanted = m_whatIf.model;
    if (!wanted)
        return m_app.chat.setTriedLink(std::nullopt);
    m_app.workspace.connections.withLink(
        wanted->connection, wanted->model, this, [this, wanted](const ModelLink &link) {
            if (m_whatIf.model != wanted)
                return;
            m_app.chat.setTriedLink(link);
            Connection connection = link.connection;
            if (!wanted->model.isEmpty()) // the connection's own file is of its own model
                connection.tokenizerFile.clear();
            const QString tokenizer = m_app.workspace.counting.tokenizerOf(connection);
            using Loaded = Result<TokenCounterPtr>;
            auto *watcher = new QFutureWatcher<Loaded>(this);
            connect(watcher, &QFutureWatcher<Loaded>::finished, this, [this, watcher, wanted] {
                watcher->deleteLater();
                const Loaded loaded = watcher->result();
                if (m_whatIf.model != wanted || !loaded)
                    return;
                m_triedCounter = *loaded;
                if (ChatSession *session = m_app.chat.session())
                    session->upcoming().update();
            });
            watcher->setFuture(QtConcurrent::run(guarded([tokenizer] { return loadTokenizer(tokenizer); })));
        });
}

void WhatIfController::applyModel()
{
    if (!m_whatIf.model)
        return;
    if (!m_whatIf.model->model.isEmpty()) {
        QList<Connection> connections = m_app.workspace.connections.connections();
        for (Connection &connection : connections) {
            if (connection.id == m_whatIf.model->connection)
                connection.model = m_whatIf.model->model;
        }
        m_app.workspace.connections.setConnections(connections);
    }
    m_app.workspace.connections.chooseActive(m_whatIf.model->connection);
}

void WhatIfController::connectUnsent()
{
    DroppedSection *section = m_app.inspector.prompt()->dropped();
    connect(section, &DroppedSection::unfolded, this, &WhatIfController::findUnsent);
    connect(section, &DroppedSection::sizeRequested, this, [this](int size) {
        WhatIf changed = m_whatIf;
        changed.contextSize = size;
        setWhatIf(changed);
    });
    connect(section, &DroppedSection::blockRequested, this, [this](const QString &identifier) {
        const ChatSession *session = m_app.chat.session();
        if (!session || !session->upcoming().untouched().preset)
            return;
        const auto block = std::ranges::find(session->upcoming().untouched().preset->prompts, identifier,
                                             &PromptBlock::identifier);
        if (block == session->upcoming().untouched().preset->prompts.cend())
            return;
        WhatIf changed = m_whatIf;
        WhatIfChange &change = changed.at({WhatIfTarget::Kind::Block, identifier},
                                          block->name.isEmpty() ? identifier : block->name);
        change.isOn = !change.isOff; // one that was switched off here is only on again
        change.isOff = false;
        changed.tidy();
        setWhatIf(changed);
    });
    connect(&m_unsent, &QFutureWatcherBase::finished, this, [this] {
        if (m_unsentStop.stop_requested() || m_unsent.future().resultCount() == 0)
            return;
        const Unsent found = m_unsent.result();
        DroppedSection *shown = m_app.inspector.prompt()->dropped();
        shown->setUnsent(found.blocks);
        shown->setNext(found.next, found.context);
    });
}

// What comes back first is looked for while somebody looks: dozens of prompts are made for it.
void WhatIfController::findUnsent()
{
    const auto shown = m_app.chat.shownPrompt();
    m_unsentStop.request_stop();
    if (!shown)
        return;
    m_unsentStop = {};
    const bool isUnfolded = m_app.inspector.prompt()->dropped()->isUnfolded();
    m_unsent.setFuture(QtConcurrent::run(guarded(
        [inputs = shown->inputs, prompt = shown->prompt, isUnfolded, stop = m_unsentStop.get_token()] {
            Unsent found{unsentBlocks(inputs, prompt), {}, prompt.budget.context};
            if (isUnfolded)
                found.next = whatFitsNext(inputs, prompt, 3, stop);
            return found;
        },
        [](const Error &) { return Unsent(); })));
}

} // namespace snug
