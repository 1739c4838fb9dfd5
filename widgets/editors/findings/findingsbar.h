// The line at the foot of an editor that says what `snug lint` finds while one writes. It opens into the
// list of findings; each leads to its place.
#pragma once

#include "core/lint/lintfinding.h"
#include "widgets/theme/theme.h"

#include <QFrame>

#include <functional>

class QListWidget;
class QToolButton;

namespace snug {

class ElidedLabel;

class FindingsBar : public QFrame
{
    Q_OBJECT

public:
    // The name of a finding's place in the user's words ("Main Prompt"); may be empty.
    using PlaceNames = std::function<QString(const LintFinding &finding)>;

    // F8 and Shift+F8 in the window of `parent` go to the next and the previous one.
    explicit FindingsBar(PlaceNames placeNames, QWidget *parent);

    void setTheme(const Theme &theme);
    void setFindings(const QList<LintFinding> &findings);
    const QList<LintFinding> &findings() const { return m_findings; }
    // Before anything was looked at; there is nothing to say then.
    void clear();

    void setOpen(bool isOpen);
    bool isOpen() const;
    // Round the end.
    void step(int by);

    QListWidget *list() const { return m_list; }
    QToolButton *head() const { return m_head; }

Q_SIGNALS:
    void chosen(const snug::LintFinding &finding);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showHead();
    void fill();
    void fitList();

    Theme m_theme;
    PlaceNames m_placeNames;
    QList<LintFinding> m_findings; // warnings first
    QToolButton *m_head;
    ElidedLabel *m_first; // while the list is closed, what stands first in it
    QListWidget *m_list;
};

} // namespace snug
