// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/hosttensor.h"

#include "tests/engine/expecterror.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace weightless;

class TestTensors : public QObject {
    Q_OBJECT

private slots:
    void widthsAndNames()
    {
        QCOMPARE(bitWidth(DataType::Float16), 16u);
        QCOMPARE(bitWidth(DataType::Int4), 4u);
        QCOMPARE(bitWidth(DataType::String), 0u);
        QCOMPARE(bitWidth(static_cast<DataType>(99)), 0u);
        QCOMPARE(bitWidth(static_cast<DataType>(-1)), 0u);
        QCOMPARE(toString(DataType::BFloat16), std::string("bfloat16"));
        QCOMPARE(toString(static_cast<DataType>(-5)), std::string("type -5"));
        QCOMPARE(byteCount(DataType::Int4, 5), std::optional<uint64_t>(3));
        QCOMPARE(byteCount(DataType::UInt2, 5), std::optional<uint64_t>(2));
        QCOMPARE(byteCount(DataType::Complex128, 2), std::optional<uint64_t>(32));
        QCOMPARE(byteCount(DataType::String, 1), std::nullopt);
        QCOMPARE(byteCount(DataType::Float64, uint64_t {1} << 62), std::nullopt);
    }

    void elementCounts()
    {
        QCOMPARE(elementCount({}), std::optional<int64_t>(1));
        QCOMPARE(elementCount({2, 0, 7}), std::optional<int64_t>(0));
        QCOMPARE(elementCount({2, -1}), std::nullopt);
        QCOMPARE(
            elementCount({int64_t {1} << 31, int64_t {1} << 31}), std::optional<int64_t>(int64_t {1} << 62));
        QCOMPARE(elementCount({int64_t {1} << 31, int64_t {1} << 32}), std::nullopt);
        QCOMPARE(elementCount({0, int64_t {1} << 62, 2}), std::nullopt); // too large even beside a zero
        QCOMPARE(byteCount({DataType::Float32, {int64_t {1} << 62}}), std::nullopt);
    }

    void texts()
    {
        QCOMPARE(toString(Shape {}), std::string("[]"));
        QCOMPARE(toString(TensorDescriptor {DataType::Float16, {2, 4}}), std::string("float16[2, 4]"));
        const SymbolicShape shape {{-1, "batch"}, {4, {}}, {-1, {}}};
        QCOMPARE(toString(shape), std::string("[batch, 4, ?]"));
        QCOMPARE(toConcrete(shape), std::nullopt);
        QCOMPARE(toConcrete(SymbolicShape {{3, {}}, {0, "named"}}), std::optional(Shape {3, 0}));
    }

    void elementsOfEveryType_data()
    {
        QTest::addColumn<int>("type");
        for (const int type : {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 16}) {
            QTest::newRow(toString(static_cast<DataType>(type)).c_str()) << type;
        }
    }

    void elementsOfEveryType()
    {
        QFETCH(int, type);
        HostTensor tensor = makeHostTensor({static_cast<DataType>(type), {3}});
        QCOMPARE(elementAsDouble(tensor, 2), 0.0);
        setElement(tensor, 1, int64_t {100});
        QCOMPARE(elementAsInt64(tensor, 1), 100);
        QCOMPARE(elementAsDouble(tensor, 1), 100.0);
        setElement(tensor, 0, 7.0);
        QCOMPARE(toInt64Vector(tensor), (std::vector<int64_t> {7, 100, 0}));
    }

    void conversionsSaturateAndTruncate()
    {
        HostTensor tensor = makeHostTensor({DataType::Float64, {5}});
        const double infinite = std::numeric_limits<double>::infinity();
        for (const auto& [index, value] :
            std::map<size_t, double> {{0, -2.9}, {1, 1e30}, {2, -infinite}, {3, NAN}}) {
            setElement(tensor, index, value);
        }
        QCOMPARE(toInt64Vector(tensor),
            (std::vector<int64_t> {
                -2, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min(), 0, 0}));
        HostTensor boolean = makeHostTensor({DataType::Bool, {2}});
        setElement(boolean, 0, 0.5);
        setElement(boolean, 1, int64_t {256}); // not the low byte
        QCOMPARE(toInt64Vector(boolean), (std::vector<int64_t> {1, 1}));
        HostTensor large = makeHostTensor({DataType::Int64, {1}});
        const int64_t odd = (int64_t {1} << 62) + 1; // no double holds it
        setElement(large, 0, odd);
        QCOMPARE(elementAsInt64(large, 0), odd);
        HostTensor withoutSign = makeHostTensor({DataType::UInt64, {4}});
        for (const auto& [index, value] :
            std::map<size_t, double> {{0, 0x1p63}, {1, 1e19}, {2, infinite}, {3, -1}}) {
            setElement(withoutSign, index, value);
        }
        constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
        const std::vector<uint64_t> expected {uint64_t {1} << 63, 10'000'000'000'000'000'000U, most, most};
        QVERIFY(std::ranges::equal(withoutSign.as<uint64_t>(), expected));
    }

    void refusals()
    {
        EXPECT_ERROR(makeHostTensor({DataType::Float32, {-1}}), ErrorKind::InvalidArgument, "float32[-1]");
        EXPECT_ERROR(makeHostTensor({DataType::String, {1}}), ErrorKind::InvalidArgument, "string");
        EXPECT_ERROR(elementAsDouble(makeHostTensor({DataType::Complex64, {1}}), 0), ErrorKind::Unsupported,
            "complex64");
        EXPECT_ERROR(elementAsInt64(makeHostTensor({DataType::Int4, {2}}), 2), ErrorKind::Internal, "int4");
    }

    void int64Tensors()
    {
        const std::vector<int64_t> values {3, -1};
        QVERIFY(makeInt64Tensor(values).descriptor == (TensorDescriptor {DataType::Int64, {2}}));
        QCOMPARE(toInt64Vector(makeInt64Tensor(values)), values);
        QVERIFY(makeInt64Scalar(5).descriptor.shape.empty());
        QCOMPARE(toInt64Vector(makeInt64Scalar(5)), std::vector<int64_t> {5});
    }
};

QTEST_APPLESS_MAIN(TestTensors)
#include "tst_tensors.moc"
