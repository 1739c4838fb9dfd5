// The lorebook editor with a small book in it, and what it said last.
#pragma once

#include "core/model/lorebook.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/loretable.h"

#include <QTest>

#include <algorithm>
#include <memory>

namespace snug::lorebookfixture {

using namespace Qt::StringLiterals;

inline LoreEntry entry(int uid, const QString &title, const QStringList &keys, double order = 100)
{
    LoreEntry made;
    made.uid = uid;
    made.displayIndex = uid;
    made.title = title;
    made.keys = keys;
    made.content = u"About "_s + title;
    made.order = order;
    return made;
}

inline Lorebook coast()
{
    Lorebook book;
    book.name = u"Coast"_s;
    book.entries = {entry(0, u"Fog"_s, {u"fog"_s, u"mist"_s}, 30), entry(1, u"Reef"_s, {u"reef"_s}, 10),
                    entry(2, u"Boat"_s, {u"boat"_s}, 20), entry(3, u"Old lamp"_s, {}, 40)};
    book.entries[1].group = u"weather, sea"_s;
    book.entries[2].disabled = true;
    return book;
}

inline const LoreEntry *find(const Lorebook &book, int uid)
{
    const auto found = std::ranges::find(book.entries, uid, &LoreEntry::uid);
    return found == book.entries.end() ? nullptr : &*found;
}

class ShownBook
{
protected:
    void showCoast()
    {
        m_editor = std::make_unique<LorebookEditor>();
        m_editor->setLorebook(coast());
        QObject::connect(m_editor.get(), &LorebookEditor::edited, m_editor.get(),
                         [this](const Lorebook &book, const QString &label, const QString &field) {
                             m_book = book;
                             m_labels.append(label);
                             m_fields.append(field);
                         });
        m_labels.clear();
        m_fields.clear();
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
    }

    LoreTable *table() { return m_editor->table(); }
    QString listed()
    {
        QStringList titles;
        for (const int uid : table()->listed()) {
            const LoreEntry *shown = find(m_editor->lorebook(), uid);
            titles.append(shown ? shown->title : u"?"_s);
        }
        return titles.join(u' ');
    }
    template <typename Control> Control *control(LoreField field)
    {
        return qobject_cast<Control *>(m_editor->form()->fieldEdit(field)->control());
    }

    std::unique_ptr<LorebookEditor> m_editor;
    Lorebook m_book; // as last said
    QStringList m_labels;
    QStringList m_fields;
};

} // namespace snug::lorebookfixture
