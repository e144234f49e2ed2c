// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputspec.h"

#include "app/cli/arguments.h"
#include "app/cli/imagefile.h"
#include "app/cli/verbs.h"
#include "engine/base/error.h"
#include "engine/model/npyfile.h"
#include "engine/onnx/tensorfile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace weightless::cli {

namespace {

// SplitMix64 (Steele, Lea, Flood 2014): the standard library's distributions differ between implementations.
class Random {
public:
    explicit Random(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15ull;
        uint64_t bits = m_state;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
        return bits ^ (bits >> 31);
    }
    // Uniform in -1 … 1.
    double nextReal() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1; }

private:
    uint64_t m_state;
};

std::string lowerExtension(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    std::ranges::transform(
        extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

HostTensor randomTensor(const TensorDescriptor& descriptor, uint64_t seed)
{
    constexpr uint64_t integerCount = 10;
    HostTensor tensor = makeHostTensor(descriptor);
    Random random(seed);
    const auto count = static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
    for (size_t i = 0; i < count; ++i) {
        if (isFloat(descriptor.type)) {
            setElement(tensor, i, random.nextReal());
        } else {
            const uint64_t limit = descriptor.type == DataType::Bool ? 2 : integerCount;
            setElement(tensor, i, static_cast<int64_t>(random.next() % limit));
        }
    }
    return tensor;
}

bool isHeldBy(DataType type, double value)
{
    if (isFloat(type)) {
        return true;
    }
    const bool isWhole = std::isfinite(value) && value == std::floor(value);
    if (type == DataType::Bool) {
        return value == 0 || value == 1;
    }
    const int valueBits = static_cast<int>(bitWidth(type)) - (isSignedInteger(type) ? 1 : 0);
    const double limit = std::ldexp(1.0, valueBits);
    return isWhole && isInteger(type) && value < limit && value >= (isSignedInteger(type) ? -limit : 0.0);
}

HostTensor filledTensor(
    const std::string& name, const NumberInput& number, const TensorDescriptor& descriptor)
{
    if (!isHeldBy(descriptor.type, number.value)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor) + " and cannot hold " + number.text);
    }
    HostTensor tensor = makeHostTensor(descriptor);
    const auto count = static_cast<size_t>(elementCount(descriptor.shape).value_or(0));
    const auto whole = parseInteger(number.text);
    for (size_t i = 0; i < count; ++i) {
        if (whole && !isFloat(descriptor.type)) {
            setElement(tensor, i, *whole); // exact beyond a double's 53 bits
        } else {
            setElement(tensor, i, number.value);
        }
    }
    return tensor;
}

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
    const ImageFile file = readImageFile(image.path);
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
        return NumberInput {0, "0"};
    }
    if (text == "ones") {
        return NumberInput {1, "1"};
    }
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc() && result.ptr == text.data() + text.size()) {
        return NumberInput {value, std::string(text)};
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
    if (const auto* number = std::get_if<NumberInput>(&spec)) {
        return filledTensor(name, *number, descriptor);
    }
    if (const auto* image = std::get_if<ImageInput>(&spec)) {
        return imageInput(name, *image, descriptor, range);
    }
    return readTensor(std::get<TensorFileInput>(spec).path);
}

HostTensor readTensor(const std::filesystem::path& path)
{
    return lowerExtension(path) == ".npy" ? readNpyFile(path) : onnx_io::readTensorFile(path);
}

void writeTensor(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name)
{
    if (lowerExtension(path) == ".npy") {
        writeNpyFile(path, tensor);
    } else {
        onnx_io::writeTensorFile(path, tensor, name);
    }
}

bool isTensorFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerExtension(path);
    return extension == ".npy" || extension == ".pb";
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
