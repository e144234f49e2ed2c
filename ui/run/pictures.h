// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <QImage>

#include <stop_token>

namespace weightless::ui {

// The picture that a model would be fed, no larger than that along either side, to be looked at; a null image
// when it cannot be read, or decoding was stopped. Any thread.
[[nodiscard]] QImage previewOf(const QString& path, int longestSide, const std::stop_token& stop = {});

// The picture of an image tensor's first entry; a null image when the shape is none.
[[nodiscard]] QImage pictureOf(const HostTensor& tensor);

} // namespace weightless::ui
