// A field for a model's name that asks for the list of them when it is opened without one.
#pragma once

#include <QComboBox>

namespace snug {

class ModelBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ModelBox(QWidget *parent = nullptr);

    // The name that stands there stays; the list opens if the user has asked for it.
    void setModels(const QStringList &models);
    // Nobody could say.
    void setUnknown() { m_isAwaited = false; }

    void showPopup() override;

Q_SIGNALS:
    void listRequested();

private:
    bool m_isAwaited = false;
};

} // namespace snug
