// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/inputsource.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/images/imagefile.h"
#include "engine/inputs/tensorio.h"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace weightless {

namespace {

HostTensor fromFile(
    const std::string& name, const TensorDescriptor& descriptor, const std::filesystem::path& path)
{
    HostTensor tensor = readTensor(path);
    tensor.descriptor.type = typeAsDeclared(tensor.descriptor.type, descriptor.type);
    if (tensor.descriptor != descriptor) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' expects " + toString(descriptor) + ", but " + displayPath(path) + " holds "
                + toString(tensor.descriptor));
    }
    return tensor;
}

void checkHasFile(const std::string& name, const InputSource& source)
{
    if (source.path.empty()) {
        throw Error(ErrorKind::InvalidArgument, "Input '" + name + "' has no file: choose one");
    }
}

void checkIsThere(const std::string& name, const InputSource& source)
{
    // Whatever else is wrong with it is told when it is read.
    std::error_code error;
    if (!std::filesystem::exists(source.path, error) && !error) {
        throw Error(ErrorKind::Io,
            "Input '" + name + "' has no picture: there is no file '" + displayPath(source.path) + "'");
    }
}

HostTensor fromImage(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source,
    const std::stop_token& stop, const std::optional<ImageLayout>& declared)
{
    checkIsThere(name, source);
    if (!isImageShape(descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor)
                + ", which is no image's shape: " + displayPath(source.path)
                + " needs [N, C, H, W] or [N, H, W, C] with 1, 3 or 4 channels of float32, float16 or uint8; "
                  "tensors are read from .npy and .pb files");
    }
    const DecodedPicture image = readImageFile(source.path, maxImagePixels, stop);
    return imageToTensor({image.rgba, image.width, image.height}, descriptor, source.imageRange, declared);
}

HostTensor fromText(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source)
{
    if (descriptor.type != DataType::String) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor) + ", which text cannot fill");
    }
    const std::vector<std::string> parts = textsOf(source);
    const int64_t count = elementCount(descriptor.shape).value_or(INT64_MAX);
    constexpr int64_t most = 1'000'000;
    if (count > most) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor) + ", with more strings than "
                + std::to_string(most) + ": give it a .pb file");
    }
    if (parts.size() > static_cast<size_t>(std::max<int64_t>(count, 1))) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor) + ", but " + std::to_string(parts.size())
                + " texts were given, with ';' between them: give fewer, or its free dimensions other sizes");
    }
    HostTensor tensor {descriptor, {}, {}};
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        tensor.strings.push_back(parts[i % parts.size()]);
    }
    return tensor;
}

// Inputs of one shape have numbers of their own, the same in every run and in every model that names them so
// (FNV-1a).
uint64_t seedOf(const std::string& name, uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : name) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
    return hash + seed;
}

// Sizes of free dimensions are anybody's to choose.
Error tooLarge(const std::string& name, const TensorDescriptor& descriptor)
{
    const auto bytes = byteCount(descriptor);
    return {ErrorKind::OutOfMemory,
        "Input '" + name + "' is " + toString(descriptor) + ", "
            + (bytes ? formatBytes(*bytes) : std::string("more bytes than can be counted"))
            + ", for which this machine has not enough memory: give its free dimensions smaller sizes"};
}

void checkHasNumbers(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source)
{
    const bool isComplex = descriptor.type == DataType::Complex64 || descriptor.type == DataType::Complex128;
    if (isComplex
        && (source.kind == InputKind::Random || source.kind == InputKind::Ones
            || source.kind == InputKind::Number)) {
        throw Error(ErrorKind::Unsupported,
            "Input '" + name + "' is " + toString(descriptor)
                + ", which no random numbers and no given one can fill: give it a .npy or .pb file, or "
                  "zeros");
    }
}

HostTensor filled(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source,
    const std::stop_token& stop, const std::optional<ImageLayout>& declared)
{
    checkHasNumbers(name, descriptor, source);
    if (descriptor.type == DataType::String && source.kind != InputKind::File
        && source.kind != InputKind::Text) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' takes strings: give it text (text:… on the command line) or a .pb file");
    }
    switch (source.kind) {
    case InputKind::Random:
        return randomTensor(descriptor, seedOf(name, source.seed));
    case InputKind::Zeros:
        break;
    case InputKind::Ones:
        return filledTensor(name, descriptor, {1, 1});
    case InputKind::Number:
        return source.list.empty() ? filledTensor(name, descriptor, source.number)
                                   : listedTensor(name, descriptor, source.list);
    case InputKind::File:
        return fromFile(name, descriptor, source.path);
    case InputKind::Image:
        return fromImage(name, descriptor, source, stop, declared);
    case InputKind::Text:
        return fromText(name, descriptor, source);
    }
    return makeHostTensor(descriptor);
}

} // namespace

std::vector<std::string> textsOf(const InputSource& source)
{
    std::vector<std::string> texts;
    for (size_t begin = 0; begin <= source.text.size();) {
        const size_t end = std::min(source.text.find(';', begin), source.text.size());
        texts.push_back(source.text.substr(begin, end - begin));
        begin = end + 1;
    }
    return texts;
}

InputSource suggestedSource(std::string_view name, DataType type)
{
    const std::string lower = lowerCase(std::string(name));
    const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    if (isFloat(type)) {
        return {};
    }
    if (has("mask")) {
        return {.kind = InputKind::Ones};
    }
    return has("token_type") || has("segment_ids") ? InputSource {.kind = InputKind::Zeros} : InputSource {};
}

bool InputSource::operator==(const InputSource& other) const
{
    if (kind != other.kind) {
        return false;
    }
    switch (kind) {
    case InputKind::Random:
        return seed == other.seed;
    case InputKind::Number:
        return number == other.number && list == other.list;
    case InputKind::File:
        return path == other.path;
    case InputKind::Image:
        return path == other.path && imageRange == other.imageRange;
    case InputKind::Text:
        return text == other.text;
    case InputKind::Zeros:
    case InputKind::Ones:
        break;
    }
    return true;
}

PictureSize pictureSize(const std::string& name, const InputSource& source, const std::stop_token& stop)
{
    checkHasFile(name, source);
    checkIsThere(name, source);
    const DecodedPicture picture = readImageFile(source.path, maxImagePixels, stop);
    return {picture.width, picture.height};
}

HostTensor makeInput(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source,
    const std::stop_token& stop, const std::optional<ImageLayout>& declared)
{
    if (source.kind == InputKind::File || source.kind == InputKind::Image) {
        checkHasFile(name, source);
        return filled(name, descriptor, source, stop, declared);
    }
    if (bitWidth(descriptor.type) != 0 && !byteCount(descriptor)) {
        throw tooLarge(name, descriptor);
    }
    try {
        return filled(name, descriptor, source, stop, declared);
    } catch (const std::bad_alloc&) {
        throw tooLarge(name, descriptor);
    } catch (const std::length_error&) {
        throw tooLarge(name, descriptor);
    }
}

} // namespace weightless
