// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/comparisonreport.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"
#include "engine/base/version.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::cli {

namespace {

// The picture's own units.
constexpr double chartLeft = 80;
constexpr double chartTop = 20;
constexpr double chartWidth = 780;
constexpr double chartHeight = 300;

// Curves differ by colour and by dashes.
struct CurveStyle {
    const char* colour;
    const char* dashes;
};
constexpr std::array<CurveStyle, 4> curveStyles {
    CurveStyle {"#0b7a3b", "2 3"}, {"#1f5fbf", "8 4"}, {"#c8501a", ""}, {"#6b4ba1", "1 6"}};

constexpr std::string_view pageStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;"
    "background:#fff}table{border-collapse:collapse;width:100%}th,td{padding:.35rem .6rem;border-bottom:1px "
    "solid "
    "#ccc;text-align:right}th:first-child,td:first-child,th:last-child,td:last-child{text-align:left}svg{"
    "width:100%;"
    "height:auto}text{font:12px system-ui,sans-serif;fill:currentColor}.grid{stroke:#8886;stroke-width:1}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}";

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

// 1, 2 or 5 times a power of ten: about five steps up to `largest`.
double niceStep(double largest)
{
    const double rough = largest / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            return factor * power;
        }
    }
    return 10 * power;
}

struct Axes {
    double seconds = 1;
    double bytes = 1;

    [[nodiscard]] std::string x(double at) const
    {
        return formatFixed(chartLeft + at / seconds * chartWidth, 1);
    }
    [[nodiscard]] std::string y(double at) const
    {
        return formatFixed(chartTop + (1 - at / bytes) * chartHeight, 1);
    }
};

Axes axesOf(const Comparison& comparison)
{
    Axes axes {1e-3, 1};
    for (const ComparedLoad& load : comparison.loads) {
        for (const CurvePoint& point : load.curve) {
            axes.seconds = std::max(axes.seconds, point.seconds);
            axes.bytes = std::max(axes.bytes, static_cast<double>(point.cpuOverheadBytes));
        }
        axes.bytes = std::max(axes.bytes, static_cast<double>(load.overheadBytes()));
    }
    axes.bytes *= 1.05;
    return axes;
}

std::string gridSvg(const Axes& axes)
{
    std::string svg;
    const double byteStep = std::exp2(std::ceil(std::log2(axes.bytes / 5)));
    for (int i = 0; i * byteStep <= axes.bytes; ++i) {
        const double bytes = i * byteStep;
        svg += "<line class=\"grid\" x1=\"" + axes.x(0) + "\" x2=\"" + axes.x(axes.seconds) + "\" y1=\""
            + axes.y(bytes) + "\" y2=\"" + axes.y(bytes) + "\"/><text text-anchor=\"end\" x=\""
            + formatFixed(chartLeft - 6, 0) + "\" y=\"" + axes.y(bytes) + "\">"
            + formatBytes(static_cast<uint64_t>(bytes)) + "</text>";
    }
    const double secondStep = niceStep(axes.seconds);
    const int decimals = secondStep >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(secondStep)));
    for (int i = 0; i * secondStep <= axes.seconds; ++i) {
        svg += "<text text-anchor=\"middle\" x=\"" + axes.x(i * secondStep) + "\" y=\""
            + formatFixed(chartTop + chartHeight + 18, 0) + "\">" + formatFixed(i * secondStep, decimals)
            + " s</text>";
    }
    return svg;
}

std::string curveSvg(const ComparedLoad& load, const Axes& axes, size_t style)
{
    // Steps: a sample holds until the next one.
    std::string points;
    double before = 0;
    for (const CurvePoint& point : load.curve) {
        points += (points.empty() ? "" : axes.x(point.seconds) + "," + axes.y(before) + " ")
            + axes.x(point.seconds) + "," + axes.y(static_cast<double>(point.cpuOverheadBytes)) + " ";
        before = static_cast<double>(point.cpuOverheadBytes);
    }
    const CurveStyle& look = curveStyles[style % curveStyles.size()];
    return "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + std::string(look.colour)
        + "\" stroke-dasharray=\"" + look.dashes + "\" points=\"" + points + "\"/>";
}

std::string legendSvg(const std::string& label, size_t place)
{
    const CurveStyle& look = curveStyles[place % curveStyles.size()];
    const std::string x = formatFixed(chartLeft + 180 * static_cast<double>(place), 0);
    const std::string y = formatFixed(chartTop + chartHeight + 44, 0);
    return "<line stroke-width=\"2\" stroke=\"" + std::string(look.colour) + "\" stroke-dasharray=\""
        + look.dashes + "\" x1=\"" + x + "\" x2=\""
        + formatFixed(chartLeft + 180 * static_cast<double>(place) + 36, 0) + "\" y1=\"" + y + "\" y2=\"" + y
        + "\"/><text x=\"" + formatFixed(chartLeft + 180 * static_cast<double>(place) + 42, 0) + "\" y=\""
        + formatFixed(chartTop + chartHeight + 48, 0) + "\">" + escaped(label) + "</text>";
}

std::string chartSvg(const Comparison& comparison)
{
    const Axes axes = axesOf(comparison);
    std::string svg =
        "<svg viewBox=\"0 0 900 380\" role=\"img\" aria-label=\"CPU memory beyond the weights over "
        "time\">"
        + gridSvg(axes);
    size_t place = 0;
    for (const ComparedLoad& load : comparison.loads) {
        if (!load.curve.empty()) {
            svg += curveSvg(load, axes, place) + legendSvg(load.label, place);
            ++place;
        }
    }
    return svg + "</svg>";
}

std::string cells(const std::vector<std::string>& texts, const char* tag)
{
    std::string row = "<tr>";
    for (const std::string& text : texts) {
        row.append("<").append(tag).append(">").append(escaped(text)).append("</").append(tag).append(">");
    }
    return row + "</tr>\n";
}

std::string tableHtml(const Comparison& comparison)
{
    std::string html = "<table>\n"
        + cells({"mode", "peak CPU", "× model", "anonymous", "overhead beyond the weights", "× model",
                    "device bytes", "seconds", "bytes by path"},
            "th");
    for (const ComparedLoad& load : comparison.loads) {
        const std::string peak = formatBytes(load.peakBytes);
        const std::string peakTimes = formatFixed(comparison.timesModel(load.peakBytes), 2);
        const std::string seconds = formatFixed(load.seconds, 3);
        if (load.isReference) {
            html +=
                cells({load.label, peak, peakTimes, load.anonymousText(), "–", "–", "–", seconds, "–"}, "td");
        } else {
            html +=
                cells({load.label, peak, peakTimes, load.anonymousText(), formatBytes(load.overheadBytes()),
                          formatFixed(comparison.timesModel(load.overheadBytes()), 2),
                          formatBytes(load.deviceBytes()), seconds, load.paths()},
                    "td");
        }
    }
    return html + "</table>\n";
}

} // namespace

std::string comparisonHtml(const Comparison& comparison)
{
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Loading "
        + escaped(comparison.model) + "</title><style>" + std::string(pageStyle)
        + "</style></head>\n<body><h1>Loading " + escaped(comparison.model) + "</h1>\n<p>"
        + escaped(comparison.conclusion()) + "</p>\n<h2>CPU memory beyond the weights</h2>\n"
        + chartSvg(comparison) + "\n<h2>Figures</h2>\n" + tableHtml(comparison)
        + "<p>Device: " + escaped(comparison.device)
        + ". Each load ran in a process of its own. “Peak CPU” is that process’s highest resident memory; on "
          "a "
          "software or integrated device the weights are part of it. “Anonymous” is what of it no file backs "
          "once all is loaded. “Overhead beyond the weights” is "
          "counted "
          "exactly and leaves them out. “Seconds” are opening, building and loading together.</p>\n"
          "<p>Made by Weightless "
        + std::string(version()) + ".</p></body></html>\n";
}

std::string comparisonCsv(const Comparison& comparison)
{
    std::string csv = "mode,seconds,host_overhead_bytes,device_weights_bytes,device_activations_bytes,"
                      "device_staging_bytes\n";
    for (const ComparedLoad& load : comparison.loads) {
        for (const CurvePoint& point : load.curve) {
            csv += csvCell(load.label) + "," + formatFixed(point.seconds, 4);
            for (const uint64_t bytes :
                {point.cpuOverheadBytes, point.weightsBytes, point.activationsBytes, point.stagingBytes}) {
                csv += ',';
                csv += std::to_string(bytes);
            }
            csv += "\n";
        }
    }
    return csv;
}

} // namespace weightless::cli
