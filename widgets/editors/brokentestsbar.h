// The line below the head of an editor that says which prompt tests would fail if the document were saved as
// it is. Not there where none would.
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>
#include <QList>

class QPushButton;

namespace snug {

class ElidedLabel;

struct BrokenTestName
{
    QString folder; // identity
    QString name;
    QString why; // the first thing that would not be as expected
    bool operator==(const BrokenTestName &) const = default;
};

class BrokenTestsBar : public QFrame
{
    Q_OBJECT

public:
    explicit BrokenTestsBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setTests(const QList<BrokenTestName> &tests);
    const QList<BrokenTestName> &tests() const { return m_tests; }
    QString text() const;
    QPushButton *showButton() const { return m_show; }

Q_SIGNALS:
    void chosen(const QString &folder);

private:
    QList<BrokenTestName> m_tests;
    ElidedLabel *m_text;
    QPushButton *m_show;
};

} // namespace snug
