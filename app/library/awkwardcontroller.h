// What a folder holds and what of it cannot be used: said in one line after it was opened, listed on demand,
// with the ways on.
#pragma once

#include "core/library/awkwarditems.h"
#include "core/library/groupfiles.h"
#include "widgets/library/awkwarddialog.h"

#include <QObject>
#include <QTimer>

namespace snug {

struct AppContext;

class AwkwardController : public QObject
{
    Q_OBJECT

public:
    explicit AwkwardController(const AppContext &app, QObject *parent = nullptr);

    void show();

private:
    void look();
    void tell();
    QString contentsText() const;
    QString problemsText() const;
    void act(AwkwardAct act, const AwkwardItem &item);
    void remove(const AwkwardItem &item);
    void archive(const AwkwardItem &item);
    void makeCharacter(const AwkwardItem &item);
    void askForMember(const AwkwardItem &item);
    void askForCharacter(const AwkwardItem &item);
    void giveChats(const QString &folder, const QString &cardFile, const QString &name);
    void askForGroup(const AwkwardItem &item);
    void editGroup(const AwkwardItem &item, const QString &done,
                   const std::function<void(Group &group)> &change);
    void ask(const QString &title, const QString &question, const QString &yes,
             const QMap<QString, QString> &choices, const std::function<void(const QString &chosen)> &then);

    const AppContext &m_app;
    QList<AwkwardItem> m_items;
    AwkwardDialog *m_dialog; // the window's
    QTimer m_look;
    bool m_isTold = true; // the line about the folder
    int m_opened = 0;     // libraries in this run
};

} // namespace snug
