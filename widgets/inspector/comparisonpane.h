// The inspector's page with two characters' prompts beside each other.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QComboBox;
class QListView;

namespace snug {

class ComparisonDelegate;
class ComparisonModel;
class PlainLabel;

// Says whose prompt it wants beside the one that the inspector shows, and is given both.
class ComparisonPane : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPane(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Whose prompt is shown, and who else there is; each with an id that wanted() tells.
    void setNames(const QString &shown, const QList<std::pair<QString, QString>> &others);
    // Not characters, who know something or not, but two ways to make a prompt; the other one is given.
    void compareWays(const QString &left, const QString &right);
    QString wanted() const; // the id; empty = there is nobody else
    void setPrompts(const AssembledPrompt &left, const AssembledPrompt &right);

Q_SIGNALS:
    void wantedChanged(); // also when the page comes to the front

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void showCount();
    void fit();

    Theme m_theme = Theme::light();
    ComparisonModel *m_model;
    ComparisonDelegate *m_delegate;
    PlainLabel *m_left;
    PlainLabel *m_other; // in the place of m_right
    bool m_areWays = false;
    QComboBox *m_right;
    PlainLabel *m_count;
    QListView *m_list;
};

} // namespace snug
