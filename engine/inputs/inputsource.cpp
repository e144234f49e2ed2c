// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/inputsource.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/inputs/tensorio.h"

namespace weightless {

namespace {

HostTensor fromFile(
    const std::string& name, const TensorDescriptor& descriptor, const std::filesystem::path& path)
{
    HostTensor tensor = readTensor(path);
    if (tensor.descriptor != descriptor) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' expects " + toString(descriptor) + ", but " + displayPath(path) + " holds "
                + toString(tensor.descriptor));
    }
    return tensor;
}

HostTensor fromImage(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source,
    const ImageDecoder& decodeImage)
{
    if (!isImageShape(descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name + "' is " + toString(descriptor)
                + ", which is no image's shape: " + displayPath(source.path)
                + " needs [N, C, H, W] with 1, 3 or 4 channels of float32, float16 or uint8; tensors are "
                  "read from .npy and .pb files");
    }
    if (!decodeImage) {
        throw Error(ErrorKind::Unsupported,
            "Input '" + name + "': there is nothing here that decodes " + displayPath(source.path));
    }
    const DecodedImage image = decodeImage(source.path, imagePixelLimit(descriptor));
    return imageToTensor({image.rgba, image.width, image.height}, descriptor, source.imageRange);
}

} // namespace

HostTensor makeInput(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source,
    const ImageDecoder& decodeImage)
{
    const bool isFromFile = source.kind == InputKind::File || source.kind == InputKind::Image;
    if (isFromFile && source.path.empty()) {
        throw Error(ErrorKind::InvalidArgument, "Input '" + name + "' has no file: choose one");
    }
    switch (source.kind) {
    case InputKind::Random:
        return randomTensor(descriptor, source.seed);
    case InputKind::Zeros:
        break;
    case InputKind::Ones:
        return filledTensor(name, descriptor, {1, 1});
    case InputKind::Number:
        return filledTensor(name, descriptor, source.number);
    case InputKind::File:
        return fromFile(name, descriptor, source.path);
    case InputKind::Image:
        return fromImage(name, descriptor, source, decodeImage);
    }
    return makeHostTensor(descriptor);
}

} // namespace weightless
