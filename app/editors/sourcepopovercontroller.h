// A click on a piece of the prompt: its text in a popover, where it is edited as in an editor. What is
// written counts in the prompt at once, is a draft after a pause, and is saved with a version of what was
// before; after that it can be taken back. A message and the chat's note are edited as in the chat: in one
// step that is undone there.
#pragma once

#include "app/chat/undosteps.h"
#include "core/editing/documenteditor.h"
#include "core/prompt/source.h"
#include "core/prompt/whatif.h"

#include <QObject>
#include <QPoint>
#include <QPointer>

#include <functional>
#include <memory>

namespace snug {

struct AppContext;
class SourcePopover;

class SourcePopoverController : public QObject
{
    Q_OBJECT

public:
    explicit SourcePopoverController(const AppContext &app, QObject *parent = nullptr);
    ~SourcePopoverController() override;

Q_SIGNALS:
    // It has no text of its own that could be edited in place, or is to be edited in the Studio.
    void openRequested(const snug::Source &source, qsizetype position);

private:
    // One document, and of it one text; or a text of the chat.
    struct Place
    {
        std::unique_ptr<DocumentEditing> document;
        std::function<QString()> read;
        std::function<QString(const QString &)> keep; // of the chat; gives why it cannot, empty = done
        quint64 message = 0;                          // of the chat: its stable id
        std::function<void(const QString &)> write;
        std::function<void(bool isInEffect)> putIntoEffect;
    };

    void makePopover();
    void look(QWidget *window, const Source &source, const QPoint &globalPosition);
    Place placeOf(const WhatIfTarget &target);
    Place placeInChat(const WhatIfTarget &target, const Source &source);
    void lookAtChat(QWidget *window, const QPoint &globalPosition);
    bool isEdited() const;
    void save();
    void keepAside(const QString &text);
    void dropAside();
    template <typename T, typename Put>
    Place placeIn(const DocumentFormat &format, const WhatIfTarget &target, Put put);
    void onOpened();
    void onEdited(const QString &text);
    void onSaved();
    void go(UndoSteps::Way way);
    void step(bool isBack);
    void refresh();
    void goToStudio();
    void close(bool keepsDraft);

    const AppContext &m_app;
    QPointer<SourcePopover> m_popover; // its window's child
    Place m_place;
    Place m_done; // saved last, to be taken back
    Source m_source;
    QString m_name;
    QString m_before;       // a text of the chat as it was
    bool m_isAside = false; // what is written instead is kept as the message's draft
    QPointer<QWidget> m_window;
    QPoint m_at;
};

} // namespace snug
