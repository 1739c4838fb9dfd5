// The manual: pages at the left, the page at the right, words to look for above. It is given its pages and
// shows nothing else: neither pictures nor addresses are loaded.
#pragma once

#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace snug {

// One page, in Markdown.
struct ManualPage
{
    QString path;  // "systems/hologram.md": what links of other pages name, from their own folder
    QString title; // in the list
    QString text;
    bool isListed = true; // else it is in the list only while it is shown or found
};

class ManualWindow : public QWidget
{
    Q_OBJECT

public:
    explicit ManualWindow(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPages(const QList<ManualPage> &pages);
    // `address` is a path, perhaps with "#heading"; false: there is no such page.
    bool showPage(const QString &address);
    QString path() const { return m_path; } // of what is shown

Q_SIGNALS:
    // A link that leads out of the manual.
    void linkRequested(const QString &address);

private:
    void follow(const QString &link);
    void goBack();
    void filter();
    void showRows();
    void showHeading(const QString &anchor);
    const ManualPage *page(const QString &path) const;

    Theme m_theme;
    QList<ManualPage> m_pages;
    QString m_path;
    QStringList m_before; // paths, the last one newest
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_text;
};

// A heading as links name it: "Replies for several" is "replies-for-several".
QString headingAnchor(const QString &heading);

} // namespace snug
