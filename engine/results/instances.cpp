// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/instances.h"

#include "engine/base/error.h"
#include "engine/results/batch.h"
#include "engine/results/gridboxes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace weightless {

namespace {

constexpr int64_t usualCount = 32; // in all of the family
constexpr int64_t leastBeforeMask = 5; // four sides and a score

// Numbers of a box before those of its mask; negative where there is no room for these.
int64_t beforeMask(const TensorDescriptor& prototypes, const TensorDescriptor& boxes)
{
    const Shape& numbers = boxes.shape;
    const Shape& planes = prototypes.shape;
    const bool fits = isFloat(prototypes.type) && planes.size() == 4 && isGridBoxes(boxes)
        && planes[0] == numbers[0] && planes[1] > 0 && planes[2] > 0 && planes[3] > 0;
    return fits ? std::min(numbers[1], numbers[2]) - planes[1] : -1;
}

// Pixels from the first to the one before the last, of a side of a box that is a share.
struct Stretch {
    size_t first = 0;
    size_t last = 0;
};

Stretch stretchOf(double from, double to, size_t pixels)
{
    const auto size = static_cast<double>(pixels);
    return {static_cast<size_t>(std::clamp(std::floor(from * size), 0.0, size)),
        static_cast<size_t>(std::clamp(std::ceil(to * size), 0.0, size))};
}

// What boxes of one element of the batch say of its prototypes.
class Masks {
public:
    Masks(const HostTensor& boxes, const HostTensor& prototypes, size_t element)
        : m_boxes(boxes)
        , m_isTurned(boxes.descriptor.shape[1] < boxes.descriptor.shape[2])
        , m_rows(static_cast<size_t>(boxes.descriptor.shape[1]))
        , m_columns(static_cast<size_t>(boxes.descriptor.shape[2]))
        , m_element(element)
        , m_count(static_cast<size_t>(prototypes.descriptor.shape[1]))
        , m_pixels(static_cast<size_t>(prototypes.descriptor.shape[2] * prototypes.descriptor.shape[3]))
        , m_planes(m_count * m_pixels)
    {
        for (size_t i = 0; i < m_planes.size(); ++i) {
            m_planes[i] = static_cast<float>(elementAsDouble(prototypes, element * m_planes.size() + i));
        }
    }

    [[nodiscard]] size_t boxCount() const { return m_isTurned ? m_columns : m_rows; }

    [[nodiscard]] std::vector<float> sharesOf(size_t box) const
    {
        const size_t numbers = m_isTurned ? m_rows : m_columns;
        std::vector<float> shares;
        for (size_t number = numbers - m_count; number < numbers; ++number) {
            const size_t place = m_isTurned ? number * m_columns + box : box * m_columns + number;
            shares.push_back(
                static_cast<float>(elementAsDouble(m_boxes, m_element * m_rows * m_columns + place)));
        }
        return shares;
    }

    // Likelier of it than not: the logistic function of the sum is above one half.
    [[nodiscard]] bool covers(const std::vector<float>& shares, size_t pixel) const
    {
        float sum = 0;
        for (size_t k = 0; k < m_count; ++k) {
            sum += shares[k] * m_planes[k * m_pixels + pixel];
        }
        return sum > 0;
    }

private:
    const HostTensor& m_boxes;
    bool m_isTurned;
    size_t m_rows;
    size_t m_columns;
    size_t m_element;
    size_t m_count; // of the prototypes
    size_t m_pixels; // of each
    std::vector<float> m_planes;
};

} // namespace

bool arePrototypes(const TensorDescriptor& prototypes, const TensorDescriptor& boxes, size_t classCount)
{
    const int64_t before = beforeMask(prototypes, boxes);
    if (classCount == 0) {
        return before >= leastBeforeMask && prototypes.shape[1] == usualCount;
    }
    const auto classes = static_cast<int64_t>(classCount);
    constexpr int64_t ofChosen = 6;
    return before == 4 + classes || before == 5 + classes || before == ofChosen;
}

LabelMap instancesOf(
    const HostTensor& boxes, const HostTensor& prototypes, std::span<const Detection> found, size_t element)
{
    if (beforeMask(prototypes.descriptor, boxes.descriptor) < leastBeforeMask) {
        throw Error(ErrorKind::InvalidArgument,
            toString(prototypes.descriptor) + " are no prototypes for the masks of "
                + toString(boxes.descriptor) + ": expected [B, P, H, W], and P numbers of each box for them");
    }
    checkElement(prototypes.descriptor, prototypes.descriptor.shape[0], element);
    LabelMap map;
    map.height = static_cast<size_t>(prototypes.descriptor.shape[2]);
    map.width = static_cast<size_t>(prototypes.descriptor.shape[3]);
    map.labels.resize(map.width * map.height);
    const Masks masks(boxes, prototypes, element);
    for (size_t i = std::min<size_t>(found.size(), std::numeric_limits<uint16_t>::max()); i-- > 0;) {
        const Detection& each = found[i];
        if (each.box >= masks.boxCount()) {
            throw Error(ErrorKind::InvalidArgument,
                "Box " + std::to_string(each.box) + " was asked for, " + toString(boxes.descriptor) + " has "
                    + std::to_string(masks.boxCount()));
        }
        const std::vector<float> shares = masks.sharesOf(each.box);
        const Stretch rows = stretchOf(each.top, each.bottom, map.height);
        const Stretch columns = stretchOf(each.left, each.right, map.width);
        for (size_t y = rows.first; y < rows.last; ++y) {
            for (size_t x = columns.first; x < columns.last; ++x) {
                if (const size_t pixel = y * map.width + x; masks.covers(shares, pixel)) {
                    map.labels[pixel] = static_cast<uint16_t>(i + 1);
                }
            }
        }
    }
    return map;
}

} // namespace weightless
