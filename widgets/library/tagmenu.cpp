#include "widgets/library/tagmenu.h"

#include <QCoreApplication>
#include <QMenu>

namespace snug {

void addTagActs(QMenu *menu, const std::function<void(TagAct)> &act)
{
    const auto add = [&](const QString &text, TagAct what) {
        menu->addAction(text, menu, [act, what] { act(what); });
    };
    add(QCoreApplication::translate("TagMenu", "&Rename Tag…"), TagAct::Rename);
    add(QCoreApplication::translate("TagMenu", "&Colour of the Tag…"), TagAct::Colour);
    add(QCoreApplication::translate("TagMenu", "&No Colour"), TagAct::NoColour);
    menu->addSeparator();
    add(QCoreApplication::translate("TagMenu", "&Delete Tag"), TagAct::Delete);
}

} // namespace snug
