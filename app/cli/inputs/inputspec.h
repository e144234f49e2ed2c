// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/imagetensor.h"
#include "engine/inputs/inputvalues.h"
#include "engine/model/hosttensor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace weightless::cli {

// What fills one input, as `--input NAME=SPEC` says it.
struct RandomInput {
    uint64_t seed = 1;
};
struct TensorFileInput { // .npy or .pb: brings its own type and shape
    std::filesystem::path path;
};
struct ImageInput { // anything else: a picture fitted to the input's shape
    std::filesystem::path path;
};
using InputSpec = std::variant<RandomInput, FillNumber, TensorFileInput, ImageInput>;

// `random[:seed]`, `zeros`, `ones`, a number, or a file. UsageError for a seed that is no number.
[[nodiscard]] InputSpec parseInputSpec(std::string_view text);

// The tensor for an input of this type and shape. For a file the caller has checked that it fits.
// Numbers as randomTensor() and filledTensor() make them. InvalidArgument (input, expected, actual): a number
// the type cannot hold, a picture for an input without an image's shape. Io.
[[nodiscard]] HostTensor makeInput(
    const std::string& name, const InputSpec& spec, const TensorDescriptor& descriptor, ImageRange range);

// The paragraph of --help.
[[nodiscard]] std::string inputHelp();

} // namespace weightless::cli
