// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/rates.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"

#include <array>
#include <cstdio>
#include <utility>

namespace weightless::cli {

namespace {

std::string bytesRate(double bytesPerSecond)
{
    return formatBytes(static_cast<uint64_t>(bytesPerSecond)) + "/s";
}

std::string operationsRate(double operationsPerSecond)
{
    const auto [unit, name] = operationsPerSecond >= 1e12 ? std::pair(1e12, "TFLOP/s")
        : operationsPerSecond >= 1e9                      ? std::pair(1e9, "GFLOP/s")
                                                          : std::pair(1e6, "MFLOP/s");
    std::array<char, 32> text {};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%.1f %s", operationsPerSecond / unit, name));
    return text.data();
}

} // namespace

Json ratesJson(const DeviceRates& rates)
{
    Json products = Json::array();
    for (const DeviceRates::Product& product : rates.products) {
        products.push_back(
            {{"kernel", product.kernel}, {"type", toString(product.type)}, {"size", product.size},
                {"operations_per_second", product.operationsPerSecond}, {"right", product.isRight}});
    }
    return {{"copied_bytes", rates.copiedBytes}, {"upload_bytes_per_second", rates.uploadBytesPerSecond},
        {"readback_bytes_per_second", rates.readbackBytesPerSecond},
        {"memory_bytes_per_second", rates.memoryBytesPerSecond}, {"launch_seconds", rates.launchSeconds},
        {"products", products}};
}

std::string ratesTable(const DeviceRates& rates)
{
    TextTable table({{"what"}, {"rate", Align::Right}});
    table.addRow(
        {"CPU memory to device, " + formatBytes(rates.copiedBytes), bytesRate(rates.uploadBytesPerSecond)});
    table.addRow({"device to CPU memory", bytesRate(rates.readbackBytesPerSecond)});
    table.addRow({"device memory, read and written", bytesRate(rates.memoryBytesPerSecond)});
    table.addRow({"one more small step", formatSeconds(rates.launchSeconds)});
    for (const DeviceRates::Product& product : rates.products) {
        const std::string what = product.isConvolution() ? "3 x 3 convolutions"
            : product.isAttention()                      ? "attention"
                                                         : "products";
        const std::string size = product.hasFailed() ? ""
                                                     : ", " + std::to_string(product.size)
                + (product.isConvolution()      ? " channels"
                        : product.isAttention() ? " keys"
                                                : " squared");
        table.addRow({what + " of " + toString(product.type) + ", kernel " + product.kernel + size,
            product.hasFailed()
                ? "failed"
                : operationsRate(product.operationsPerSecond) + (product.isRight ? "" : ", wrong results")});
    }
    return table.toString();
}

} // namespace weightless::cli
