// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "app/cli/output/text.h"
#include "app/cli/session.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/runtime/context.h"
#include "engine/runtime/devicebenchmark.h"

#include <array>
#include <cstdio>
#include <limits>
#include <optional>
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

Json ratesJson(const Context& context, const DeviceRates& rates)
{
    Json products = Json::array();
    for (const DeviceRates::Product& product : rates.products) {
        products.push_back({{"kernel", product.kernel}, {"type", toString(product.type)},
            {"size", product.size}, {"operations_per_second", product.operationsPerSecond}});
    }
    return {{"device", context.device().traits.name}, {"copied_bytes", rates.copiedBytes},
        {"upload_bytes_per_second", rates.uploadBytesPerSecond},
        {"readback_bytes_per_second", rates.readbackBytesPerSecond},
        {"memory_bytes_per_second", rates.memoryBytesPerSecond}, {"launch_seconds", rates.launchSeconds},
        {"products", products}};
}

std::string ratesText(const Context& context, const DeviceRates& rates)
{
    TextTable table({{"what"}, {"rate", Align::Right}});
    table.addRow(
        {"CPU memory to device, " + formatBytes(rates.copiedBytes), bytesRate(rates.uploadBytesPerSecond)});
    table.addRow({"device to CPU memory", bytesRate(rates.readbackBytesPerSecond)});
    table.addRow({"device memory, read and written", bytesRate(rates.memoryBytesPerSecond)});
    table.addRow({"one more small step", formatSeconds(rates.launchSeconds)});
    for (const DeviceRates::Product& product : rates.products) {
        table.addRow({"products of " + toString(product.type) + ", kernel " + product.kernel + ", "
                + std::to_string(product.size) + " squared",
            operationsRate(product.operationsPerSecond)});
    }
    return context.device().traits.name + "\n" + table.toString();
}

int benchDevice(const Arguments& arguments, const Environment& environment)
{
    std::optional<int> device;
    if (const auto index = arguments.integer("--device", 0, std::numeric_limits<int>::max())) {
        device = static_cast<int>(*index);
    }
    BenchmarkOptions options;
    if (const auto largest = arguments.integer("--largest", 256, 16384)) {
        options.largestProduct = *largest;
    }
    options.copiedBytes = arguments.bytes("--copy", MiB, 4 * GiB).value_or(options.copiedBytes);
    const std::shared_ptr<Context> context = createContext(device, environment.console);
    options.stopToken = environment.stop;
    options.onStep = [&](const std::string& what) { environment.console.progress("measuring", 0, what); };
    const DeviceRates rates = measureDevice(context, options);
    environment.console.clearProgress();
    checkValidation(*context);
    print(arguments.has("--json") ? jsonText(ratesJson(*context, rates)) : ratesText(*context, rates));
    return exitDone;
}

} // namespace

Verb benchDeviceVerb()
{
    return {
        {"bench-device",
            "Measures what a device does at best: copies, its memory, launches, and products by kernel.", {},
            {deviceOption(), jsonOption(), {"--copy", "SIZE", "how much is copied at a time; 64M by default"},
                {"--largest", "N", "largest matrices that are multiplied; 4096 by default"}},
            "Matrices begin at 256 squared and double while a product takes less than a twentieth of a "
            "second. "
            "The best of four tries counts.\n"
                + sizeHelp()},
        benchDevice};
}

} // namespace weightless::cli
