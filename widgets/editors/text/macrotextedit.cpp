#include "widgets/editors/text/macrotextedit.h"

#include "core/macros/macroparser.h"
#include "widgets/editors/findings/textmarks.h"
#include "widgets/editors/text/syntaxcolours.h"
#include "widgets/editors/text/textinplace.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype TipLength = 600;

// The innermost macro that holds the position.
const MacroNode *innermost(const QList<MacroNode> &nodes, qsizetype position)
{
    for (const MacroNode &node : nodes) {
        if (position < node.start || position >= node.end)
            continue;
        if (const MacroNode *inside = innermost(node.children, position))
            return inside;
        return node.isMacro ? &node : nullptr;
    }
    return nullptr;
}

bool isNamePart(QChar character)
{
    return character.isLetterOrNumber() || character == u'_' || character == u'-';
}

} // namespace

QString macroAt(const QString &text, qsizetype position)
{
    const QList<MacroNode> nodes = parseMacros(text);
    const MacroNode *node = innermost(nodes, position);
    return node ? text.sliced(node->start, node->end - node->start) : QString();
}

MacroTextEdit::MacroTextEdit(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(Theme::light())
    , m_completer(new QCompleter(this))
    , m_words(new QStandardItemModel(this))
{
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(8);
    setTabChangesFocus(true);
    if (repository)
        m_colours = new SyntaxColours(document(), repository, u"Snug Macros"_s);
    m_completer->setWidget(this);
    m_completer->setModel(m_words);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setCompletionRole(Qt::UserRole);
    m_completer->setMaxVisibleItems(12);
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this,
            [this](const QModelIndex &index) { insertMacro(index.data(Qt::UserRole).toString()); });
}

void MacroTextEdit::setTheme(const Theme &theme)
{
    m_theme = theme;
    setFont(m_isProse ? theme.textFont() : theme.codeFont());
    setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * 4);
    if (m_colours)
        m_colours->applyColours(theme);
    showMarks();
}

void MacroTextEdit::setProse(bool isProse)
{
    m_isProse = isProse;
    setTheme(m_theme);
}

void MacroTextEdit::setMacros(const QList<MacroWord> &macros)
{
    m_macros = macros;
    m_words->clear();
    for (const MacroWord &macro : macros) {
        auto *item = new QStandardItem(macro.name + macro.arguments);
        item->setData(macro.name, Qt::UserRole);
        item->setToolTip(macro.meaning);
        m_words->appendRow(item);
    }
}

void MacroTextEdit::setTextKeepingPlace(const QString &text)
{
    setTextInPlace(this, text);
}

void MacroTextEdit::reveal(qsizetype start, qsizetype length)
{
    const qsizetype last = document()->characterCount() - 1;
    QTextCursor cursor = textCursor();
    cursor.setPosition(int(std::clamp<qsizetype>(start, 0, last)));
    cursor.setPosition(int(std::clamp<qsizetype>(start + length, 0, last)), QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    ensureCursorVisible();
}

void MacroTextEdit::setMarks(const QList<std::pair<qsizetype, qsizetype>> &marks)
{
    m_marks = marks;
    showMarks();
}

void MacroTextEdit::setFindings(const QList<LintFinding> &findings)
{
    if (findings == m_findings)
        return;
    m_findings = findings;
    showMarks();
}

void MacroTextEdit::showMarks()
{
    QList<QTextEdit::ExtraSelection> selections =
        findingMarks(document(), m_findings, m_theme.warning, m_theme.textDim);
    for (const auto &[start, length] : std::as_const(m_marks)) {
        QTextEdit::ExtraSelection selection;
        selection.format.setBackground(m_theme.tint(m_theme.warning, 0.28));
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(int(start));
        selection.cursor.setPosition(int(start + length), QTextCursor::KeepAnchor);
        selections.append(selection);
    }
    setExtraSelections(selections);
}

bool MacroTextEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))
            return false; // the window's
    }
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        hover(viewport()->mapFrom(this, help->pos()), help->globalPos());
        return true;
    }
    return QPlainTextEdit::event(event);
}

void MacroTextEdit::hover(const QPoint &place, const QPoint &globalPlace)
{
    const int position = cursorForPosition(place).position();
    const QString macro = macroAt(toPlainText(), position);
    m_hovered = macro;
    m_hoveredAt = globalPlace;
    m_doubts = findingsTip(m_findings, position);
    if (macro.isEmpty()) {
        if (m_doubts.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(globalPlace, m_doubts, this);
        return;
    }
    QToolTip::showText(globalPlace, tipFor(macro, {}), this);
    Q_EMIT macroValueRequested(macro);
}

QString MacroTextEdit::tipFor(const QString &macro, const QString &value) const
{
    const QList<MacroNode> nodes = parseMacros(macro);
    QStringList parts;
    if (!m_doubts.isEmpty())
        parts += m_doubts;
    if (!nodes.isEmpty() && nodes.first().isMacro) {
        const MacroCall call = readMacroCall(macro, nodes.first());
        const auto word = std::ranges::find_if(m_macros, [&](const MacroWord &each) {
            return each.name.compare(call.name, Qt::CaseInsensitive) == 0;
        });
        if (word != m_macros.end())
            parts += word->meaning;
    }
    if (!value.isNull()) {
        parts += value.isEmpty()             ? tr("(nothing at the moment)")
                 : value == macro            ? tr("(not a macro: it is sent as literal text)")
                 : value.size() <= TipLength ? value
                                             : value.first(TipLength) + u'…';
    }
    return parts.isEmpty() ? macro : parts.join(u"\n\n"_s);
}

void MacroTextEdit::showMacroValue(const QString &macro, const QString &value)
{
    if (macro != m_hovered || !viewport()->rect().contains(viewport()->mapFromGlobal(m_hoveredAt)))
        return;
    QToolTip::showText(m_hoveredAt, tipFor(macro, value.isNull() ? QString(u""_s) : value), this);
}

void MacroTextEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isOffered = m_completer->popup()->isVisible();
    if (isOffered) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
        case Qt::Key_Escape:
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            event->ignore(); // the popup's
            return;
        default:
            break;
        }
    }
    const bool isAsked = event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier;
    if (!isAsked) {
        QPlainTextEdit::keyPressEvent(event);
        const QString typed = event->text();
        const bool isName = !typed.isEmpty() && (isNamePart(typed[0]) || typed[0] == u'{');
        if (!isName && !(event->key() == Qt::Key_Backspace && isOffered)) {
            m_completer->popup()->hide();
            return;
        }
    }
    offerMacros(isAsked);
}

// Behind "{{" and the beginning of a name.
void MacroTextEdit::offerMacros(bool isAsked)
{
    const QString line = textCursor().block().text().first(textCursor().positionInBlock());
    qsizetype start = line.size();
    while (start > 0 && isNamePart(line[start - 1]))
        --start;
    const bool isOpened = QStringView(line).first(start).endsWith(u"{{");
    const QString prefix = line.sliced(start);
    m_completer->setCompletionPrefix(prefix);
    const bool isWhole = m_completer->completionCount() == 1 && m_completer->currentCompletion() == prefix;
    if ((!isOpened && !isAsked) || isWhole || m_completer->completionCount() == 0) {
        m_completer->popup()->hide();
        return;
    }
    QAbstractItemView *popup = m_completer->popup();
    popup->setFont(font());
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect where = cursorRect();
    where.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 12);
    m_completer->complete(where);
}

void MacroTextEdit::insertMacro(const QString &name)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor,
                        int(m_completer->completionPrefix().size()));
    const QString before = cursor.block().text().first(cursor.selectionStart() - cursor.block().position());
    const QString after = cursor.block().text().sliced(cursor.selectionEnd() - cursor.block().position());
    const bool isOpened = before.endsWith(u"{{");
    const auto word = std::ranges::find(m_macros, name, &MacroWord::name);
    const bool takesArguments = word != m_macros.end() && !word->arguments.isEmpty();
    QString text = (isOpened ? QString() : u"{{"_s) + name;
    if (takesArguments && !after.startsWith(u':'))
        text += word->arguments.startsWith(u"::") ? u"::"_s : u" "_s;
    const bool closes = !after.startsWith(u"}}");
    cursor.insertText(text + (closes ? u"}}"_s : QString()));
    // Behind the braces, or where the arguments go.
    if (closes && takesArguments)
        cursor.movePosition(QTextCursor::Left, QTextCursor::MoveAnchor, 2);
    else if (!closes && !takesArguments)
        cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, 2);
    setTextCursor(cursor);
}

} // namespace snug
