// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/devicetext.h"

#include "engine/ops/devicepolicy.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"

#include <QLocale>
#include <QStringList>

namespace weightless::ui {

namespace {

// Distinct shapes of what 16-bit floats are multiplied in, "16 × 16 × 16".
QString matrixShapes(const std::vector<vulkan::MatrixShape>& shapes)
{
    QStringList texts;
    for (const vulkan::MatrixShape& shape : shapes) {
        if (shape.a == "float16")
            texts.append(QStringLiteral("%1 × %2 × %3").arg(shape.rows).arg(shape.columns).arg(shape.depth));
    }
    texts.removeDuplicates();
    return texts.join(QStringLiteral(", "));
}

QString kernelName(ops::ProductKernel kernel)
{
    switch (kernel) {
    case ops::ProductKernel::Matrix:
        return DeviceText::tr("matrix units");
    case ops::ProductKernel::Shared:
        return DeviceText::tr("tiles in shared memory");
    case ops::ProductKernel::Wide:
        return DeviceText::tr("tiles in registers");
    case ops::ProductKernel::Group:
        return DeviceText::tr("matrix units, whole work groups at once");
    default:
        return DeviceText::tr("one result per invocation");
    }
}

QString subgroups(const vulkan::DeviceFacts& facts, const vulkan::DeviceTraits& traits)
{
    return facts.leastSubgroupSize == facts.mostSubgroupSize
        ? QString::number(traits.subgroupSize)
        : DeviceText::tr("%1 to %2").arg(facts.leastSubgroupSize).arg(facts.mostSubgroupSize);
}

QString rateOf(const DeviceRates::Product& product)
{
    if (product.hasFailed())
        return DeviceText::tr("failed: not used");
    const QString rate = DeviceText::operationsRate(product.operationsPerSecond);
    return product.isRight ? rate : DeviceText::tr("%1, wrong results: not used").arg(rate);
}

} // namespace

DeviceText::Rows DeviceText::facts(const ListedDevice& device)
{
    const vulkan::DeviceInfo& info = device.info;
    const vulkan::DeviceTraits& traits = info.traits;
    const ops::DevicePolicy policy = ops::devicePolicy(traits);
    const QString yes = tr("yes");
    const QString no = tr("no");
    const auto given = [&](bool is) { return is ? yes : no; };
    Rows rows;
    if (!info.isUsable)
        rows.emplace_back(tr("Cannot be used"), fromUtf8(info.unusableReason));
    rows.emplace_back(tr("Kind"), LoadText::deviceType(traits.type));
    rows.emplace_back(tr("Driver"), fromUtf8(info.driverName + " " + info.driverVersion));
    rows.emplace_back(tr("Vulkan"), fromUtf8(info.apiVersion));
    rows.emplace_back(tr("Memory"), bytesText(info.deviceMemoryBytes));
    rows.emplace_back(tr("Its memory is the CPU's"), given(traits.hasUnifiedMemory));
    rows.emplace_back(tr("Takes pages of files as they are"), given(traits.bindsFilePages));
    rows.emplace_back(tr("Weights are written"),
        traits.hasMappedWeights ? tr("by the CPU, where the device reads them")
                                : tr("by the device, out of the staging ring"));
    if (traits.processors != 0)
        rows.emplace_back(tr("Processors"), QString::number(traits.processors));
    rows.emplace_back(tr("Lanes of a subgroup"), subgroups(device.facts, traits));
    const QString shapes = matrixShapes(device.facts.matrixShapes);
    rows.emplace_back(tr("Matrix units for float16"), shapes.isEmpty() ? no : shapes);
    rows.emplace_back(tr("Arithmetic in float16"), given(traits.hasFloat16));
    rows.emplace_back(tr("Arithmetic in float64"), given(traits.hasFloat64));
    rows.emplace_back(tr("Shared memory of a work group"), bytesText(traits.maxSharedMemoryBytes));
    rows.emplace_back(tr("Largest allocation"), bytesText(traits.maxAllocationBytes));
    rows.emplace_back(tr("Large products are made by"), kernelName(policy.largeProduct));
    rows.emplace_back(tr("Those of float16 by"), kernelName(ops::largeProductFor(traits, DataType::Float16)));
    rows.emplace_back(tr("Convolutions of float16 by"),
        kernelName(ops::largeProductFor(traits, DataType::Float16, ops::SecondOperand::Image)));
    return rows;
}

DeviceText::Rows DeviceText::rates(const DeviceRates& rates)
{
    const auto perSecond = [](double value) {
        return tr("%1/s").arg(bytesText(static_cast<uint64_t>(value)));
    };
    Rows rows;
    if (rates.copiedBytes != 0) { // else a kernel ended the measurement, or a run
        rows = {{tr("CPU memory to device, %1 at a time").arg(bytesText(rates.copiedBytes)),
                    perSecond(rates.uploadBytesPerSecond)},
            {tr("Device to CPU memory"), perSecond(rates.readbackBytesPerSecond)},
            {tr("Device memory, read and written"), perSecond(rates.memoryBytesPerSecond)},
            {tr("One more small step"),
                tr("%1 µs").arg(QLocale().toString(rates.launchSeconds * 1e6, 'f', 1))}};
    }
    for (const DeviceRates::Product& product : rates.products) {
        const QString what = product.isConvolution() ? tr("3 × 3 convolutions of %1, kernel %2, %3 channels")
            : product.isAttention()                  ? tr("Attention of %1, kernel %2, %3 keys")
                                                     : tr("Products of %1, kernel %2, %3 squared");
        rows.emplace_back(what.arg(fromUtf8(toString(product.type)), fromUtf8(product.kernel),
                              QLocale().toString(static_cast<qlonglong>(product.size))),
            rateOf(product));
    }
    return rows;
}

QString DeviceText::operationsRate(double operationsPerSecond)
{
    const auto [unit, name] = operationsPerSecond >= 1e12 ? std::pair(1e12, tr("%1 TFLOP/s"))
        : operationsPerSecond >= 1e9                      ? std::pair(1e9, tr("%1 GFLOP/s"))
                                                          : std::pair(1e6, tr("%1 MFLOP/s"));
    return name.arg(QLocale().toString(operationsPerSecond / unit, 'f', 1));
}

} // namespace weightless::ui
