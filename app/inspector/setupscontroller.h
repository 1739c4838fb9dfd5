// Two set-ups of the open chat beside each other: presets, models, personas and lorebooks each. Both prompts
// are made on other threads and follow the chat; both replies can be asked for, and go into the chat only if
// taken.
#pragma once

#include "core/chat/promptpreview.h"
#include "core/library/library.h"
#include "core/prompt/promptsetup.h"
#include "widgets/inspector/setupswindow.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>

#include <array>
#include <memory>

namespace snug {

struct AppContext;

class SetupsController : public QObject
{
    Q_OBJECT

public:
    explicit SetupsController(const AppContext &app, QObject *parent = nullptr);
    ~SetupsController() override;

    void open();
    SetupsWindow *window() const { return m_window; }
    void choose(int side, const SetupChoice &choice);
    const PreparedPrompt &prepared(int side) const { return m_sides[size_t(side)].preview.current(); }

private:
    static constexpr int sides = SetupsWindow::sides;
    struct Side
    {
        Side()
            : preview(assemble)
        {
        }
        SetupChoice choice;
        PromptSetup setup;
        ModelLink link;
        int loading = 0;
        quint64 round = 0; // of choices: answers to earlier ones are ignored
        PromptPreview preview;
        std::unique_ptr<Turn> turn;
        PreparedPrompt asked; // that the turn was made from
    };
    struct Comparison
    {
        AssembledPrompt first;
        AssembledPrompt second;
        QList<PromptChange> changes;
        std::array<std::optional<PromptPrefix>, SetupsWindow::sides> cached;
    };

    void make();
    void offer();
    void load(int side);
    void loadBooks(int side, const QStringList &names);
    void loadModel(int side);
    template <typename Job, typename Take> void read(int side, Job job, Take take);
    void loaded(int side);
    void follow();
    void compare();
    void send();
    void showReply(int side);
    void keepReply(int side);
    void stop();
    Side &at(int side) { return m_sides[size_t(side)]; }

    const AppContext &m_app;
    QPointer<SetupsWindow> m_window;
    std::array<Side, SetupsWindow::sides> m_sides;
    QFutureWatcher<Comparison> m_comparing;
    bool m_isDue = false;
};

} // namespace snug
