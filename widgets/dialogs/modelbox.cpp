#include "widgets/dialogs/modelbox.h"

#include <utility>

namespace snug {

ModelBox::ModelBox(QWidget *parent)
    : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ModelBox::setModels(const QStringList &models)
{
    const QString chosen = currentText();
    clear();
    addItems(models);
    setEditText(chosen);
    if (std::exchange(m_isAwaited, false) && isVisible() && !models.isEmpty())
        showPopup();
}

void ModelBox::showPopup()
{
    if (count() > 0)
        return QComboBox::showPopup();
    m_isAwaited = true;
    Q_EMIT listRequested();
}

} // namespace snug
