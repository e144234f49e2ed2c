// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/varintdecoder.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <array>
#include <cstring>
#include <vector>

using namespace weightless;

namespace {

std::vector<std::byte> encode(const std::vector<int64_t>& values)
{
    std::vector<std::byte> bytes;
    for (const int64_t signedValue : values) {
        auto value = static_cast<uint64_t>(signedValue);
        while (value >= 0x80) {
            bytes.push_back(static_cast<std::byte>(value | 0x80));
            value >>= 7;
        }
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

} // namespace

class TestVarintDecoder : public QObject {
    Q_OBJECT

private slots:
    // Pieces of every size, so that varints are cut at every byte, and room for one element at a time.
    void decodesAcrossPieces()
    {
        const std::vector<int64_t> values {
            0, 1, -1, 127, 128, 300, -32768, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
        const std::vector<std::byte> encoded = encode(values);
        for (size_t piece = 1; piece <= encoded.size(); ++piece) {
            VarintDecoder decoder(DataType::Int64, values.size() * 8);
            std::vector<int64_t> decoded;
            for (size_t offset = 0; offset < encoded.size();) {
                const auto input =
                    std::span(encoded).subspan(offset, std::min(piece, encoded.size() - offset));
                std::array<std::byte, 8> output {};
                const auto progress = decoder.decode(input, output);
                offset += progress.consumedBytes;
                if (progress.producedBytes == 8) {
                    int64_t value = 0;
                    std::memcpy(&value, output.data(), 8);
                    decoded.push_back(value);
                }
            }
            QCOMPARE(decoded, values);
            decoder.finish();
        }
    }

    void keepsTheLowBits()
    {
        VarintDecoder decoder(DataType::Float16, 4);
        std::array<std::byte, 4> output {};
        const auto progress = decoder.decode(encode({-1, 0x3c00}), output);
        QCOMPARE(progress.producedBytes, size_t {4});
        QVERIFY(
            (output == std::array {std::byte {0xff}, std::byte {0xff}, std::byte {0x00}, std::byte {0x3c}}));
    }

    void everyNumberButZeroIsTrue()
    {
        VarintDecoder decoder(DataType::Bool, 4);
        std::array<std::byte, 4> output {};
        QCOMPARE(decoder.decode(encode({0, 1, 255, 256}), output).producedBytes, size_t {4});
        QVERIFY((output == std::array {std::byte {0}, std::byte {1}, std::byte {1}, std::byte {1}}));
    }

    void refusesEndlessVarints()
    {
        VarintDecoder decoder(DataType::Int32, 4);
        const std::vector<std::byte> endless(64, std::byte {0x80});
        std::array<std::byte, 4> output {};
        EXPECT_ERROR(decoder.decode(endless, output), ErrorKind::InvalidArgument, "longer than 10 bytes");
    }

    void refusesWhatIsCutShort()
    {
        VarintDecoder decoder(DataType::Int32, 4);
        std::array<std::byte, 4> output {};
        const std::array cut {std::byte {0x80}};
        QCOMPARE(decoder.decode(cut, output).producedBytes, size_t {0});
        EXPECT_ERROR(decoder.finish(), ErrorKind::InvalidArgument, "has 0 elements, its shape needs 1");
    }

    void refusesAnElementTooMany()
    {
        VarintDecoder decoder(DataType::Int32, 8);
        std::array<std::byte, 8> output {};
        EXPECT_ERROR(std::ignore = decoder.decode(encode({1, 2, 3}), output), ErrorKind::InvalidArgument,
            "more than the 2 elements");
    }

    // 4-bit types: their pairs come as one number each.
    void decodesNarrowTypesByTheByte()
    {
        VarintDecoder decoder(DataType::Int4, 2);
        std::array<std::byte, 2> output {};
        QCOMPARE(decoder.decode(encode({0x21, 0xf3}), output).producedBytes, size_t {2});
        decoder.finish();
        QVERIFY((output == std::array {std::byte {0x21}, std::byte {0xf3}}));
    }
};

QTEST_GUILESS_MAIN(TestVarintDecoder)
#include "tst_varintdecoder.moc"
