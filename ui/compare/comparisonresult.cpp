// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparisonresult.h"

#include "ui/text/modetext.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace weightless::ui {

namespace {

qint64 bytesOf(const QJsonValue& value)
{
    return value.toInteger();
}

std::vector<widgets::MemorySample> curveOf(const QJsonArray& points)
{
    std::vector<widgets::MemorySample> curve;
    for (const QJsonValue& value : points) {
        const QJsonArray point = value.toArray();
        widgets::MemorySample sample;
        sample.seconds = point.at(0).toDouble();
        sample.cpuOverheadBytes = bytesOf(point.at(1));
        sample.deviceWeightsBytes = bytesOf(point.at(2));
        sample.deviceActivationsBytes = bytesOf(point.at(3));
        sample.stagingBytes = bytesOf(point.at(4));
        curve.push_back(sample);
    }
    return curve;
}

QList<std::pair<QString, qint64>> pathsOf(const QJsonObject& bytesByPath)
{
    QList<std::pair<QString, qint64>> paths;
    for (auto path = bytesByPath.begin(); path != bytesByPath.end(); ++path) {
        if (bytesOf(*path) > 0)
            paths.emplaceBack(path.key(), bytesOf(*path));
    }
    return paths;
}

ComparedMode modeOf(const QJsonObject& row)
{
    ComparedMode mode;
    const QString name = row[QStringLiteral("mode")].toString();
    const auto known = loadModeFromString(name.toStdString());
    mode.name = known ? ModeText::name(*known) : name;
    mode.look = known ? ModeText::look(*known) : mode.look;
    mode.peakBytes = bytesOf(row[QStringLiteral("process")][QStringLiteral("peak_bytes")]);
    mode.overheadBytes = bytesOf(row[QStringLiteral("host_overhead_peak_bytes")]);
    mode.deviceBytes = bytesOf(row[QStringLiteral("device_total_bytes")]);
    mode.seconds = row[QStringLiteral("total_seconds")].toDouble();
    mode.bytesByPath = pathsOf(row[QStringLiteral("bytes_by_path")].toObject());
    mode.curve = curveOf(row[QStringLiteral("curve")].toArray());
    return mode;
}

ComparedMode referenceOf(const QJsonObject& row)
{
    ComparedMode mode;
    mode.isReference = true;
    mode.name = row[QStringLiteral("name")].toString();
    mode.peakBytes = bytesOf(row[QStringLiteral("process")][QStringLiteral("peak_bytes")]);
    mode.seconds = row[QStringLiteral("seconds")].toDouble();
    return mode;
}

} // namespace

QString pathsText(const ComparedMode& mode)
{
    QStringList parts;
    for (const auto& [path, bytes] : mode.bytesByPath) {
        const auto known = loadPathFromString(toUtf8(path));
        parts.append(
            (known ? ModeText::path(*known) : path) + QLatin1Char(' ') + widgets::formatBytes(bytes));
    }
    return parts.join(QStringLiteral(", "));
}

QString conclusionOf(const ComparisonResult& result)
{
    const auto highest = std::max_element(result.modes.begin(), result.modes.end(),
        [](const ComparedMode& a, const ComparedMode& b) { return a.overheadBytes < b.overheadBytes; });
    if (highest == result.modes.end())
        return {};
    QStringList others;
    for (const ComparedMode& mode : result.modes) {
        if (!mode.isReference && &mode != &*highest)
            others.append(QCoreApplication::translate("Comparison", "%1 in %2 mode")
                              .arg(widgets::formatBytes(mode.overheadBytes), mode.name));
    }
    return QCoreApplication::translate(
        "Comparison", "To load %1 of weights, %2 mode holds up to %3 of CPU memory beyond them, against %4.")
        .arg(widgets::formatBytes(result.weightBytes), highest->name,
            widgets::formatBytes(highest->overheadBytes),
            others.join(QCoreApplication::translate("Comparison", ", ", "between two figures")));
}

std::optional<ComparisonResult> parseComparison(const QByteArray& json)
{
    const QJsonObject report = QJsonDocument::fromJson(json).object();
    const QJsonArray modes = report[QStringLiteral("modes")].toArray();
    if (modes.isEmpty())
        return std::nullopt;
    ComparisonResult result;
    result.weightBytes = bytesOf(report[QStringLiteral("constant_bytes")]);
    result.device = report[QStringLiteral("device")].toString();
    for (const QJsonValue& mode : modes)
        result.modes.push_back(modeOf(mode.toObject()));
    for (const QJsonValue& reference : report[QStringLiteral("references")].toArray())
        result.modes.push_back(referenceOf(reference.toObject()));
    return result;
}

} // namespace weightless::ui
