// Two presets side by side, blocks copied across.
#pragma once

#include "core/editing/presetcomparison.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

class PresetComparer : public QWidget
{
    Q_OBJECT

public:
    explicit PresetComparer(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setLeft(const QString &title, const Preset &preset);
    // What can be chosen for the right side, and how it is called.
    void setChoices(const QList<std::pair<QString, QString>> &idsAndTitles, const QString &chosen);
    // `canTake`: blocks can be copied to it.
    void setRight(const Preset &preset, bool canTake);
    QString current() const; // identifier of the chosen pair; empty where no block is chosen

Q_SIGNALS:
    void rightChosen(const QString &id);
    void copyToLeftRequested(const QString &identifier);
    void copyToRightRequested(const QString &identifier);
    // Of what is no block: a SettingPair's key.
    void settingToLeftRequested(const QString &key);
    void settingToRightRequested(const QString &key);

private:
    void compare();
    void showPair();
    void addSettings(const QString &before);
    void copy(bool isToLeft);
    QString currentSetting() const;

    Theme m_theme;
    Preset m_left;
    Preset m_right;
    bool m_canTake = false;
    QList<BlockPair> m_pairs;
    QList<SettingPair> m_settings;
    PlainLabel *m_leftTitle;
    QComboBox *m_choices;
    QCheckBox *m_onlyDifferent;
    QTreeWidget *m_list;
    QPlainTextEdit *m_leftText;
    QPlainTextEdit *m_rightText;
    QPushButton *m_toLeft;
    QPushButton *m_toRight;
};

} // namespace snug
