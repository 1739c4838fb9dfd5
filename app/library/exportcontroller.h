// Files out of the library: the user is asked where to, and told what came of it.
#pragma once

#include "core/editing/documentkey.h"
#include "core/library/chatsmodel.h"
#include "core/library/exporter.h"
#include "core/model/chat.h"
#include "core/model/regexscript.h"

#include <QObject>

#include <functional>

class QFileDialog;

namespace snug {

struct AppContext;

class ExportController : public QObject
{
    Q_OBJECT

public:
    explicit ExportController(const AppContext &app, QObject *parent = nullptr);

    void exportCard(const QString &file, const QString &name);
    void exportGroup(const QString &file, const QString &name); // without its chats
    void exportChat(const ChatReference &reference);
    // As a file of their own.
    void exportMessages(const Chat &chat, const QList<Message> &messages);
    // `name`: what the user calls it.
    void exportDocument(const DocumentKey &key, const QString &name);
    void exportScript(const RegexScript &script, const QString &name);

Q_SIGNALS:
    void failed(const snug::Error &error);

private:
    void fillMenus();
    void exportDocument(ExportKind kind, const QString &name);
    void exportPersona(const QString &avatar, const QString &name);
    void exportRules(const QString &name);
    using Write = std::function<Result<void>(LibraryStore &store, const QString &target)>;
    void askWhere(const QString &title, const QString &file, const QString &filters, const Write &write);
    // `suffix`: of a name that is typed without one.
    QFileDialog *makeDialog(const QString &title, const QString &file, const QString &filters,
                            const QString &suffix);
    void openFor(QFileDialog *dialog, const Write &write);

    const AppContext &m_app;
};

} // namespace snug
