// Words of strangers in the whole program: names, texts and links that look like markup, in every list, label
// and tool tip. What looks like a picture stays characters, and no link opens more than it may.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "app/inspector/lorereplaycontroller.h"
#include "app/inspector/setupscontroller.h"
#include "core/chat/chatsession.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/linkdialog.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/theme/richlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDirIterator>
#include <QHelpEvent>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QToolTip>

#include <optional>

namespace tst_strangerswords {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Every text below these members becomes the stranger's.
QJsonValue withWords(const QJsonValue &value, const QString &words, bool isText = false)
{
    static const QStringList texts{u"name"_s,          u"comment"_s,     u"content"_s,
                                   u"mes"_s,           u"description"_s, u"title"_s,
                                   u"key"_s,           u"personas"_s,    u"persona_descriptions"_s,
                                   u"creator_notes"_s, u"scriptName"_s,  u"findRegex"_s,
                                   u"replaceString"_s};
    if (value.isString() && isText)
        return QString(value.toString() + words);
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &each : value.toArray())
            array.append(withWords(each, words, isText));
        return array;
    }
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (auto each = object.begin(); each != object.end(); ++each)
            each.value() = withWords(each.value(), words, isText || texts.contains(each.key()));
        return object;
    }
    return value;
}

bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QLabel *shownTip()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->windowType() == Qt::ToolTip && widget->isVisible())
            return qobject_cast<QLabel *>(widget);
    }
    return nullptr;
}

// Of the model below what sorts and filters.
QString nameOf(const QAbstractItemModel *model)
{
    while (const auto *proxy = qobject_cast<const QAbstractProxyModel *>(model))
        model = proxy->sourceModel();
    return QString::fromLatin1(model->metaObject()->className());
}

} // namespace

class TestStrangersWords : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void open(const QUrl &url) { m_opened.append(url); }

private:
    const AppContext &app() const { return m_program->app(); }
    bool isSettled() { return app().chat.session() && !app().chat.session()->preview().isBusy(); }

    // Each row's texts beside the names; hovers those that look like markup.
    void lookAt(QAbstractItemView *view)
    {
        const QAbstractItemModel *model = view->model();
        for (int row = 0; model && row < std::min(model->rowCount(), 40); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const QModelIndex index = model->index(row, column);
                QVERIFY(!index.data(Qt::WhatsThisRole).isValid());
                const QString tip = index.data(Qt::ToolTipRole).toString();
                QVERIFY2(tip.size() <= 1000, model->metaObject()->className());
                if (!Qt::mightBeRichText(tip))
                    continue;
                const QPoint at = view->visualRect(index).center();
                if (!view->isVisible() || !view->viewport()->rect().contains(at) ||
                    view->indexAt(at) != index)
                    continue;
                QHelpEvent help(QEvent::ToolTip, at, view->viewport()->mapToGlobal(at));
                QApplication::sendEvent(view->viewport(), &help);
                QVERIFY2(shownTip(), model->metaObject()->className());
                QCOMPARE(shownTip()->textFormat(), Qt::PlainText);
                QVERIFY(shownTip()->height() < 400);
                m_hovered.insert(nameOf(model));
            }
        }
    }

    void lookAtAll()
    {
        QList<QPointer<QWidget>> widgets; // some go while tool tips are asked for
        for (QWidget *widget : QApplication::allWidgets())
            widgets.append(widget);
        for (const QPointer<QWidget> &pointer : std::as_const(widgets)) {
            QWidget *widget = pointer;
            if (!widget)
                continue;
            if (auto *view = qobject_cast<QAbstractItemView *>(widget))
                lookAt(view);
            QVERIFY2(widget->whatsThis().isEmpty(), widget->metaObject()->className());
            if (const auto *label = qobject_cast<QLabel *>(widget); label && label->isVisible()) {
                const bool isOurMarkup = qobject_cast<const RichLabel *>(label);
                QVERIFY2(label->textFormat() == (isOurMarkup ? Qt::RichText : Qt::PlainText),
                         qPrintable(label->objectName() + u": "_s + label->text()));
                if (isOurMarkup)
                    QVERIFY2(!label->text().contains(u"<img"), qPrintable(label->text()));
                else
                    m_labels += Qt::mightBeRichText(label->text());
            }
        }
    }

    void clickLink(int row, const QString &address)
    {
        Transcript *story = app().chatPane.transcript();
        story->setCurrentRow(row);
        const auto place = [&]() -> std::optional<QPoint> {
            const MessageLayout &message = story->message(row);
            for (int y = message.body.top(); y < message.body.bottom(); y += 4) {
                for (int x = message.body.left(); x < message.body.right(); x += 4) {
                    if (message.hit({x, y}).link == address)
                        return story->messageRect(row).topLeft() + QPoint(x, y);
                }
            }
            return {};
        };
        QTRY_VERIFY2(place() && story->viewport()->rect().contains(*place()), qPrintable(address));
        QTest::mouseClick(story->viewport(), Qt::LeftButton, {}, *place());
    }

    std::unique_ptr<OpenProgram> m_program;
    QTemporaryDir m_folder;
    QString m_words;
    QList<QUrl> m_opened;
    QSet<QString> m_hovered;
    int m_labels = 0; // that show words with marks

private Q_SLOTS:
    void initTestCase()
    {
        QImage tall(40, 900, QImage::Format_RGB32);
        tall.fill(Qt::red);
        QVERIFY(tall.save(m_folder.filePath(u"tall.png"_s)));
        m_words = u"<b>x</b><img src=\"%1\">"_s.arg(m_folder.filePath(u"tall.png"_s));
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        m_opened.clear();
    }

    void cleanup()
    {
        QToolTip::hideText();
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    // The last message of a chat is what a model wrote.
    void hoveredChatIsCharacters()
    {
        QVERIFY(app().window.isVisible());
        const QString folder = m_program->libraryFolder() + u"/chats"_s;
        m_program->quit();
        QDirIterator chats(folder, {u"*.jsonl"_s}, QDir::Files, QDirIterator::Subdirectories);
        QVERIFY(chats.hasNext());
        while (chats.hasNext()) {
            const QString path = chats.next();
            const QByteArray last = QJsonDocument(QJsonObject{{u"name"_s, u"x"_s}, {u"mes"_s, m_words}})
                                        .toJson(QJsonDocument::Compact);
            QVERIFY(writeFile(path, readFile(path).trimmed() + '\n' + last + '\n'));
            // A name that begins with a mark: the tool tip does so as well.
            const QString marked = QFileInfo(path).path() + u"/<b>x<i>.jsonl"_s;
            QVERIFY(QFileInfo::exists(marked) || writeFile(marked, readFile(path)));
        }
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        m_hovered.clear();
        for (auto *view : app().window.findChildren<QListView *>())
            lookAt(view);
        QVERIFY2(m_hovered.contains(u"snug::ChatsModel"_s),
                 qPrintable(QStringList(m_hovered.values()).join(u' ')));
    }

    void everythingIsCharacters()
    {
        const QString folder = m_program->libraryFolder();
        m_program->quit();
        QDirIterator files(folder, {u"*.json"_s, u"*.jsonl"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (path.contains(u"/snug/"))
                continue;
            if (path.endsWith(u".json")) {
                const QJsonDocument read = QJsonDocument::fromJson(readFile(path));
                const QJsonValue changed =
                    withWords(read.isArray() ? QJsonValue(read.array()) : QJsonValue(read.object()), m_words);
                QVERIFY(writeFile(path, changed.isArray() ? QJsonDocument(changed.toArray()).toJson()
                                                          : QJsonDocument(changed.toObject()).toJson()));
                continue;
            }
            QByteArray lines;
            for (const QByteArray &line : readFile(path).trimmed().split('\n'))
                lines += QJsonDocument(withWords(QJsonDocument::fromJson(line).object(), m_words).toObject())
                             .toJson(QJsonDocument::Compact) +
                         '\n';
            QVERIFY(writeFile(path, lines));
        }
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        m_hovered.clear();
        lookAtAll();
        app().actions.action(ActionId::Connections)->trigger();
        app().lorebookEditor.open();
        QTRY_VERIFY(!app().lorebookEditor.editor()->lorebook().entries.isEmpty());
        lookAtAll();
        app().lorebookEditor.editor()->openEntry(1);
        app().presetEditor.open();
        QTRY_VERIFY(!app().presetEditor.editor()->state().name.isEmpty());
        QTRY_VERIFY(
            !app().presetEditor.editor()->findChild<FindingsBar *>()->findings().isEmpty()); // they name
        auto *pages = app().presetEditor.editor()->findChild<QTabWidget *>();
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page);
            lookAtAll();
        }
        app().cardEditor.open();
        QTRY_VERIFY(!app().cardEditor.editor()->card().name.isEmpty());
        for (int page = 0; page <= int(CardEditor::Page::Picture); ++page) {
            app().cardEditor.editor()->openPage(CardEditor::Page(page));
            lookAtAll();
        }
        app().loreReplay.open();
        app().setups.open();
        auto *compared = app().setups.window()->findChild<QTabWidget *>(u"setupPages"_s);
        for (int page = 0; page < compared->count(); ++page) {
            compared->setCurrentIndex(page);
            lookAtAll();
        }
        app().personaEditor.open();
        QTRY_VERIFY(app().personaEditor.editor()->currentPersona());
        lookAtAll(); // one editor is in front at a time
        app().scriptEditor.open();
        QTRY_VERIFY(!app().scriptEditor.editor()->place().isEmpty());
        lookAtAll();
        // The words really were there.
        const QSet<QString> wanted{u"snug::PersonasModel"_s, u"snug::LoreEntriesModel"_s,
                                   u"snug::PromptOrderModel"_s};
        QVERIFY2(m_hovered.contains(wanted), qPrintable(QStringList(m_hovered.values()).join(u' ')));
        QVERIFY2(m_labels >= 3, qPrintable(QString::number(m_labels)));
    }

    void links_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<bool>("opens");  // at once
        QTest::addColumn<bool>("offers"); // to open, after the question
        QTest::newRow("a program") << u"file:///usr/share/applications/evil.desktop"_s << u"open me"_s
                                   << false << false;
        QTest::newRow("a script") << u"javascript:alert(1)"_s << u"js"_s << false << false;
        QTest::newRow("another host")
            << u"http://evil.example/?q=1"_s << u"http://good.example"_s << false << true;
        QTest::newRow("the web") << u"https://good.example/x"_s << u"here"_s << true << true;
        QTest::newRow("a share") << u"smb://host/share"_s << u"here"_s << false << false;
        QTest::newRow("an editor") << u"vscode://file/etc/passwd"_s << u"here"_s << false << false;
        QTest::newRow("mail that is written already")
            << u"mailto:a@b.example?attach=/etc/passwd"_s << u"write"_s << false << true;
    }

    void links()
    {
        QFETCH(QString, address);
        QFETCH(QString, shown);
        QFETCH(bool, opens);
        QFETCH(bool, offers);
        const QStringList schemes{u"http"_s, u"https"_s,      u"mailto"_s, u"file"_s,
                                  u"smb"_s,  u"javascript"_s, u"vscode"_s};
        for (const QString &scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "open");
        QTest::keyClicks(app().chatPane.composer()->findChild<DraftEdit *>(),
                         u"Look: [%1](<%2>)"_s.arg(shown, address));
        QTest::keyClick(app().chatPane.composer()->findChild<DraftEdit *>(), Qt::Key_Return);
        const auto row = [this] { return int(app().chat.session()->chat().messages.size()) - 2; };
        QTRY_VERIFY(app().chat.session()->chat().messages.at(row()).text.contains(address) &&
                    !app().chat.session()->reply().isUnderWay() && isSettled());
        clickLink(row(), address);
        QCOMPARE(m_opened.size(), opens ? 1 : 0);
        auto *dialog = app().window.findChild<LinkDialog *>();
        QCOMPARE(dialog != nullptr, !opens);
        if (dialog) {
            QVERIFY(QTest::qWaitForWindowActive(dialog));
            QCOMPARE(dialog->findChild<QPlainTextEdit *>()->toPlainText(), address);
            auto *openButton = dialog->findChild<QPushButton *>(u"openLink"_s);
            QCOMPARE(openButton != nullptr, offers);
            if (openButton) {
                QVERIFY(!openButton->isDefault());
                openButton->click();
                QCOMPARE(m_opened.size(), 1);
                QVERIFY(!m_opened.first().hasQuery() || m_opened.first().scheme() != u"mailto"_s);
            } else {
                QTest::keyClick(dialog, Qt::Key_Return); // never opens
                QVERIFY(m_opened.isEmpty());
                QCOMPARE(QGuiApplication::clipboard()->text(), address);
            }
        }
        for (const QString &scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }
};

} // namespace tst_strangerswords

SNUG_TEST(tst_strangerswords, TestStrangersWords, Windows)
#include "tst_strangerswords.moc"
