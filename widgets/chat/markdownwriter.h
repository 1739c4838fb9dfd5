// Turns the events of a markdown parser into blocks of a QTextDocument; only markdown.cpp uses it.
#pragma once

#include "widgets/chat/textstyle.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QTextBlockFormat>
#include <QTextCharFormat>
#include <QTextCursor>

#include <optional>

namespace snug {

class CodeColours;

// "&amp;" -> "&"; unknown entities stay as they are.
QString entityText(const QString &entity);

class MarkdownWriter
{
public:
    // `source` is what the parser reads: text events point into it.
    MarkdownWriter(QTextDocument &document, const TextStyle &style, CodeColours *colours,
                   const QByteArray &source, bool unfinished);
    ~MarkdownWriter();

    void changeQuote(int by);
    void enterList(std::optional<int> start); // nothing = bullets
    void leaveList();
    void enterItem();
    void enterParagraph();
    void enterHeading(int level);
    void leaveText(); // paragraph, heading, item
    void rule();
    void enterCode(const QString &language);
    void leaveCode();
    void enterTable(int columns);
    void enterRow();
    void enterCell(bool header);
    void leaveCell();
    void leaveTable();

    void enterEmphasis();
    void leaveEmphasis();
    void changeStrong(int by);
    void changeStruck(int by);
    void setInlineCode(bool on);
    void enterLink(const QString &address, bool image);
    void leaveLink();
    void text(const QString &text, const char *bytes);
    void lineBreak();

private:
    struct Run
    {
        qsizetype length;
        QTextCharFormat format;
        bool code;
    };
    struct Line // a paragraph or cell being gathered
    {
        QString text;
        QList<Run> runs;
    };
    struct OpenList
    {
        std::optional<int> next; // the next item's number; nothing = bullets
    };

    void beginBlock(QTextBlockFormat format);
    QTextBlockFormat blockFormat(qreal lineHeight, qreal gap) const;
    QTextCharFormat charFormat() const;
    void append(const QString &text, const QTextCharFormat &format, bool code);
    void flush(QTextCursor &cursor, Line &line, bool last);

    QTextCursor m_cursor;
    TextStyle m_style;
    CodeColours *m_colours;
    QByteArray m_source;
    bool m_unfinished;
    bool m_reuseBlock;        // the cursor stands in an empty block that nobody has used yet
    bool m_itemFresh = false; // the item's block is open and empty
    bool m_newList = false;
    Line m_line;

    QList<OpenList> m_lists;
    int m_quoteDepth = 0;
    int m_headingLevel = 0;
    int m_strong = 0;
    int m_struck = 0;
    bool m_inlineCode = false;
    QList<bool> m_emphasis; // false: its mark stands between digits and is meant as it is
    int m_italic = 0;
    bool m_emphasisPending = false;
    QList<std::pair<QString, qsizetype>> m_links; // address, where its text began; images start with !

    bool m_inCode = false;
    QString m_code;
    QString m_language;

    int m_columns = 0;
    QList<QList<Line>> m_rows;
    bool m_headerCell = false;
};

} // namespace snug
