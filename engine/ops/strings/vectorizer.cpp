// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/strings/strings.h"

#include "engine/base/error.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace weightless::ops::strings {

namespace {

constexpr int64_t largestOutput = int64_t {1} << 24;

// Words by their numbers, which the pool's first have; a word that is not in it is in no gram.
using Gram = std::vector<uint32_t>;
constexpr uint32_t unknownWord = std::numeric_limits<uint32_t>::max();

struct Settings {
    int64_t shortest = 0;
    int64_t longest = 0;
    int64_t mostSkips = 0;
    std::string mode;
    std::vector<int64_t> indices;
    std::vector<float> weights;
    std::map<std::string, uint32_t, std::less<>> words;
    std::map<Gram, size_t> grams; // their number in the pool, the last one's of equal ones
    size_t gramCount = 0; // in the pool
    std::set<int64_t> lengths; // those of grams that are counted
    int64_t width = 0; // of a row of the output
    std::vector<float> columnWeights; // empty where nothing is weighed
};

std::vector<int64_t> requiredInts(const Attributes& attributes, std::string_view name)
{
    const auto values = attributes.ints(name);
    if (!values) {
        failNode("attribute '" + std::string(name) + "' is missing");
    }
    return *values;
}

std::vector<std::string> poolOf(const Attributes& attributes)
{
    std::vector<std::string> pool;
    if (const auto numbers = attributes.ints("pool_int64s")) {
        for (const int64_t number : *numbers) {
            pool.push_back(std::to_string(number));
        }
    } else if (const AttributeValue* value = attributes.find("pool_strings")) {
        if (const auto* list = std::get_if<std::vector<std::string>>(value)) {
            pool = *list;
        }
    }
    return pool;
}

void readGrams(const Attributes& attributes, Settings& settings)
{
    const std::vector<std::string> pool = poolOf(attributes);
    Gram numbers;
    for (const std::string& word : pool) {
        numbers.push_back(
            settings.words.try_emplace(word, static_cast<uint32_t>(settings.words.size())).first->second);
    }
    const std::vector<int64_t> starts = requiredInts(attributes, "ngram_counts");
    for (size_t n = 0; n < starts.size(); ++n) {
        const auto end = n + 1 < starts.size() ? starts[n + 1] : static_cast<int64_t>(pool.size());
        const auto length = static_cast<int64_t>(n) + 1;
        if (starts[n] < 0 || end < starts[n] || end > static_cast<int64_t>(pool.size())
            || (end - starts[n]) % length != 0) {
            failNode("ngram_counts does not fit a pool of " + std::to_string(pool.size()) + " words");
        }
        for (int64_t at = starts[n]; at < end; at += length) {
            settings.grams.insert_or_assign(
                Gram(numbers.begin() + at, numbers.begin() + at + length), settings.gramCount++);
            if (length >= settings.shortest && length <= settings.longest) {
                settings.lengths.insert(length);
            }
        }
    }
}

Settings settingsOf(const Attributes& attributes)
{
    Settings settings;
    settings.shortest = attributes.intOr("min_gram_length", 1);
    settings.longest = attributes.intOr("max_gram_length", 1);
    settings.mostSkips = attributes.intOr("max_skip_count", 0);
    settings.mode = attributes.stringOr("mode", "TF");
    settings.indices = requiredInts(attributes, "ngram_indexes");
    settings.weights = attributes.floats("weights").value_or(std::vector<float> {});
    if (settings.shortest < 1 || settings.longest < settings.shortest || settings.mostSkips < 0) {
        failNode("grams from " + std::to_string(settings.shortest) + " to " + std::to_string(settings.longest)
            + " words with " + std::to_string(settings.mostSkips) + " skips are impossible");
    }
    if (settings.mode != "TF" && settings.mode != "IDF" && settings.mode != "TFIDF") {
        failNode("mode is '" + settings.mode + "', expected TF, IDF or TFIDF");
    }
    readGrams(attributes, settings);
    for (const int64_t index : settings.indices) {
        if (index < 0 || index >= largestOutput) {
            failNode("ngram_indexes has " + std::to_string(index));
        }
        settings.width = std::max(settings.width, index + 1);
    }
    if (settings.indices.size() < settings.gramCount
        || (!settings.weights.empty() && settings.weights.size() < settings.gramCount)) {
        failNode("there are fewer indices or weights than grams");
    }
    if (settings.mode != "TF") {
        settings.columnWeights.assign(static_cast<size_t>(settings.width), 1);
        for (size_t i = 0; i < settings.weights.size() && i < settings.indices.size(); ++i) {
            settings.columnWeights[static_cast<size_t>(settings.indices[i])] = settings.weights[i];
        }
    }
    return settings;
}

void count(const Settings& settings, std::span<const uint32_t> words, std::span<float> result,
    const std::stop_token& stop)
{
    const auto size = static_cast<int64_t>(words.size());
    Gram gram;
    for (const int64_t length : settings.lengths) {
        const int64_t skips = length == 1 ? 0 : std::min(settings.mostSkips, size);
        for (int64_t skip = 0; skip <= skips; ++skip) {
            if (stop.stop_requested()) {
                throw Error(ErrorKind::Cancelled, "The run was cancelled");
            }
            for (int64_t start = 0; start + (length - 1) * (skip + 1) < size; ++start) {
                gram.clear();
                for (int64_t i = 0; i < length; ++i) {
                    gram.push_back(words[static_cast<size_t>(start + i * (skip + 1))]);
                }
                if (const auto found = settings.grams.find(gram); found != settings.grams.end()) {
                    result[static_cast<size_t>(settings.indices[found->second])] += 1;
                }
            }
        }
    }
}

void weigh(const Settings& settings, std::span<float> result)
{
    for (size_t i = 0; i < settings.columnWeights.size(); ++i) {
        const float value = settings.mode == "IDF" ? std::min(result[i], 1.0f) : result[i];
        result[i] = value * settings.columnWeights[i];
    }
}

// The numbers of the words of a tensor, of text or of integers.
Gram wordsOf(const Settings& settings, const HostTensor& x)
{
    const auto numberOf = [&](const std::string& word) {
        const auto found = settings.words.find(word);
        return found != settings.words.end() ? found->second : unknownWord;
    };
    Gram words;
    if (x.descriptor.type == DataType::String) {
        std::ranges::transform(x.strings, std::back_inserter(words), numberOf);
    } else {
        for (const int64_t number : toInt64Vector(x)) {
            words.push_back(numberOf(std::to_string(number)));
        }
    }
    return words;
}

std::vector<HostValue> vectorize(const HostContext& context)
{
    const auto settings = context.prepared([&] { return settingsOf(context.attributes); });
    const HostTensor& x = context.tensor(0);
    Shape shape = x.descriptor.shape;
    if (shape.empty() || shape.size() > 2) {
        failNode("input 0 is " + toString(x.descriptor) + ", expected rank 1 or 2");
    }
    const Gram words = wordsOf(*settings, x);
    const auto length = static_cast<size_t>(shape.back());
    const auto width = static_cast<size_t>(settings->width);
    shape.back() = settings->width;
    HostTensor y = makeHostTensor({DataType::Float32, shape});
    const size_t rows = shape.size() == 2 ? static_cast<size_t>(shape[0]) : 1;
    for (size_t row = 0; row < rows; ++row) {
        const auto result = y.as<float>().subspan(row * width, width);
        count(*settings, std::span(words).subspan(row * length, length), result, context.stopToken);
        weigh(*settings, result);
    }
    return {makeHostValue(std::move(y))};
}

} // namespace

void registerVectorizer(HostRegistry& registry)
{
    registry.add({.op = {.name = "TfIdfVectorizer", .sinceVersion = 9}, .run = vectorize});
}

} // namespace weightless::ops::strings
