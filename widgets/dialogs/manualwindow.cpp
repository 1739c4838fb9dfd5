#include "widgets/dialogs/manualwindow.h"

#include "widgets/theme/closeddocument.h"
#include "widgets/theme/closingkeys.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ManualWindow::ManualWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_search(new QLineEdit)
    , m_list(new QListWidget)
    , m_text(new QTextBrowser)
{
    setObjectName(u"manual"_s);
    setWindowTitle(tr("Manual"));
    resize(980, 720);
    m_search->setObjectName(u"manualSearch"_s);
    m_search->setPlaceholderText(tr("Find in the manual"));
    m_search->setAccessibleName(tr("Words to find in the manual"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(IconName::Search), QLineEdit::LeadingPosition);
    m_list->setObjectName(u"manualPages"_s);
    m_list->setAccessibleName(tr("Pages of the manual"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSpacing(2);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_text->setObjectName(u"manualText"_s);
    m_text->setAccessibleName(tr("The page"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setDocument(new ClosedDocument(m_text));
    m_text->setOpenLinks(false);
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(8);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    auto *halves = new QSplitter;
    halves->addWidget(side);
    halves->addWidget(m_text);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({260, 720});
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(halves);
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::filter);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        for (int row = 0; row < m_list->count(); ++row) {
            if (!m_list->item(row)->isHidden())
                return m_list->setCurrentRow(row);
        }
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item && item->data(Qt::UserRole).toString() != m_path)
            showPage(item->data(Qt::UserRole).toString());
    });
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl &link) { follow(link.toString()); });
    connect(new QShortcut(QKeySequence::Back, this), &QShortcut::activated, this, &ManualWindow::goBack);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this,
            [this] { m_search->setFocus(Qt::ShortcutFocusReason); });
    closeByKeys(this);
}

void ManualWindow::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_text->setFont(theme.textFont());
    // The colours of its links are in the page; it stays where it was.
    const QString shown = std::exchange(m_path, QString());
    const int place = m_text->verticalScrollBar()->value();
    if (!shown.isEmpty())
        showPage(shown);
    m_text->verticalScrollBar()->setValue(place);
}

void ManualWindow::setPages(const QList<ManualPage> &pages)
{
    m_pages = pages;
    m_list->clear();
    for (const ManualPage &page : pages) {
        auto *item = new QListWidgetItem(page.title, m_list);
        item->setData(Qt::UserRole, page.path);
    }
    showRows();
}

const ManualPage *ManualWindow::page(const QString &path) const
{
    const auto found = std::ranges::find(m_pages, path, &ManualPage::path);
    return found == m_pages.end() ? nullptr : &*found;
}

bool ManualWindow::showPage(const QString &address)
{
    const QString path = address.section(u'#', 0, 0);
    const ManualPage *wanted = page(path);
    if (!wanted)
        return false;
    if (path != m_path) {
        if (!m_path.isEmpty())
            m_before.append(m_path);
        m_path = path;
        QTextDocument *document = m_text->document();
        document->setDefaultFont(m_theme.textFont());
        document->setDocumentMargin(18);
        document->setMarkdown(wanted->text, QTextDocument::MarkdownDialectGitHub);
        m_text->verticalScrollBar()->setValue(0);
        for (int row = 0; row < m_list->count(); ++row) {
            if (m_list->item(row)->data(Qt::UserRole).toString() == path)
                m_list->setCurrentRow(row);
        }
        showRows();
    }
    showHeading(address.section(u'#', 1));
    return true;
}

void ManualWindow::showHeading(const QString &anchor)
{
    if (anchor.isEmpty())
        return;
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || headingAnchor(block.text()) != anchor)
            continue;
        // At the top, not merely somewhere in sight.
        m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
        m_text->setTextCursor(QTextCursor(block));
        m_text->ensureCursorVisible();
        return;
    }
}

void ManualWindow::follow(const QString &link)
{
    if (link.startsWith(u'#')) {
        showHeading(link.sliced(1));
        return;
    }
    const QString folder = m_path.contains(u'/') ? m_path.section(u'/', 0, -2) + u'/' : QString();
    if (!showPage(QDir::cleanPath(folder + link)))
        Q_EMIT linkRequested(link);
}

void ManualWindow::goBack()
{
    if (m_before.isEmpty())
        return;
    const QString path = m_before.takeLast();
    const QStringList before = m_before;
    showPage(path);
    m_before = before;
}

// Those with the words; without words the listed ones, and where one is.
void ManualWindow::showRows()
{
    const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
    for (int row = 0; row < m_list->count(); ++row) {
        const ManualPage &each = m_pages[row];
        const bool isHit = std::ranges::all_of(
            words, [&](const QString &word) { return each.text.contains(word, Qt::CaseInsensitive); });
        const bool isOffered = !words.isEmpty() || each.isListed || each.path == m_path;
        m_list->item(row)->setHidden(!isHit || !isOffered);
    }
}

void ManualWindow::filter()
{
    showRows();
    const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
    if (!words.isEmpty() && m_text->find(words.first()))
        m_text->ensureCursorVisible();
}

QString headingAnchor(const QString &heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

} // namespace snug
