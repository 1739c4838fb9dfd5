// The texts of a preset that are no blocks: nudges, separators, formats.
#pragma once

#include "core/model/preset.h"
#include "widgets/editors/text/macrotextedit.h"

#include <QScrollArea>

namespace snug {

class PlainLabel;

class PresetTexts : public QScrollArea
{
    Q_OBJECT

public:
    explicit PresetTexts(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    void setPreset(const Preset &preset);
    // By the file's key ("new_chat_prompt"); false if none is of that name.
    bool reveal(const QString &key, qsizetype start = 0, qsizetype length = 0);
    QString nameOf(const QString &key) const; // empty: none of that name
    // The key of the first text that is another now; empty: none is.
    QString changedSince(const Preset &before) const;
    void setFindings(const QList<LintFinding> &findings);
    QList<MacroTextEdit *> edits() const;

Q_SIGNALS:
    void edited(const snug::Preset &preset, const QString &label, const QString &field);

private:
    struct Row
    {
        QString key;
        QString Preset::*text;
        MacroTextEdit *edit;
    };

    Preset m_preset;
    QList<Row> m_rows;
    QList<PlainLabel *> m_meanings;
    bool m_isFilling = false;
};

} // namespace snug
