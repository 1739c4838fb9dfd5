#include "widgets/editors/findinblocks.h"

#include "core/editing/presetedits.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSet>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

FindInBlocks::FindInBlocks(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_text(new QLineEdit)
    , m_replacement(new QLineEdit)
    , m_case(new QCheckBox(tr("Match &case")))
    , m_words(new QCheckBox(tr("Whole &words")))
    , m_pattern(new QCheckBox(tr("Re&gular expression")))
    , m_count(new PlainLabel)
    , m_replace(new QPushButton(tr("Replace")))
    , m_replaceAll(new QPushButton(tr("Replace in All &Blocks")))
{
    setObjectName(u"findInBlocks"_s);
    m_text->setPlaceholderText(tr("Find in all blocks"));
    m_text->setAccessibleName(tr("Find in all blocks"));
    m_text->setClearButtonEnabled(true);
    m_text->setObjectName(u"findText"_s);
    m_replacement->setPlaceholderText(tr("Replace with"));
    m_replacement->setAccessibleName(tr("Replace with"));
    m_replacement->setObjectName(u"findReplacement"_s);
    m_replaceAll->setObjectName(u"replaceAll"_s);
    const auto tool = [](Qt::ArrowType arrow, const QString &name) {
        auto *made = new QToolButton;
        made->setArrowType(arrow);
        made->setAutoRaise(true);
        made->setToolTip(name);
        made->setAccessibleName(name);
        return made;
    };
    QToolButton *previous = tool(Qt::UpArrow, tr("Previous match (Shift+F3)"));
    QToolButton *following = tool(Qt::DownArrow, tr("Next match (F3)"));
    auto *close = new QToolButton;
    close->setIcon(icon(IconName::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close (Esc)"));
    close->setAccessibleName(tr("Close the find bar"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    auto *words = new WrappingRow(8);
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_text, previous, following, m_count, m_case, m_words, m_pattern})
        words->addWidget(part);
    auto *find = new QHBoxLayout;
    find->addLayout(words, 1);
    find->addWidget(close, 0, Qt::AlignTop);
    auto *replace = new QHBoxLayout;
    replace->setSpacing(8);
    replace->addWidget(m_replacement, 1);
    replace->addWidget(m_replace);
    replace->addWidget(m_replaceAll);
    grid->addLayout(find, 0, 0);
    grid->addLayout(replace, 1, 0);
    connect(m_text, &QLineEdit::textChanged, this, &FindInBlocks::search);
    for (QCheckBox *box : {m_case, m_words, m_pattern})
        connect(box, &QCheckBox::toggled, this, &FindInBlocks::search);
    connect(m_text, &QLineEdit::returnPressed, this, [this] { next(1); });
    connect(m_replacement, &QLineEdit::returnPressed, this, &FindInBlocks::replaceNow);
    connect(previous, &QToolButton::clicked, this, [this] { next(-1); });
    connect(following, &QToolButton::clicked, this, [this] { next(1); });
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_replace, &QPushButton::clicked, this, &FindInBlocks::replaceNow);
    connect(m_replaceAll, &QPushButton::clicked, this, &FindInBlocks::replaceAll);
    hide();
}

void FindInBlocks::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_count->setFont(theme.smallFont());
    showCount();
}

void FindInBlocks::setPreset(const Preset &preset)
{
    m_preset = preset;
    if (isVisible())
        search();
}

void FindInBlocks::open(const QString &text)
{
    show();
    if (!text.isEmpty() && !text.contains(u'\n'))
        m_text->setText(text);
    search();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FindInBlocks::setPlace(const QString &identifier, qsizetype position)
{
    m_block = identifier;
    m_position = position;
    showCount();
}

void FindInBlocks::search()
{
    const auto expression = searchExpression({.text = m_text->text(),
                                              .isCaseSensitive = m_case->isChecked(),
                                              .matchesWholeWords = m_words->isChecked(),
                                              .isPattern = m_pattern->isChecked()});
    m_problem = expression ? QString() : expression.error().what;
    m_expression = expression.value_or(QRegularExpression());
    m_matches =
        m_text->text().isEmpty() || !expression ? QList<PresetMatch>() : findInPreset(m_preset, m_expression);
    showCount();
    Q_EMIT matchesChanged();
}

QList<PresetMatch> FindInBlocks::matchesIn(const QString &identifier) const
{
    QList<PresetMatch> found;
    if (isVisible())
        std::ranges::copy_if(m_matches, std::back_inserter(found),
                             [&](const PresetMatch &match) { return match.identifier == identifier; });
    return found;
}

qsizetype FindInBlocks::indexAtPlace() const
{
    const auto found = std::ranges::find_if(m_matches, [this](const PresetMatch &match) {
        return match.identifier == m_block && match.start + match.length == m_position;
    });
    return found == m_matches.cend() ? -1 : found - m_matches.cbegin();
}

void FindInBlocks::next(int step)
{
    if (m_matches.isEmpty())
        return;
    const qsizetype count = m_matches.size();
    qsizetype index = indexAtPlace();
    if (index >= 0) {
        index = (index + step + count) % count;
    } else {
        // The first one behind the caret, or the last before it.
        const QStringList order = blockOrder(m_preset);
        const auto rank = [&](const QString &identifier) {
            const qsizetype row = order.indexOf(identifier);
            return row < 0 ? order.size() : row;
        };
        const auto behind = std::ranges::find_if(std::as_const(m_matches), [&](const PresetMatch &match) {
            return match.identifier == m_block ? match.start >= m_position
                                               : rank(match.identifier) > rank(m_block);
        });
        index = behind - m_matches.cbegin();
        index = step > 0 ? index % count : (index - 1 + count) % count;
    }
    const PresetMatch match = m_matches[index];
    setPlace(match.identifier, match.start + match.length);
    Q_EMIT matchChosen(match);
}

void FindInBlocks::replaceNow()
{
    const qsizetype index = indexAtPlace();
    if (index < 0)
        return next(1);
    const PresetMatch match = m_matches[index];
    const PresetReplacement replaced =
        replaceOne(m_preset, match, m_expression, m_replacement->text(), m_pattern->isChecked());
    const PromptBlock *before = findBlock(m_preset, match.identifier);
    const PromptBlock *after = findBlock(replaced.preset, match.identifier);
    if (replaced.count == 0 || !before || !after)
        return;
    const qsizetype grown = after->content.size() - before->content.size();
    setPlace(match.identifier, match.start + match.length + grown);
    Q_EMIT edited(replaced.preset, tr("Replace"));
    next(1);
}

void FindInBlocks::replaceAll()
{
    if (m_matches.isEmpty())
        return;
    const PresetReplacement replaced =
        replaceInPreset(m_preset, m_expression, m_replacement->text(), m_pattern->isChecked());
    if (replaced.count > 0)
        Q_EMIT edited(replaced.preset, tr("Replace in All Blocks"));
}

void FindInBlocks::showCount()
{
    QSet<QString> blocks;
    for (const PresetMatch &match : std::as_const(m_matches))
        blocks.insert(match.identifier);
    const QLocale locale;
    if (!m_problem.isEmpty())
        m_count->setText(m_problem);
    else if (m_text->text().isEmpty())
        m_count->clear();
    else if (m_matches.isEmpty())
        m_count->setText(tr("Nothing found"));
    else if (const qsizetype index = indexAtPlace(); index >= 0)
        m_count->setText(tr("%1 of %2").arg(locale.toString(index + 1), locale.toString(m_matches.size())));
    else
        m_count->setText(tr("%1 in %2")
                             .arg(tr("%n match(es)", nullptr, int(m_matches.size())),
                                  tr("%n block(s)", nullptr, int(blocks.size()))));
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::WindowText, m_problem.isEmpty() ? m_theme.textDim : m_theme.error);
    m_count->setPalette(palette);
    m_replace->setEnabled(!m_matches.isEmpty());
    m_replaceAll->setEnabled(!m_matches.isEmpty());
}

void FindInBlocks::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

void FindInBlocks::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    Q_EMIT matchesChanged();
    Q_EMIT closed();
}

} // namespace snug
