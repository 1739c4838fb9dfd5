// What the Studio shows where nothing is open: the documents that the prompt is made of now, to be opened.
#pragma once

#include "widgets/library/librarydocument.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QGridLayout;

namespace snug {

class PlainLabel;

class StudioStart : public QWidget
{
    Q_OBJECT

public:
    explicit StudioStart(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Those in effect: characters, personas, presets and lorebooks. The first few are shown.
    void setDocuments(const QList<LibraryDocument> &documents);

Q_SIGNALS:
    void wanted(const snug::DocumentKey &key);

private:
    void fill();

    Theme m_theme = Theme::light();
    QList<LibraryDocument> m_documents;
    QWidget *m_list;
    QGridLayout *m_rows;
    PlainLabel *m_words;
};

} // namespace snug
