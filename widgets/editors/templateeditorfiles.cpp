// What is done with whole templates: another name, deleting, and what somebody else made of one meanwhile.

#include "widgets/editors/templateeditor.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

QWidget *TemplateEditor::makeOfferBar()
{
    auto *bar = new QWidget;
    m_offerText = new PlainLabel;
    m_offerText->setWordWrap(true);
    m_offerButton = new QPushButton;
    m_offerButton->setObjectName(u"offer"_s);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 6, 12, 0);
    row->addWidget(m_offerText, 1);
    row->addWidget(m_offerButton);
    bar->hide();
    connect(m_offerButton, &QPushButton::clicked, this, [this] {
        const std::function<void()> act = m_offered;
        withdrawOffer();
        if (act)
            act();
    });
    return bar;
}

void TemplateEditor::offer(const QString &text, const QString &button, const std::function<void()> &act)
{
    m_offered = act;
    m_offerFor.clear();
    m_offerText->setText(text);
    m_offerButton->setText(button);
    m_offerBar->show();
}

void TemplateEditor::withdrawOffer()
{
    m_offered = {};
    m_offerFor.clear();
    m_offerBar->hide();
}

// What is written here stays until the user decides; saving it replaces the other one.
void TemplateEditor::offerTheirs(const QString &name)
{
    offer(tr("“%1” was changed by another program. Saving replaces what it wrote.").arg(name),
          tr("&Take Theirs"), [this, name] {
              m_edited.remove(name);
              const PromptTemplate *theirs = stored(name);
              if (theirs && m_current.name == name)
                  fill(*theirs);
              else
                  renewNames();
          });
    m_offerFor = name;
}

void TemplateEditor::fillMore()
{
    m_moreMenu->clear();
    const bool isAny = !m_current.name.isEmpty() && (stored(m_current.name) || isEdited(m_current.name));
    QAction *rename = m_moreMenu->addAction(tr("&Rename…"), this, &TemplateEditor::askForName);
    QAction *gone = m_moreMenu->addAction(tr("&Delete"), this, &TemplateEditor::remove);
    for (QAction *action : {rename, gone})
        action->setEnabled(isAny);
}

void TemplateEditor::askForName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename “%1”").arg(m_current.name));
    dialog->setLabelText(tr("Name:"));
    dialog->setTextValue(m_current.name);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, name = m_current.name](const QString &text) {
                const QString to = text.simplified();
                if (to.isEmpty() || to == name)
                    return;
                if (stored(name))
                    Q_EMIT renameRequested(name, to);
                else if (m_current.name == name)
                    renameNew(to);
            });
    dialog->open();
}

// One that is in no file yet.
void TemplateEditor::renameNew(const QString &to)
{
    if (stored(to) || isEdited(to)) {
        showProblem(tr("There is a template “%1” already.").arg(to));
        return;
    }
    m_edited.remove(m_current.name);
    m_current.name = to;
    m_edited.insert(to, m_current);
    renewNames();
    Q_EMIT edited(m_current);
}

void TemplateEditor::setRenamed(const QString &from, const QString &to)
{
    if (const auto same = std::ranges::find(m_templates, from, &PromptTemplate::name);
        same != m_templates.end())
        same->name = to;
    if (m_edited.contains(from)) {
        PromptTemplate value = m_edited.take(from);
        value.name = to;
        m_edited.insert(to, value);
    }
    if (m_current.name == from)
        m_current.name = to;
    renewNames();
    Q_EMIT edited(m_current);
}

void TemplateEditor::remove()
{
    const PromptTemplate gone = m_current;
    if (stored(gone.name)) {
        Q_EMIT deleteRequested(gone.name);
        return;
    }
    setRemoved(gone.name);
    offer(tr("“%1” was not saved and is gone.").arg(gone.name), tr("&Undo"), [this, gone] {
        m_edited.insert(gone.name, gone);
        fill(gone);
    });
}

// What was written on top of it goes with it.
void TemplateEditor::setRemoved(const QString &name)
{
    m_edited.remove(name);
    m_templates.removeIf([&](const PromptTemplate &each) { return each.name == name; });
    if (m_current.name == name)
        fill(m_templates.isEmpty() ? PromptTemplate() : m_templates.first());
    else
        renewNames();
}

} // namespace snug
