#include "widgets/chat/messagelayout.h"

#include "core/chat/chatmodel.h"
#include "widgets/theme/closeddocument.h"
#include "widgets/theme/scrollbarlook.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetrics>
#include <QLocale>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QSize smallPicture(36, 36);
constexpr QSize largePicture(96, 128); // cards are portraits
constexpr int narrowView = 520;
constexpr int pictureGap = 14;
constexpr int margin = 28;  // beside the column, at least
constexpr int padding = 15; // above and below a message's content
constexpr int swipeBarHeight = 26;
constexpr int listIndent = 24;

std::unique_ptr<QTextDocument> newDocument()
{
    auto document = std::make_unique<ClosedDocument>();
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(0);
    document->setIndentWidth(listIndent);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document->setDefaultTextOption(option);
    return document;
}

QString shortTime(const QTime &time)
{
    QString format = QLocale().timeFormat(QLocale::ShortFormat);
    format.remove(u":ss"_s);
    return QLocale().toString(time, format);
}

// Setting it lays everything out again, also when it is the same.
double heightAt(QTextDocument &document, int width)
{
    if (document.textWidth() != width)
        document.setTextWidth(width);
    return document.documentLayout()->documentSize().height();
}

int wordCount(QStringView text)
{
    int words = 0;
    bool inside = false;
    for (const QChar c : text) {
        const bool letter = !c.isSpace();
        words += letter && !inside;
        inside = letter;
    }
    return words;
}

} // namespace

MessageContent MessageContent::read(const QModelIndex &index)
{
    MessageContent content;
    content.id = index.data(StableIdRole).toULongLong();
    content.revision = index.data(RevisionRole).toInt();
    content.name = index.data(SpeakerNameRole).toString();
    content.text = index.data(ShownTextRole).toString();
    content.reasoning = index.data(ShownReasoningRole).toString();
    content.knownTo = index.data(KnownToRole).toStringList();
    content.picture = index.data(AvatarRole).toString();
    content.date = index.data(DateRole).toDateTime();
    const QVariant error = index.data(ErrorRole);
    if (error.canConvert<Error>())
        content.error = error.value<Error>();
    content.swipe = index.data(SwipeIndexRole).toInt();
    content.swipes = std::max(1, index.data(SwipeCountRole).toInt());
    content.tokens = index.data(TokenCountRole).toInt();
    content.isUser = index.data(IsUserRole).toBool();
    content.isHidden = index.data(IsHiddenRole).toBool();
    content.isNarrator = index.data(IsNarratorRole).toBool();
    content.isStreaming = index.data(IsStreamingRole).toBool();
    return content;
}

static QSize pictureSize(const ReadingLook &look, int viewWidth)
{
    if (!look.showsPictures)
        return {};
    return look.hasLargePictures && viewWidth >= narrowView ? largePicture : smallPicture;
}

ColumnGeometry ColumnGeometry::forWidth(int viewWidth, const TextStyle &style)
{
    static const QString sample =
        u"The keeper set the lamp down between them and waited for the fog to lift again."_s;
    const double character =
        double(QFontMetricsF(style.font).horizontalAdvance(sample)) / double(sample.size());
    const QSize picture = pictureSize(style.look, viewWidth);
    const int gutter = picture.isEmpty() ? 0 : picture.width() + pictureGap;
    const int side = viewWidth < narrowView ? margin / 2 : margin;
    const int wanted = int(std::lround(character * charactersAcross(style.look.column)));
    ColumnGeometry geometry;
    geometry.viewWidth = viewWidth;
    geometry.width = std::max(80, std::min(wanted, viewWidth - gutter - 2 * side));
    geometry.pictureLeft = std::max(side, (viewWidth - gutter - geometry.width) / 2);
    geometry.left = geometry.pictureLeft + gutter;
    return geometry;
}

QMargins composerMargins(int paneWidth, const TextStyle &style)
{
    const ColumnGeometry geometry = ColumnGeometry::forWidth(paneWidth - scrollBarBreadth, style);
    const int right = paneWidth - geometry.left - geometry.width;
    return {std::max(8, geometry.pictureLeft - 2), 10, std::max(8, right - 2), 8};
}

MessageLayout::MessageLayout()
    : m_body(newDocument())
    , m_reasoning(newDocument())
    , m_growingBody(*m_body)
    , m_growingReasoning(*m_reasoning)
{
}

MessageLayout::~MessageLayout() = default;

bool MessageLayout::isCurrent(int revision, const MessageOptions &options, const ColumnGeometry &geometry,
                              const TextStyle &style) const
{
    return revision == m_content.revision && height > 0 && options == m_options && geometry == m_geometry &&
           style == m_style;
}

QTextDocument &MessageLayout::document(MessagePart part) const
{
    return part == MessagePart::Reasoning ? *m_reasoning : *m_body;
}

static bool isSameButForText(MessageContent content, const MessageContent &other)
{
    content.text = other.text;
    content.revision = other.revision;
    return content == other;
}

void MessageLayout::update(const MessageContent &content, const MessageOptions &options,
                           const ColumnGeometry &geometry, const TextStyle &style, CodeColours *colours)
{
    const bool restyled = height == 0 || style != m_style;
    const bool onlyGrew =
        !restyled && options == m_options && geometry == m_geometry && isSameButForText(content, m_content);
    int changedPosition = 0;
    const QRect bodyBefore = body;
    if (restyled || content.text != m_content.text || content.isStreaming != m_content.isStreaming ||
        content.isNarrator != m_content.isNarrator || content.isHidden != m_content.isHidden ||
        options.textPart != m_options.textPart)
        changedPosition = setBody(content, options, style, colours);
    if (restyled || content.reasoning != m_content.reasoning ||
        content.isStreaming != m_content.isStreaming || options.reasoningPart != m_options.reasoningPart)
        m_reasoningSet = false;
    if (options.reasoningOpen && !m_reasoningSet)
        setReasoning(content, options, style, colours);
    m_content = content;
    m_options = options;
    m_geometry = geometry;
    m_style = style;
    arrange(geometry);
    const bool isKnown = onlyGrew && body.topLeft() == bodyBefore.topLeft();
    m_changedFrom = std::min(m_changedFrom, isKnown ? changedAt(changedPosition) : 0);
}

// Where what stands at this position of the text begins, with what is drawn around it and between it and what
// stands before.
int MessageLayout::changedAt(int position) const
{
    constexpr int around = 14; // grounds of code reach so far beyond their lines
    const QAbstractTextDocumentLayout *layout = m_body->documentLayout();
    const QTextBlock block = m_body->findBlock(position);
    qreal top = layout->blockBoundingRect(block).top();
    if (const QTextBlock before = block.previous(); before.isValid())
        top = std::min(top, layout->blockBoundingRect(before).bottom());
    return std::max(0, body.top() + int(std::floor(top)) - around);
}

static QString chosenPart(const TextParts &parts, int wanted)
{
    return parts.part(wanted < 0 ? parts.count() - 1 : std::min(wanted, parts.count() - 1));
}

// A part that others follow has all of its text.
static bool isGrowing(const MessageContent &content, const TextParts &parts, int wanted)
{
    return content.isStreaming && (wanted < 0 || wanted >= parts.count() - 1);
}

int MessageLayout::setBody(const MessageContent &content, const MessageOptions &options,
                           const TextStyle &style, CodeColours *colours)
{
    const TextStyle spoken = content.isNarrator ? style.narrated() : style;
    const TextStyle bodyStyle = content.isHidden ? spoken.unsent() : spoken;
    if (m_body->defaultFont() != bodyStyle.font) // setting it lays everything out again
        m_body->setDefaultFont(bodyStyle.font);
    m_textParts.setText(content.text);
    return m_growingBody.setText(chosenPart(m_textParts, options.textPart), bodyStyle, colours,
                                 isGrowing(content, m_textParts, options.textPart));
}

void MessageLayout::setReasoning(const MessageContent &content, const MessageOptions &options,
                                 const TextStyle &style, CodeColours *colours)
{
    const TextStyle aside = style.aside();
    if (m_reasoning->defaultFont() != aside.font)
        m_reasoning->setDefaultFont(aside.font);
    m_reasoningParts.setText(content.reasoning);
    m_growingReasoning.setText(chosenPart(m_reasoningParts, options.reasoningPart), aside, colours,
                               isGrowing(content, m_reasoningParts, options.reasoningPart));
    m_reasoningSet = true;
}

int MessageLayout::shownPart(MessagePart part) const
{
    const int wanted = part == MessagePart::Reasoning ? m_options.reasoningPart : m_options.textPart;
    const int last = partCount(part) - 1;
    return wanted < 0 ? last : std::min(wanted, last);
}

void MessageLayout::arrange(const ColumnGeometry &geometry)
{
    partLines.clear();
    name = time = number = knowers = picture = reasoningLine = reasoning = body = {};
    swipeBack = swipeCount = swipeNext = error = retry = details = {};
    int y = padding;
    if (!m_content.isNarrator) {
        y = placeHeader(geometry, y);
    } else if (m_style.look.showsNumbers) {
        number = QRect(geometry.left, y, geometry.width, QFontMetrics(m_style.smallFont).height());
        y = number.bottom() + 1;
    }
    if (!m_content.reasoning.isEmpty())
        y = placeReasoning(geometry, y);

    int bodyHeight = m_options.editorHeight;
    if (bodyHeight <= 0) {
        y = placePartLine(geometry, MessagePart::Body, y);
        const double textHeight = heightAt(*m_body, geometry.width);
        const bool nothing = m_content.text.isEmpty();
        // An empty reply keeps a line for its caret, unless an error stands there.
        bodyHeight = nothing && (m_content.error || (m_content.isStreaming && !m_content.reasoning.isEmpty()))
                         ? 0
                         : int(std::ceil(textHeight));
        if (nothing && bodyHeight > 0)
            bodyHeight = int(m_style.lineHeight);
    }
    body = QRect(geometry.left, y, geometry.width, bodyHeight);
    y += bodyHeight;
    if (m_options.editorHeight <= 0)
        y = placePartLine(geometry, MessagePart::Body, y);

    if (m_content.error && m_options.editorHeight <= 0)
        y = placeError(geometry, y);
    if (m_options.hasSwipeBar && m_options.editorHeight <= 0)
        y = placeSwipes(geometry, y);
    y += padding;
    const int bottom = picture.isNull() ? y : std::max(y, picture.bottom() + padding);
    height = bottom;
    const int overhang = std::min(14, geometry.pictureLeft - 4);
    ground = QRect(geometry.pictureLeft - overhang, 2,
                   geometry.left + geometry.width - geometry.pictureLeft + 2 * overhang, height - 4);
}

int MessageLayout::placeHeader(const ColumnGeometry &geometry, int y)
{
    const QFontMetrics nameMetrics(m_style.nameFont);
    const QFontMetrics small(m_style.smallFont);
    const ReadingLook &look = m_style.look;
    if (look.showsPictures)
        picture = QRect(QPoint(geometry.pictureLeft, y + 1), pictureSize(look, geometry.viewWidth));

    timeText.clear();
    const bool hasMark = m_content.isHidden || m_content.isStreaming || !m_content.knownTo.isEmpty();
    if (!look.showsNames && !look.showsTimes && !look.showsNumbers && !hasMark)
        return y;
    const int line = nameMetrics.height();
    if (look.showsTimes && m_content.date.isValid()) {
        timeText = shortTime(m_content.date.time());
        if (m_options.showsDay) {
            //: %1 is a day, %2 a time: "21 Nov 2026, 09:41"
            timeText = tr("%1, %2").arg(QLocale().toString(m_content.date.date(), u"d MMM yyyy"_s), timeText);
        }
    }
    const int timeWidth = small.horizontalAdvance(timeText);
    time = QRect(geometry.left + geometry.width - timeWidth, y, timeWidth, line);
    int room = geometry.width - timeWidth - 16;
    if (look.showsNumbers) {
        const int widest = small.horizontalAdvance(u"#100000"_s); // a row that moves is not laid out anew
        number = QRect(time.left() - (timeWidth > 0 ? 10 : 0) - widest, y, widest, line);
        room = number.left() - geometry.left - 16;
    }
    const int nameWidth = look.showsNames ? nameMetrics.horizontalAdvance(m_content.name) + 1 : 0;
    name = QRect(geometry.left, y, std::min(room, nameWidth), line);
    placeKnowers(small, geometry.left + room - name.right() - 10);
    return y + line + 3;
}

// An eye and the names, on the line of the name.
void MessageLayout::placeKnowers(const QFontMetrics &metrics, int room)
{
    const int mark = metrics.ascent() + 5;
    if (m_content.knownTo.isEmpty() || room < mark + 30)
        return;
    QStringList names = m_content.knownTo;
    names.removeDuplicates();
    //: who knows a private message: their names
    knowersText = metrics.elidedText(tr("only %1").arg(names.join(u", "_s)), Qt::ElideRight, room - mark);
    knowers =
        QRect(name.right() + 10, name.top(), mark + metrics.horizontalAdvance(knowersText), name.height());
}

int MessageLayout::placeReasoning(const ColumnGeometry &geometry, int y)
{
    const QFontMetrics metrics(m_style.wordsFont);
    const bool thinking = m_content.isStreaming && m_content.text.isEmpty();
    //: Above folded reasoning; %1 is a number
    reasoningText = (thinking ? tr("Thinking… %1 words") : tr("Thoughts, %1 words"))
                        .arg(QLocale().toString(wordCount(m_content.reasoning)));
    reasoningLine =
        QRect(geometry.left, y, metrics.horizontalAdvance(reasoningText) + 22, metrics.height() + 6);
    y += reasoningLine.height();
    if (m_options.reasoningOpen) {
        constexpr int indent = 14; // room for the line at its left
        y = placePartLine(geometry, MessagePart::Reasoning, y);
        const int textHeight = int(std::ceil(heightAt(*m_reasoning, geometry.width - indent)));
        reasoning = QRect(geometry.left + indent, y + 4, geometry.width - indent, textHeight);
        y = placePartLine(geometry, MessagePart::Reasoning, reasoning.bottom() + 1) + 8;
    }
    return y + 2;
}

int MessageLayout::placePartLine(const ColumnGeometry &geometry, MessagePart part, int y)
{
    const int count = partCount(part);
    if (count == 1)
        return y;
    const bool isReasoning = part == MessagePart::Reasoning;
    const int shown = shownPart(part);
    const QFontMetrics metrics(m_style.wordsFont);
    constexpr int gap = 18;
    PartLine line;
    line.earlierPart = isReasoning ? MessagePart::EarlierReasoning : MessagePart::EarlierText;
    line.laterPart = isReasoning ? MessagePart::LaterReasoning : MessagePart::LaterText;
    //: of a very long message, which is shown in parts; %1 and %2 are numbers
    line.text = tr("Part %1 of %2").arg(QLocale().toString(shown + 1), QLocale().toString(count));
    const int lineHeight = metrics.height() + 4;
    line.place = QRect(geometry.left, y + 3, metrics.horizontalAdvance(line.text), lineHeight);
    int x = line.place.right() + 1 + gap;
    if (shown > 0) {
        line.earlier = QRect(x, y + 3, metrics.horizontalAdvance(earlierWords()), lineHeight);
        x = line.earlier.right() + 1 + gap;
    }
    if (shown < count - 1)
        line.later = QRect(x, y + 3, metrics.horizontalAdvance(laterWords()), lineHeight);
    partLines.append(line);
    return y + lineHeight + 6;
}

int MessageLayout::placeError(const ColumnGeometry &geometry, int y)
{
    const QFontMetrics metrics(m_style.wordsFont);
    errorText = m_content.error->what;
    if (!errorText.endsWith(u'.') && !errorText.endsWith(u'?'))
        errorText += u'.';
    if (!m_content.error->hint.isEmpty())
        errorText += u' ' + m_content.error->hint;
    if (!m_content.text.isEmpty())
        y += 8;
    constexpr int iconRoom = 26;
    const QRect wanted = metrics.boundingRect(QRect(0, 0, geometry.width - iconRoom, 10'000),
                                              int(Qt::TextWordWrap), errorText);
    error = QRect(geometry.left + iconRoom, y + 2, geometry.width - iconRoom, wanted.height());
    y = error.bottom() + 1 + 4;
    retry = QRect(error.left(), y, metrics.horizontalAdvance(tr("Retry")), metrics.height() + 4);
    details =
        QRect(retry.right() + 1 + 18, y, metrics.horizontalAdvance(tr("Details")), metrics.height() + 4);
    return retry.bottom() + 1;
}

int MessageLayout::placeSwipes(const ColumnGeometry &geometry, int y)
{
    const QFontMetrics small(m_style.smallFont);
    const int countWidth =
        small.horizontalAdvance(u"%1/%2"_s.arg(m_content.swipe + 1).arg(m_content.swipes)) + 8;
    const int barHeight = std::max(swipeBarHeight, small.height() + 8);
    y += 4;
    swipeNext = QRect(geometry.left + geometry.width - 22, y, 26, barHeight);
    swipeCount = QRect(swipeNext.left() - countWidth, y, countWidth, barHeight);
    swipeBack = QRect(swipeCount.left() - 26, y, 26, barHeight);
    return y + barHeight - 8;
}

MessageHit MessageLayout::hit(const QPoint &point) const
{
    const std::pair<QRect, MessagePart> simple[] = {
        {picture, MessagePart::Picture},       {time, MessagePart::Time},
        {knowers, MessagePart::Knowers},       {reasoningLine, MessagePart::ReasoningLine},
        {swipeBack, MessagePart::SwipeBack},   {swipeNext, MessagePart::SwipeNext},
        {swipeCount, MessagePart::SwipeCount}, {retry, MessagePart::Retry},
        {details, MessagePart::Details}};
    for (const auto &[rect, part] : simple) {
        if (rect.contains(point))
            return {part, -1, {}};
    }
    for (const PartLine &line : partLines) {
        if (line.earlier.contains(point))
            return {line.earlierPart, -1, {}};
        if (line.later.contains(point))
            return {line.laterPart, -1, {}};
    }
    for (const auto &[rect, part] :
         {std::pair{body, MessagePart::Body}, std::pair{reasoning, MessagePart::Reasoning}}) {
        if (!rect.contains(point))
            continue;
        const auto *layout = document(part).documentLayout();
        const QPointF inside = point - rect.topLeft();
        return {part, layout->hitTest(inside, Qt::FuzzyHit), layout->anchorAt(inside)};
    }
    return {};
}

} // namespace snug
