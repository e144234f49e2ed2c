// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/tensorvalues.h"

#include <QTest>

#include <limits>

using namespace weightless;
using namespace weightless::ui;

// The values of small tensors of all types, in one line.
class TensorValuesTest : public QObject {
    Q_OBJECT

private slots:
    void types_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("text");
        const auto add = [](DataType type, const char* text) {
            QTest::newRow(toString(type).c_str()) << static_cast<int>(type) << QString::fromUtf8(text);
        };
        for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64,
                 DataType::Int4, DataType::UInt8, DataType::UInt16, DataType::UInt32, DataType::UInt64,
                 DataType::UInt4, DataType::UInt2})
            add(type, "[0, 1, 2]");
        for (const DataType type :
            {DataType::Float16, DataType::BFloat16, DataType::Float32, DataType::Float64,
                DataType::Float8E4M3FN, DataType::Float8E5M2, DataType::Float4E2M1, DataType::Float6E2M3})
            add(type, "[0, 1, 2]");
        add(DataType::Bool, "[false, true, true]");
    }

    void types()
    {
        QFETCH(int, type);
        HostTensor tensor = makeHostTensor({static_cast<DataType>(type), {3}});
        for (size_t i = 0; i < 3; ++i)
            setElement(tensor, i, static_cast<double>(i));
        QTEST(tensorValues(tensor, 16), "text");
    }

    void numbersAreAsShortAsTheyCanBe()
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {}});
        for (const auto& [value, text] : {std::pair(0.1, "0.1"), std::pair(1e-12, "1e-12"),
                 std::pair(-std::numeric_limits<double>::infinity(), "-inf")}) {
            setElement(tensor, 0, value);
            QCOMPARE(tensorValues(tensor, 16), QLatin1String(text));
        }
        HostTensor half = makeHostTensor({DataType::Float16, {}});
        setElement(half, 0, 0.125);
        QCOMPARE(tensorValues(half, 16), QStringLiteral("0.125"));
        HostTensor large = makeHostTensor({DataType::UInt64, {}});
        large.as<uint64_t>()[0] = std::numeric_limits<uint64_t>::max();
        QCOMPARE(tensorValues(large, 16), QStringLiteral("18446744073709551615"));
        HostTensor pair = makeHostTensor({DataType::Complex64, {}});
        pair.as<float>()[0] = 1.5F;
        pair.as<float>()[1] = -2;
        QCOMPARE(tensorValues(pair, 16), QStringLiteral("1.5-2i"));
    }

    void strings()
    {
        const HostTensor tensor {{DataType::String, {2}}, {}, {"cat", std::string(1000, 'x')}};
        const QString text = tensorValues(tensor, 16);
        QVERIFY(text.startsWith(QLatin1String("[\"cat\", \"xxx")));
        QVERIFY(text.size() < 200 && text.endsWith(QStringLiteral("…\"]")));
    }

    void lists_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<QString>("text");
        QTest::newRow("scalar") << Shape {} << QStringLiteral("0");
        QTest::newRow("nested") << Shape {2, 2} << QStringLiteral("[[0, 1], [2, 3]]");
        QTest::newRow("long") << Shape {9} << QStringLiteral("[0, 1, 2, 3, …]");
        QTest::newRow("rows behind") << Shape {3, 2} << QStringLiteral("[[0, 1], [2, 3], …]");
        QTest::newRow("within a row") << Shape {2, 3} << QStringLiteral("[[0, 1, 2], [3, …]]");
        QTest::newRow("empty") << Shape {0} << QStringLiteral("[]");
        QTest::newRow("endlessly empty") << Shape {1'000'000'000'000, 0} << QStringLiteral("[]");
    }

    void lists()
    {
        QFETCH(Shape, shape);
        HostTensor tensor = makeHostTensor({DataType::Int64, shape});
        for (size_t i = 0; i < tensor.elementCount(); ++i)
            setElement(tensor, i, static_cast<int64_t>(i));
        QTEST(tensorValues(tensor, 4), "text");
    }
};

QTEST_APPLESS_MAIN(TensorValuesTest)
#include "tst_tensorvalues.moc"
