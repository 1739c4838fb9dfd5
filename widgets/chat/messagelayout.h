// One message of the transcript, measured: its documents and where its parts are.
#pragma once

#include "core/result.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/messagepart.h"
#include "widgets/chat/textparts.h"
#include "widgets/chat/textstyle.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFontMetrics>
#include <QMargins>
#include <QModelIndex>
#include <QRect>
#include <QString>
#include <QTextDocument>

#include <memory>
#include <optional>
#include <utility>

namespace snug {

class CodeColours;

// What the model says about a row (the roles of core/chat/chatmodel.h).
struct MessageContent
{
    static MessageContent read(const QModelIndex &index);

    quint64 id = 0;
    int revision = 0;
    QString name;
    QString text;
    QString reasoning;
    QStringList knownTo; // the only ones who know it; empty = everybody
    QString picture;     // a file of the library; empty = none
    QDateTime date;
    std::optional<Error> error;
    int swipe = 0;
    int swipes = 1;
    int tokens = 0;
    bool isUser = false;
    bool isHidden = false;
    bool isNarrator = false;
    bool isStreaming = false;
    bool operator==(const MessageContent &) const = default;
};

// Of what stands below the story, in a pane as wide as the story and its scroll bar.
QMargins composerMargins(int paneWidth, const TextStyle &style);

// What the view adds.
struct MessageOptions
{
    bool hasSwipeBar = false;
    bool reasoningOpen = false;
    bool showsDay = false; // the time with its day: the first message of a day
    int editorHeight = 0;  // > 0: an editor of this height stands where the text would
    // Of a text that is shown in parts (textparts.h); -1 = the last one.
    int textPart = -1;
    int reasoningPart = -1;
    bool operator==(const MessageOptions &) const = default;
};

// The text column: 60–75 characters wide, centred together with the pictures beside it.
struct ColumnGeometry
{
    static ColumnGeometry forWidth(int viewWidth, const TextStyle &style);

    int viewWidth = 0;
    int left = 0;  // of the text
    int width = 0; // of the text
    int pictureLeft = 0;
    bool operator==(const ColumnGeometry &) const = default;
};

// Where a point is. `position` is a text position in Body or Reasoning (-1 beside the text), `link` the
// address there.
struct MessageHit
{
    MessagePart part = MessagePart::None;
    int position = -1;
    QString link;
};

// All rectangles are relative to the message's top left corner, which spans the view's width.
class MessageLayout
{
    Q_DECLARE_TR_FUNCTIONS(MessageLayout)
public:
    MessageLayout();
    ~MessageLayout();

    // Lays out what differs from the last call; a streaming text only from its unsettled tail on.
    void update(const MessageContent &content, const MessageOptions &options, const ColumnGeometry &geometry,
                const TextStyle &style, CodeColours *colours);
    bool isCurrent(int revision, const MessageOptions &options, const ColumnGeometry &geometry,
                   const TextStyle &style) const;

    MessageHit hit(const QPoint &point) const;
    QTextDocument &document(MessagePart part) const; // Body or Reasoning
    const MessageContent &content() const { return m_content; }
    const MessageOptions &options() const { return m_options; }
    const TextStyle &style() const { return m_style; }
    int geometryRight() const { return m_geometry.left + m_geometry.width; }

    int height = 0;
    QRect ground;  // behind everything
    QRect picture; // null for narrators
    QRect name;    // as wide as the words
    QRect time;
    QRect number;  // beside it; null where none is wanted
    QRect knowers; // the badge of a private message, as wide as its words; null where everybody knows it
    QRect reasoningLine;
    QRect reasoning;
    QRect body; // where the text or its editor stands; the document's own size
    QRect swipeBack;
    QRect swipeCount;
    QRect swipeNext;
    QRect error;
    QRect retry;
    QRect details;
    QString timeText;
    QString knowersText;   // names, cut to the room there is
    QString reasoningText; // the line that folds it
    QString errorText;
    QList<PartLine> partLines; // empty where each text is shown whole

    //: the way to the part of a very long message before the one that is shown
    static QString earlierWords() { return tr("Earlier"); }
    //: the way to the part of a very long message after the one that is shown
    static QString laterWords() { return tr("Later"); }

    // Above this the message looks as it did at the last call, relative to its top; 0 = it may look
    // different everywhere.
    int takeChangedFrom() { return std::exchange(m_changedFrom, height); }

    // Which of a text's parts is shown, and of how many. `part`: Body or Reasoning.
    int shownPart(MessagePart part) const;
    int partCount(MessagePart part) const { return parts(part).count(); }
    // The part in which the text's position stands; UTF-16 units of the content's text.
    int partAt(qsizetype position) const { return m_textParts.partAt(position); }

private:
    const TextParts &parts(MessagePart part) const
    {
        return part == MessagePart::Reasoning ? m_reasoningParts : m_textParts;
    }
    int changedAt(int position) const;
    int placePartLine(const ColumnGeometry &geometry, MessagePart part, int y);
    // The position in the document before which nothing was changed.
    int setBody(const MessageContent &content, const MessageOptions &options, const TextStyle &style,
                CodeColours *colours);
    void setReasoning(const MessageContent &content, const MessageOptions &options, const TextStyle &style,
                      CodeColours *colours);

    void arrange(const ColumnGeometry &geometry);
    int placeHeader(const ColumnGeometry &geometry, int y);
    void placeKnowers(const QFontMetrics &metrics, int room);
    int placeReasoning(const ColumnGeometry &geometry, int y);
    int placeError(const ColumnGeometry &geometry, int y);
    int placeSwipes(const ColumnGeometry &geometry, int y);

    MessageContent m_content;
    MessageOptions m_options;
    ColumnGeometry m_geometry;
    TextStyle m_style;
    std::unique_ptr<QTextDocument> m_body;
    std::unique_ptr<QTextDocument> m_reasoning;
    TextParts m_textParts;
    TextParts m_reasoningParts;
    GrowingMarkdown m_growingBody;
    GrowingMarkdown m_growingReasoning;
    bool m_reasoningSet = false;
    int m_changedFrom = 0;
};

} // namespace snug
