// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagetensor.h"
#include "engine/model/hosttensor.h"

#include <QImage>
#include <QString>

#include <cstdint>

namespace weightless::ui {

// Where the values of a graph input come from.
enum class InputKind { Random, Zeros, Ones, Number, File, Image };

struct InputSource {
    InputKind kind = InputKind::Random;
    uint64_t seed = 1;
    double number = 0;
    QString path; // File: .npy or .pb; Image: whatever Qt reads
    ImageRange imageRange = ImageRange::ZeroToOne;

    bool operator==(const InputSource&) const = default;
};

// Numbers as randomTensor() and filledTensor() make them. Errors name the input: InvalidArgument for a file
// of another type or shape (expected, actual), an image for an input that is none, a number that the type
// cannot hold; Unsupported for types without a width; Io.
[[nodiscard]] HostTensor makeInput(
    const std::string& name, const TensorDescriptor& descriptor, const InputSource& source);

// The picture of an image tensor's first entry; a null image when the shape is none.
[[nodiscard]] QImage pictureOf(const HostTensor& tensor);

} // namespace weightless::ui
