// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagetensor.h"
#include "engine/inputs/inputvalues.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace weightless {

enum class InputKind { Random, Zeros, Ones, Number, File, Image, Text };

// Where the values of a graph input come from, as command line and window say it.
struct InputSource {
    InputKind kind = InputKind::Random;
    uint64_t seed = 1; // Random
    FillNumber number = {}; // Number
    std::filesystem::path path = {}; // File: .npy or .pb, of the input's type and shape. Image: a picture
    ImageRange imageRange = ImageRange::ZeroToOne; // Image
    std::string text = {}; // Text, for strings: several with ';' between them take turns

    bool operator==(const InputSource&) const = default;
};

// A picture's pixels, as RgbaImage.
struct DecodedImage {
    std::vector<uint8_t> rgba;
    int64_t width = 0;
    int64_t height = 0;
};

// Reads a picture, with whatever library the program has for it. Throws Error: Io when it cannot be read,
// InvalidArgument when it is no picture, or claims more than `pixelLimit` pixels, which is asked before
// memory is taken for them.
using ImageDecoder = std::function<DecodedImage(const std::filesystem::path& path, uint64_t pixelLimit)>;

// The tensor for an input of this type and shape; numbers as randomTensor() and filledTensor() make them, and
// pictures as imageToTensor() fits them. InvalidArgument (naming input, expected and actual): a file of
// another type or shape or none at all, a picture for an input that has no image's shape, a number that the
// type cannot hold, text for numbers and numbers for strings. Unsupported for types without a width, and for
// pictures without a decoder. Io. Any thread.
[[nodiscard]] HostTensor makeInput(const std::string& name, const TensorDescriptor& descriptor,
    const InputSource& source, const ImageDecoder& decodeImage = {});

} // namespace weightless
