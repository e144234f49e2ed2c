// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/images/image.h"

#include <cstddef>
#include <span>

namespace weightless::images {

// How a camera says it was held: which edges the first row and the first column of the pixels are of what was
// seen (EXIF 2.32, tag 0x0112). 1: top and left, as they lie. What is damaged or says nothing is that too.
// `exif` begins with TIFF's byte order.
[[nodiscard]] int exifOrientation(std::span<const std::byte> exif);

// As it was seen. Others than 2 to 8 leave it as it is.
[[nodiscard]] DecodedPicture upright(DecodedPicture picture, int orientation);

} // namespace weightless::images
