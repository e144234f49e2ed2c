// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weightless::testing {

// A small language model as exporters write them for 4-bit weights: GatherBlockQuantized, MatMulNBits,
// GroupQueryAttention with rotary positions, SimplifiedLayerNormalization.
struct DecoderSizes {
    DataType type = DataType::Float32; // of everything but the packed weights; or float16
    int64_t words = 61;
    int64_t width = 32;
    int64_t heads = 4;
    int64_t keyHeads = 2;
    int64_t inner = 48; // of the feed-forward part
    int64_t layers = 2;
    int64_t places = 32; // of the caches, and of the table of angles
    bool growsCaches = false; // one place per word instead, and total_sequence_length is an input
    int64_t blockSize = 16;

    [[nodiscard]] int64_t headSize() const { return width / heads; }
};

// A matrix of 4-bit numbers, [rows][columns], and what they stand for.
struct QuantizedMatrix {
    int64_t rows = 0;
    int64_t columns = 0;
    std::vector<int> quants;
    std::vector<int> zeros; // of each block
    std::vector<float> scales; // numbers of the decoder's type
    int64_t blockSize = 16;

    [[nodiscard]] int64_t blocks() const { return (columns + blockSize - 1) / blockSize; }
    [[nodiscard]] double at(int64_t row, int64_t column) const;
    [[nodiscard]] HostTensor packed(bool isTable) const;
    [[nodiscard]] HostTensor packedZeros(bool isTable) const;
    [[nodiscard]] HostTensor scaleTensor(bool isTable, DataType type) const;
};

struct Decoder {
    DecoderSizes sizes;
    std::map<std::string, QuantizedMatrix> matrices; // "embedding", "layer 0 query" …
    std::map<std::string, std::vector<float>> vectors; // scales of norms, "cosines", "sines"
};

// The same for the same sizes.
[[nodiscard]] Decoder makeDecoder(const DecoderSizes& sizes);

// Inputs: input_ids [1, ?], seqlens_k [1], past.N.key and past.N.value, total where caches grow; outputs:
// logits, present.N.… Every weight is a hollow constant.
[[nodiscard]] Model modelOf(const Decoder& decoder);

// The data of the model's hollow constants, by name.
[[nodiscard]] std::map<std::string, HostTensor> constantsOf(const Decoder& decoder);

// What the decoder's matrices and vectors are called.
[[nodiscard]] std::string layerName(int64_t layer, const std::string& part);

// The logits after the last of these words: in double, from the first word on, without a cache.
[[nodiscard]] std::vector<double> logitsOf(const Decoder& decoder, const std::vector<int64_t>& words);

} // namespace weightless::testing
