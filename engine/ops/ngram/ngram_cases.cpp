// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <limits>

namespace weightless::ops::ngram {

namespace {

OperatorCase blockCase(const HostTensor& words, int64_t vocabulary, int64_t size)
{
    const int64_t batch = words.descriptor.shape[0];
    const int64_t length = words.descriptor.shape[1];
    OperatorCase test {.name = "sequences of " + std::to_string(size) + " in " + toString(words.descriptor)
            + ", of " + std::to_string(vocabulary) + " words",
        .opType = "NGramRepeatBlock"};
    test.domain = "com.microsoft";
    const HostTensor scores = randomTensor(DataType::Float32, {batch, vocabulary}, 5);
    HostTensor y = scores;
    for (int64_t b = 0; b < batch; ++b) {
        const auto wordAt = [&](int64_t i) {
            return elementAsInt64(words, static_cast<size_t>(b * length + i));
        };
        for (int64_t i = 0; i + size <= length; ++i) {
            bool isSame = true;
            for (int64_t j = 0; j + 1 < size; ++j) {
                isSame = isSame && wordAt(i + j) == wordAt(length - size + 1 + j);
            }
            const int64_t next = wordAt(i + size - 1);
            if (isSame && next >= 0 && next < vocabulary) {
                setElement(
                    y, static_cast<size_t>(b * vocabulary + next), -std::numeric_limits<double>::infinity());
            }
        }
    }
    test.inputs = {words, scores};
    test.attributes.set("ngram_size", size);
    test.expected = {std::move(y)};
    return test;
}

void addErrors(CaseList& cases, const HostTensor& words)
{
    OperatorCase test = blockCase(words, 5, 2);
    test.attributes.set("ngram_size", int64_t {0});
    test.expectedError = "'ngram_size' is 0";
    cases.push_back(test);
    test = blockCase(words, 5, 2);
    test.inputs[1] = randomTensor(DataType::Float32, {4, 5}, 1);
    test.expectedError = "expected float32[3, vocabulary]";
    cases.push_back(test);
    test = blockCase(words, 5, 2);
    test.inputs[0] = randomTensor(DataType::Int32, {3, 29}, 1);
    test.expectedError = "expected int64 of rank 2";
    cases.push_back(test);
}

} // namespace

void addCases(CaseList& cases)
{
    const HostTensor words = randomTensor(DataType::Int64, {3, 29}, 1, 0, 4.9);
    for (const int64_t size : {1, 2, 3, 29, 30, 40}) {
        cases.push_back(blockCase(words, 5, size));
    }
    cases.push_back(blockCase(randomTensor(DataType::Int64, {2, 131}, 2, 0, 1.9), 3, 6));
    // Words that are in no vocabulary, few sequences, and the same word over and over.
    cases.push_back(blockCase(tensorOf(DataType::Int64, {1, 6}, {-1, 7, 2, 5e9, 7, 2}), 7, 3));
    cases.push_back(blockCase(tensorOf(DataType::Int64, {1, 5}, {1, -4, 1, 9, 1}), 4, 2));
    cases.push_back(blockCase(tensorOf(DataType::Int64, {1, 80}, std::vector<double>(80, 2)), 4, 60));
    cases.push_back(blockCase(makeHostTensor({DataType::Int64, {2, 0}}), 4, 2));
    cases.push_back(blockCase(makeHostTensor({DataType::Int64, {0, 3}}), 4, 2));
    addErrors(cases, words);
}

} // namespace weightless::ops::ngram
