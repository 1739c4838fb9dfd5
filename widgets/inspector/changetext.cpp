#include "widgets/inspector/changetext.h"

#include "core/prompt/textedits.h"

#include <QCoreApplication>
#include <QTextCursor>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype aroundEdit = 160;        // characters around an edit
constexpr qsizetype longestPart = 32 * 1024; // of one part

class Writer
{
public:
    Writer(QTextDocument &document, const Theme &theme)
        : m_cursor(&document)
    {
        m_plain.setForeground(theme.text);
        m_dim.setForeground(theme.textDim);
        m_dim.setFont(theme.smallFont());
        m_removed.setForeground(theme.readable(theme.removed, theme.removedGround));
        m_removed.setBackground(theme.removedGround);
        m_removed.setFontStrikeOut(true);
        m_added.setForeground(theme.readable(theme.added, theme.addedGround));
        m_added.setBackground(theme.addedGround);
        m_added.setFontUnderline(true);
    }

    void head(const QString &text) { m_cursor.insertText(text + u'\n', m_dim); }
    void gap() { m_cursor.insertText(u"\n\n"_s, m_plain); }
    void removed(QStringView text) { insert(text, m_removed); }
    void added(QStringView text) { insert(text, m_added); }
    void plain(QStringView text) { insert(text, m_plain); }

    // What is the same between two edits.
    void same(QStringView text, bool isFirst, bool isLast)
    {
        const qsizetype room = isFirst || isLast ? aroundEdit : 2 * aroundEdit;
        if (text.size() <= room + aroundEdit) {
            plain(text);
            return;
        }
        if (!isFirst)
            plain(text.first(aroundEdit));
        m_cursor.insertText(u" […] "_s, m_dim);
        if (!isLast)
            plain(text.last(aroundEdit));
    }

private:
    void insert(QStringView text, const QTextCharFormat &format)
    {
        m_cursor.insertText(text.first(std::min(text.size(), longestPart)).toString(), format);
        if (text.size() > longestPart)
            m_cursor.insertText(u" […]"_s, m_dim);
    }

    QTextCursor m_cursor;
    QTextCharFormat m_plain;
    QTextCharFormat m_dim;
    QTextCharFormat m_removed;
    QTextCharFormat m_added;
};

void writeEdits(Writer &writer, QStringView before, QStringView after)
{
    const QList<TextEdit> edits = textEdits(before, after);
    qsizetype at = 0;
    for (const TextEdit &edit : edits) {
        writer.same(after.sliced(at, edit.after - at), at == 0, false);
        writer.removed(before.sliced(edit.before, edit.beforeLength));
        writer.added(after.sliced(edit.after, edit.afterLength));
        at = edit.after + edit.afterLength;
    }
    writer.same(after.sliced(at), edits.isEmpty(), true);
}

QString headOf(const PromptPart &part)
{
    //: %1: "system", "user", "assistant"; %2: where the text comes from
    return QCoreApplication::translate("ChangeText", "%1 · %2")
        .arg(roleName(part.role), part.source.path().join(u" › "_s));
}

} // namespace

void showChange(QTextDocument &document, const PromptChange &change, const Theme &theme)
{
    document.clear();
    Writer writer(document, theme);
    if (change.before && change.after) {
        if (change.before->role != change.after->role)
            writer.head(roleName(change.before->role) + u" → "_s + roleName(change.after->role));
        writer.head(headOf(*change.after));
        writeEdits(writer, change.before->text, change.after->text);
        return;
    }
    const bool isNew = change.after.has_value();
    QList<PromptPart> parts = change.more;
    if (isNew)
        parts.prepend(*change.after);
    else if (change.before)
        parts.prepend(*change.before);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (i > 0)
            writer.gap();
        writer.head(headOf(parts.at(i)));
        if (isNew)
            writer.added(parts.at(i).text);
        else
            writer.removed(parts.at(i).text);
    }
}

} // namespace snug
