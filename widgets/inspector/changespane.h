// The inspector's page that says what is different from an earlier request: by source as sentences, and the
// text of the chosen one with what came and went in it.
#pragma once

#include "core/prompt/promptchanges.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;
class QListView;
class QStackedLayout;
class QTextEdit;

namespace snug {

class FactDelegate;
class FactModel;
class PlainLabel;

class ChangesPane : public QWidget
{
    Q_OBJECT

public:
    explicit ChangesPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Requests that one can compare with, the newest first, each with its id.
    void setChoices(const QList<std::pair<QString, QString>> &choices);
    // Chooses one, whether or not it is among the choices; empty = always the last one.
    void setWanted(const QString &id, const QString &text);
    QString wanted() const;
    // `kind`: of the less exact of the two prompts' counts.
    void setChanges(const QList<PromptChange> &changes, CountKind kind);
    // For two prompts that are chosen elsewhere.
    void hideChoice();
    // Instead of changes: why there is nothing to say.
    void setNothing(const QString &why);
    const QList<PromptChange> &changes() const { return m_changes; }
    void focusList();

Q_SIGNALS:
    void wantedChanged();
    void sourceRequested(const snug::Source &source, qsizetype position);

private:
    void showRows();
    void showText();

    Theme m_theme = Theme::light();
    QList<PromptChange> m_changes;
    CountKind m_kind = CountKind::Estimate;
    PlainLabel *m_against;
    QComboBox *m_earlier;
    PlainLabel *m_summary;
    PlainLabel *m_empty;
    QListView *m_view;
    FactModel *m_model;
    FactDelegate *m_delegate;
    QTextEdit *m_text;
    QStackedLayout *m_stack;
};

} // namespace snug
