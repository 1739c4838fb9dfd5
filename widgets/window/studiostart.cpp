#include "widgets/window/studiostart.h"

#include "widgets/theme/plainlabel.h"

#include <QGridLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace snug {

static constexpr qsizetype mostShown = 8;

static QString kindOf(const LibraryDocument &document)
{
    switch (document.key.kind) {
    case DocumentKind::Card:
        return StudioStart::tr("character");
    case DocumentKind::Persona:
        return StudioStart::tr("persona");
    case DocumentKind::Preset:
        return StudioStart::tr("preset");
    case DocumentKind::Lorebook:
        return StudioStart::tr("lorebook");
    default:
        return {};
    }
}

StudioStart::StudioStart(QWidget *parent)
    : QWidget(parent)
    , m_list(new QWidget)
    , m_rows(new QGridLayout(m_list))
    , m_words(new PlainLabel)
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setVerticalSpacing(2);
    m_rows->setHorizontalSpacing(16);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(48, 24, 48, 24);
    column->setSpacing(18);
    column->addStretch(1);
    column->addWidget(m_list, 0, Qt::AlignHCenter);
    column->addWidget(m_words);
    column->addStretch(1);
    fill();
}

void StudioStart::setTheme(const Theme &theme)
{
    m_theme = theme;
    fill();
}

void StudioStart::setDocuments(const QList<LibraryDocument> &documents)
{
    const QList<LibraryDocument> shown = documents.first(std::min(documents.size(), mostShown));
    if (shown == m_documents)
        return;
    m_documents = shown;
    fill();
}

void StudioStart::fill()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // its own click may be what led here
        delete item;
    }
    int row = 0;
    for (const LibraryDocument &document : std::as_const(m_documents)) {
        auto *open = new QToolButton; // as wide as its words
        open->setText(QString(document.name).replace(u'&', QStringLiteral("&&")));
        open->setAutoRaise(true);
        open->setFocusPolicy(Qt::StrongFocus);
        open->setCursor(Qt::PointingHandCursor);
        QPalette palette = m_theme.palette();
        palette.setColor(QPalette::ButtonText, m_theme.accent);
        open->setPalette(palette);
        auto *kind = new PlainLabel(kindOf(document));
        kind->setForegroundRole(QPalette::PlaceholderText);
        m_rows->addWidget(kind, row, 0, Qt::AlignRight | Qt::AlignVCenter);
        m_rows->addWidget(open, row++, 1, Qt::AlignLeft);
        connect(open, &QToolButton::clicked, this, [this, key = document.key] { Q_EMIT wanted(key); });
    }
    m_list->setVisible(!m_documents.isEmpty());
    m_words->setText(
        m_documents.isEmpty()
            ? tr("Nothing is open. Choose a document at the left, or click a piece of the prompt at the "
                 "right.")
            : tr("The prompt is made of these now. All others are at the left; a click on a piece of the "
                 "prompt opens its source."));
}

} // namespace snug
