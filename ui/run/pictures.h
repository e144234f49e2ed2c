// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <QImage>

namespace weightless::ui {

// Whatever Qt reads, turned as the file says. An ImageDecoder.
[[nodiscard]] DecodedImage readPicture(const std::filesystem::path& path, uint64_t pixelLimit);

// A picture no larger than that along either side, to be looked at; a null image when it cannot be read.
[[nodiscard]] QImage previewOf(const QString& path, int longestSide);

// The picture of an image tensor's first entry; a null image when the shape is none.
[[nodiscard]] QImage pictureOf(const HostTensor& tensor);

} // namespace weightless::ui
