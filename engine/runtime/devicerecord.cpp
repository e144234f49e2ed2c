// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicerecord.h"

#include "engine/base/bytes.h"
#include "engine/base/digest.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/ops/kernels/attentionmatrix.h"
#include "engine/ops/kernels/attentionshared.h"
#include "engine/ops/kernels/gemmgroup.h"
#include "engine/ops/kernels/gemmgroupstaged.h"
#include "engine/ops/kernels/gemmmatrix.h"
#include "engine/ops/kernels/gemmshared.h"
#include "engine/ops/kernels/imagegroup.h"
#include "engine/ops/kernels/imagematrix.h"

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

namespace weightless {

namespace {

constexpr std::string_view heading = "Weightless measured this device with kernels ";
constexpr uint64_t mostBytes = 64 * KiB;
constexpr size_t mostProducts = 64;

// Of the kernels among which a record chooses.
std::string kernelsDigest()
{
    std::vector<std::byte> code;
    for (const ops::KernelFamily* family :
        {&ops::kernels::attentionmatrix(), &ops::kernels::attentionshared(), &ops::kernels::gemmshared(),
            &ops::kernels::gemmmatrix(), &ops::kernels::gemmgroup(), &ops::kernels::gemmgroupstaged(),
            &ops::kernels::imagematrix(), &ops::kernels::imagegroup()}) {
        const auto bytes = std::as_bytes(family->forTypes({DataType::Float16}).descriptorSpirv);
        code.insert(code.end(), bytes.begin(), bytes.end());
    }
    return toHex(sha256(code));
}

std::string number(double value)
{
    std::array<char, 32> digits {};
    const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return failure == std::errc {} ? std::string(digits.data(), end) : "0";
}

template <typename Number>
std::optional<Number> parsed(const std::string& text)
{
    Number value {};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = failure == std::errc {} && end == text.data() + text.size();
    return isWhole && value >= 0 && value <= Number(1e18) ? std::optional(value) : std::nullopt;
}

constexpr std::array<DataType, 3> measuredTypes {DataType::Float32, DataType::Float16, DataType::BFloat16};

std::optional<DeviceRates::Product> parsedProduct(std::istringstream& words)
{
    std::string kernel;
    std::string type;
    std::string size;
    std::string rate;
    std::string judgement;
    words >> kernel >> type >> size >> rate >> judgement;
    const auto edge = parsed<int64_t>(size);
    const auto perSecond = parsed<double>(rate);
    if (!edge || !perSecond || (judgement != "right" && judgement != "wrong")) {
        return std::nullopt;
    }
    for (const DataType known : measuredTypes) {
        if (type == toString(known)) {
            return DeviceRates::Product {kernel, known, *edge, *perSecond, judgement == "right"};
        }
    }
    return std::nullopt;
}

// The numbers that stand behind their names.
std::array<std::pair<std::string_view, double DeviceRates::*>, 4> namedRates()
{
    return {{{"upload_bytes_per_second", &DeviceRates::uploadBytesPerSecond},
        {"readback_bytes_per_second", &DeviceRates::readbackBytesPerSecond},
        {"memory_bytes_per_second", &DeviceRates::memoryBytesPerSecond},
        {"launch_seconds", &DeviceRates::launchSeconds}}};
}

bool parseLine(const std::string& line, DeviceRates& rates)
{
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name == "product") {
        const auto product = parsedProduct(words);
        if (product && rates.products.size() < mostProducts) {
            rates.products.push_back(*product);
            return true;
        }
        return false;
    }
    std::string value;
    words >> value;
    if (name == "copied_bytes") {
        const auto bytes = parsed<uint64_t>(value);
        rates.copiedBytes = bytes.value_or(0);
        return bytes.has_value();
    }
    for (const auto& [known, member] : namedRates()) {
        if (name == known) {
            const auto rate = parsed<double>(value);
            rates.*member = rate.value_or(0);
            return rate.has_value();
        }
    }
    return false;
}

std::filesystem::path pathOf(const std::filesystem::path& folder, const vulkan::DeviceInfo& device)
{
    return folder / ("rates-" + device.cacheKey + ".txt");
}

} // namespace

std::string recordText(const DeviceRates& rates)
{
    std::string text = std::string(heading) + kernelsDigest() + "\n";
    text += "copied_bytes " + std::to_string(rates.copiedBytes) + "\n";
    for (const auto& [name, member] : namedRates()) {
        text += std::string(name) + " " + number(rates.*member) + "\n";
    }
    for (const DeviceRates::Product& product : rates.products) {
        text += "product " + product.kernel + " " + toString(product.type) + " "
            + std::to_string(product.size) + " " + number(product.operationsPerSecond) + " "
            + (product.isRight ? "right" : "wrong") + "\n";
    }
    return text;
}

std::optional<DeviceRates> parseRecord(std::string_view text)
{
    std::istringstream lines {std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || line != std::string(heading) + kernelsDigest()) {
        return std::nullopt;
    }
    DeviceRates rates;
    while (std::getline(lines, line)) {
        if (!parseLine(line, rates)) {
            return std::nullopt;
        }
    }
    return rates;
}

std::optional<DeviceRates> keptRates(const std::filesystem::path& folder, const vulkan::DeviceInfo& device)
{
    if (folder.empty()) {
        return std::nullopt;
    }
    try {
        const std::shared_ptr<const File> file = File::open(pathOf(folder, device));
        if (file->sizeBytes() > mostBytes) {
            return std::nullopt;
        }
        std::string text(file->sizeBytes(), '\0');
        file->readAt(0, std::as_writable_bytes(std::span(text)));
        return parseRecord(text);
    } catch (const Error&) {
        return std::nullopt; // never measured
    }
}

void keepRates(
    const std::filesystem::path& folder, const vulkan::DeviceInfo& device, const DeviceRates& rates)
{
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) {
        throw Error(ErrorKind::Io,
            "Cannot create the folder " + displayPath(folder)
                + " for what was measured: " + failure.message());
    }
    OutputFile file(pathOf(folder, device));
    file.write(recordText(rates));
    file.commit();
}

void forgetRates(const std::filesystem::path& folder, const vulkan::DeviceInfo& device) noexcept
{
    try {
        std::error_code failure;
        std::filesystem::remove(pathOf(folder, device), failure);
    } catch (const std::bad_alloc&) { // of its name: then it stays
    }
}

} // namespace weightless
