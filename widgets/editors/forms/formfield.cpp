#include "widgets/editors/forms/formfield.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>

namespace snug {

namespace {

class FormFieldFilter : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::ShortcutOverride) {
            const auto *key = static_cast<QKeyEvent *>(event);
            if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
                event->ignore();
                return true;
            }
        }
        const auto *field = qobject_cast<QWidget *>(watched);
        const bool holdsValue =
            qobject_cast<QAbstractSpinBox *>(watched) || qobject_cast<QComboBox *>(watched);
        if (event->type() == QEvent::Wheel && holdsValue && !field->hasFocus()) {
            event->ignore();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void becomeFormField(QWidget *field)
{
    field->installEventFilter(new FormFieldFilter(field));
}

} // namespace snug
