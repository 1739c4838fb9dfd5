// SmartTavern's files of replacement rules in the library: read, kept in step, switched on and off.
#pragma once

#include "core/library/library.h"
#include "core/library/rulefiles.h"
#include "core/workspace/editedvalues.h"

#include <QObject>

namespace snug {

class ActiveRules : public QObject
{
    Q_OBJECT

public:
    // `library` outlives this.
    explicit ActiveRules(Library *library, QObject *parent = nullptr);

    // Files are on unless they are named here.
    void setSwitchedOff(const QStringList &names);
    const QStringList &switchedOff() const { return m_switchedOff; }
    void switchOn(const QString &name, bool isOn);
    bool isOn(const QString &name) const { return !m_switchedOff.contains(name); }

    const QList<RuleFile> &files() const { return m_files; }
    // What an editor holds of a file, in place of its rules. nullopt: the file counts again.
    void setEdited(const QString &name, const std::optional<QList<Json>> &edited);
    const QMap<QString, QList<Json>> &edited() const { return m_edited.values(); }
    QList<Json> rules() const; // of those that are on, in the order of the files' names
    bool isReady() const { return m_loading == 0; }

Q_SIGNALS:
    void changed();
    void switched(); // by the user, to be kept
    void problem(const snug::Error &error);

private:
    void load();

    Library *m_library;
    QList<RuleFile> m_files;
    QStringList m_switchedOff;
    EditedValues<QString, QList<Json>> m_edited;
    int m_loading = 0;
};

} // namespace snug
