// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/inputspec.h"

#include "app/cli/arguments/arguments.h"
#include "app/cli/inputs/imagefile.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/error.h"
#include "engine/inputs/tensorio.h"

#include <charconv>

namespace weightless::cli {

namespace {

HostTensor imageInput(
    const std::string& name, const ImageInput& image, const TensorDescriptor& descriptor, ImageRange range)
{
    if (!isImageShape(descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor)
                + ", which is no image's shape: " + image.path.string()
                + " needs [N, C, H, W] with 1, 3 or 4 channels of float32, float16 or uint8; tensors are "
                  "read from "
                  ".npy and .pb files");
    }
    const ImageFile file = readImageFile(image.path, imagePixelLimit(descriptor));
    return imageToTensor({file.rgba, file.width, file.height}, descriptor, range);
}

} // namespace

InputSpec parseInputSpec(std::string_view text)
{
    constexpr std::string_view randomPrefix = "random:";
    if (text == "random") {
        return RandomInput {};
    }
    if (text.starts_with(randomPrefix)) {
        const auto seed = parseInteger(text.substr(randomPrefix.size()));
        if (!seed || *seed < 0) {
            throw UsageError("'" + std::string(text) + "' needs a whole number from 0 after 'random:'");
        }
        return RandomInput {static_cast<uint64_t>(*seed)};
    }
    if (text == "zeros") {
        return FillNumber {0, 0};
    }
    if (text == "ones") {
        return FillNumber {1, 1};
    }
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc() && result.ptr == text.data() + text.size()) {
        return FillNumber {value, parseInteger(text)};
    }
    const std::filesystem::path path = pathFromUtf8(text);
    if (isTensorFileName(path)) {
        return TensorFileInput {path};
    }
    return ImageInput {path};
}

HostTensor makeInput(
    const std::string& name, const InputSpec& spec, const TensorDescriptor& descriptor, ImageRange range)
{
    if (const auto* random = std::get_if<RandomInput>(&spec)) {
        return randomTensor(descriptor, random->seed);
    }
    if (const auto* number = std::get_if<FillNumber>(&spec)) {
        return filledTensor(name, descriptor, *number);
    }
    if (const auto* image = std::get_if<ImageInput>(&spec)) {
        return imageInput(name, *image, descriptor, range);
    }
    return readTensor(std::get<TensorFileInput>(spec).path);
}

std::string inputHelp()
{
    return "SPEC is FILE.npy or FILE.pb (a serialised TensorProto) of the input's type and shape, an image "
           "file (fitted "
           "to the input's NCHW shape, numbers as --image-range says), 'random' or 'random:SEED' (floats "
           "uniform in "
           "-1 … 1, integers in 0 … 9), 'zeros', 'ones', or a number that fills the input. Inputs that no "
           "--input names "
           "are 'random:1'. Free dimensions follow the shapes of .npy and .pb files.";
}

} // namespace weightless::cli
