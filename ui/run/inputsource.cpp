// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputsource.h"

#include "engine/base/error.h"
#include "engine/inputs/inputvalues.h"
#include "engine/inputs/tensorio.h"
#include "ui/text/text.h"

#include <QImageReader>

namespace weightless::ui {

namespace {

HostTensor readFile(const std::string& name, const TensorDescriptor& descriptor, const QString& path)
{
    if (path.isEmpty())
        throw Error(ErrorKind::InvalidArgument, "input '" + name + "' has no file: choose one");
    HostTensor tensor = readTensor(toPath(path));
    if (tensor.descriptor != descriptor) {
        throw Error(ErrorKind::InvalidArgument,
            "input '" + name + "' expects " + toString(descriptor) + ", but " + toUtf8(path) + " holds "
                + toString(tensor.descriptor));
    }
    return tensor;
}

HostTensor readImage(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source)
{
    if (!isImageShape(descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            "input '" + name + "' is " + toString(descriptor)
                + ": a picture needs [N, C, H, W] with 1, 3 or 4 channels");
    }
    QImageReader reader(source.path);
    reader.setAutoTransform(true);
    // A file of a few bytes can claim as many pixels as it likes.
    const QSize size = reader.size();
    const uint64_t limit = imagePixelLimit(descriptor);
    if (size.isValid()
        && static_cast<uint64_t>(size.width()) * static_cast<uint64_t>(size.height()) > limit) {
        throw Error(ErrorKind::InvalidArgument,
            toUtf8(source.path) + " has " + std::to_string(size.width()) + " × "
                + std::to_string(size.height()) + " pixels, more than the " + std::to_string(limit)
                + " that are opened for input '" + name + "'; make it smaller first");
    }
    const QImage image = reader.read().convertToFormat(QImage::Format_RGBA8888);
    if (image.isNull()) {
        throw Error(ErrorKind::Io,
            "cannot read " + toUtf8(source.path) + " for input '" + name
                + "': " + toUtf8(reader.errorString()));
    }
    // Rows of RGBA8888 are a multiple of four bytes: no padding.
    const RgbaImage pixels {
        {image.constBits(), static_cast<size_t>(image.sizeInBytes())}, image.width(), image.height()};
    return imageToTensor(pixels, descriptor, source.imageRange);
}

} // namespace

HostTensor makeInput(const std::string& name, const TensorDescriptor& descriptor, const InputSource& source)
{
    switch (source.kind) {
    case InputKind::File:
        return readFile(name, descriptor, source.path);
    case InputKind::Image:
        return readImage(name, descriptor, source);
    case InputKind::Random:
        return randomTensor(descriptor, source.seed);
    case InputKind::Ones:
        return filledTensor(name, descriptor, {1, 1});
    case InputKind::Number:
        return filledTensor(name, descriptor, {source.number, std::nullopt});
    case InputKind::Zeros:
        break;
    }
    return makeHostTensor(descriptor);
}

QImage pictureOf(const HostTensor& tensor)
{
    if (!isImageShape(tensor.descriptor) || elementCount(tensor.descriptor.shape).value_or(0) == 0)
        return {};
    const RgbImage picture = tensorToImage(tensor, 0, detectImageRange(tensor));
    const QImage view(picture.pixels.data(), static_cast<int>(picture.width),
        static_cast<int>(picture.height), static_cast<qsizetype>(picture.width * 3), QImage::Format_RGB888);
    return view.copy();
}

} // namespace weightless::ui
