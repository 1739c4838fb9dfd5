// The way to a character's own prompt template and system prompt template: from the Prompt menu, the
// character's menu and the card's editor. Where there is none, one is begun.
#pragma once

#include "core/model/prompttemplate.h"

#include <QObject>

namespace snug {

struct AppContext;

class CharacterTemplates : public QObject
{
    Q_OBJECT

public:
    explicit CharacterTemplates(const AppContext &app, QObject *parent = nullptr);

    // Of this card's file; without one, what is in effect.
    void open(const QString &cardFile, TemplatePart part);

private:
    QString nameOf(const QString &cardFile) const;

    const AppContext &m_app;
};

} // namespace snug
