// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/comparison.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>

namespace weightless::cli {

namespace {

const ComparedLoad* findMode(const std::vector<ComparedLoad>& loads, std::string_view mode)
{
    const auto found = std::ranges::find_if(
        loads, [&](const ComparedLoad& load) { return !load.isReference && load.label == mode; });
    return found == loads.end() ? nullptr : &*found;
}

Json curveJson(const std::vector<CurvePoint>& curve)
{
    Json points = Json::array();
    for (const CurvePoint& point : curve) {
        points.push_back(Json::array({point.seconds, point.cpuOverheadBytes, point.weightsBytes,
            point.activationsBytes, point.stagingBytes}));
    }
    return points;
}

} // namespace

uint64_t ComparedLoad::overheadBytes() const
{
    return valueAt(figures, "/host_overhead_peak_bytes", uint64_t {0});
}

uint64_t ComparedLoad::deviceBytes() const
{
    return valueAt(figures, "/device_bytes/weights", uint64_t {0})
        + valueAt(figures, "/device_bytes/activations", uint64_t {0})
        + valueAt(figures, "/device_bytes/staging", uint64_t {0});
}

std::string ComparedLoad::anonymousText() const
{
    return anonymousBytes == 0 ? "–" : formatBytes(anonymousBytes);
}

std::string ComparedLoad::paths() const
{
    std::string text;
    const Json bytesByPath = valueAt(figures, "/bytes_by_path", Json::object());
    for (const auto& [path, value] : bytesByPath.items()) {
        const uint64_t bytes = value.is_number() ? value.get<uint64_t>() : 0;
        if (bytes > 0) {
            text += (text.empty() ? "" : ", ") + path + " " + formatBytes(bytes);
        }
    }
    return text.empty() ? "none" : text;
}

double Comparison::timesModel(uint64_t bytes) const
{
    return weightBytes == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(weightBytes);
}

std::string Comparison::conclusion() const
{
    const ComparedLoad* zeroCopy = findMode(loads, "zero-copy");
    const ComparedLoad* streamed = findMode(loads, "streamed");
    const ComparedLoad* conventional = findMode(loads, "conventional");
    if (zeroCopy == nullptr || streamed == nullptr || conventional == nullptr) {
        return {};
    }
    std::string text = "For " + formatBytes(weightBytes) + " of weights the conventional load needs "
        + formatBytes(conventional->overheadBytes()) + " of CPU memory beyond them, the streamed one "
        + formatBytes(streamed->overheadBytes()) + " and the zero-copy one "
        + formatBytes(zeroCopy->overheadBytes());
    if (streamed->overheadBytes() > 0 && conventional->overheadBytes() > streamed->overheadBytes()) {
        text += ": streaming takes "
            + formatDigits(static_cast<double>(streamed->overheadBytes())
                    / static_cast<double>(conventional->overheadBytes()),
                2)
            + " × as much as the conventional load";
    }
    for (const ComparedLoad& load : loads) {
        if (load.isReference) {
            text += "; " + load.label + " holds " + formatBytes(load.peakBytes) + " at its highest";
        }
    }
    if (std::ranges::any_of(loads, &ComparedLoad::isReference)) {
        text += ", the streamed process " + formatBytes(streamed->peakBytes);
    }
    return text + ".";
}

std::string Comparison::toText() const
{
    TextTable table({{"mode"}, {"peak CPU", Align::Right}, {"anonymous", Align::Right},
        {"overhead beyond the weights", Align::Right}, {"× model", Align::Right},
        {"device bytes", Align::Right}, {"seconds", Align::Right}, {"bytes by path"}});
    for (const ComparedLoad& load : loads) {
        if (load.isReference) {
            table.addRow({load.label, formatBytes(load.peakBytes), load.anonymousText(), "–", "–", "–",
                formatFixed(load.seconds, 3), "–"});
        } else {
            table.addRow({load.label, formatBytes(load.peakBytes), load.anonymousText(),
                formatBytes(load.overheadBytes()), formatFixed(timesModel(load.overheadBytes()), 2),
                formatBytes(load.deviceBytes()), formatFixed(load.seconds, 3), load.paths()});
        }
    }
    return table.toString() + "\n" + conclusion() + "\n";
}

Json Comparison::toJson(bool withCurves) const
{
    Json modes = Json::array();
    Json references = Json::array();
    for (const ComparedLoad& load : loads) {
        if (load.isReference) {
            references.push_back(Json {{"name", load.label}, {"seconds", load.seconds},
                {"process",
                    {{"baseline_bytes", load.baselineBytes}, {"peak_bytes", load.peakBytes},
                        {"anonymous_bytes", load.anonymousBytes}}}});
            continue;
        }
        Json row = load.figures;
        row["times_model"] = timesModel(load.overheadBytes());
        row["device_total_bytes"] = load.deviceBytes();
        row["total_seconds"] = load.seconds;
        if (withCurves) {
            row["curve"] = curveJson(load.curve);
        }
        modes.push_back(std::move(row));
    }
    return {{"model", model}, {"device", device}, {"constant_bytes", weightBytes}, {"modes", modes},
        {"references", references}, {"conclusion", conclusion()}};
}

std::vector<CurvePoint> readCurve(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::getline(file, line); // the header
    std::vector<CurvePoint> curve;
    while (std::getline(file, line)) {
        CurvePoint point;
        const char* at = line.data();
        const char* const end = at + line.size();
        auto result = std::from_chars(at, end, point.seconds);
        for (uint64_t* bytes : std::array {&point.cpuOverheadBytes, &point.weightsBytes,
                 &point.activationsBytes, &point.stagingBytes}) {
            if (result.ec == std::errc() && result.ptr != end && *result.ptr == ',') {
                result = std::from_chars(result.ptr + 1, end, *bytes);
            } else {
                result.ec = std::errc::invalid_argument;
            }
        }
        if (result.ec != std::errc()) {
            throw Error(ErrorKind::InvalidArgument,
                displayPath(path) + ", row " + std::to_string(curve.size() + 1) + ", is no sample: '"
                    + printable(line) + "'");
        }
        curve.push_back(point);
    }
    if (curve.empty()) {
        throw Error(ErrorKind::Io, displayPath(path) + " holds no samples");
    }
    return curve;
}

} // namespace weightless::cli
