#include "tests/gui/documentpictures.h"

#include "app/appcontext.h"
#include "app/editors/cardeditorcontroller.h"
#include "core/library/library.h"
#include "tests/gui/openprogram.h"
#include "widgets/dialogs/newcharacterdialog.h"
#include "widgets/editors/documentcomparer.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/palette.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QLineEdit>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeDocumentPictures(OpenProgram &program,
                          const std::function<void(QWidget &window, const QString &name)> &save)
{
    const AppContext &app = program.app();
    const QList<CardSummary> &cards = app.library.contents().cards;
    app.cardEditor.compare({DocumentKind::Card, cards.first().file}, cards.last().file);
    const auto comparer = [&app]() -> DocumentComparer * {
        auto *found = qobject_cast<DocumentComparer *>(app.studio.current());
        return found && !found->changes().isEmpty() ? found : nullptr;
    };
    if (!QTest::qWaitFor([&] { return comparer() != nullptr; }, 5000))
        qFatal("nothing was compared");
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        app.theme.setChoice(choice);
        save(app.window, choice == ThemeChoice::Light ? u"compare-light"_s : u"compare-dark"_s);
    }
    comparer()->close();
    app.studio.documents()->search()->setText(u"nothing like it"_s);
    save(app.window, u"documents-nothing-found"_s);
    app.studio.documents()->search()->clear();
    app.studio.close();
    app.window.activateWindow();
    static_cast<void>(QTest::qWaitForWindowActive(&app.window));
    const auto find = [&](ActionId id, const QString &typed, const QString &name) {
        app.actions.action(id)->trigger();
        app.window.findChild<CommandPalette *>()->field()->setText(typed);
        save(app.window, name);
        app.window.findChild<CommandPalette *>()->close();
    };
    find(ActionId::Palette, {}, u"palette-dark"_s);
    find(ActionId::WhereIs, u"world"_s, u"where-is-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    find(ActionId::Palette, u"har"_s, u"palette-light"_s);
    find(ActionId::Keys, {}, u"keys-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    app.actions.action(ActionId::NewCharacter)->trigger();
    auto *dialog = app.window.findChild<NewCharacterDialog *>();
    save(*dialog, u"new-character-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    dialog->setName(u"Wren Aldous"_s);
    dialog->setProblem(u"no.png: is not a picture"_s);
    save(*dialog, u"new-character-light"_s);
    dialog->close();
}

} // namespace snug
