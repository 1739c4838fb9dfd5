// What may be written after a slash: commands with their form and what they do, above the field that one
// writes in. It never takes the keyboard; the field's keys steer it while it is shown.
#pragma once

#include "widgets/theme/theme.h"

#include <QListWidget>

class QPlainTextEdit;

namespace snug {

struct ComposerCommand
{
    QString name;               // without the slash
    QString form;               // "/scenememory X-Y"
    QString text;               // what it does
    QStringList arguments = {}; // what may be named first, quoted where it is written
    QString argumentName = {};  // written in front of it: name="Mira"

    bool operator==(const ComposerCommand &) const = default;
};

class CommandPopup : public QListWidget
{
    Q_OBJECT

public:
    // Shown in the field's window.
    explicit CommandPopup(QPlainTextEdit *field);

    void setCommands(const QList<ComposerCommand> &commands);
    void setTheme(const Theme &theme);
    // What fits the text now; hidden where nothing does.
    void refresh();

Q_SIGNALS:
    void chosen(const QString &text); // for the field

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addRow(const QString &form, const QString &text, const QString &written);
    void place();
    void accept(const QListWidgetItem *item);

    QPlainTextEdit *m_field;
    QList<ComposerCommand> m_commands;
    QString m_putAway; // by Escape, at this text
};

} // namespace snug
