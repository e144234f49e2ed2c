// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/imagetensor.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace weightless {

namespace {

ImageGeometry geometryOf(const TensorDescriptor& descriptor, const std::optional<ImageLayout>& declared = {})
{
    const std::optional<ImageGeometry> geometry = imageGeometry(descriptor, declared);
    if (!geometry) {
        throw Error(ErrorKind::InvalidArgument,
            "A tensor " + toString(descriptor)
                + " is no image: expected [N, C, H, W], [N, H, W, C] or one without N, with 1, 3 or 4 "
                  "channels of float32, float16 or uint8");
    }
    return *geometry;
}

constexpr std::array<float, 3> imageNetMeans {0.485F, 0.456F, 0.406F};
constexpr std::array<float, 3> imageNetDeviations {0.229F, 0.224F, 0.225F};

// value 0 … 1 ↔ the tensor's number.
float toRange(float value, ImageRange range, size_t channel)
{
    switch (range) {
    case ImageRange::MinusOneToOne:
        return value * 2 - 1;
    case ImageRange::Bytes:
        return value * 255;
    case ImageRange::ImageNet:
        return channel < 3 ? (value - imageNetMeans[channel]) / imageNetDeviations[channel] : value;
    case ImageRange::ZeroToOne:
        break;
    }
    return value;
}

float fromRange(float value, ImageRange range, size_t channel)
{
    switch (range) {
    case ImageRange::MinusOneToOne:
        return (value + 1) / 2;
    case ImageRange::Bytes:
        return value / 255;
    case ImageRange::ImageNet:
        return channel < 3 ? value * imageNetDeviations[channel] + imageNetMeans[channel] : value;
    case ImageRange::ZeroToOne:
        break;
    }
    return value;
}

// How the samples of one axis mix into one output sample: a triangle filter, as wide as one input sample when
// the image grows (bilinear) and as one output sample when it shrinks. Weights beyond the edge fall on the
// samples that are there, as in Pillow, which models are trained with; stb_image_resize gives them to the
// last sample, and counts bytes in int.
struct Taps {
    int64_t first = 0;
    std::vector<float> weights;
};

std::vector<Taps> tapsFor(int64_t inputSize, int64_t outputSize)
{
    std::vector<Taps> all(static_cast<size_t>(outputSize));
    const double scale = static_cast<double>(inputSize) / static_cast<double>(outputSize);
    const double radius = std::max(1.0, scale);
    for (int64_t i = 0; i < outputSize; ++i) {
        const double center = (static_cast<double>(i) + 0.5) * scale - 0.5;
        const auto first = std::max<int64_t>(0, static_cast<int64_t>(std::ceil(center - radius)));
        const auto last = std::min(inputSize - 1, static_cast<int64_t>(std::floor(center + radius)));
        Taps& taps = all[static_cast<size_t>(i)];
        taps.first = first;
        taps.weights.reserve(static_cast<size_t>(last - first + 1));
        double sum = 0;
        for (int64_t j = first; j <= last; ++j) {
            const double weight = std::max(0.0, 1 - std::abs(static_cast<double>(j) - center) / radius);
            taps.weights.push_back(static_cast<float>(weight));
            sum += weight;
        }
        for (float& weight : taps.weights) {
            weight /= static_cast<float>(sum);
        }
    }
    return all;
}

// A plane of `height` rows, each filtered across; `value(y, x)` gives the input.
template <typename Value>
std::vector<float> filteredAcross(int64_t height, const std::vector<Taps>& columns, Value&& value)
{
    std::vector<float> plane;
    plane.reserve(static_cast<size_t>(height) * columns.size());
    for (int64_t y = 0; y < height; ++y) {
        for (const Taps& taps : columns) {
            float sum = 0;
            for (size_t i = 0; i < taps.weights.size(); ++i) {
                sum += taps.weights[i] * value(y, taps.first + static_cast<int64_t>(i));
            }
            plane.push_back(sum);
        }
    }
    return plane;
}

// The same of `width` columns, each filtered down.
template <typename Value>
std::vector<float> filteredDown(int64_t width, const std::vector<Taps>& rows, Value&& value)
{
    std::vector<float> plane(static_cast<size_t>(width) * rows.size());
    float* row = plane.data();
    for (const Taps& taps : rows) {
        for (size_t i = 0; i < taps.weights.size(); ++i) {
            for (int64_t x = 0; x < width; ++x) {
                row[x] += taps.weights[i] * value(taps.first + static_cast<int64_t>(i), x);
            }
        }
        row += width;
    }
    return plane;
}

// A plane of values 0 … 1 of what `sample` says, as 0 … 255, of a pixel's RGBA.
template <typename Sample>
std::vector<float> resized(
    const RgbaImage& image, const std::vector<Taps>& columns, const std::vector<Taps>& rows, Sample&& sample)
{
    const auto width = static_cast<int64_t>(columns.size());
    const auto height = static_cast<int64_t>(rows.size());
    // What lies between both passes is never larger than the picture and the result: an axis that shrinks
    // comes before one that grows. A small, tall picture would need many GB otherwise.
    const bool beginsDown = width > image.width && height < image.height;
    const auto pixel = [&](int64_t y, int64_t x) {
        return sample(&image.pixels[static_cast<size_t>(y * image.width + x) * 4]);
    };
    std::vector<float> between =
        beginsDown ? filteredDown(image.width, rows, pixel) : filteredAcross(image.height, columns, pixel);
    for (float& value : between) {
        value /= 255;
    }
    const int64_t stride = beginsDown ? image.width : width;
    const auto value = [&](int64_t y, int64_t x) { return between[static_cast<size_t>(y * stride + x)]; };
    return beginsDown ? filteredAcross(height, columns, value) : filteredDown(width, rows, value);
}

// What a pixel shows of a channel, 0 … 255.
float shown(const uint8_t* pixel, size_t channel)
{
    return static_cast<float>(pixel[channel] * pixel[3]) / 255;
}

float overWhite(const uint8_t* pixel, size_t channel)
{
    return shown(pixel, channel) + static_cast<float>(255 - pixel[3]);
}

// The colour of which `shown` is seen through `alpha`; where nothing is, the hidden one.
std::vector<float> colourOf(
    const std::vector<float>& shown, const std::vector<float>& alpha, std::vector<float> hidden)
{
    for (size_t i = 0; i < hidden.size(); ++i) {
        hidden[i] = alpha[i] > 0 ? shown[i] / alpha[i] : hidden[i];
    }
    return hidden;
}

// One plane of height * width values 0 … 1 for each of the tensor's channels. A colour weighs as much as its
// pixel shows of it: what is hidden in transparent pixels would darken the edges beside them.
std::vector<std::vector<float>> channelsOf(const RgbaImage& image, const ImageGeometry& geometry)
{
    const std::vector<Taps> columns = tapsFor(image.width, geometry.width);
    const std::vector<Taps> rows = tapsFor(image.height, geometry.height);
    const auto plane = [&](size_t channel, const auto& sample) {
        return resized(image, columns, rows, [&](const uint8_t* pixel) { return sample(pixel, channel); });
    };
    const auto stored = [](const uint8_t* pixel, size_t channel) {
        return static_cast<float>(pixel[channel]);
    };
    std::vector<std::vector<float>> planes;
    if (geometry.channels == 4) {
        const std::vector<float> alpha = plane(3, stored);
        for (size_t channel = 0; channel < 3; ++channel) {
            planes.push_back(colourOf(plane(channel, shown), alpha, plane(channel, stored)));
        }
        planes.push_back(alpha);
        return planes;
    }
    for (size_t channel = 0; channel < 3; ++channel) {
        planes.push_back(plane(channel, overWhite));
    }
    if (geometry.channels == 1) {
        for (size_t i = 0; i < planes[0].size(); ++i) {
            planes[0][i] = 0.299F * planes[0][i] + 0.587F * planes[1][i] + 0.114F * planes[2][i];
        }
        planes.resize(1);
    }
    return planes;
}

void checkImage(const RgbaImage& image)
{
    const auto pixels = image.width > 0 && image.height > 0
        ? checkedMultiply(static_cast<uint64_t>(image.width), static_cast<uint64_t>(image.height))
        : std::nullopt;
    const auto bytes = pixels ? checkedMultiply(*pixels, 4) : std::nullopt;
    if (bytes != image.pixels.size()) {
        throw Error(ErrorKind::InvalidArgument,
            "An image of " + std::to_string(image.width) + " × " + std::to_string(image.height)
                + " pixels does not have " + std::to_string(image.pixels.size()) + " bytes of RGBA");
    }
}

} // namespace

HostTensor imageToTensor(const RgbaImage& image, const TensorDescriptor& descriptor, ImageRange range,
    const std::optional<ImageLayout>& declared)
{
    const ImageGeometry geometry = geometryOf(descriptor, declared);
    checkImage(image);
    HostTensor tensor = makeHostTensor(descriptor);
    const std::vector<std::vector<float>> planes = channelsOf(image, geometry);
    const bool isByte = descriptor.type == DataType::UInt8;
    for (size_t channel = 0; channel < planes.size(); ++channel) {
        for (size_t pixel = 0; pixel < planes[channel].size(); ++pixel) {
            const float value = planes[channel][pixel];
            const float number =
                isByte ? std::round(std::clamp(value, 0.0F, 1.0F) * 255) : toRange(value, range, channel);
            setElement(tensor, geometry.element(channel, pixel), static_cast<double>(number));
        }
    }
    const size_t imageBytes = tensor.bytes.size() / static_cast<size_t>(geometry.batch);
    for (size_t offset = imageBytes; offset < tensor.bytes.size(); offset += imageBytes) {
        std::copy_n(tensor.bytes.begin(), imageBytes, tensor.bytes.begin() + static_cast<ptrdiff_t>(offset));
    }
    return tensor;
}

ImageRange detectImageRange(const HostTensor& tensor)
{
    static_cast<void>(geometryOf(tensor.descriptor));
    if (tensor.descriptor.type == DataType::UInt8) {
        return ImageRange::Bytes;
    }
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -smallest;
    const auto count = static_cast<size_t>(*elementCount(tensor.descriptor.shape));
    for (size_t i = 0; i < count; ++i) {
        const double value = elementAsDouble(tensor, i);
        if (std::isfinite(value)) {
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
        }
    }
    // Decoders overshoot their range a little.
    if (largest > 4) {
        return ImageRange::Bytes;
    }
    return smallest < -0.25 ? ImageRange::MinusOneToOne : ImageRange::ZeroToOne;
}

RgbImage tensorToImage(const HostTensor& tensor, int64_t batchIndex, ImageRange range)
{
    const ImageGeometry geometry = geometryOf(tensor.descriptor);
    if (batchIndex < 0 || batchIndex >= geometry.batch) {
        throw Error(ErrorKind::InvalidArgument,
            "Image " + std::to_string(batchIndex) + " was asked for, the tensor "
                + toString(tensor.descriptor) + " has " + std::to_string(geometry.batch));
    }
    const auto planeSize = static_cast<size_t>(geometry.width * geometry.height);
    const size_t begin = static_cast<size_t>(batchIndex * geometry.channels) * planeSize;
    const ImageRange actualRange = tensor.descriptor.type == DataType::UInt8 ? ImageRange::Bytes : range;
    const auto valueAt = [&](size_t channel, size_t pixel) {
        const auto number =
            static_cast<float>(elementAsDouble(tensor, begin + geometry.element(channel, pixel)));
        const float value = fromRange(number, actualRange, channel);
        return std::isnan(value) ? 0.0F : std::clamp(value, 0.0F, 1.0F);
    };
    RgbImage image {std::vector<uint8_t>(planeSize * 3), geometry.width, geometry.height};
    for (size_t pixel = 0; pixel < planeSize; ++pixel) {
        const float alpha = geometry.channels == 4 ? valueAt(3, pixel) : 1.0F;
        for (size_t channel = 0; channel < 3; ++channel) {
            const float value = valueAt(geometry.channels == 1 ? 0 : channel, pixel);
            image.pixels[pixel * 3 + channel] =
                static_cast<uint8_t>(std::lround((value * alpha + (1 - alpha)) * 255));
        }
    }
    return image;
}

} // namespace weightless
