// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputsource.h"

#include "engine/base/error.h"
#include "engine/model/npyfile.h"
#include "engine/onnx/tensorfile.h"
#include "ui/text.h"

#include <QImageReader>

#include <cmath>
#include <limits>
#include <numbers>

namespace weightless::ui {

namespace {

// SplitMix64: the same numbers on every platform, unlike the standard library's distributions.
class Random {
public:
    explicit Random(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15ull;
        uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // Box-Muller; one of the pair is enough here.
    double normal()
    {
        const double u = (static_cast<double>(next() >> 11) + 1) * 0x1.0p-53;
        const double v = static_cast<double>(next() >> 11) * 0x1.0p-53;
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    }

private:
    uint64_t m_state;
};

size_t countOf(const HostTensor& tensor)
{
    return static_cast<size_t>(elementCount(tensor.descriptor.shape).value_or(0));
}

void fillRandom(HostTensor& tensor, uint64_t seed)
{
    Random random(seed);
    const size_t count = countOf(tensor);
    const bool isFloating = isFloat(tensor.descriptor.type);
    const uint64_t range = tensor.descriptor.type == DataType::Bool ? 2 : 100;
    for (size_t i = 0; i < count; ++i) {
        if (isFloating)
            setElement(tensor, i, random.normal());
        else
            setElement(tensor, i, static_cast<int64_t>(random.next() % range));
    }
}

std::pair<double, double> integerRange(DataType type)
{
    const unsigned bits = type == DataType::Bool ? 1 : bitWidth(type);
    if (isSignedInteger(type))
        return {
            -std::ldexp(1.0, static_cast<int>(bits) - 1), std::ldexp(1.0, static_cast<int>(bits) - 1) - 1};
    return {0, std::ldexp(1.0, static_cast<int>(bits)) - 1};
}

void fillNumber(const std::string& name, HostTensor& tensor, double number)
{
    const size_t count = countOf(tensor);
    if (isFloat(tensor.descriptor.type)) {
        for (size_t i = 0; i < count; ++i)
            setElement(tensor, i, number);
        return;
    }
    const auto [lowest, highest] = integerRange(tensor.descriptor.type);
    if (number != std::floor(number) || number < lowest || number > highest) {
        throw Error(ErrorKind::InvalidArgument,
            "input '" + name + "' is " + toString(tensor.descriptor.type) + " and cannot hold "
                + toUtf8(QString::number(number)));
    }
    // 2^63 as a double is beyond int64; the largest double below it is far from any real input.
    const auto value = static_cast<int64_t>(
        std::min(number, static_cast<double>(std::numeric_limits<int64_t>::max() - 1024)));
    for (size_t i = 0; i < count; ++i)
        setElement(tensor, i, value);
}

HostTensor readFile(const std::string& name, const TensorDescriptor& descriptor, const QString& path)
{
    if (path.isEmpty())
        throw Error(ErrorKind::InvalidArgument, "input '" + name + "' has no file: choose one");
    const bool isNpy = path.endsWith(QStringLiteral(".npy"), Qt::CaseInsensitive);
    HostTensor tensor = isNpy ? readNpyFile(toPath(path)) : onnx_io::readTensorFile(toPath(path));
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
    if (source.kind == InputKind::File)
        return readFile(name, descriptor, source.path);
    if (source.kind == InputKind::Image)
        return readImage(name, descriptor, source);

    HostTensor tensor = makeHostTensor(descriptor);
    switch (source.kind) {
    case InputKind::Random:
        fillRandom(tensor, source.seed);
        break;
    case InputKind::Ones:
        fillNumber(name, tensor, 1);
        break;
    case InputKind::Number:
        fillNumber(name, tensor, source.number);
        break;
    default:
        break; // zeros: what makeHostTensor() gives
    }
    return tensor;
}

QImage pictureOf(const HostTensor& tensor)
{
    if (!isImageShape(tensor.descriptor) || countOf(tensor) == 0)
        return {};
    const RgbImage picture = tensorToImage(tensor, 0, detectImageRange(tensor));
    const QImage view(picture.pixels.data(), static_cast<int>(picture.width),
        static_cast<int>(picture.height), static_cast<qsizetype>(picture.width * 3), QImage::Format_RGB888);
    return view.copy();
}

} // namespace weightless::ui
