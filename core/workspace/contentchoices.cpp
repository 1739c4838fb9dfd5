#include "core/workspace/contentchoices.h"

#include "core/workspace/scriptowners.h"

namespace snug {

ContentChoices::ContentChoices(const Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
}

void ContentChoices::restore(const ActiveChoices &choices)
{
    m_now = choices;
    Q_EMIT restored();
}

void ContentChoices::keep(const std::function<void(ActiveChoices &)> &change)
{
    change(m_now);
    Q_EMIT changed();
}

void ContentChoices::choose(const std::function<void(ActiveChoices &)> &change)
{
    keep(change);
    Q_EMIT chosen();
}

void ContentChoices::choosePersona(const QString &avatar)
{
    m_now.persona = avatar;
    Q_EMIT personaChosen();
    Q_EMIT changed();
    Q_EMIT chosen();
}

void ContentChoices::choosePreset(const QString &name)
{
    choose([&](ActiveChoices &choices) { choices.preset = name; });
}

void ContentChoices::chooseMode(PromptMode mode)
{
    choose([&](ActiveChoices &choices) { choices.mode = mode; });
}

void ContentChoices::chooseLayout(const LayoutSettings &layout)
{
    choose([&](ActiveChoices &choices) { choices.layout = layout; });
}

void ContentChoices::setGlobalBook(const QString &name, bool active)
{
    QStringList names = m_now.globalBooks.value_or(m_library->contents().settings.lore.globalBooks);
    names.removeAll(name);
    if (active)
        names.append(name);
    choose([&](ActiveChoices &choices) { choices.globalBooks = names; });
}

void ContentChoices::allowScripts(const QString &owner, const QByteArray &digest, bool allowed)
{
    choose([&](ActiveChoices &choices) { choices.scripts.insert(owner, {allowed, digest}); });
}

void ContentChoices::scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after)
{
    const bool isAllowedThere = isAllowedBySettings(owner, m_library->contents().settings);
    keep([&](ActiveChoices &choices) { keepPermission(owner, before, after, isAllowedThere, choices); });
}

} // namespace snug
