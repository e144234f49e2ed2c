// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagetensor.h"
#include "engine/model/hosttensor.h"

#include <QImage>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace weightless::ui {

// The picture that a model would be fed, no larger than that along either side, to be looked at; a null image
// when it cannot be read, or decoding was stopped. Any thread.
[[nodiscard]] QImage previewOf(const QString& path, int longestSide, const std::stop_token& stop = {});

// One of the pictures of an image tensor, of which there are pictureCount(); a null image when the shape is
// none. Without the tensor's `range` (rangeOf()) it is looked for anew. Any thread.
[[nodiscard]] QImage pictureOf(
    const HostTensor& tensor, int64_t index = 0, std::optional<ImageRange> range = std::nullopt);

// The range of all of its pictures; nullopt where it has none.
[[nodiscard]] std::optional<ImageRange> rangeOf(const HostTensor& tensor);

// The files that savePictures() writes: of a batch "name-1.png", "name-2.png" …
[[nodiscard]] QStringList pictureFiles(const TensorDescriptor& descriptor, const QString& path);

// Steps done, and in all: each picture is written first, and takes its name when all are.
using PicturesProgress = std::function<void(uint64_t done, uint64_t total)>;

// Writes what pictureOf() gives as picture files, and replaces those that are there once all are on the disk.
// What was written, for people. Any thread. Io when one cannot be written, somebody else saves to this path,
// or the tensor is no picture; Cancelled when it was stopped before all were written. What was there before
// is there then, but for what an error names that the system raised while files were given their names.
[[nodiscard]] QString savePictures(const HostTensor& tensor, const QString& name, const QString& path,
    const PicturesProgress& onProgress = {}, const std::stop_token& stop = {});

// How many pictures a tensor holds whose shape is an image's, with its channels first or last.
[[nodiscard]] int64_t pictureCount(const TensorDescriptor& descriptor);

// The width and height of its pictures; empty where its shape is no image's.
[[nodiscard]] QSize pictureSize(const TensorDescriptor& descriptor);

} // namespace weightless::ui
