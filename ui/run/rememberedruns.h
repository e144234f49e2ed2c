// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"
#include "ui/document/recentchoices.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <string>

namespace weightless::ui {

// What a user chose for the runs of a model.
struct RunChoices {
    std::map<std::string, InputSource> inputs; // by name; those that are not the suggested ones
    std::map<std::string, int64_t> sizes; // of free dimensions, by symbol
    QString labels; // file with the names of classes; empty: what comes with the model
    QString vocabulary; // the same for tokens

    [[nodiscard]] bool operator==(const RunChoices& other) const = default;
};

// The choices for the models that were run last, each by its address without what is secret in it, so that
// nobody has to make them twice.
class RememberedRuns : public QObject {
    Q_OBJECT

public:
    static constexpr int mostModels = 100;
    static constexpr int mostEntries = 1'000; // inputs of a model, and sizes
    static constexpr qsizetype mostText = 1 << 14; // typed for one input; longer ones are not written down

    using QObject::QObject;

    [[nodiscard]] RunChoices of(const QString& model) const { return m_choices.of(model); }
    void remember(const QString& model, const RunChoices& choices);

    void restore(QSettings& settings);
    // What was remembered since the last time, on top of what other windows have saved.
    void save(QSettings& settings);

signals:
    void changed();

private:
    RecentChoices<RunChoices> m_choices {QStringLiteral("runs"), mostModels};
};

} // namespace weightless::ui
