// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "tests/engine/plan/onnxsketch.h"

#include <QTest>

using namespace weightless;
using weightless::testing::capableDevice;
using weightless::testing::OnnxSketch;

namespace {

using Feature = bool vulkan::DeviceTraits::*;

OnnxSketch sumOf(DataType type, Shape shape = {3, 5})
{
    OnnxSketch sketch;
    sketch.output(sketch.node("Add", {sketch.input(shape, type), sketch.input(shape, type)}));
    return sketch;
}

std::string messageOf(const OnnxSketch& sketch, const vulkan::DeviceTraits& device)
{
    try {
        std::ignore = sketch.planned(device);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Unsupported ? error.message() : "not Unsupported";
    }
    return "planned";
}

} // namespace

// What a device lacks is known before a weight is loaded.
class TestDeviceFeatures : public QObject {
    Q_OBJECT

private slots:
    void missingFeaturesAreFoundWhilePlanning_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<Feature>("feature");
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("what");
        using T = vulkan::DeviceTraits;
        QTest::newRow("64-bit floats") << DataType::Float64 << &T::hasFloat64 << "binary_f64"
                                       << "64-bit floats (shaderFloat64)";
        QTest::newRow("64-bit integers") << DataType::Int64 << &T::hasInt64 << "binary_i64"
                                         << "64-bit integers (shaderInt64)";
        QTest::newRow("16-bit storage") << DataType::Float16 << &T::has16BitStorage << "binary_f16"
                                        << "16-bit storage (storageBuffer16BitAccess)";
        QTest::newRow("8-bit storage") << DataType::UInt8 << &T::has8BitStorage << "binary_u8"
                                       << "8-bit storage (storageBuffer8BitAccess)";
    }

    void missingFeaturesAreFoundWhilePlanning()
    {
        QFETCH(const DataType, type);
        QFETCH(const Feature, feature);
        QFETCH(const QString, kernel);
        QFETCH(const QString, what);
        const OnnxSketch sketch = sumOf(type);
        vulkan::DeviceTraits device = capableDevice();
        QCOMPARE(messageOf(sketch, device), std::string("planned"));
        device.name = "Plain";
        device.*feature = false;
        QCOMPARE(QString::fromStdString(messageOf(sketch, device)),
            "Node 'n0' (Add): Plain cannot run kernel " + kernel + ": it lacks " + what + ", and "
                + QString::fromStdString(toString(type))
                + "[3, 5] cannot be written without; choose another device or another type");
        QCOMPARE(messageOf(sumOf(DataType::Float32), device), std::string("planned"));
    }

    // 128 MiB is what a descriptor binds there.
    void largeTensorsNeedAddresses()
    {
        const OnnxSketch large = sumOf(DataType::Float32, {int64_t {1} << 26});
        vulkan::DeviceTraits device = capableDevice();
        QCOMPARE(messageOf(large, device), std::string("planned"));
        device.hasBufferDeviceAddress = false;
        const std::string message = messageOf(large, device);
        QVERIFY2(message.find("it lacks buffer device addresses") != std::string::npos, message.c_str());
        QCOMPARE(messageOf(sumOf(DataType::Float32), device), std::string("planned"));
    }
};

QTEST_GUILESS_MAIN(TestDeviceFeatures)
#include "tst_devicefeatures.moc"
