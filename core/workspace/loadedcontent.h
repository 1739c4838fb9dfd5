// What is read of the library for the chat that is open, and kept in step with it: the card or the cards of a
// group, a preset and lorebooks, as the files have them. What of it is in effect is decided by others.
#pragma once

#include "core/library/library.h"
#include "core/model/card.h"
#include "core/model/group.h"
#include "core/model/lorebook.h"
#include "core/model/preset.h"

#include <QMap>
#include <QObject>

#include <optional>

namespace snug {

class LoadedContent : public QObject
{
    Q_OBJECT

public:
    // `library` outlives this.
    explicit LoadedContent(Library *library, QObject *parent = nullptr);

    // Whose chat is open, a card's or a group's file; empty = nobody's. False: it is. modelAloneFile()
    // is a card's file of which nothing is read.
    bool openCharacter(const QString &cardFile);
    bool openGroup(const QString &groupFile);
    bool isNobodys() const { return m_cardFile.isEmpty() && m_groupFile.isEmpty(); }
    const QString &cardFile() const { return m_cardFile; }
    // The chat is with a model and no character: there is no card, and none is missing.
    bool isWithModelAlone() const { return m_cardFile == modelAloneFile(); }
    const QString &groupFile() const { return m_groupFile; }

    // What is wanted besides; the rest of the books is let go of.
    void wantPreset(const QString &name); // empty = none
    void wantMembers();                   // as the library has the group now
    void wantBooks(const QStringList &names);

    // Nothing: being read, unreadable, or not there.
    const std::optional<Card> &card() const { return m_card; }
    std::optional<Group> group() const; // as the library has it now
    const QMap<QString, std::optional<Card>> &members() const { return m_members; }
    std::optional<Card> cardOf(const QString &cardFile) const; // of the card or of a member
    const std::optional<Preset> &preset() const { return m_preset; }
    std::optional<Lorebook> book(const QString &name) const { return m_books.value(name); }
    // Everything that is wanted has been read, or has failed to be.
    bool isReady() const { return m_loading == 0; }
    void clear();

Q_SIGNALS:
    void changed();
    // Something has come that may want more: a card its lorebook, a group its members.
    void moreWanted();
    void cardLoaded(const snug::Card &card);
    void problem(const snug::Error &error);

private:
    void follow(const LibraryChange &change);
    void followCards(const QStringList &files);
    void loadCardFile();
    void loadMember(const QString &cardFile);
    void loadPresetFile(const QString &name);
    void loadBook(const QString &name);
    template <typename Job, typename Take> void load(Job job, Take take);

    Library *m_library;
    QString m_cardFile;
    std::optional<Card> m_card;
    QString m_groupFile;
    QMap<QString, std::optional<Card>> m_members;
    QString m_presetName;
    std::optional<Preset> m_preset;
    QMap<QString, std::optional<Lorebook>> m_books;
    int m_loading = 0;
};

} // namespace snug
