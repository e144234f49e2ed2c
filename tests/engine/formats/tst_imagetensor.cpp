// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/imagetensor.h"

#include "engine/base/bytes.h"
#include "engine/memory/processmemory.h"
#include "tests/engine/expecterror.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace weightless;

namespace {

// A width × height image whose pixels are given by a function of x and y.
template <typename Pixel>
std::vector<uint8_t> pixels(int64_t width, int64_t height, Pixel&& pixel)
{
    std::vector<uint8_t> bytes;
    for (int64_t y = 0; y < height; ++y) {
        for (int64_t x = 0; x < width; ++x) {
            for (const int value : pixel(x, y)) {
                bytes.push_back(static_cast<uint8_t>(value));
            }
        }
    }
    return bytes;
}

using Rgba = std::array<int, 4>;

HostTensor tensorOf(const Shape& shape, const std::vector<double>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, shape});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

} // namespace

class TestImageTensor : public QObject {
    Q_OBJECT

private slots:
    void sameSizeKeepsEveryPixel()
    {
        const auto bytes = pixels(3, 2, [](int64_t x, int64_t y) {
            return Rgba {static_cast<int>(x * 50), static_cast<int>(y * 100), 255, 255};
        });
        const RgbaImage image {bytes, 3, 2};
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::UInt8}) {
            for (const ImageRange range :
                {ImageRange::ZeroToOne, ImageRange::MinusOneToOne, ImageRange::Bytes, ImageRange::ImageNet}) {
                const HostTensor tensor = imageToTensor(image, {type, {2, 3, 2, 3}}, range);
                for (const int64_t batch : {0, 1}) {
                    const RgbImage back = tensorToImage(tensor, batch, range);
                    QCOMPARE(back.width, 3);
                    QCOMPARE(back.height, 2);
                    for (size_t i = 0; i < 6; ++i) {
                        QCOMPARE(int {back.pixels[i * 3]}, int {bytes[i * 4]});
                        QCOMPARE(int {back.pixels[i * 3 + 1]}, int {bytes[i * 4 + 1]});
                        QCOMPARE(int {back.pixels[i * 3 + 2]}, 255);
                    }
                }
            }
        }
    }

    // The same numbers as with channels first, pixel by pixel, in every picture of the batch.
    void channelsMayBeLast()
    {
        const auto bytes = pixels(5, 4, [](int64_t x, int64_t y) {
            return Rgba {static_cast<int>(x * 50), static_cast<int>(y * 60), 128, static_cast<int>(60 * x)};
        });
        const RgbaImage image {bytes, 5, 4};
        for (const int64_t channels : {1, 3, 4}) {
            const HostTensor first =
                imageToTensor(image, {DataType::Float32, {2, channels, 6, 7}}, ImageRange::MinusOneToOne);
            const HostTensor last =
                imageToTensor(image, {DataType::Float32, {2, 6, 7, channels}}, ImageRange::MinusOneToOne);
            const auto count = static_cast<size_t>(channels);
            for (size_t batch = 0; batch < 2; ++batch) {
                for (size_t channel = 0; channel < count; ++channel) {
                    for (size_t pixel = 0; pixel < 42; ++pixel) {
                        QCOMPARE(elementAsDouble(last, (batch * 42 + pixel) * count + channel),
                            elementAsDouble(first, (batch * count + channel) * 42 + pixel));
                    }
                }
                const auto shown = [&](const HostTensor& tensor) {
                    return tensorToImage(tensor, static_cast<int64_t>(batch), ImageRange::MinusOneToOne);
                };
                QCOMPARE(shown(last).width, 7);
                QCOMPARE(shown(last).height, 6);
                QVERIFY(shown(last).pixels == shown(first).pixels);
            }
            QVERIFY(detectImageRange(last) == detectImageRange(first));
        }
    }

    void rangesHaveTheirNumbers()
    {
        const std::vector<uint8_t> bytes {255, 0, 51, 255};
        const RgbaImage image {bytes, 1, 1};
        const auto values = [&](ImageRange range) {
            const HostTensor tensor = imageToTensor(image, {DataType::Float32, {1, 3, 1, 1}}, range);
            return std::vector<float>(tensor.as<float>().begin(), tensor.as<float>().end());
        };
        QCOMPARE(values(ImageRange::ZeroToOne), (std::vector<float> {1, 0, 0.2F}));
        QCOMPARE(values(ImageRange::MinusOneToOne), (std::vector<float> {1, -1, -0.6F}));
        QCOMPARE(values(ImageRange::Bytes), (std::vector<float> {255, 0, 51}));
        QCOMPARE(values(ImageRange::ImageNet)[0], (1 - 0.485F) / 0.229F);
    }

    void channels()
    {
        const std::vector<uint8_t> bytes {100, 150, 200, 0}; // fully transparent
        const RgbaImage image {bytes, 1, 1};
        const auto at = [&](int64_t count, size_t channel) {
            return elementAsDouble(
                imageToTensor(image, {DataType::UInt8, {count, 1, 1}}, ImageRange::Bytes), channel);
        };
        QCOMPARE(at(3, 0), 255.0); // over white
        QCOMPARE(at(1, 0), 255.0);
        QCOMPARE(at(4, 0), 100.0);
        QCOMPARE(at(4, 3), 0.0);
        const std::vector<uint8_t> opaque {100, 150, 200, 255};
        const HostTensor luma =
            imageToTensor({opaque, 1, 1}, {DataType::UInt8, {1, 1, 1}}, ImageRange::Bytes);
        QCOMPARE(elementAsDouble(luma, 0), std::round(0.299 * 100 + 0.587 * 150 + 0.114 * 200));
    }

    void resizing()
    {
        const auto ramp = pixels(4, 1, [](int64_t x, int64_t) {
            const int value = static_cast<int>(x * 80);
            return Rgba {value, value, value, 255};
        });
        const auto row = [&](int64_t width) {
            const HostTensor tensor =
                imageToTensor({ramp, 4, 1}, {DataType::Float32, {1, 1, width}}, ImageRange::Bytes);
            return std::vector<float>(tensor.as<float>().begin(), tensor.as<float>().end());
        };
        const std::vector<float> grown = row(8); // half-pixel centres: -0.25, 0.25, 0.75 …
        const std::vector<float> expected {0, 20, 60, 100, 140, 180, 220, 240};
        for (size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(std::abs(grown[i] - expected[i]) < 0.01F);
        }
        // Shrinking averages: nothing of the input is skipped.
        QVERIFY(std::abs(row(1)[0] - 120) < 0.01F);
        const std::vector<float> halved = row(2);
        QVERIFY(std::abs(halved[0] + halved[1] - 240) < 0.01F);
        QVERIFY(halved[0] > 20 && halved[0] < 80);
    }

    // Half a picture is white, the other half transparent, whose hidden colour is black.
    void hiddenColoursStayHidden()
    {
        const auto bytes = pixels(8, 8, [](int64_t x, int64_t) {
            return x < 3 ? Rgba {255, 255, 255, 255} : Rgba {0, 0, 0, 0};
        });
        for (const int64_t size : {4, 13}) {
            for (const int64_t channels : {1, 3}) {
                const HostTensor tensor = imageToTensor(
                    {bytes, 8, 8}, {DataType::UInt8, {channels, size, size}}, ImageRange::Bytes);
                QVERIFY(
                    std::ranges::all_of(tensor.as<uint8_t>(), [](uint8_t value) { return value == 255; }));
            }
            const HostTensor tensor =
                imageToTensor({bytes, 8, 8}, {DataType::UInt8, {4, size, size}}, ImageRange::Bytes);
            const auto at = [&](int64_t channel, int64_t x) {
                return elementAsDouble(tensor, static_cast<size_t>((channel * size + 1) * size + x));
            };
            bool isBetween = false;
            for (int64_t x = 0; x < size; ++x) {
                QCOMPARE(at(0, x), at(3, x) > 0 ? 255.0 : 0.0);
                isBetween |= at(3, x) > 0 && at(3, x) < 255;
            }
            QVERIFY(isBetween && at(3, 0) == 255 && at(3, size - 1) == 0);
        }
        // Two colours of different opacity mix by what is seen of them.
        const std::vector<uint8_t> two {200, 0, 0, 255, 0, 100, 0, 51};
        const HostTensor mixed =
            imageToTensor({two, 2, 1}, {DataType::Float32, {4, 1, 1}}, ImageRange::Bytes);
        const std::array<double, 4> expected {200 / 1.2, 20 / 1.2, 0, 153};
        for (size_t channel = 0; channel < 4; ++channel) {
            QVERIFY(std::abs(elementAsDouble(mixed, channel) - expected[channel]) < 1e-3);
        }
    }

    // Whichever axis is filtered first: lines of brightness 0 and 200 that average to 100, beside others.
    void growsOneWayAndShrinksTheOther()
    {
        const auto bytes = pixels(2, 64, [](int64_t x, int64_t y) {
            const int value = x == 0 ? static_cast<int>(y % 2 * 200) : 40;
            return Rgba {value, value, value, 255};
        });
        const HostTensor wide =
            imageToTensor({bytes, 2, 64}, {DataType::Float32, {1, 2, 4}}, ImageRange::Bytes);
        const std::vector<uint8_t> turned = pixels(64, 2, [&](int64_t x, int64_t y) {
            const size_t at = static_cast<size_t>(x * 2 + y) * 4;
            return Rgba {bytes[at], bytes[at + 1], bytes[at + 2], 255};
        });
        const HostTensor tall =
            imageToTensor({turned, 64, 2}, {DataType::Float32, {1, 4, 2}}, ImageRange::Bytes);
        const std::array<double, 4> expected {100, 85, 55, 40};
        for (size_t x = 0; x < 4; ++x) {
            for (size_t y = 0; y < 2; ++y) {
                QVERIFY(std::abs(elementAsDouble(wide, y * 4 + x) - expected[x]) < 1);
                QVERIFY(std::abs(elementAsDouble(wide, y * 4 + x) - elementAsDouble(tall, x * 2 + y)) < 1e-3);
            }
        }
    }

    // A picture that is narrow and tall takes memory for itself and for the tensor, not for its height times
    // the tensor's width.
    void tallPicturesTakeLittleMemory()
    {
        constexpr int64_t height = 4 << 20;
        const std::vector<uint8_t> bytes(static_cast<size_t>(height) * 4, 255);
        const uint64_t before = processMemory().peakResidentBytes;
        const HostTensor tensor =
            imageToTensor({bytes, 1, height}, {DataType::UInt8, {1, 64, 64}}, ImageRange::Bytes);
        QVERIFY(processMemory().peakResidentBytes - before < 128 * MiB);
        QCOMPARE(elementAsDouble(tensor, 64 * 64 - 1), 255.0);
    }

    void rangeDetection()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        const auto detect = [](std::vector<double> values) {
            return detectImageRange(tensorOf({1, 1, 4}, values));
        };
        QVERIFY(detect({0, 0.5, 1.1, -0.05}) == ImageRange::ZeroToOne);
        QVERIFY(detect({-0.9, 0, 1, 1.2}) == ImageRange::MinusOneToOne);
        QVERIFY(detect({0, 17, 254, 3}) == ImageRange::Bytes);
        QVERIFY(detect({nan, infinite, -infinite, 0.5}) == ImageRange::ZeroToOne);
        QVERIFY(detectImageRange(makeHostTensor({DataType::UInt8, {3, 2, 2}})) == ImageRange::Bytes);
    }

    void displayClampsAndBlackensNaN()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const RgbImage image =
            tensorToImage(tensorOf({1, 1, 4}, {nan, -5, 9, 0.5}), 0, ImageRange::ZeroToOne);
        QCOMPARE(image.pixels, (std::vector<uint8_t> {0, 0, 0, 0, 0, 0, 255, 255, 255, 128, 128, 128}));
    }

    void refusals()
    {
        const std::vector<uint8_t> bytes(16);
        const auto fit = [&](const TensorDescriptor& descriptor, int64_t width = 2, int64_t height = 2) {
            return imageToTensor({bytes, width, height}, descriptor, ImageRange::ZeroToOne);
        };
        QVERIFY(isImageShape({DataType::Float32, {1, 3, 2, 2}}));
        for (const Shape& shape : {Shape {}, Shape {2, 2}, Shape {1, 2, 2, 2}, Shape {1, 3, 0, 2},
                 Shape {0, 3, 2, 2}, Shape {1, 3, -1, 2}, Shape {1, 1, 3, 2, 2}}) {
            EXPECT_ERROR(fit({DataType::Float32, shape}), ErrorKind::InvalidArgument, "no image");
        }
        EXPECT_ERROR(fit({DataType::Int64, {3, 2, 2}}), ErrorKind::InvalidArgument, "no image");
        EXPECT_ERROR(fit({DataType::Float32, {3, 2, 2}}, 3, 2), ErrorKind::InvalidArgument, "3 × 2");
        EXPECT_ERROR(fit({DataType::Float32, {3, 2, 2}}, -2, -2), ErrorKind::InvalidArgument, "pixels");
        EXPECT_ERROR(fit({DataType::Float32, {3, 2, 2}}, int64_t {1} << 40, int64_t {1} << 40),
            ErrorKind::InvalidArgument, "pixels");
        EXPECT_ERROR(tensorToImage(makeHostTensor({DataType::Float32, {2, 3, 1, 1}}), 2, ImageRange::Bytes),
            ErrorKind::InvalidArgument, "has 2");
    }
};

QTEST_APPLESS_MAIN(TestImageTensor)
#include "tst_imagetensor.moc"
