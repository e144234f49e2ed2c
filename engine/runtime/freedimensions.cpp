// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"

#include "engine/base/text.h"
#include "engine/formats/imagelayout.h"
#include "engine/runtime/symbols.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace weightless {

namespace {

// Sizes that the models people export this way are used with: a Stable Diffusion latent, a CLIP prompt.
int64_t suggestedSize(const std::string& symbol)
{
    constexpr std::array<std::pair<std::string_view, int64_t>, 6> known {
        {{"batch", 1}, {"channel", 4}, {"height", 64}, {"width", 64}, {"sequence", 77}, {"samples", 512}}};
    const std::string name = lowerCase(symbol);
    const auto found = std::ranges::find_if(
        known, [&](const auto& entry) { return name.find(entry.first) != std::string::npos; });
    return found == known.end() ? 1 : found->second;
}

bool isNamed(const std::string& symbol, std::span<const std::string_view> words)
{
    const std::string name = lowerCase(symbol);
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

// By its name a number of things, not of pixels.
bool isCount(const std::string& symbol)
{
    constexpr std::array<std::string_view, 10> words {
        "batch", "seq", "sample", "point", "time", "frame", "len", "num", "atom", "token"};
    return isNamed(symbol, words) || lowerCase(symbol).starts_with("n_");
}

bool isSide(const std::string& symbol)
{
    constexpr std::array<std::string_view, 4> words {"height", "width", "rows", "col"};
    const std::string name = lowerCase(symbol);
    return isNamed(symbol, words) || name == "h" || name == "w";
}

// Rows and columns of a picture in colour: what classifiers are trained with, and a multiple of what others
// halve it to. Detectors take one picture, without a batch; but three numbers of each point, say, are not
// one, so that one of floats needs the names of its sides where its colours come last.
bool isPictureSide(const ValueInfo& input, size_t axis)
{
    const SymbolicShape& shape = *input.shape;
    const std::optional<ImageLayout> layout = imageLayout(shape);
    if (!layout || shape[layout->channels].value != 3 || (axis != layout->height && axis != layout->width)) {
        return false;
    }
    const Dimension& height = shape[layout->height];
    const Dimension& width = shape[layout->width];
    constexpr int64_t leastFixed = 8; // as high as lines of text are made, and no list of coordinates
    const auto isPixels = [](const Dimension& side) {
        return side.isFree() ? !isCount(side.symbol) : side.value >= leastFixed;
    };
    const bool areNamed = isSide(height.symbol) && isSide(width.symbol);
    return isPixels(height) && isPixels(width)
        && (!layout->isChannelsLast() || shape.size() == 4 || input.type == DataType::UInt8 || areNamed);
}

// Places of tokens, say, are three numbers, too.
bool hasPixels(const ValueInfo& input)
{
    return isFloat(input.type) || input.type == DataType::UInt8;
}

bool isMask(const ValueInfo& input)
{
    return lowerCase(input.name).find("mask") != std::string::npos;
}

// Rows of numbers whose length the model leaves open, and names as what goes on or not at all: as sound is
// given to voice detectors and speech encoders. Tables of features have a fixed number of columns.
bool isStretch(const ValueInfo& input, size_t axis)
{
    constexpr std::array<std::string_view, 5> words {"seq", "len", "time", "audio", "wav"};
    const SymbolicShape& shape = *input.shape;
    return isFloat(input.type) && shape.size() == 2 && axis == 1 && !isMask(input)
        && (shape[axis].symbol.empty() || isNamed(shape[axis].symbol, words));
}

// The input that is a stretch of sound; null where none is, or where another input leaves something else free
// that may have to fit it: two of a product, a table of features, a mask. States beside it have more
// dimensions, and a batch.
const ValueInfo* soundOf(const Model& model)
{
    const ValueInfo* sound = nullptr;
    for (const ValueInfo& input : model.graph.inputs) {
        const bool isFree = input.shape && input.shape->size() == 2 && (*input.shape)[1].isFree();
        if (isFree && isStretch(input, 1)) {
            if (sound != nullptr) {
                return nullptr;
            }
            sound = &input;
        }
    }
    if (sound == nullptr) {
        return nullptr;
    }
    const std::string batch = symbolOf(*sound, 0), length = symbolOf(*sound, 1); // of any length themselves
    for (const ValueInfo& input : model.graph.inputs) {
        constexpr size_t stateRank = 3;
        if (&input == sound || !input.shape) {
            continue;
        }
        for (size_t axis = 0; axis < input.shape->size(); ++axis) {
            const Dimension& dimension = (*input.shape)[axis];
            const std::string symbol = symbolOf(input, axis);
            const bool isSame = symbol == length;
            const bool isShared = isSame ? isMask(input) : symbol == batch;
            const bool isOfState = input.shape->size() >= stateRank && !isSame;
            if (dimension.isFree() && !isShared && !isOfState) {
                return nullptr;
            }
        }
    }
    return sound;
}

int64_t suggestedSize(const std::string& symbol, const ValueInfo& input, size_t axis)
{
    constexpr int64_t pictureSide = 224;
    const int64_t byName = suggestedSize(symbol);
    return hasPixels(input) && isPictureSide(input, axis) ? pictureSide : byName;
}

constexpr int64_t largestSum = int64_t {1} << 40; // of which two can be added

// Sizes by symbol: those that are given, and what is suggested for the others. A model may have 100,000.
using Sizes = std::unordered_map<std::string_view, int64_t>;

Sizes sizesOf(const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& given)
{
    Sizes sizes;
    for (const FreeDimension& dimension : dimensions) {
        const auto found = given.find(dimension.symbol);
        const int64_t size = found != given.end() ? found->second : dimension.suggested;
        sizes.emplace(dimension.symbol, std::clamp<int64_t>(size, 0, largestSum));
    }
    return sizes;
}

// Without the spaces around it: names may have some inside.
std::string trimmed(std::string_view text)
{
    const size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const size_t end = text.find_last_not_of(' ') + 1; // 0 where there is none
    return std::string(text.substr(begin, std::max(begin, end) - begin));
}

// What is added up in "past_sequence_length + 1", as exporters name what follows from others. Stops at a term
// that `visit` does not take, and says whether it took all.
template <typename Visit>
bool takesTerms(const std::string& symbol, Visit&& visit)
{
    for (size_t begin = 0; begin <= symbol.size();) {
        const size_t end = std::min(symbol.find('+', begin), symbol.size());
        if (!visit(trimmed(std::string_view(symbol).substr(begin, end - begin)))) {
            return false;
        }
        begin = end + 1;
    }
    return true;
}

bool isSum(const std::string& symbol)
{
    return symbol.find('+') != std::string::npos;
}

// One that is written down.
std::optional<int64_t> numberOf(const std::string& term)
{
    constexpr int64_t largestTerm = 1 << 20;
    int64_t number = 0;
    const auto parsed = std::from_chars(term.data(), term.data() + term.size(), number);
    const bool isNumber =
        !term.empty() && parsed.ptr == term.data() + term.size() && parsed.ec == std::errc();
    return isNumber && number >= 0 && number <= largestTerm ? std::optional(number) : std::nullopt;
}

// Of a number that is written down, or of another dimension. nullopt: it is neither.
std::optional<int64_t> sizeOf(const std::string& term, const Sizes& sizes)
{
    if (const auto number = numberOf(term)) {
        return number;
    }
    const auto other = sizes.find(term);
    return other != sizes.end() ? std::optional(other->second) : std::nullopt;
}

// nullopt: it is no sum, or one of something else.
std::optional<int64_t> sumOf(const std::string& symbol, const Sizes& sizes)
{
    int64_t sum = 0;
    const auto add = [&](const std::string& term) {
        const auto size = sizeOf(term, sizes);
        sum = std::min(sum + size.value_or(0), largestSum);
        return size.has_value();
    };
    return isSum(symbol) && takesTerms(symbol, add) ? std::optional(sum) : std::nullopt;
}

// The first that is named so, and as none of the others.
FreeDimension* findNamed(
    std::vector<FreeDimension>& dimensions, std::string_view word, std::span<const std::string_view> others)
{
    const auto found = std::ranges::find_if(dimensions, [&](const FreeDimension& dimension) {
        return isNamed(dimension.symbol, std::array {word}) && !isNamed(dimension.symbol, others);
    });
    return found != dimensions.end() ? &*found : nullptr;
}

// A mask covers what is past and what is new, or of a step that takes one token, say, a number beside it.
struct Cover {
    bool hasFresh = false;
    int64_t rest = 0; // beside what is past and what is new
};

// By its name. nullopt: it is no mask. `fresh` is null where the model does not leave it free.
std::optional<Cover> coverOf(
    const std::string& symbol, const FreeDimension& past, const FreeDimension* fresh, const Sizes& sizes)
{
    constexpr std::array<std::string_view, 1> totalName {"total"};
    if (!isSum(symbol)) {
        const Cover ofTotal {fresh != nullptr, fresh != nullptr ? 0 : 1};
        return isNamed(symbol, totalName) ? std::optional(ofTotal) : std::nullopt;
    }
    // Terms are compared whole: "sequence_length" is in "past_sequence_length", too.
    int64_t pastCount = 0, freshCount = 0, rest = 0;
    const bool isOfSizes = takesTerms(symbol, [&](const std::string& term) {
        if (term == past.symbol) {
            ++pastCount;
            return true;
        }
        if (fresh != nullptr && term == fresh->symbol) {
            ++freshCount;
            return true;
        }
        const auto size = sizeOf(term, sizes);
        rest = std::min(rest + size.value_or(0), largestSum);
        return size.has_value();
    });
    return isOfSizes && pastCount == 1 && freshCount <= 1 ? std::optional(Cover {freshCount == 1, rest})
                                                          : std::nullopt;
}

// What is new, where a mask covers what is past and a number: "past_sequence_length + 1", of a step that
// takes one token. nullopt: no mask says so.
std::optional<int64_t> freshBeside(std::span<const FreeDimension> dimensions, const FreeDimension& past)
{
    for (const FreeDimension& dimension : dimensions) {
        int64_t pastCount = 0, rest = 0;
        const bool isOfNumbers =
            isSum(dimension.symbol) && takesTerms(dimension.symbol, [&](const auto& term) {
                const bool isPast = term == past.symbol;
                const auto number = isPast ? std::nullopt : numberOf(term);
                pastCount += isPast ? 1 : 0;
                rest = std::min(rest + number.value_or(0), largestSum);
                return isPast || number.has_value();
            });
        if (isOfNumbers && pastCount == 1) {
            return std::max<int64_t>(rest, 1);
        }
    }
    return std::nullopt;
}

// A mask that is given says how much is past beside what is new, and all is new where nothing else is given.
void divideTotal(std::span<const FreeDimension> dimensions, const std::map<std::string, int64_t>& given,
    FreeDimension& past, FreeDimension* fresh, const Sizes& sizes)
{
    const bool isPastGiven = given.contains(past.symbol);
    const bool isFreshGiven = fresh != nullptr && given.contains(fresh->symbol);
    if (given.empty() || (isPastGiven && (isFreshGiven || fresh == nullptr))) {
        return;
    }
    for (const FreeDimension& dimension : dimensions) {
        const auto total = given.find(dimension.symbol);
        const auto cover =
            total != given.end() ? coverOf(dimension.symbol, past, fresh, sizes) : std::nullopt;
        if (!cover || (isPastGiven && !cover->hasFresh)) {
            continue; // says nothing of what is not given
        }
        const int64_t all =
            std::max<int64_t>(std::clamp<int64_t>(total->second, 0, largestSum) - cover->rest, 0);
        if (!cover->hasFresh) {
            past.suggested = all;
        } else if (isPastGiven) {
            fresh->suggested = std::max<int64_t>(all - std::max<int64_t>(given.at(past.symbol), 0), 1);
        } else {
            past.suggested = isFreshGiven ? all - std::clamp<int64_t>(given.at(fresh->symbol), 0, all) : 0;
            fresh->suggested = isFreshGiven ? fresh->suggested : std::max<int64_t>(all, 1);
        }
        return;
    }
}

constexpr int64_t soundWindow = 512; // samples that a voice detector looks at

} // namespace

std::string symbolOf(const ValueInfo& input, size_t axis)
{
    const std::string& symbol = (*input.shape)[axis].symbol;
    return symbol.empty() ? shortened(input.name) + ":" + std::to_string(axis) : symbol;
}

void followSizes(std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& given)
{
    constexpr std::array<std::string_view, 3> notPast {"total", "+", "encoder"};
    constexpr std::array<std::string_view, 4> notFresh {"past", "total", "+", "encoder"};
    constexpr std::array<std::string_view, 1> total {"total"};
    FreeDimension* past = findNamed(dimensions, "past", notPast);
    FreeDimension* fresh = findNamed(dimensions, "seq", notFresh);
    if (past != nullptr && fresh != nullptr && !given.contains(fresh->symbol)) {
        fresh->suggested = freshBeside(dimensions, *past).value_or(fresh->suggested);
    }
    const Sizes undivided = sizesOf(dimensions, given);
    if (past != nullptr) {
        divideTotal(dimensions, given, *past, fresh, undivided);
    }
    const Sizes divided = sizesOf(dimensions, given);
    for (FreeDimension& dimension : dimensions) {
        // A total that is given is not suggested for what it suggests itself.
        const Sizes& sizes = given.contains(dimension.symbol) ? undivided : divided;
        if (const auto sum = sumOf(dimension.symbol, sizes)) {
            dimension.suggested = *sum;
        } else if (past != nullptr && isNamed(dimension.symbol, total)) {
            dimension.suggested = sizes.at(past->symbol) + (fresh != nullptr ? sizes.at(fresh->symbol) : 1);
        }
    }
}

std::vector<FreeDimension> freeDimensionsOf(const Model& model)
{
    std::vector<FreeDimension> dimensions;
    std::unordered_map<std::string, size_t> indices; // by symbol
    const ValueInfo* sound = soundOf(model);
    for (const ValueInfo& input : model.graph.inputs) {
        if (!input.shape) {
            continue;
        }
        for (size_t axis = 0; axis < input.shape->size(); ++axis) {
            if (!(*input.shape)[axis].isFree()) {
                continue;
            }
            const std::string symbol = symbolOf(input, axis);
            const auto [index, isNew] = indices.emplace(symbol, dimensions.size());
            if (isNew) {
                dimensions.push_back({symbol, {},
                    &input == sound && axis == 1 ? soundWindow : suggestedSize(symbol, input, axis)});
            }
            dimensions[index->second].inputs.push_back(
                shortened(input.name) + "[" + std::to_string(axis) + "]");
        }
    }
    followSizes(dimensions, {});
    return dimensions;
}

} // namespace weightless
