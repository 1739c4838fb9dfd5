#include "widgets/editors/brokentestsbar.h"

#include "widgets/theme/elidedlabel.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

BrokenTestsBar::BrokenTestsBar(QWidget *parent)
    : QFrame(parent)
    , m_text(new ElidedLabel)
    , m_show(new QPushButton(tr("Show What &Would Differ")))
{
    setObjectName(u"brokenTests"_s);
    setAutoFillBackground(true);
    m_show->setObjectName(u"showBrokenTest"_s);
    m_show->setMenu(new QMenu(m_show));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 4, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_show);
    hide();
}

void BrokenTestsBar::setTheme(const Theme &theme)
{
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme.tint(theme.warning, 0.16));
    setPalette(palette);
}

void BrokenTestsBar::setTests(const QList<BrokenTestName> &tests)
{
    if (m_tests == tests)
        return;
    m_tests = tests;
    QStringList names;
    QStringList reasons;
    m_show->menu()->clear();
    for (const BrokenTestName &test : tests) {
        names.append(test.name);
        reasons.append(u"%1: %2"_s.arg(test.name, test.why));
        QString text = test.name;
        QAction *action = m_show->menu()->addAction(text.replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this, [this, folder = test.folder] { Q_EMIT chosen(folder); });
    }
    //: %1: names of prompt tests
    m_text->setWhole(tr("Saved like this, %n prompt test(s) would fail: %1", nullptr, int(tests.size()))
                         .arg(names.join(u", "_s)));
    m_text->setToolTip(reasons.join(u'\n'));
    setVisible(!tests.isEmpty());
}

QString BrokenTestsBar::text() const
{
    return m_tests.isEmpty() ? QString() : m_text->whole();
}

} // namespace snug
