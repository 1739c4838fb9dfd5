#include "tests/gui/editorpictures.h"

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/editing/versions.h"
#include "core/formats/charx.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "widgets/dialogs/manualwindow.h"
#include "widgets/editors/card/cardnotes.h"
#include "widgets/editors/card/cropdialog.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/rules/ruletrialpane.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/versionspage.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QLinearGradient>
#include <QMessageBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A picture that one can tell the parts of apart.
QByteArray evening()
{
    QImage image(900, 700, QImage::Format_RGB32);
    QPainter painter(&image);
    QLinearGradient sky(0, 0, 0, 700);
    sky.setColorAt(0, QColor(40, 52, 84));
    sky.setColorAt(0.6, QColor(196, 132, 96));
    sky.setColorAt(1, QColor(30, 44, 58));
    painter.fillRect(image.rect(), sky);
    painter.setBrush(QColor(240, 226, 190));
    painter.drawEllipse(520, 160, 120, 120);
    painter.fillRect(540, 280, 60, 420, QColor(230, 228, 224));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        qFatal("no picture");
    return bytes;
}

QByteArray archive()
{
    Card card;
    card.name = u"Ysolde"_s;
    card.description = u"Keeper of the lamp at Sellick Point."_s;
    card.firstMessage = u"\"You are late,\" *she says, not looking up.*"_s;
    RegexScript stars;
    stars.name = u"Stars around thoughts"_s;
    stars.find = u"/\\*\\((.+?)\\)\\*/g"_s;
    stars.replacement = u"*$1*"_s;
    stars.placements = {1, 2};
    stars.displayOnly = true;
    RegexScript asides;
    asides.name = u"No asides"_s;
    asides.find = u"/\\(\\(.*?\\)\\)/gs"_s;
    asides.placements = {2};
    asides.disabled = true;
    card.regexScripts = {stars, asides};
    card.assets = {{u"emotion"_s, u"data:image/png;base64,QUJDREVGRw=="_s, u"joy"_s, u"png"_s},
                   {u"background"_s, u"https://example.org/fog.webp"_s, u"main"_s, u"webp"_s}};
    const auto written =
        writeCharX(card, {.archive = {}, .picture = evening(), .asset = {}, .now = 1'760'000'000});
    if (!written)
        qFatal("no archive");
    return *written;
}

const QByteArray harbourRules = R"json([{"id": "1", "name": "Lamps are lanterns", "enabled": true,
    "find_regex": "\\blamp(s?)\\b", "replace_regex": "lantern$1", "placement": "after_macro",
    "views": ["assistant_view"], "targets": ["history", "world_book.before_char"], "max_depth": 20},
    {"id": "2", "name": "No asides", "enabled": false, "find_regex": "\\(\\(.*?\\)\\)",
     "placement": "before_macro", "views": ["user_view"]},
    {"id": "3", "name": "Fog alone", "enabled": true, "find_regex": "(fog", "placement": "before_macro",
     "views": ["user_view"], "mode": "conditional", "condition": "{{keywords::fog}}"}])json";

using SaveBoth = std::function<void(QWidget &widget, const QString &name)>;

void takeRules(OpenProgram &program, const SaveBoth &inBoth)
{
    const AppContext &app = program.app();
    const QString folder = LibraryLayout(program.libraryFolder()).folder(LibraryLayout::Folder::Rules);
    QDir().mkpath(folder);
    test::put(folder + u"/Harbour.json"_s, harbourRules);
    app.rulesEditor.open(u"Harbour"_s);
    if (!QTest::qWaitFor([&] { return app.rulesEditor.document().isOpen(); }, 20000))
        qFatal("no rules");
    RulesEditor *editor = app.rulesEditor.editor();
    editor->trial()->setText(u"Two lamps burn on the mole, and the lamp of the Marit answers."_s);
    QTest::qWait(700);
    inBoth(*editor, u"rules"_s);
    editor->resize(900, 600);
    editor->choose(2);
    QTest::qWait(400);
    inBoth(*editor, u"rules-narrow"_s);
    editor->close();
}

void takeManual(const AppContext &app, const SaveBoth &inBoth)
{
    app.actions.action(ActionId::Manual)->trigger();
    for (QWidget *window : QApplication::topLevelWidgets()) {
        auto *manual = qobject_cast<ManualWindow *>(window);
        if (!manual || !manual->isVisible())
            continue;
        QTest::qWait(200);
        inBoth(*manual, u"manual"_s);
        manual->showPage(u"systems/hologram.md#context"_s);
        QTest::qWait(200);
        inBoth(*manual, u"manual-page"_s);
        manual->close();
    }
}

} // namespace

void takeEditorPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    const auto inBoth = [&](QWidget &widget, const QString &name) {
        app.theme.setChoice(ThemeChoice::Light);
        save(widget, name + u"-light"_s);
        app.theme.setChoice(ThemeChoice::Dark);
        save(widget, name + u"-dark"_s);
    };
    using Kind = TextTemplateEditor::Kind;
    for (const auto &[kind, template_, name] :
         {std::tuple(Kind::Context, u"ChatML"_s, u"templates-context"_s),
          std::tuple(Kind::Instruct, u"Alpaca"_s, u"templates-instruct"_s),
          std::tuple(Kind::SystemPrompt, QString(), u"templates-system"_s),
          std::tuple(Kind::Samplers, u"Neutral"_s, u"templates-samplers"_s)}) {
        app.completionTemplateEditor.open(kind, template_);
        if (!QTest::qWaitFor([&] { return app.completionTemplateEditor.document(kind).isOpen(); }, 20000))
            qFatal("no template");
        QTest::qWait(500);
        inBoth(*app.completionTemplateEditor.editor(), name);
    }
    TextTemplateEditor *templates = app.completionTemplateEditor.editor();
    templates->resize(900, 600);
    inBoth(*templates, u"templates-narrow"_s);
    templates->close();

    takeRules(program, inBoth);
    takeManual(app, inBoth);

    const QString path = program.libraryFolder() + u"/ysolde.charx"_s;
    test::put(path, archive());
    app.libraryController.importFiles({path});
    if (!QTest::qWaitFor([&] {
            return std::ranges::contains(app.library.contents().cards, u"Ysolde.png"_s, &CardSummary::file);
        }))
        qFatal("the archive does not come");
    app.cardEditor.open(u"Ysolde.png"_s);
    CardEditor *editor = app.cardEditor.editor();
    if (!QTest::qWaitFor([&] { return editor->card().name == u"Ysolde"; }, 20000))
        qFatal("the card did not open");
    QTest::qWait(500);
    editor->otherNotes()->add(u"de"_s);
    editor->otherNotes()->text()->setPlainText(u"Für lange Abende gedacht."_s);
    using Page = CardEditor::Page;
    for (const auto &[page, name] :
         {std::pair(Page::About, u"card-about-languages"_s), std::pair(Page::Scripts, u"card-scripts"_s),
          std::pair(Page::Picture, u"card-assets"_s)}) {
        editor->openPage(page);
        inBoth(*editor, name);
    }
    editor->findChild<QPushButton *>(u"cropPicture"_s)->click();
    if (auto *dialog = editor->findChild<CropDialog *>()) {
        QTest::qWait(200);
        inBoth(*dialog, u"card-crop"_s);
        dialog->reject();
    }
    VersionsPage versions(u"Ysolde"_s);
    versions.resize(980, 620);
    versions.setHasPicture(true);
    versions.setVersions({{u"1"_s, QDateTime(QDate(2026, 11, 21), QTime(21, 4)), 48'120},
                          {u"2"_s, QDateTime(QDate(2026, 11, 20), QTime(8, 30)), 47'990}});
    versions.setChanges({{u"data › description"_s, u"Keeper of the lamp at Sellick Point.\nShe hums."_s,
                          u"Keeper of the lamp at Sellick Point."_s, false, false},
                         {u"data › character_book › entries › Fog › content"_s,
                          {},
                          u"The fog hides the reef."_s,
                          true,
                          false},
                         {u"data › tags"_s, u"[\"sea\"]"_s, {}, false, true}});
    versions.show();
    QTest::qWait(200);
    inBoth(versions, u"versions"_s);
    versions.close();
    editor->close();
    if (auto *question = editor->findChild<QMessageBox *>(u"unsavedDocuments"_s)) {
        QTest::qWait(200);
        inBoth(*question, u"editor-question"_s);
    }
    OpenProgram::answerUnsaved(editor, u"Discard"_s);
}

} // namespace snug
