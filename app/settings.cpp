#include "app/settings.h"

#include "core/library/librarylayout.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString usualFile()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, u"snug"_s, u"snug"_s).fileName();
}

// Before QSettings has read the file: it would write over what it does not understand.
std::optional<StateDamage> recoverSettings(const QString &file)
{
    StateRead state = recoverState(file, checkSettings);
    if (!state.damage)
        return {};
    if (state.damage->keptAs.isEmpty()) // it could not be read
        state.damage->keptAs = putAside(file).value_or(QString());
    state.damage->mayBeReplaced = !state.damage->keptAs.isEmpty();
    if (state.damage->hasLastGood && state.damage->mayBeReplaced)
        state.damage->hasLastGood = writeStateFile(file, state.bytes).has_value();
    return state.damage;
}

} // namespace

// As QSettings writes them: sections, and a line for each value.
Result<void> checkSettings(const QByteArray &bytes)
{
    int number = 0;
    for (const QByteArray &each : bytes.split('\n')) {
        ++number;
        const QByteArray line = each.trimmed();
        const bool isSection = line.startsWith('[') && line.endsWith(']');
        if (line.contains('\0') ||
            !(line.isEmpty() || isSection || line.startsWith(';') || line.indexOf('=') > 0))
            return failure(QCoreApplication::translate("Settings", "this is not a setting"),
                           QCoreApplication::translate("Settings", "line %1").arg(number));
    }
    return {};
}

Settings::Settings(const QString &file, Repair repair)
    : m_damage(repair == Repair::Yes ? recoverSettings(file.isEmpty() ? usualFile() : file) : std::nullopt)
    , m_file(std::make_unique<QSettings>(file.isEmpty() ? usualFile() : file, QSettings::IniFormat))
{
}

QString Settings::file() const
{
    return m_file->fileName();
}

Settings::~Settings() = default;

WindowSettings Settings::window() const
{
    WindowSettings window;
    window.geometry = m_file->value(u"window/geometry"_s).toByteArray();
    window.state = m_file->value(u"window/state"_s).toByteArray();
    const QString theme = m_file->value(u"window/theme"_s).toString();
    if (theme == u"light")
        window.theme = ThemeChoice::Light;
    else if (theme == u"dark")
        window.theme = ThemeChoice::Dark;
    window.hasStudioOfItsOwn = m_file->value(u"window/studio"_s).toBool();
    return window;
}

void Settings::setWindow(const WindowSettings &window)
{
    m_file->setValue(u"window/geometry"_s, window.geometry);
    m_file->setValue(u"window/state"_s, window.state);
    const QString theme = window.theme == ThemeChoice::Light  ? u"light"_s
                          : window.theme == ThemeChoice::Dark ? u"dark"_s
                                                              : u"system"_s;
    m_file->setValue(u"window/theme"_s, theme);
    m_file->setValue(u"window/studio"_s, window.hasStudioOfItsOwn);
}

QByteArray Settings::windowLayout(const QString &name) const
{
    return m_file->value(u"windows/"_s + name).toByteArray();
}

void Settings::setWindowLayout(const QString &name, const QByteArray &layout)
{
    m_file->setValue(u"windows/"_s + name, layout);
}

SessionSettings Settings::session() const
{
    SessionSettings session;
    session.libraryFolder = m_file->value(u"session/library"_s).toString();
    session.understudyNoteHidden = m_file->value(u"session/understudyNoteHidden"_s).toBool();
    return session;
}

void Settings::setSession(const SessionSettings &session)
{
    m_file->setValue(u"session/library"_s, session.libraryFolder);
    m_file->setValue(u"session/understudyNoteHidden"_s, session.understudyNoteHidden);
}

HistorySettings Settings::history() const
{
    HistorySettings history;
    const int megabytes = m_file->value(u"history/megabytes"_s).toInt();
    if (megabytes > 0)
        history.megabytes = megabytes;
    return history;
}

void Settings::setHistory(const HistorySettings &history)
{
    m_file->setValue(u"history/megabytes"_s, history.megabytes);
}

QStringList Settings::recentLibraries() const
{
    return m_file->value(u"session/recentLibraries"_s).toStringList();
}

void Settings::setRecentLibraries(const QStringList &folders)
{
    m_file->setValue(u"session/recentLibraries"_s, folders);
}

CastListSettings Settings::castList() const
{
    CastListSettings list;
    list.order = m_file->value(u"castList/order"_s).toString();
    list.favouritesFirst = m_file->value(u"castList/favouritesFirst"_s, list.favouritesFirst).toBool();
    list.isGallery = m_file->value(u"castList/gallery"_s, false).toBool();
    const int count = m_file->beginReadArray(u"castFilters"_s);
    for (int i = 0; i < count; ++i) {
        m_file->setArrayIndex(i);
        list.filters.append({.name = m_file->value(u"name"_s).toString(),
                             .words = m_file->value(u"words"_s).toString(),
                             .tags = m_file->value(u"tags"_s).toStringList()});
    }
    m_file->endArray();
    list.filters.removeIf([](const CastFilter &filter) { return filter.name.isEmpty() || filter.isEmpty(); });
    return list;
}

void Settings::setCastList(const CastListSettings &list)
{
    m_file->setValue(u"castList/order"_s, list.order);
    m_file->setValue(u"castList/favouritesFirst"_s, list.favouritesFirst);
    m_file->setValue(u"castList/gallery"_s, list.isGallery);
    m_file->remove(u"castFilters"_s);
    m_file->beginWriteArray(u"castFilters"_s, int(list.filters.size()));
    for (int i = 0; i < list.filters.size(); ++i) {
        m_file->setArrayIndex(i);
        m_file->setValue(u"name"_s, list.filters[i].name);
        m_file->setValue(u"words"_s, list.filters[i].words);
        m_file->setValue(u"tags"_s, list.filters[i].tags);
    }
    m_file->endArray();
}

ReplyHabits Settings::replies() const
{
    ReplyHabits replies;
    bool isNumber = false;
    const int tokens = m_file->value(u"replies/autoContinue"_s).toInt(&isNumber);
    if (isNumber && tokens >= 0)
        replies.autoContinue = tokens;
    if (m_file->contains(u"replies/quickReplies"_s))
        replies.quickReplies = m_file->value(u"replies/quickReplies"_s).toBool();
    return replies;
}

void Settings::setReplies(const ReplyHabits &replies)
{
    const auto put = [this](const QString &key, const auto &value) {
        if (value)
            m_file->setValue(key, *value);
        else
            m_file->remove(key);
    };
    put(u"replies/autoContinue"_s, replies.autoContinue);
    put(u"replies/quickReplies"_s, replies.quickReplies);
}

static const QStringList &backgroundNames() // in the order of ReadingBackground::Kind
{
    static const QStringList names{u"none"_s, u"chat"_s, u"own"_s};
    return names;
}

static ReadingBackground readBackground(const QSettings &file)
{
    ReadingBackground background;
    background.file = file.value(u"reading/backgroundFile"_s).toString();
    const qsizetype kind = backgroundNames().indexOf(file.value(u"reading/background"_s).toString());
    if (kind >= 0 &&
        (ReadingBackground::Kind(kind) != ReadingBackground::Kind::Own || !background.file.isEmpty()))
        background.kind = ReadingBackground::Kind(kind);
    return background;
}

ReadingLook Settings::reading() const
{
    ReadingLook look;
    const int percent = m_file->value(u"reading/textPercent"_s).toInt();
    if (percent >= smallestText && percent <= largestText)
        look.textPercent = percent;
    const QString column = m_file->value(u"reading/column"_s).toString();
    if (column == u"narrow")
        look.column = ReadingLook::Column::Narrow;
    else if (column == u"wide")
        look.column = ReadingLook::Column::Wide;
    look.showsNames = m_file->value(u"reading/names"_s, true).toBool();
    look.showsTimes = m_file->value(u"reading/times"_s, true).toBool();
    look.showsNumbers = m_file->value(u"reading/numbers"_s, false).toBool();
    look.showsPictures = m_file->value(u"reading/pictures"_s, true).toBool();
    look.hasLargePictures = m_file->value(u"reading/largePictures"_s, false).toBool();
    look.background = readBackground(*m_file);
    return look;
}

void Settings::setReading(const ReadingLook &look)
{
    m_file->setValue(u"reading/textPercent"_s, look.textPercent);
    const QString column = look.column == ReadingLook::Column::Narrow ? u"narrow"_s
                           : look.column == ReadingLook::Column::Wide ? u"wide"_s
                                                                      : u"normal"_s;
    m_file->setValue(u"reading/column"_s, column);
    m_file->setValue(u"reading/names"_s, look.showsNames);
    m_file->setValue(u"reading/times"_s, look.showsTimes);
    m_file->setValue(u"reading/numbers"_s, look.showsNumbers);
    m_file->setValue(u"reading/pictures"_s, look.showsPictures);
    m_file->setValue(u"reading/largePictures"_s, look.hasLargePictures);
    m_file->setValue(u"reading/background"_s, backgroundNames().value(int(look.background.kind)));
    m_file->setValue(u"reading/backgroundFile"_s, look.background.file);
}

QString Settings::ownConnectionsFile() const
{
    return QFileInfo(m_file->fileName()).absolutePath() + u"/connections.json"_s;
}

QList<ConnectionConsent> Settings::connectionConsents() const
{
    m_file->sync(); // another program may have written some
    QList<ConnectionConsent> consents;
    const int count = m_file->beginReadArray(u"connections"_s);
    for (int i = 0; i < count; ++i) {
        m_file->setArrayIndex(i);
        ConnectionConsent consent{.connection = m_file->value(u"id"_s).toString(),
                                  .origin = m_file->value(u"origin"_s).toString(),
                                  .isAllowed = m_file->value(u"allowed"_s).toBool(),
                                  .takesOldKey = m_file->value(u"takesOldKey"_s).toBool()};
        if (m_file->contains(u"countsTokens"_s))
            consent.countsTokens = m_file->value(u"countsTokens"_s).toBool();
        consent.measuresTexts = m_file->value(u"measuresTexts"_s).toBool();
        consents.append(consent);
    }
    m_file->endArray();
    return consents;
}

void Settings::setConnectionConsents(const QList<ConnectionConsent> &consents)
{
    m_file->sync(); // so that all go that are there, and no word for another one shines through
    m_file->remove(u"connections"_s);
    m_file->beginWriteArray(u"connections"_s, int(consents.size()));
    for (int i = 0; i < consents.size(); ++i) {
        const ConnectionConsent &consent = consents.at(i);
        m_file->setArrayIndex(i);
        m_file->setValue(u"id"_s, consent.connection);
        m_file->setValue(u"origin"_s, consent.origin);
        m_file->setValue(u"allowed"_s, consent.isAllowed);
        m_file->setValue(u"takesOldKey"_s, consent.takesOldKey);
        if (consent.countsTokens)
            m_file->setValue(u"countsTokens"_s, *consent.countsTokens);
        m_file->setValue(u"measuresTexts"_s, consent.measuresTexts);
    }
    m_file->endArray();
    m_file->sync(); // before what it allows is there for others
}

namespace {

// What was allowed, a line each: library, folder, target.
const QString OutsideKey = u"library/outsideFolders"_s;
constexpr QChar Between(u'\n'); // no folder has it in its name that anybody would allow

} // namespace

QList<OutsideFolder> Settings::outsideFolders(const QString &library) const
{
    QList<OutsideFolder> folders;
    const QStringList all = m_file->value(OutsideKey).toStringList();
    for (const QString &each : all) {
        const QStringList parts = each.split(Between);
        if (parts.size() == 3 && parts[0] == LibraryLayout(library).root())
            folders.append({parts[1], parts[2]});
    }
    return folders;
}

void Settings::allowOutsideFolder(const QString &library, const OutsideFolder &folder)
{
    QStringList all = m_file->value(OutsideKey).toStringList();
    const QString entry =
        QStringList{LibraryLayout(library).root(), folder.folder, folder.target}.join(Between);
    if (!all.contains(entry))
        all.append(entry);
    m_file->setValue(OutsideKey, all);
}

} // namespace snug
