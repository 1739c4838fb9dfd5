#include "widgets/editors/listeditorlayout.h"

#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace snug {

void layOutListEditor(QWidget *editor, const ListEditorParts &parts)
{
    auto *right = new QSplitter(Qt::Vertical);
    right->addWidget(parts.form);
    right->addWidget(parts.trial);
    right->setChildrenCollapsible(false);
    right->setStretchFactor(0, 3);
    right->setStretchFactor(1, 2);
    right->setSizes({editor->height() - parts.trialHeight, parts.trialHeight});
    auto *halves = new QSplitter;
    halves->addWidget(parts.list);
    halves->addWidget(right);
    halves->setChildrenCollapsible(false);
    halves->setSizes({parts.listWidth, editor->width() - parts.listWidth});
    auto *column = new QVBoxLayout(editor);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(parts.head);
    column->addWidget(parts.status);
    column->addWidget(halves, 1);
    column->addWidget(parts.findings);
}

} // namespace snug
