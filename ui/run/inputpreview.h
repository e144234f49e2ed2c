// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/latestjob.h"
#include "widgets/pictureview.h"

#include <QString>

namespace weightless::ui {

// A small look at the picture file that feeds an input; hidden while there is none, or it cannot be read.
class InputPreview : public widgets::PictureView {
    Q_OBJECT

public:
    explicit InputPreview(QWidget* parent = nullptr);

    // Empty: none. Decodes on a thread of its own; the last file that was asked for is shown.
    void setFile(const QString& path);

private:
    QString m_path; // that is shown, or on its way
    widgets::LatestJob<QString> m_jobs; // last: its thread is joined before anything else goes
};

} // namespace weightless::ui
