#include "app/library/tagcontroller.h"

#include "app/appcontext.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/library.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/casthead.h"
#include "widgets/library/librarypane.h"
#include "widgets/library/tagchips.h"
#include "widgets/window/mainwindow.h"

#include <QColorDialog>
#include <QInputDialog>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

TagController::TagController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.libraryPane, &LibraryPane::tagActRequested, this, &TagController::act);
}

void TagController::act(const QString &tag, TagAct act)
{
    switch (act) {
    case TagAct::Rename:
        return askForName(tag);
    case TagAct::Colour:
        return askForColour(tag);
    case TagAct::NoColour:
        return perform([tag](LibraryStore &store) { return setTagColour(store, tag, {}); },
                       {.text = tr("Tag “%1” no longer has a colour.").arg(tag), .from = tag, .to = tag});
    case TagAct::Delete:
        return perform([tag](LibraryStore &store) { return deleteTag(store, tag); },
                       {.text = tr("Tag “%1” is deleted.").arg(tag), .from = tag, .to = {}});
    }
}

void TagController::askForName(const QString &tag)
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"renameTag"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename Tag"));
    dialog->setLabelText(tr("New name of “%1”").arg(tag));
    dialog->setTextValue(tag);
    dialog->setOkButtonText(tr("&Rename"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, tag](const QString &name) {
        const QString to = name.trimmed();
        if (!to.isEmpty() && to != tag)
            perform([tag, to](LibraryStore &store) { return renameTag(store, tag, to); },
                    {.text = tr("Tag “%1” is now called “%2”.").arg(tag, to), .from = tag, .to = to});
    });
    dialog->open();
}

// In CSS as SillyTavern writes it.
static QString cssOf(const QColor &colour)
{
    return u"rgba(%1, %2, %3, %4)"_s.arg(colour.red())
        .arg(colour.green())
        .arg(colour.blue())
        .arg(colour.alphaF(), 0, 'g', 3);
}

void TagController::askForColour(const QString &tag)
{
    const QList<Tag> &tags = m_app.library.contents().settings.tags;
    const auto now = std::ranges::find_if(
        tags, [&](const Tag &each) { return each.name.compare(tag, Qt::CaseInsensitive) == 0; });
    const QColor colour = now == tags.cend() ? QColor() : cssColour(now->color);
    auto *dialog = new QColorDialog(colour.isValid() ? colour : QColor(u"#0b2545"_s), &m_app.window);
    dialog->setObjectName(u"tagColour"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOptions(QColorDialog::DontUseNativeDialog | QColorDialog::ShowAlphaChannel);
    dialog->setWindowTitle(tr("Colour of “%1”").arg(tag));
    connect(dialog, &QColorDialog::colorSelected, this, [this, tag](const QColor &chosen) {
        perform([tag, css = cssOf(chosen)](LibraryStore &store) { return setTagColour(store, tag, css); },
                {.text = tr("Tag “%1” has another colour.").arg(tag), .from = tag, .to = tag});
    });
    dialog->open();
}

void TagController::perform(const Change &change, const Done &done)
{
    m_app.library.perform(change, this, [this, change, done](const Result<TagBefore> &before) {
        if (!before)
            return m_app.libraryController.showError(before.error());
        followInFilters(done.from, done.to);
        const auto undo = [this, done, was = *before] {
            m_app.library.perform([was](LibraryStore &store) { return restoreTag(store, was); }, this,
                                  [this, done](const Result<void> &back) {
                                      if (!back)
                                          return m_app.libraryController.showError(back.error());
                                      if (!done.to.isEmpty())
                                          followInFilters(done.to, done.from);
                                  });
        };
        const auto redo = [this, change, done] {
            m_app.library.perform(change, this, [this, done](const Result<TagBefore> &again) {
                if (!again)
                    return m_app.libraryController.showError(again.error());
                followInFilters(done.from, done.to);
            });
        };
        tellDone(m_app, {.notice = u"many"_s,
                         .text = done.text,
                         .undoText = tr("Undo change of tag “%1”").arg(done.from),
                         .undo = undo,
                         .redoText = tr("Redo change of tag “%1”").arg(done.from),
                         .redo = redo});
    });
}

// What is filtered by now, and what was saved.
void TagController::followInFilters(const QString &from, const QString &to)
{
    if (from == to)
        return;
    CastHead *head = m_app.libraryPane.head();
    QStringList tags = head->tags();
    const auto isIt = [&](const QString &tag) { return tag.compare(from, Qt::CaseInsensitive) == 0; };
    if (to.isEmpty())
        tags.removeIf(isIt);
    else
        std::ranges::replace_if(tags, isIt, to);
    head->setTags(tags);
    if (!to.isEmpty())
        head->filters()->renameTag(from, to);
}

} // namespace snug
