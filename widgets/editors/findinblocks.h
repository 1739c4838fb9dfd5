// The bar with which one finds and replaces through all blocks of a preset.
#pragma once

#include "core/editing/presetsearch.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace snug {

class PlainLabel;

class FindInBlocks : public QWidget
{
    Q_OBJECT

public:
    explicit FindInBlocks(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPreset(const Preset &preset);
    QLineEdit *line() const { return m_text; }
    // Shows the bar, with this text to find unless it is empty.
    void open(const QString &text);
    // Where the caret is: the next match is the one behind it.
    void setPlace(const QString &identifier, qsizetype position);
    void next(int step); // 1 or -1
    QList<PresetMatch> matchesIn(const QString &identifier) const;

Q_SIGNALS:
    void matchChosen(const snug::PresetMatch &match);
    void matchesChanged();
    void edited(const snug::Preset &preset, const QString &label);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void search();
    void replaceNow();
    void replaceAll();
    void showCount();
    qsizetype indexAtPlace() const; // the match under the caret; -1: none

    Theme m_theme;
    Preset m_preset;
    QRegularExpression m_expression;
    QList<PresetMatch> m_matches;
    QString m_problem;
    QString m_block;
    qsizetype m_position = 0;
    QLineEdit *m_text;
    QLineEdit *m_replacement;
    QCheckBox *m_case;
    QCheckBox *m_words;
    QCheckBox *m_pattern;
    PlainLabel *m_count;
    QPushButton *m_replace;
    QPushButton *m_replaceAll;
};

} // namespace snug
