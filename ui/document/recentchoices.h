// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace weightless::ui {

// Calls `readOne` at each of the first `most` entries of the array `key`: of settings that somebody edited
// there may be any number.
template <typename ReadOne>
void readArray(QSettings& settings, const QString& key, int most, ReadOne&& readOne)
{
    const int count = std::min(settings.beginReadArray(key), most);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        readOne();
    }
    settings.endArray();
}

// What was chosen for the models or folders that were used last, each by its address without what is secret
// in it; Choices() is nothing that is kept. In settings, which other windows share, it is the array `key`.
template <typename Choices>
class RecentChoices {
public:
    RecentChoices(QString key, int most)
        : m_key(std::move(key))
        , m_most(most)
    {
    }

    [[nodiscard]] Choices of(const QString& place) const { return m_choices.value(place); }

    // False where they are those already, and where there is no place to know them by.
    bool remember(const QString& place, const Choices& choices)
    {
        if (place.isEmpty() || choices == m_choices.value(place))
            return false;
        m_edits.emplace_back(place, choices);
        apply(place, choices);
        return true;
    }

    // `read` gives the choices of the entry that the settings are at.
    template <typename Read>
    void restore(QSettings& settings, Read&& read)
    {
        m_edits.clear();
        readAll(settings, std::forward<Read>(read));
    }

    // What was remembered since the last time, on top of what other windows have saved. `write` puts choices
    // into the entry that the settings are at.
    template <typename Read, typename Write>
    void save(QSettings& settings, Read&& read, Write&& write)
    {
        settings.sync();
        readAll(settings, std::forward<Read>(read));
        for (const auto& [place, choices] : m_edits)
            apply(place, choices);
        m_edits.clear();
        settings.remove(m_key);
        settings.beginWriteArray(m_key);
        for (qsizetype i = 0; i < m_places.size(); ++i) {
            settings.setArrayIndex(static_cast<int>(i));
            settings.setValue(pathKey, m_places[i]);
            write(settings, m_choices.value(m_places[i]));
        }
        settings.endArray();
        settings.sync();
    }

private:
    inline static const QString pathKey = QStringLiteral("path");

    void apply(const QString& place, const Choices& choices)
    {
        m_places.removeAll(place);
        m_choices.remove(place);
        if (choices == Choices())
            return;
        m_places.prepend(place);
        m_choices.insert(place, choices);
        if (m_places.size() > m_most)
            m_choices.remove(m_places.takeLast());
    }

    template <typename Read>
    void readAll(QSettings& settings, Read&& read)
    {
        m_choices.clear();
        m_places.clear();
        readArray(settings, m_key, m_most, [&] {
            const QString place = settings.value(pathKey).toString();
            const Choices choices = read(settings);
            if (place.isEmpty() || m_choices.contains(place) || choices == Choices())
                return;
            m_choices.insert(place, choices);
            m_places.append(place);
        });
    }

    QString m_key;
    int m_most;
    QHash<QString, Choices> m_choices; // by place
    QStringList m_places; // the one that was changed last first
    std::vector<std::pair<QString, Choices>> m_edits; // since the last save
};

} // namespace weightless::ui
