// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/generation.h"
#include "ui/document/recentchoices.h"
#include "ui/generate/pipelineplace.h"

#include <QMap>
#include <QObject>

#include <optional>

namespace weightless::ui {

// What the last pictures were asked for, or would have been, by the folder of the models that make them: who
// opens it again goes on where they were.
class RememberedForms : public QObject {
    Q_OBJECT

public:
    static constexpr int mostFolders = 30;
    static constexpr qsizetype mostText = 1 << 14; // of a prompt; longer ones are not written down

    using QObject::QObject;

    // On top of what the folder itself suggests; nullopt: none is known.
    [[nodiscard]] std::optional<diffusion::GenerationRequest> of(
        const PipelinePlace& place, const diffusion::GenerationRequest& suggested) const;
    void remember(const PipelinePlace& place, const diffusion::GenerationRequest& request);

    void restore(QSettings& settings);
    // As RecentChoices::save().
    void save(QSettings& settings);

signals:
    void changed();

private:
    using Words = QMap<QString, QString>; // as they are written, by key

    RecentChoices<Words> m_words {QStringLiteral("generations"), mostFolders};
};

} // namespace weightless::ui
