// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytesource.h"
#include "engine/inspection/tensorslice.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <memory>

using namespace weightless;

namespace {

// Element i is i.
TensorValues counting(Shape shape)
{
    HostTensor tensor = makeHostTensor({DataType::Int32, std::move(shape)});
    for (size_t i = 0; i < tensor.as<int32_t>().size(); ++i)
        tensor.as<int32_t>()[i] = static_cast<int32_t>(i);
    return {nullptr, std::make_shared<const HostTensor>(std::move(tensor))};
}

// Byte i is i, of 256.
class NumberedSource : public ByteSource {
public:
    [[nodiscard]] std::string name() const override { return "numbered"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return uint64_t {4'096} * 4'096; }
    void readAt(uint64_t first, std::span<std::byte> destination, const std::stop_token&) const override
    {
        ++reads;
        for (std::byte& byte : destination)
            byte = static_cast<std::byte>(first++ % 256);
    }
    void checkUnchanged() const override { }

    mutable int reads = 0;
};

TensorReader readerOf(const std::shared_ptr<NumberedSource>& source, Shape shape)
{
    ConstantInfo constant;
    constant.sizeBytes = static_cast<uint64_t>(elementCount(shape).value_or(0));
    constant.descriptor = {DataType::UInt8, std::move(shape)};
    constant.source.range = ResourceRange {source, 0, constant.sizeBytes};
    return TensorReader({std::make_shared<const ConstantInfo>(constant), nullptr});
}

std::vector<int64_t> slice(const TensorValues& tensor, const SliceRequest& request)
{
    TensorReader reader(tensor);
    return toInt64Vector(readSlice(reader, request));
}

} // namespace

class TestTensorSlice : public QObject {
    Q_OBJECT

private slots:
    // Every pair of dimensions of a tensor of rank 4, against indices that are multiplied out.
    void anyTwoDimensions()
    {
        const Shape shape {3, 4, 5, 7};
        const TensorValues tensor = counting(shape);
        const std::vector<int64_t> strides {140, 35, 7, 1};
        for (size_t r = 0; r < 4; ++r) {
            for (size_t c = 0; c < 4; ++c) {
                if (r == c)
                    continue;
                SliceRequest request {
                    {2, 3, 1, 4}, SliceAxis {r, 1, shape[r] - 1, 1}, SliceAxis {c, 0, (shape[c] + 1) / 2, 2}};
                std::vector<int64_t> expected;
                for (int64_t i = 0; i < request.rows->count; ++i) {
                    for (int64_t j = 0; j < request.columns->count; ++j) {
                        int64_t element = (1 + i) * strides[r] + 2 * j * strides[c];
                        for (size_t d = 0; d < 4; ++d)
                            element += d == r || d == c ? 0 : request.index[d] * strides[d];
                        expected.push_back(element);
                    }
                }
                QCOMPARE(slice(tensor, request), expected);
            }
        }
    }

    void lowRanks()
    {
        QCOMPARE(slice(counting({}), {}), std::vector<int64_t> {0});
        QCOMPARE(slice(counting({4}), {{0}, {}, SliceAxis {0, 1, 3, 1}}), (std::vector<int64_t> {1, 2, 3}));
        QCOMPARE(slice(counting({4}), {{0}, SliceAxis {0, 0, 2, 3}, {}}), (std::vector<int64_t> {0, 3}));
        QCOMPARE(slice(counting({4}), {{2}, {}, {}}), std::vector<int64_t> {2});
    }

    // Lines far longer than what is read at once.
    void longLines()
    {
        const TensorValues tensor = counting({3, 100'000});
        const SliceRequest request {{0, 0}, SliceAxis {0, 0, 3, 1}, SliceAxis {1, 1, 50'000, 2}};
        const std::vector<int64_t> values = slice(tensor, request);
        for (int64_t row = 0; row < 3; ++row) {
            for (int64_t column = 0; column < 50'000; ++column)
                QCOMPARE(values[static_cast<size_t>(row * 50'000 + column)], row * 100'000 + 1 + 2 * column);
        }
    }

    // Some columns of many short rows, of which a read brings several, and all of them.
    void linesThatLieCloseTogether()
    {
        const TensorValues tensor = counting({5'000, 7});
        for (const int64_t width : {2, 7}) {
            const SliceRequest request {{0, 0}, SliceAxis {0, 1, 4'999, 1}, SliceAxis {1, 0, width, 1}};
            const std::vector<int64_t> values = slice(tensor, request);
            for (size_t i = 0; i < values.size(); ++i) {
                const auto at = static_cast<int64_t>(i);
                QCOMPARE(values[i], (1 + at / width) * 7 + at % width);
            }
        }
    }

    // A server is asked once for rows that lie close together, and each answer is progress.
    void rowsOfAServerAreReadTogether()
    {
        const auto source = std::make_shared<NumberedSource>();
        TensorReader reader = readerOf(source, {4'096, 4'096});
        std::vector<uint64_t> told;
        const SliceRequest eighths {{0, 0}, SliceAxis {0, 1, 512, 8}, SliceAxis {1, 3, 512, 8}};
        const HostTensor found =
            readSlice(reader, eighths, {}, [&told](uint64_t done, uint64_t) { told.push_back(done); });
        for (size_t i = 0; i < found.bytes.size(); ++i)
            QCOMPARE(found.bytes[i], static_cast<std::byte>((3 + 8 * (i % 512)) % 256));
        QVERIFY2(source->reads <= 20, qPrintable(QString::number(source->reads)));
        QCOMPARE(static_cast<int>(told.size()), source->reads);
        QVERIFY(std::ranges::is_sorted(told));
        QCOMPARE(told.back(), uint64_t {512 * 512});
    }

    // As is one whose elements lie close together: one tap of every filter, one column.
    void elementsOfAServerAreReadTogether()
    {
        const auto source = std::make_shared<NumberedSource>();
        TensorReader filters = readerOf(source, {400, 2'048, 3, 3});
        const SliceRequest tap {{0, 0, 1, 1}, SliceAxis {0, 0, 400, 1}, SliceAxis {1, 0, 2'048, 1}};
        const HostTensor taps = readSlice(filters, tap);
        for (size_t i = 0; i < taps.bytes.size(); ++i)
            QCOMPARE(taps.bytes[i], static_cast<std::byte>((9 * i + 4) % 256));
        QVERIFY2(source->reads <= 10, qPrintable(QString::number(source->reads)));
        source->reads = 0;
        TensorReader rows = readerOf(source, {4'096, 4'096});
        std::vector<uint64_t> told;
        const HostTensor column = readSlice(rows, {{0, 5}, SliceAxis {0, 0, 4'096, 1}, {}}, {},
            [&told](uint64_t done, uint64_t) { told.push_back(done); });
        QVERIFY(std::ranges::all_of(column.bytes, [](std::byte byte) { return byte == std::byte {5}; }));
        QVERIFY2(source->reads <= 17, qPrintable(QString::number(source->reads)));
        QCOMPARE(static_cast<int>(told.size()), source->reads);
        QCOMPARE(told.back(), uint64_t {4'096});
    }

    void wordsAreSliced()
    {
        HostTensor words;
        words.descriptor = {DataType::String, {2, 2}};
        words.strings = {"a", "b", "c", "d"};
        TensorReader reader({nullptr, std::make_shared<const HostTensor>(words)});
        const HostTensor column = readSlice(reader, {{0, 1}, SliceAxis {0, 0, 2, 1}, {}});
        QCOMPARE(column.strings, (std::vector<std::string> {"b", "d"}));
    }

    void whatIsOutsideIsRefused()
    {
        const TensorValues tensor = counting({3, 4});
        const int64_t huge = std::numeric_limits<int64_t>::max();
        for (const SliceRequest& request : {SliceRequest {{0}, {}, {}}, SliceRequest {{3, 0}, {}, {}},
                 SliceRequest {{-1, 0}, {}, {}}, SliceRequest {{0, 0}, SliceAxis {2, 0, 1, 1}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, 0, 4, 1}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, 1, 2, huge}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, huge, 1, 1}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, 0, huge, 1}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, 0, 1, 0}, {}},
                 SliceRequest {{0, 0}, SliceAxis {0, 0, -1, 1}, {}},
                 SliceRequest {{0, 0}, SliceAxis {1, 0, 1, 1}, SliceAxis {1, 0, 1, 1}}}) {
            EXPECT_ERROR(slice(tensor, request), ErrorKind::InvalidArgument, "No slice of [3, 4]");
        }
        const SliceRequest large {{0, 0}, SliceAxis {0, 0, 1001, 1}, SliceAxis {1, 0, 1000, 1}};
        EXPECT_ERROR(slice(counting({1001, 1000}), large), ErrorKind::InvalidArgument, "million");
    }
};

QTEST_APPLESS_MAIN(TestTensorSlice)
#include "tst_tensorslice.moc"
