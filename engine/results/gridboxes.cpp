// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/gridboxes.h"

#include "engine/base/error.h"
#include "engine/results/batch.h"
#include "engine/results/boxscores.h"
#include "engine/results/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace weightless {

namespace {

constexpr int64_t mostBoxes = 1'000'000;
constexpr double mostLabel = 1e6;
constexpr int64_t leastBoxes = 100;
constexpr size_t mostChosenBoxes = 1'000;
constexpr size_t numbersOfChosenBox = 6;
constexpr size_t numbersBeforeScores = 5; // of a box that has a score of its own
constexpr size_t mostLookedAt = 1'000;
constexpr double mostShare = 2; // what is beyond is pixels

enum class Form {
    None,
    ClassesOnly, // [B, 4 + C, N]
    WithObjectness, // [B, N, 5 + C]
    Chosen, // [B, N, 6 + …]
    ChosenCentres, // the same with centre and size
};

// As far as the shape tells.
Form formOf(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    if (!isFloat(descriptor.type) || shape.size() != 3 || shape[0] < 1) {
        return Form::None;
    }
    const int64_t boxes = std::max(shape[1], shape[2]);
    const int64_t numbers = std::min(shape[1], shape[2]);
    if (numbers < 5 || boxes < leastBoxes || boxes > mostBoxes || boxes / 5 < numbers) {
        return Form::None;
    }
    return numbers == shape[1] ? Form::ClassesOnly : Form::WithObjectness;
}

// The numbers of box after box of one element of the batch, whichever way they lie.
class Boxes {
public:
    Boxes(const HostTensor& output, Form form, size_t element)
        : m_output(output)
        , m_isTurned(form == Form::ClassesOnly)
        , m_rows(static_cast<size_t>(output.descriptor.shape[1]))
        , m_columns(static_cast<size_t>(output.descriptor.shape[2]))
        , m_first(element * m_rows * m_columns)
    {
    }

    [[nodiscard]] size_t count() const { return m_isTurned ? m_columns : m_rows; }
    [[nodiscard]] size_t numbers() const { return m_isTurned ? m_rows : m_columns; }
    [[nodiscard]] double at(size_t box, size_t number) const
    {
        return elementAsDouble(
            m_output, m_first + (m_isTurned ? number * m_columns + box : box * m_columns + number));
    }

private:
    const HostTensor& m_output;
    bool m_isTurned;
    size_t m_rows;
    size_t m_columns;
    size_t m_first;
};

bool isScore(double value)
{
    return value >= -scoreRounding && value <= 1 + scoreRounding;
}

// A score for a class is no whole number in each of a hundred boxes, unless it is rounded: to 8 or 16 bits
// that of a class that is nowhere is 0. Then the count of the numbers decides or, where it tells nothing, a
// label above 1, which no score is. -1 and 0 fill up, and what is not finite says nothing.
bool areChosen(const Boxes& boxes, const DetectionOptions& options)
{
    const size_t classCount = options.classCount;
    const double labelEnd = classCount > 0 ? static_cast<double>(classCount) : mostLabel;
    bool areLabels = boxes.numbers() >= numbersOfChosenBox && boxes.count() <= mostChosenBoxes;
    double highest = 0;
    for (size_t box = 0; areLabels && box < boxes.count(); ++box) {
        const double label = boxes.at(box, 5);
        const double score = boxes.at(box, 4);
        if (std::isfinite(label) && std::isfinite(score)) {
            areLabels = label >= -1 && label < labelEnd && label == std::floor(label) && isScore(score);
            highest = std::max(highest, label);
        }
    }
    const size_t numbers = boxes.numbers() - std::min(boxes.numbers(), options.coefficientCount);
    const bool isTold = numbers == numbersOfChosenBox
        || (classCount > 0 ? numbers != numbersBeforeScores + classCount : highest > 1);
    return areLabels && isTold;
}

// Boxes whose corners would be exchanged are none; sizes are smaller than places nearly everywhere.
bool areCentres(const Boxes& boxes)
{
    size_t found = 0;
    size_t turned = 0;
    for (size_t box = 0; box < boxes.count(); ++box) {
        if (boxes.at(box, 4) > 0) {
            ++found;
            turned += boxes.at(box, 2) < boxes.at(box, 0) || boxes.at(box, 3) < boxes.at(box, 1) ? 1 : 0;
        }
    }
    return turned * 4 > found;
}

Form formOf(const Boxes& boxes, Form byShape, const DetectionOptions& options)
{
    if (byShape != Form::WithObjectness || !areChosen(boxes, options)) {
        return byShape;
    }
    return areCentres(boxes) ? Form::ChosenCentres : Form::Chosen;
}

std::array<double, 4> sidesOf(const Boxes& boxes, size_t box, Form form)
{
    const std::array<double, 4> raw {boxes.at(box, 0), boxes.at(box, 1), boxes.at(box, 2), boxes.at(box, 3)};
    if (form == Form::Chosen) {
        return raw;
    }
    return {raw[0] - raw[2] / 2, raw[1] - raw[3] / 2, raw[0] + raw[2] / 2, raw[1] + raw[3] / 2};
}

// The best label of a box and its score; nothing where a number that should be a score is none.
std::optional<std::pair<size_t, double>> bestLabel(
    const Boxes& boxes, size_t box, Form form, const DetectionOptions& options)
{
    if (form == Form::Chosen || form == Form::ChosenCentres) {
        const double label = boxes.at(box, 5);
        const bool isLabel = label >= 0 && label < mostLabel;
        const double score = std::min(boxes.at(box, 4), 1.0);
        return isLabel ? std::optional(std::pair(static_cast<size_t>(label), score)) : std::nullopt;
    }
    const size_t first = form == Form::WithObjectness ? numbersBeforeScores : 4;
    const double share = form == Form::WithObjectness ? boxes.at(box, 4) : 1;
    const size_t beforeMask = boxes.numbers() - std::min(boxes.numbers() - first, options.coefficientCount);
    const size_t end = options.classCount > 0 ? std::min(beforeMask, first + options.classCount) : beforeMask;
    std::pair<size_t, double> best {0, first < end ? 0 : 1};
    bool areScores = isScore(share);
    for (size_t number = first; areScores && number < end; ++number) {
        const double score = boxes.at(box, number);
        areScores = isScore(score);
        if (score > best.second) {
            best = {number - first, score};
        }
    }
    best.second = std::min(best.second, 1.0) * std::clamp(share, 0.0, 1.0);
    return areScores ? std::optional(best) : std::nullopt;
}

// As far as the shape tells; InvalidArgument where that is nothing.
Form checkedForm(const HostTensor& output, const DetectionOptions& options)
{
    const Form form = formOf(output.descriptor);
    if (form == Form::None) {
        throw Error(ErrorKind::InvalidArgument,
            toString(output.descriptor)
                + " holds no boxes with their scores: expected [B, 4 + C, N] or [B, N, 5 + C]");
    }
    checkElement(output.descriptor, output.descriptor.shape[0], options.element);
    return form;
}

} // namespace

bool isGridBoxes(const TensorDescriptor& descriptor)
{
    return formOf(descriptor) != Form::None;
}

std::vector<Detection> gridDetections(const HostTensor& output, const DetectionOptions& options)
{
    const Form byShape = checkedForm(output, options);
    const Boxes boxes(output, byShape, options.element);
    const Form form = formOf(boxes, byShape, options);
    std::vector<Detection> candidates;
    double largest = 0;
    for (size_t box = 0; box < boxes.count(); ++box) {
        const auto sides = sidesOf(boxes, box, form);
        const auto best = bestLabel(boxes, box, form, options);
        const bool isFinite = std::ranges::all_of(sides, [](double side) { return std::isfinite(side); });
        if (!isFinite) {
            continue;
        }
        largest = std::max({largest, sides[2], sides[3]});
        if (best && best->second >= options.leastScore) {
            candidates.push_back({sides[0], sides[1], sides[2], sides[3], best->first, best->second, box});
        }
    }
    if (largest > mostShare && options.width > 0 && options.height > 0) { // pixels
        for (Detection& box : candidates) {
            box.left /= static_cast<double>(options.width);
            box.right /= static_cast<double>(options.width);
            box.top /= static_cast<double>(options.height);
            box.bottom /= static_cast<double>(options.height);
        }
    }
    return bestOf(std::move(candidates), options);
}

bool areGridBoxesOfPicture(const HostTensor& output, const DetectionOptions& options)
{
    const Form byShape = checkedForm(output, options);
    if (options.width <= 0 || options.height <= 0) {
        return false;
    }
    const Boxes boxes(output, byShape, options.element);
    const Form form = formOf(boxes, byShape, options);
    const bool areChosenBoxes = form == Form::Chosen || form == Form::ChosenCentres;
    const auto width = static_cast<double>(options.width);
    const auto height = static_cast<double>(options.height);
    double largest = 0;
    bool areOfPicture = true;
    const size_t step = boxes.count() / mostLookedAt + 1;
    for (size_t box = 0; areOfPicture && box < boxes.count(); box += step) {
        const auto sides = sidesOf(boxes, box, form);
        largest = std::max({largest, sides[2], sides[3]});
        areOfPicture =
            isAboutInPicture(sides[0] / width, sides[1] / height, sides[2] / width, sides[3] / height)
            && (areChosenBoxes || bestLabel(boxes, box, form, options));
    }
    return areOfPicture && largest > mostShare;
}

} // namespace weightless
