// Above the pages of a card: which card, saving and taking back, export, its prompt templates, tokens.
#pragma once

#include "core/model/prompttemplate.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QPushButton;
class QToolButton;

namespace snug {

class PlainLabel;

class CardEditorHead : public QWidget
{
    Q_OBJECT

public:
    explicit CardEditorHead(QWidget *parent = nullptr);

    // Files and the names that they are shown by.
    void setCards(const QList<std::pair<QString, QString>> &cards, const QString &current);
    void setEdited(bool edited);
    void setUndo(const QString &undo, bool canUndo, const QString &redo, bool canRedo);
    void setTokens(const QString &text);
    QMenu *versionsMenu() const { return m_versions; }

    enum class Export : quint8 { Png, CharX, JsonV3, JsonV2 };

Q_SIGNALS:
    void cardChosen(const QString &file);
    void saveRequested();
    void undoRequested();
    void redoRequested();
    void exportRequested(snug::CardEditorHead::Export form);
    void templateRequested(snug::TemplatePart part);

private:
    QComboBox *m_cards;
    QToolButton *m_save;
    QToolButton *m_undo;
    QToolButton *m_redo;
    QMenu *m_versions;
    PlainLabel *m_tokens;
};

} // namespace snug
