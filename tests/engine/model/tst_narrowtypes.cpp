// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/hosttensor.h"
#include "engine/model/narrowtypes.h"

#include <QTest>
#include <array>
#include <cmath>

using namespace weightless;

namespace {

const std::vector narrowTypes {DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ, DataType::Float8E5M2,
    DataType::Float8E5M2FNUZ, DataType::UInt4, DataType::Int4, DataType::Float4E2M1, DataType::Float8E8M0,
    DataType::UInt2, DataType::Int2, DataType::Float6E2M3, DataType::Float6E3M2};

}

class TestNarrowTypes : public QObject {
    Q_OBJECT

private slots:
    void everyCodeComesBack_data() { addTypes(narrowTypes); }

    void everyCodeComesBack()
    {
        QFETCH(DataType, type);
        for (int code = 0; code < 1 << bitWidth(type); ++code) {
            const float value = narrowToFloat(type, static_cast<uint8_t>(code));
            const uint8_t back = floatToNarrow(type, value, {.saturates = false});
            if (std::isnan(value)) {
                QVERIFY(std::isnan(narrowToFloat(type, back)));
            } else {
                QCOMPARE(int {back}, code);
            }
        }
    }

    // The limits that the definitions of the types name.
    void limits()
    {
        QCOMPARE(narrowToFloat(DataType::Float8E4M3FN, 0x7e), 448.0F);
        QCOMPARE(narrowToFloat(DataType::Float8E4M3FNUZ, 0x7f), 240.0F);
        QCOMPARE(narrowToFloat(DataType::Float8E5M2, 0x7b), 57344.0F);
        QCOMPARE(narrowToFloat(DataType::Float8E5M2FNUZ, 0x7f), 57344.0F);
        QCOMPARE(narrowToFloat(DataType::Float4E2M1, 0x7), 6.0F);
        QCOMPARE(narrowToFloat(DataType::Float8E4M3FN, 1), std::ldexp(1.0F, -9));
        QCOMPARE(narrowToFloat(DataType::Float8E4M3FNUZ, 1), std::ldexp(1.0F, -10));
        QCOMPARE(narrowToFloat(DataType::Float8E5M2, 1), std::ldexp(1.0F, -16));
        QCOMPARE(narrowToFloat(DataType::Float8E5M2FNUZ, 1), std::ldexp(1.0F, -17));
        QCOMPARE(narrowToFloat(DataType::Float4E2M1, 1), 0.5F);
        QCOMPARE(narrowToFloat(DataType::Float6E2M3, 0x1f), 7.5F);
        QCOMPARE(narrowToFloat(DataType::Float6E3M2, 0x1f), 28.0F);
        QCOMPARE(narrowToFloat(DataType::Float6E2M3, 1), 0.125F);
        QCOMPARE(narrowToFloat(DataType::Float6E3M2, 1), 0.0625F);
        QCOMPARE(narrowToFloat(DataType::Float8E8M0, 0), std::ldexp(1.0F, -127));
        QCOMPARE(narrowToFloat(DataType::Float8E8M0, 0xfe), std::ldexp(1.0F, 127));
        QVERIFY(std::isinf(narrowToFloat(DataType::Float8E5M2, 0xfc)));
        QCOMPARE(narrowToFloat(DataType::Int4, 0x8), -8.0F);
        QCOMPARE(narrowToFloat(DataType::Int2, 0x3), -1.0F);
        QCOMPARE(narrowToFloat(DataType::UInt2, 0x3), 3.0F);
    }

    void roundsToNearestEven_data()
    {
        addTypes({DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ, DataType::Float8E5M2,
            DataType::Float8E5M2FNUZ, DataType::Float4E2M1, DataType::Float6E2M3, DataType::Float6E3M2});
    }

    // Between each two neighbours: what is nearer, and in the middle the even code.
    void roundsToNearestEven()
    {
        QFETCH(DataType, type);
        for (int code = 0; code + 1 < 1 << (bitWidth(type) - 1); ++code) {
            const float low = narrowToFloat(type, static_cast<uint8_t>(code));
            const float high = narrowToFloat(type, static_cast<uint8_t>(code + 1));
            if (!std::isfinite(low) || !std::isfinite(high)) {
                continue;
            }
            const float middle = (low + high) / 2;
            QCOMPARE(int {floatToNarrow(type, std::nextafter(middle, low))}, code);
            QCOMPARE(int {floatToNarrow(type, std::nextafter(middle, high))}, code + 1);
            QCOMPARE(int {floatToNarrow(type, middle)}, code + code % 2);
        }
    }

    void neighboursInAByteStay_data() { addTypes(narrowTypes); }

    void neighboursInAByteStay()
    {
        QFETCH(DataType, type);
        HostTensor tensor = makeHostTensor({type, {5}});
        for (size_t i = 0; i < 5; ++i) {
            setElement(tensor, i, 1.0);
        }
        setElement(tensor, 2, int64_t {2});
        QCOMPARE(toInt64Vector(tensor), (std::vector<int64_t> {1, 1, type == DataType::Int2 ? -2 : 2, 1, 1}));
    }

    // The bytes that ONNX's text gives: codes one after another from the lowest bit on.
    void sixBitsGoOnInTheNextByte()
    {
        std::array<std::byte, 4> bytes {};
        const std::array<uint8_t, 5> codes {0x2a, 0x15, 0x3f, 0x01, 0x22};
        for (size_t i = 0; i < codes.size(); ++i) {
            setNarrowCode(bytes, DataType::Float6E3M2, i, codes[i]);
        }
        QCOMPARE(
            bytes, (std::array {std::byte {0x6a}, std::byte {0xf5}, std::byte {0x07}, std::byte {0x22}}));
        for (size_t i = 0; i < codes.size(); ++i) {
            QCOMPARE(int {narrowCode(bytes, DataType::Float6E3M2, i)}, int {codes[i]});
        }
        QCOMPARE(byteCount(DataType::Float6E3M2, 5), uint64_t {4});
        QCOMPARE(byteCount(DataType::Float6E2M3, 4), uint64_t {3});
        QCOMPARE(byteCount(DataType::Float6E2M3, 0), uint64_t {0});
    }

    void integersWrap()
    {
        HostTensor tensor = makeHostTensor({DataType::Int4, {3}});
        setElement(tensor, 0, int64_t {9});
        setElement(tensor, 1, -9.5);
        setElement(tensor, 2, 1e30);
        QCOMPARE(toInt64Vector(tensor), (std::vector<int64_t> {-7, 7, 0}));
    }

private:
    static void addTypes(const std::vector<DataType>& types)
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : types) {
            QTest::newRow(toString(type).c_str()) << type;
        }
    }
};

QTEST_APPLESS_MAIN(TestNarrowTypes)

#include "tst_narrowtypes.moc"
