// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/json.h"
#include "app/cli/output/rates.h"
#include "app/cli/platform/system.h"
#include "app/cli/session.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/context.h"
#include "engine/runtime/devicebenchmark.h"

#include <array>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

namespace weightless::cli {

namespace {

// What follows from it for large products of 16-bit floats.
std::string choicesText(const vulkan::DeviceTraits& traits)
{
    const auto kernel = [&](DataType type) {
        return std::string(nameOf(ops::largeProductFor(traits, type)));
    };
    const std::string convolutions(
        nameOf(ops::largeProductFor(traits, DataType::Float16, ops::SecondOperand::Image)));
    return "Large products of float16 take the kernel " + kernel(DataType::Float16) + ", those of bfloat16 "
        + kernel(DataType::BFloat16) + ", and convolutions of float16 " + convolutions + ".\n";
}

Json resultJson(const Context& context, const DeviceRates& rates, bool isKept)
{
    const vulkan::DeviceTraits& traits = context.device().traits;
    Json result {{"device", traits.name}};
    result.update(ratesJson(rates));
    result["large_float16_products"] = nameOf(ops::largeProductFor(traits, DataType::Float16));
    result["large_float16_convolutions"] =
        nameOf(ops::largeProductFor(traits, DataType::Float16, ops::SecondOperand::Image));
    result["large_bfloat16_products"] = nameOf(ops::largeProductFor(traits, DataType::BFloat16));
    result["kept"] = isKept;
    return result;
}

std::string keepingText(const BenchmarkOptions& options, bool isKept)
{
    if (isKept) {
        return "This is kept, and followed from now on.\n";
    }
    if (!isWorthKeeping(options)) {
        return "But for kernels that failed, this is not kept: less was measured than without options.\n";
    }
    const std::filesystem::path folder = cacheFolder();
    return folder.empty() ? "This is not kept: the system names no folder for it.\n"
                          : "This is not kept: it cannot be written to " + displayPath(folder) + ".\n";
}

std::string resultText(const Context& context, const DeviceRates& rates)
{
    const vulkan::DeviceTraits& traits = context.device().traits;
    return traits.name + "\n" + ratesTable(rates) + "\n" + choicesText(traits);
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
    const MeasuredDevice measured = measureDevice(context, options);
    environment.console.clearProgress();
    checkValidation(*context);
    checkValidation(*measured.context);
    print(arguments.has("--json")
            ? jsonText(resultJson(*measured.context, measured.rates, measured.isKept))
            : resultText(*measured.context, measured.rates) + keepingText(options, measured.isKept));
    return exitDone;
}

} // namespace

Verb benchDeviceVerb()
{
    return {
        {"bench-device",
            "Measures what a device does at best: copies, its memory, launches, and products by kernel.", {},
            {deviceOption(), jsonOption(), {"--copy", "SIZE", "how much is copied at a time; 64M by default"},
                {"--largest", "N", "largest matrices that are multiplied; 16384 by default"}},
            "Matrices begin at 256 squared and double while a product takes less than a twentieth of a "
            "second and there is memory; convolutions on matrix units at as many channels, and attention, "
            "where there are such units, at as many rows and keys. All numbers are random. The best of four "
            "tries counts, without what submitting and waiting take: what is short is made several times at "
            "once. What a kernel multiplies is compared with known results, and kernels that failed, were "
            "wrong, or slower than others, are not taken from then on, be it that one lost the device or "
            "ended the program; submissions are as long as this device may take for them. Where such a "
            "kernel is in the way of all else, the environment's WEIGHTLESS_MATRIX_UNITS=off keeps every "
            "program from matrix units. That is kept until the driver or these kernels change, unless less "
            "is copied or multiplied than by default.\n"
                + sizeHelp()},
        benchDevice};
}

} // namespace weightless::cli
