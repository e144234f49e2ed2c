// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/mixture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace weightless::ops::experts {

namespace {

Activation activationOf(const Attributes& attributes)
{
    static constexpr std::array names {"relu", "gelu", "silu", "identity", "swiglu"};
    const std::string name = attributes.stringOr("activation_type", "relu");
    for (size_t i = 0; i < names.size(); ++i) {
        if (name == names[i]) {
            return static_cast<Activation>(i);
        }
    }
    failNode("activation_type is '" + name + "', expected relu, gelu, silu, identity or swiglu");
}

LinearPart linearPartOf(const Attributes& attributes, Activation activation, bool hasThird)
{
    if (activation != Activation::Swiglu) {
        return hasThird ? LinearPart::Second : LinearPart::Absent;
    }
    const int64_t fusion = attributes.intOr("swiglu_fusion", 0);
    if (fusion < 0 || fusion > 2) {
        failNode("swiglu_fusion is " + std::to_string(fusion) + ", expected 0, 1 or 2");
    }
    if ((fusion == 0) != hasThird) {
        failNode("swiglu_fusion is " + std::to_string(fusion)
            + (hasThird ? " and there are fc3_experts_weights, expected 0 with them"
                        : " without fc3_experts_weights, expected 1 or 2, or those weights"));
    }
    return fusion == 0 ? LinearPart::Second : fusion == 1 ? LinearPart::NextToGate : LinearPart::BehindGates;
}

void readPacking(Mixture& mixture, const Attributes& attributes)
{
    mixture.bits = attributes.intOr("expert_weight_bits", 4);
    if (mixture.bits != 2 && mixture.bits != 4 && mixture.bits != 8) {
        failNode("expert_weight_bits is " + std::to_string(mixture.bits) + ", expected 2, 4 or 8");
    }
    mixture.blockSize = std::max<int64_t>(attributes.intOr("block_size", 0), 0); // -1, too, says none
    const auto size = static_cast<uint64_t>(mixture.blockSize);
    constexpr uint64_t largest = uint64_t {1} << 30;
    if (size != 0 && (size < 16 || size > largest || !std::has_single_bit(size))) {
        failNode("block_size is " + std::to_string(size) + ", expected a power of two from 16 to 2^30");
    }
}

void readRouting(Mixture& mixture, const NodeView& node)
{
    const Attributes& attributes = *node.attributes;
    mixture.chosen = attributes.intOr("k", 1);
    if (mixture.chosen < 1 || mixture.chosen > mixture.experts) {
        failNode("k is " + std::to_string(mixture.chosen) + ", expected 1 to the number of experts, "
            + std::to_string(mixture.experts));
    }
    const bool isSparse = attributes.intOr("use_sparse_mixer", 0) != 0;
    const bool isGiven = mixture.isPacked && node.hasInput(GivenWeights);
    if (isSparse && (mixture.chosen != 2 || isGiven)) {
        failNode("use_sparse_mixer needs k to be 2 and no router_weights");
    }
    mixture.weighing = isSparse ? Weighing::SparseMixer : isGiven ? Weighing::Given : Weighing::Softmax;
    mixture.isNormalized = !isSparse && attributes.intOr("normalize_routing_weights", 0) != 0;
}

} // namespace

Mixture mixtureOf(const NodeView& node, bool isPacked)
{
    Mixture mixture;
    mixture.isPacked = isPacked;
    if (isPacked) {
        readPacking(mixture, *node.attributes);
        mixture.first = {.weights = 2, .bias = 4, .scales = 3, .zeros = 11};
        mixture.second = {.weights = 5, .bias = 7, .scales = 6, .zeros = 12};
        mixture.linear = {.weights = 8, .bias = 10, .scales = 9, .zeros = 13};
    } else {
        mixture.first = {.weights = 2, .bias = 3};
        mixture.second = {.weights = 4, .bias = 5};
        mixture.linear = {.weights = 6, .bias = 7};
    }
    mixture.tokens = node.shape(Scores)[0];
    mixture.experts = node.shape(Scores)[1];
    mixture.hidden = node.shape(Tokens).back();
    mixture.width = node.shape(mixture.second.weights)[2] * (isPacked ? 8 / mixture.bits : 1);
    readRouting(mixture, node);
    mixture.activation = activationOf(*node.attributes);
    mixture.linearPart =
        linearPartOf(*node.attributes, mixture.activation, node.hasInput(mixture.linear.weights));
    mixture.alpha = node.attributes->floatOr("activation_alpha", mixture.alpha);
    mixture.beta = node.attributes->floatOr("activation_beta", mixture.beta);
    mixture.limit = node.attributes->floatOr("swiglu_limit", mixture.limit);
    const bool isFused =
        mixture.linearPart == LinearPart::NextToGate || mixture.linearPart == LinearPart::BehindGates;
    mixture.first.rows = isFused ? 2 * mixture.width : mixture.width;
    mixture.first.depth = mixture.hidden;
    mixture.second.rows = mixture.hidden;
    mixture.second.depth = mixture.width;
    mixture.linear.rows = mixture.width;
    mixture.linear.depth = mixture.hidden;
    return mixture;
}

} // namespace weightless::ops::experts
