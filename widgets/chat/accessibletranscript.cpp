#include "widgets/chat/accessibletranscript.h"

#include "widgets/chat/transcript.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QAction>
#include <QPointer>

namespace snug {

namespace {

class AccessibleMessage final : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleMessage(Transcript *transcript, int row)
        : m_transcript(transcript)
        , m_row(row)
    {
    }

    int row() const { return m_row; }
    bool isValid() const override { return m_transcript && !m_transcript->messageRect(m_row).isNull(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_transcript);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    void setText(QAccessible::Text, const QString &) override {}
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text type) const override
    {
        if (!isValid())
            return {};
        const MessageContent &content = m_transcript->message(m_row).content();
        if (type == QAccessible::Name) {
            //: who and what: "Mira: You came back."
            QString name = Transcript::tr("%1: %2").arg(content.name, content.text);
            if (content.error)
                name += u' ' + content.error->line();
            return name;
        }
        if (type == QAccessible::Description && content.isHidden)
            return Transcript::tr("not sent");
        return {};
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QWidget *view = m_transcript->viewport();
        const QRect rect = m_transcript->messageRect(m_row);
        return {view->mapToGlobal(rect.topLeft()), rect.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = state.selectable = state.readOnly = true;
        if (isValid()) {
            state.focused = m_transcript->hasFocus() && m_transcript->currentRow() == m_row;
            state.offscreen = !m_transcript->messageRect(m_row).intersects(m_transcript->viewport()->rect());
        }
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this)
                                                    : nullptr;
    }

    QStringList actionNames() const override
    {
        QStringList names{setFocusAction()};
        if (m_transcript) {
            for (const MessageAction action : m_transcript->actions(m_row))
                names.append(actionText(action));
        }
        return names;
    }

    void doAction(const QString &name) override
    {
        if (!isValid())
            return;
        if (name == setFocusAction()) {
            m_transcript->setFocus();
            m_transcript->setCurrentRow(m_row);
            return;
        }
        for (const MessageAction action : m_transcript->actions(m_row)) {
            if (actionText(action) == name) {
                m_transcript->perform(action, m_row);
                return;
            }
        }
    }

    QStringList keyBindingsForAction(const QString &name) const override
    {
        if (m_transcript) {
            for (const MessageAction action : m_transcript->actions(m_row)) {
                if (actionText(action) == name && !actionKey(action).isEmpty())
                    return {actionKey(action).toString(QKeySequence::NativeText)};
            }
        }
        return {};
    }

private:
    QPointer<Transcript> m_transcript;
    int m_row;
};

class AccessibleTranscript final : public QAccessibleWidget
{
public:
    explicit AccessibleTranscript(Transcript *transcript)
        : QAccessibleWidget(transcript, QAccessible::List, transcript->accessibleName())
    {
    }

    ~AccessibleTranscript() override
    {
        for (const QAccessible::Id id : std::as_const(m_items))
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return rows().second - rows().first; }

    QAccessibleInterface *child(int index) const override
    {
        const auto [first, last] = rows();
        return index >= 0 && index < last - first ? item(first + index) : nullptr;
    }

    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *message = dynamic_cast<const AccessibleMessage *>(child);
        const auto [first, last] = rows();
        return message && message->row() >= first && message->row() < last ? message->row() - first : -1;
    }

    QAccessibleInterface *childAt(int x, int y) const override
    {
        const auto [first, last] = rows();
        for (int row = first; row < last; ++row) {
            if (item(row)->rect().contains(x, y))
                return item(row);
        }
        return nullptr;
    }

    QAccessibleInterface *focusChild() const override
    {
        const auto [first, last] = rows();
        const int current = transcript()->currentRow();
        return current >= first && current < last ? item(current) : nullptr;
    }

    QAccessibleInterface *item(int row) const
    {
        auto found = m_items.constFind(row);
        if (found == m_items.cend())
            found = m_items.insert(
                row, QAccessible::registerAccessibleInterface(new AccessibleMessage(transcript(), row)));
        return QAccessible::accessibleInterface(*found);
    }

private:
    Transcript *transcript() const { return static_cast<Transcript *>(widget()); }

    // The messages on screen: from, and one past the last.
    std::pair<int, int> rows() const { return transcript()->place().visibleRows(); }

    mutable QHash<int, QAccessible::Id> m_items; // by row: a row's item says what stands there now
};

QAccessibleInterface *make(const QString &className, QObject *object)
{
    if (className == QLatin1String("snug::Transcript")) {
        if (auto *transcript = qobject_cast<Transcript *>(object))
            return new AccessibleTranscript(transcript);
    }
    return nullptr;
}

} // namespace

void installAccessibleTranscript()
{
    QAccessible::installFactory(make); // installs the same factory only once
}

void announceCurrentMessage(Transcript *transcript, int row)
{
    if (!QAccessible::isActive())
        return;
    auto *list = dynamic_cast<AccessibleTranscript *>(QAccessible::queryAccessibleInterface(transcript));
    if (!list)
        return;
    QAccessibleEvent event(list->item(row), QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

} // namespace snug
