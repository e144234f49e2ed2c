// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorsummary.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace weightless {

namespace {

constexpr uint64_t partElements = 512 * 1024;
constexpr size_t binCount = 64;

// Calls `take` with every part of the tensor in order.
template <typename Take>
void forEachPart(
    TensorReader& reader, const InspectionProgress& onProgress, const std::stop_token& stop, const Take& take)
{
    const uint64_t total = reader.tensor().elementCount();
    for (uint64_t done = 0; done < total;) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Reading the values was cancelled");
        }
        const uint64_t count = std::min(partElements, total - done);
        take(reader.read(done, count, stop), done);
        done += count;
        if (onProgress) {
            onProgress(done, total);
        }
    }
    reader.checkUnchanged();
}

template <typename Number>
void append(std::string& text, Number number)
{
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    text.append(buffer.data(), end);
}

// As short as the type allows: a float32's own digits, not those of the double that holds it.
void appendElement(std::string& text, const HostTensor& part, size_t index)
{
    const DataType type = part.descriptor.type;
    if (type == DataType::UInt64) {
        append(text, part.as<uint64_t>()[index]);
    } else if (!isFloat(type)) {
        append(text, elementAsInt64(part, index));
    } else if (type == DataType::Float64) {
        append(text, part.as<double>()[index]);
    } else {
        append(text, static_cast<float>(elementAsDouble(part, index)));
    }
}

} // namespace

TensorSummary summarize(
    const TensorValues& tensor, const InspectionProgress& onProgress, const std::stop_token& stop)
{
    TensorReader reader(tensor);
    TensorSummary summary;
    if (!hasNumbers(reader.valueType())) {
        summary.statistics.elementCount = tensor.elementCount();
        return summary;
    }
    StatisticsBuilder statistics;
    HistogramBuilder histogram;
    std::vector<double> values;
    forEachPart(reader, onProgress, stop, [&](const HostTensor& part, uint64_t) {
        widen(part, values);
        statistics.add(part, values);
        histogram.add(values);
    });
    summary.statistics = statistics.result();
    summary.histogram = histogram.result(binCount);
    return summary;
}

void writeValuesCsv(const std::filesystem::path& path, const TensorValues& tensor,
    const InspectionProgress& onProgress, const std::stop_token& stop)
{
    TensorReader reader(tensor);
    const TensorDescriptor descriptor = tensor.descriptor();
    if (!hasNumbers(reader.valueType())) {
        throw Error(ErrorKind::Unsupported,
            "The values of " + toString(descriptor)
                + " cannot be written as numbers: the type has none that this build knows");
    }
    const uint64_t rowLength =
        descriptor.shape.empty() ? 1 : static_cast<uint64_t>(std::max<int64_t>(descriptor.shape.back(), 1));
    OutputFile file(path);
    std::string text;
    forEachPart(reader, onProgress, stop, [&](const HostTensor& part, uint64_t first) {
        text.clear();
        const auto count = static_cast<size_t>(part.descriptor.shape.front());
        for (size_t i = 0; i < count; ++i) {
            appendElement(text, part, i);
            text += (first + i + 1) % rowLength == 0 ? '\n' : ',';
        }
        file.write(text);
    });
    file.commit();
}

} // namespace weightless
