// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/tensorextremes.h"

#include "engine/base/error.h"
#include "engine/inspection/tensorstatistics.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace weightless {

namespace {

constexpr int64_t mostAtOnce = int64_t {512} << 10; // elements

double extremeOf(double one, double other)
{
    return std::isnan(one) || (std::abs(other) <= std::abs(one) && !std::isnan(other)) ? one : other;
}

// Every index of an axis with steps, and how many make one place.
struct Stretch {
    std::optional<SliceAxis> axis; // none: one index
    int64_t total = 1;
    int64_t step = 1;
    int64_t places = 1;

    [[nodiscard]] std::optional<SliceAxis> part(int64_t first, int64_t count) const
    {
        if (!axis) {
            return std::nullopt;
        }
        return SliceAxis {axis->dimension, axis->first + first, count, 1};
    }
};

Stretch stretchOf(const Shape& shape, const std::optional<SliceAxis>& axis)
{
    if (!axis) {
        return {};
    }
    // Checked to lie in the tensor; the last place may have fewer.
    const int64_t rest = shape[axis->dimension] - axis->first;
    const int64_t total = axis->count <= 0 ? 0
        : axis->count > rest / axis->step  ? rest
                                           : axis->count * axis->step;
    return {axis, total, axis->step, axis->count};
}

// The values of a row from index `first` on, of which `step` make one place.
void take(std::span<const double> values, int64_t first, int64_t step, std::span<double> places)
{
    const int64_t last = first + static_cast<int64_t>(values.size());
    for (int64_t index = first; index < last;) {
        double& place = places[static_cast<size_t>(index / step)];
        const int64_t end = std::min((index / step + 1) * step, last);
        for (; index < end; ++index) {
            place = extremeOf(place, values[static_cast<size_t>(index - first)]);
        }
    }
}

} // namespace

HostTensor readExtremes(TensorReader& reader, const SliceRequest& request, const std::stop_token& stop,
    const InspectionProgress& onProgress)
{
    if (!hasNumbers(reader.valueType())) {
        throw Error(ErrorKind::Unsupported,
            "The values of " + toString(reader.tensor().descriptor())
                + " have no extremes: they are no numbers");
    }
    const Shape shape = reader.tensor().descriptor().shape;
    checkSlice(shape, request);
    const Stretch rows = stretchOf(shape, request.rows), columns = stretchOf(shape, request.columns);
    HostTensor extremes = makeHostTensor({DataType::Float64, {rows.places, columns.places}});
    const std::span<double> places = extremes.as<double>();
    // Parts lie one behind the other, whichever axis is which: stripes across lines would read the gaps anew.
    const bool areRowsLines = !rows.axis || !columns.axis || rows.axis->dimension < columns.axis->dimension;
    const Stretch& outer = areRowsLines ? rows : columns;
    const Stretch& inner = areRowsLines ? columns : rows;
    const int64_t innerAtOnce = std::clamp<int64_t>(inner.total, 1, mostAtOnce);
    const int64_t outerAtOnce = std::max<int64_t>(mostAtOnce / innerAtOnce, 1);
    std::vector<double> values;
    for (int64_t o = 0; o < outer.total; o += outerAtOnce) {
        const int64_t outerCount = std::min(outerAtOnce, outer.total - o);
        for (int64_t i = 0; i < inner.total; i += innerAtOnce) {
            const int64_t innerCount = std::min(innerAtOnce, inner.total - i);
            const int64_t row = areRowsLines ? o : i, rowCount = areRowsLines ? outerCount : innerCount;
            const int64_t column = areRowsLines ? i : o;
            const int64_t columnCount = areRowsLines ? innerCount : outerCount;
            SliceRequest part {request.index, rows.part(row, rowCount), columns.part(column, columnCount)};
            widen(readSlice(reader, part, stop), values);
            for (int64_t line = 0; line < rowCount; ++line) {
                const int64_t placeRow = (row + line) / rows.step;
                take(std::span(values).subspan(
                         static_cast<size_t>(line * columnCount), static_cast<size_t>(columnCount)),
                    column, columns.step,
                    places.subspan(
                        static_cast<size_t>(placeRow * columns.places), static_cast<size_t>(columns.places)));
            }
            if (onProgress) {
                onProgress(static_cast<uint64_t>(o * inner.total + outerCount * (i + innerCount)),
                    static_cast<uint64_t>(outer.total * inner.total));
            }
        }
    }
    return extremes;
}

} // namespace weightless
