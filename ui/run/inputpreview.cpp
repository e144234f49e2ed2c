// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputpreview.h"

#include "ui/run/pictures.h"

namespace weightless::ui {

InputPreview::InputPreview(QWidget* parent)
    : widgets::PictureView(parent)
    , m_jobs([this](const QString& path, uint64_t number, const auto& stops) {
        constexpr int longestSide = 640;
        const QImage picture = previewOf(path, longestSide, stops.job);
        m_jobs.deliver(this, number, [this, picture] {
            setPicture(picture);
            setVisible(!picture.isNull());
        });
    })
{
    setAccessibleName(tr("Picture of the input"));
    setFixedHeight(fontMetrics().height() * 10);
    hide();
}

void InputPreview::setFile(const QString& path)
{
    if (path == m_path)
        return;
    m_path = path;
    m_jobs.cancel();
    hide();
    if (!path.isEmpty())
        m_jobs.post(path);
}

} // namespace weightless::ui
