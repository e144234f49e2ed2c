// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagetensor.h"
#include "engine/inputs/inputvalues.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

enum class InputKind { Random, Zeros, Ones, Number, File, Image, Text };

// Where the values of a graph input come from, as command line and window say it.
struct InputSource {
    InputKind kind = InputKind::Random;
    uint64_t seed = 1; // Random: with the name of the input, so that no two have the same numbers
    FillNumber number = {}; // Number
    std::vector<FillNumber> list = {}; // Number, element by element where there are any
    std::filesystem::path path = {}; // File: .npy or .pb, of the input's type and shape. Image: a picture
    ImageRange imageRange = ImageRange::ZeroToOne; // Image
    std::string text = {}; // Text, for strings: several with ';' between them take turns

    // Of one kind, with equal values of what this kind uses.
    [[nodiscard]] bool operator==(const InputSource& other) const;
};

// The texts of a source of text.
[[nodiscard]] std::vector<std::string> textsOf(const InputSource& source);

// What a run begins with while nobody chose. Random whole numbers say nothing as a mask, of which many models
// make a huge negative score for each that is not 1, nor as a token's type, of which few models have ten: all
// that comes out is not a number. So masks are ones, types of tokens zeros, and everything else is random.
[[nodiscard]] InputSource suggestedSource(std::string_view name, DataType type);

struct PictureSize {
    int64_t width = 0;
    int64_t height = 0;
};

// Of the picture that fills an input, which is decoded for it. Errors as makeInput(). Any thread.
[[nodiscard]] PictureSize pictureSize(
    const std::string& name, const InputSource& source, const std::stop_token& stop = {});

// The tensor for an input of this type and shape; numbers as randomTensor() and filledTensor() make them, and
// pictures as readImageFile() reads and imageToTensor() fits them. InvalidArgument (naming input, expected
// and actual): a file of another type or shape or none at all, a picture for an input that has no image's
// shape, a number that the type cannot hold, a list of another length, more texts than strings, text for
// numbers and numbers for strings. Unsupported for types without a width, and for random or given numbers as
// complex ones. OutOfMemory, with its shape and bytes, where it has no room. Io. Cancelled, while a picture
// is decoded. Any thread. `declared` is where the axes of a picture are, as imageGeometry().
[[nodiscard]] HostTensor makeInput(const std::string& name, const TensorDescriptor& descriptor,
    const InputSource& source, const std::stop_token& stop = {},
    const std::optional<ImageLayout>& declared = {});

} // namespace weightless
