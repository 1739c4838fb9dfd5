// Who knows a message: everybody, or those who are picked. It stays open while one picks.
#pragma once

#include <QMenu>
#include <QStringList>

namespace snug {

class KnowersMenu : public QMenu
{
    Q_OBJECT

public:
    // Deletes itself when it closes. `knowers`: empty = everybody. `sender` always knows what they said.
    KnowersMenu(const QStringList &names, const QStringList &knowers, const QString &sender, QWidget *parent);

Q_SIGNALS:
    // When it closes, unless by Escape or with nothing changed. Empty = everybody.
    void chosen(const QStringList &names);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void pick(const QAction *item);
    QStringList picked() const;

    QStringList m_before;
    QString m_sender;
    QAction *m_everybody = nullptr;
    QList<QAction *> m_names;
    bool m_isDropped = false; // Escape
};

} // namespace snug
