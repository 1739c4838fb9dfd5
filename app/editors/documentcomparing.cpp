#include "app/editors/documentcomparing.h"

#include "app/appcontext.h"
#include "app/editors/documentkinds.h"
#include "core/editing/documentediting.h"
#include "core/library/library.h"
#include "widgets/theme/systemtheme.h"

namespace snug {

// The documents of this kind, by name, and how they are called.
static QList<std::pair<QString, QString>> documentsOf(const LibraryContents &contents, DocumentKind kind)
{
    QList<std::pair<QString, QString>> list;
    if (kind == DocumentKind::Card) {
        for (const CardSummary &card : contents.cards)
            list.append({card.file, documentName({kind, card.file})});
    } else if (kind == DocumentKind::Lorebook) {
        for (const LorebookSummary &book : contents.lorebooks)
            list.append({book.name, book.name});
    }
    return list;
}

DocumentComparing::DocumentComparing(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
}

DocumentComparing::~DocumentComparing()
{
    delete m_page;
}

void DocumentComparing::make()
{
    m_page = new DocumentComparer;
    applyTheme();
    connect(m_page, &DocumentComparer::rightChosen, this, &DocumentComparing::compare);
    connect(m_page, &DocumentComparer::takeRequested, this, &DocumentComparing::take);
    connect(m_page, &DocumentComparer::swapRequested, this, [this] {
        if (m_editing && !m_page->right().isEmpty())
            Q_EMIT swapRequested({m_editing->key().kind, m_page->right()}, m_left);
    });
}

DocumentComparer *DocumentComparing::begin(DocumentEditing *editing, const QString &other)
{
    if (!m_page)
        make();
    if (m_editing != editing) {
        if (m_editing)
            disconnect(m_editing, nullptr, this, nullptr);
        m_editing = editing;
        connect(editing, &DocumentEditing::changed, this, &DocumentComparing::compare);
        connect(editing, &DocumentEditing::opened, this, &DocumentComparing::compare);
    }
    m_left = editing->name();
    QList<std::pair<QString, QString>> others = documentsOf(m_app.library.contents(), editing->key().kind);
    others.removeIf([&](const std::pair<QString, QString> &each) { return each.first == m_left; });
    m_page->setDocuments(documentTitle(editing->key()), others, other);
    compare();
    return m_page;
}

void DocumentComparing::close()
{
    if (m_page)
        m_page->close();
}

void DocumentComparing::applyTheme()
{
    if (m_page)
        m_page->setTheme(m_app.theme.theme());
}

void DocumentComparing::compare()
{
    const int round = ++m_round;
    if (!m_page || !m_editing)
        return;
    if (!m_editing->isOpen() || m_editing->name() != m_left) // another is edited there now
        return close();
    if (m_page->right().isEmpty())
        return m_page->showProblem(tr("There is no other document of this kind."));
    m_editing->versions().compare(OtherState::ofDocument(m_page->right()), m_page,
                                  [this, round](const Result<QList<JsonChange>> &changes) {
                                      if (round != m_round)
                                          return;
                                      if (changes)
                                          m_page->setChanges(*changes);
                                      else
                                          m_page->showProblem(changes.error().line());
                                  });
}

void DocumentComparing::take(const JsonChange &change)
{
    if (m_editing && m_editing->isOpen() && m_editing->name() == m_left)
        m_editing->versions().restore(OtherState::ofDocument(m_page->right()), change);
}

} // namespace snug
