// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/runoutputs.h"

#include "app/cli/output/text.h"
#include "app/cli/output/valuetext.h"
#include "engine/inspection/tensorstatistics.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace weightless::cli {

namespace {

constexpr size_t shownStrings = 8;

// Otherwise minimum, maximum and mean are of nothing: of words, of an empty tensor, of NaN alone.
bool hasFinite(const HostTensor& tensor, const TensorStatistics& statistics)
{
    return hasNumbers(tensor.descriptor.type) && statistics.finiteCount() > 0;
}

std::span<const std::string> firstStrings(const HostTensor& tensor)
{
    return std::span(tensor.strings).first(std::min(tensor.strings.size(), shownStrings));
}

// "label: 'yes', 'no' and 3 more"
std::string stringsText(const std::string& name, const HostTensor& tensor)
{
    std::string text;
    for (const std::string& each : firstStrings(tensor)) {
        text += (text.empty() ? "" : ", ") + quotedName(each);
    }
    const size_t more = tensor.strings.size() - firstStrings(tensor).size();
    return printable(shortened(name)) + ": " + (text.empty() ? "no strings" : text)
        + (more > 0 ? " and " + std::to_string(more) + " more" : "") + "\n";
}

Json tensorJson(const std::string& name, const HostTensor& tensor)
{
    const TensorStatistics statistics = statisticsOf(tensor);
    Json::array_t shape;
    for (const int64_t dimension : tensor.descriptor.shape) {
        shape.emplace_back(dimension);
    }
    const bool hasValues = hasFinite(tensor, statistics);
    const auto number = [hasValues](double value) { return hasValues ? Json(value) : Json(); };
    const auto extreme = [&](double value, const std::optional<WholeNumber>& whole) {
        return hasValues && whole ? std::visit([](auto each) { return Json(each); }, *whole) : number(value);
    };
    const DataType type = tensor.descriptor.type;
    Json json {{"name", name}, {"type", toString(type)}, {"shape", shape},
        {"min", extreme(statistics.minimum, wholeMinimum(statistics, type))},
        {"max", extreme(statistics.maximum, wholeMaximum(statistics, type))},
        {"mean", number(statistics.mean)}, {"nan_count", statistics.nanCount},
        {"infinity_count", statistics.infiniteCount}};
    if (tensor.descriptor.type == DataType::String) {
        Json::array_t strings;
        for (const std::string& each : firstStrings(tensor)) {
            strings.emplace_back(each);
        }
        json["first_strings"] = strings;
    }
    return json;
}

} // namespace

Json outputsJson(std::span<const RunOutput> outputs)
{
    Json::array_t list;
    for (const RunOutput& output : outputs) {
        list.push_back(output.values ? tensorJson(output.name, *output.values)
                                     : Json {{"name", output.name}, {"kind", kindOf(output.value)},
                                         {"value", valueJson(output.value)}});
    }
    return list;
}

std::string outputsText(std::span<const RunOutput> outputs)
{
    TextTable table({{"Output"}, {"type and shape"}, {"min", Align::Right}, {"max", Align::Right},
        {"mean", Align::Right}, {"NaN", Align::Right}, {"infinite", Align::Right}});
    std::string values;
    for (const RunOutput& output : outputs) {
        if (!output.values) {
            table.addRow({output.name, kindOf(output.value)});
            values += valueText(output.name, output.value);
            continue;
        }
        const TensorStatistics statistics = statisticsOf(*output.values);
        const bool hasValues = hasFinite(*output.values, statistics);
        const auto number = [hasValues](double value) {
            return hasValues ? formatFixed(value, 5) : std::string("–");
        };
        const auto extreme = [&](double value, const std::optional<WholeNumber>& whole) {
            return hasValues && whole ? toString(*whole) : number(value);
        };
        const DataType type = output.values->descriptor.type;
        table.addRow({output.name, toString(output.values->descriptor),
            extreme(statistics.minimum, wholeMinimum(statistics, type)),
            extreme(statistics.maximum, wholeMaximum(statistics, type)), number(statistics.mean),
            std::to_string(statistics.nanCount), std::to_string(statistics.infiniteCount)});
        if (type == DataType::String) {
            values += stringsText(output.name, *output.values);
        }
    }
    return table.toString() + (values.empty() ? "" : "\n" + values);
}

} // namespace weightless::cli
