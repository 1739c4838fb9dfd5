// The windows about memories: side prompts, summary presets, settings with profiles; opened, kept in step
// with the shelf, their files in and out.
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace snug {

struct AppContext;
class MemorySettingsDialog;
class SidePromptsDialog;
class SummaryPresetsDialog;

class MemoryDialogs : public QObject
{
    Q_OBJECT

public:
    explicit MemoryDialogs(const AppContext &app, QObject *parent = nullptr);

    SidePromptsDialog *showSidePrompts();
    SummaryPresetsDialog *showPresets();
    MemorySettingsDialog *showSettings();

    // Files as the windows take them; what is wrong with one is told by failed().
    void importSidePrompts(const QString &path);
    void importPresets(const QString &path);
    void importProfiles(const QString &path);

Q_SIGNALS:
    void failed(const snug::Error &error);

private:
    // Whether vectorized entries are measured; otherwise the forms say that they go by keys.
    void setHasEmbeddings(bool has);
    void refresh();
    void askForFile(QWidget *parent, const std::function<void(const QString &)> &take);
    void askForTarget(QWidget *parent, const QString &name, const std::function<Json()> &document);
    void readFile(const QString &path, const std::function<Result<void>(const Json &)> &take);
    Json exportedProfiles() const;

    const AppContext &m_app;
    QPointer<SidePromptsDialog> m_sidePrompts;
    QPointer<SummaryPresetsDialog> m_presets;
    QPointer<MemorySettingsDialog> m_settings;
    bool m_hasEmbeddings = false;
};

} // namespace snug
