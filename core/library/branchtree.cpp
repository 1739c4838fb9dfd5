#include "core/library/branchtree.h"

#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "core/library/chatfiles.h"
#include "core/library/chatsummary.h"
#include "core/library/fileaccess.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype LeavesTextLength = 120;

// A header is one line; those with many variables are long.
QString mainChatOf(const QString &path)
{
    const auto file = openForReading(path, ChatFileLimit);
    for (const qint64 length : {qint64(1) << 14, qint64(1) << 22}) {
        const auto bytes = file ? file->read(0, length) : Result<QByteArray>(QByteArray());
        if (!bytes)
            return {};
        const qsizetype end = bytes->indexOf('\n');
        if (end < 0 && bytes->size() == length)
            continue;
        const auto header = parseJsonLine(bytes->first(end < 0 ? bytes->size() : end));
        return header ? header->value(u"chat_metadata").value(u"main_chat").toText() : QString();
    }
    return {};
}

struct Leaving
{
    qsizetype row = -1;
    QString text;
    bool isCheckpoint = false;
};

void addLeavings(QHash<QString, Leaving> &leavings, const Json &extra, const Leaving &leaving)
{
    const Json branches = extra.value(u"branches");
    for (const Json &name : branches.items())
        leavings.insert(name.toText(), leaving);
    if (const QString name = extra.value(u"bookmark_link").toText(); !name.isEmpty())
        leavings.insert(name, {leaving.row, leaving.text, true});
}

// Where others leave this chat, by their names.
QHash<QString, Leaving> leavingsIn(const QByteArray &bytes)
{
    QHash<QString, Leaving> leavings;
    if (!bytes.contains("\"branches\"") && !bytes.contains("\"bookmark_link\""))
        return leavings;
    const QList<Message> messages = readChat(bytes).chat.messages;
    for (qsizetype row = 0; row < messages.size(); ++row) {
        const Message &message = messages.at(row);
        const auto at = [row](const QString &text) {
            return Leaving{row, text.left(LeavesTextLength).simplified(), false};
        };
        for (const Swipe &swipe : message.swipes) // that was shown when the other one left
            addLeavings(leavings, swipe.info.value(u"extra"), at(swipe.text));
        addLeavings(leavings, message.extra, at(message.text));
    }
    return leavings;
}

class BranchWalk
{
public:
    explicit BranchWalk(const QString &folder)
        : m_folder(folder)
    {
        const QStringList files = QDir(folder).entryList({u"*.jsonl"_s}, QDir::Files, QDir::Name);
        for (const QString &file : files)
            m_names.insert(file.chopped(6));
        for (const QString &file : files) {
            const QString name = file.chopped(6);
            if (const QString main = mainChatOf(m_folder.filePath(file));
                main != name && m_names.contains(main)) {
                m_parents.insert(name, main);
                m_branches[main].append(name);
            }
        }
    }

    QList<BranchedChat> treeOf(const QString &name)
    {
        if (!m_names.contains(name))
            return {};
        QString root = name;
        QSet<QString> passed;
        while (m_parents.contains(root) && !passed.contains(root)) { // files may name each other
            passed.insert(root);
            root = m_parents.value(root);
        }
        BranchedChat first;
        first.summary.name = root;
        // No recursion: strangers' chains of branches may be as long as their folder.
        QList<BranchedChat> waiting{first};
        while (!waiting.isEmpty())
            add(waiting.takeLast(), waiting);
        return m_tree;
    }

private:
    void add(BranchedChat chat, QList<BranchedChat> &waiting)
    {
        const QString name = chat.summary.name;
        if (m_added.contains(name))
            return;
        m_added.insert(name);
        const QString path = m_folder.filePath(name + u".jsonl"_s);
        const auto file = readVersioned(path, ChatFileLimit);
        if (!file)
            return;
        chat.summary = summarizeChat(name, file->value);
        chat.summary.modified = QFileInfo(path).lastModified();
        const QHash<QString, Leaving> leavings = leavingsIn(file->value);
        QList<BranchedChat> branches;
        for (const QString &branch : m_branches.value(name)) {
            const Leaving leaving = leavings.value(branch);
            BranchedChat &next = branches.emplaceBack();
            next.summary.name = branch;
            next.depth = chat.depth + 1;
            next.parent = name;
            next.leaves = leaving.row;
            next.leavesText = leaving.text;
            next.isCheckpoint = leaving.isCheckpoint;
        }
        m_tree.append(std::move(chat));
        std::ranges::stable_sort(branches, {}, &BranchedChat::leaves);
        for (const BranchedChat &branch : branches | std::views::reverse) // the last one is next
            waiting.append(branch);
    }

    QDir m_folder;
    QSet<QString> m_names;
    QHash<QString, QString> m_parents;
    QHash<QString, QStringList> m_branches;
    QSet<QString> m_added;
    QList<BranchedChat> m_tree;
};

} // namespace

QList<BranchedChat> branchTree(const LibraryLayout &layout, const ChatReference &chat)
{
    return BranchWalk(QFileInfo(chatPath(layout, chat)).path()).treeOf(chat.name);
}

} // namespace snug
