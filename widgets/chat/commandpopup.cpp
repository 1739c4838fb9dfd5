#include "widgets/chat/commandpopup.h"

#include <QKeyEvent>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int mostRows = 7;
static constexpr int WrittenRole = Qt::UserRole; // QString: what choosing the row writes

CommandPopup::CommandPopup(QPlainTextEdit *field)
    : QListWidget(field->window())
    , m_field(field)
{
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::StyledPanel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setAccessibleName(tr("Commands"));
    hide();
    field->installEventFilter(this);
    connect(field, &QPlainTextEdit::textChanged, this, &CommandPopup::refresh);
    connect(this, &QListWidget::itemClicked, this, &CommandPopup::accept);
}

void CommandPopup::setCommands(const QList<ComposerCommand> &commands)
{
    if (m_commands == commands)
        return;
    m_commands = commands;
    refresh();
}

void CommandPopup::setTheme(const Theme &theme)
{
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Base, theme.raised);
    setPalette(palette);
    setFont(theme.interfaceFont());
}

void CommandPopup::addRow(const QString &form, const QString &text, const QString &written)
{
    auto *item = new QListWidgetItem(text.isEmpty() ? form : QString(form + u"    "_s + text), this);
    item->setData(WrittenRole, written);
    item->setToolTip(text);
    if (written.isEmpty())
        item->setFlags(Qt::ItemIsEnabled);
}

void CommandPopup::refresh()
{
    clear();
    const QString text = m_field->toPlainText();
    if (text != m_putAway)
        m_putAway.clear();
    if (!m_field->isEnabled() || !text.startsWith(u'/') || text.contains(u'\n') || !m_putAway.isEmpty()) {
        hide();
        return;
    }
    const qsizetype blank = text.indexOf(u' ');
    const QStringView name = QStringView(text).sliced(1, (blank < 0 ? text.size() : blank) - 1);
    for (const ComposerCommand &command : std::as_const(m_commands)) {
        if (blank < 0) {
            if (command.name.startsWith(name, Qt::CaseInsensitive))
                addRow(command.form, command.text, u'/' + command.name + u' ');
            continue;
        }
        if (command.name.compare(name, Qt::CaseInsensitive) != 0)
            continue;
        addRow(command.form, command.text, {});
        const QString before =
            command.argumentName.isEmpty() ? QString() : QString(command.argumentName + u'=');
        QString begun = text.sliced(blank + 1);
        if (!before.isEmpty() && begun.startsWith(before))
            begun.remove(0, before.size());
        if (begun.startsWith(u'"'))
            begun.remove(0, 1);
        for (const QString &argument : command.arguments) {
            const QString written = u'/' + command.name + u' ' + before + u'"' + argument + u"\" "_s;
            if (argument.startsWith(begun, Qt::CaseInsensitive) && written != text)
                addRow(argument, {}, written);
        }
    }
    if (count() == 0) {
        hide();
        return;
    }
    for (int row = 0; row < count(); ++row) {
        if (item(row)->flags().testFlag(Qt::ItemIsSelectable)) {
            setCurrentRow(row);
            break;
        }
    }
    place();
    show();
    raise();
}

void CommandPopup::place()
{
    if (parentWidget() != m_field->window())
        setParent(m_field->window()); // the field was put into a window after this was made
    const int height = std::min(count(), mostRows) * sizeHintForRow(0) + 2 * frameWidth() + 4;
    const QPoint corner = m_field->mapTo(m_field->window(), QPoint(0, 0));
    setGeometry(corner.x(), std::max(0, corner.y() - height - 4), m_field->width(), height);
}

void CommandPopup::accept(const QListWidgetItem *item)
{
    const QString written = item ? item->data(WrittenRole).toString() : QString();
    if (!written.isEmpty())
        Q_EMIT chosen(written);
}

bool CommandPopup::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field)
        return QListWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        hide();
    if (event->type() == QEvent::Resize && isVisible())
        place();
    if (event->type() != QEvent::KeyPress || !isVisible())
        return QListWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->modifiers() & ~Qt::KeypadModifier)
        return false;
    const QListWidgetItem *item = currentItem();
    switch (key->key()) {
    case Qt::Key_Up:
        setCurrentRow(std::max(0, currentRow() - 1));
        return true;
    case Qt::Key_Down:
        setCurrentRow(std::min(count() - 1, currentRow() + 1));
        return true;
    case Qt::Key_Tab:
        accept(item);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        // A command that is written out goes; a beginning is completed first.
        const QString written = item ? item->data(WrittenRole).toString().trimmed() : QString();
        const QString text = m_field->toPlainText();
        if (written.isEmpty() || text.contains(u' ') || written == text)
            return false;
        accept(item);
        return true;
    }
    case Qt::Key_Escape:
        m_putAway = m_field->toPlainText();
        hide();
        return true;
    default:
        return false;
    }
}

} // namespace snug
