// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/inputcasts.h"
#include "engine/runtime/integerarithmetic.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace weightless {

// Whether `declared` is a constant of 4-bit integers that WeightsType made one of bytes.
[[nodiscard]] bool isWidened(const ConstantInfo& constant, const ConstantInfo& declared);

// Makes a cast of a constant whose value is `known` one of weights; null: of anything else. How many numbers
// become others by that.
[[nodiscard]] uint64_t clampedAsWeight(InputCast& cast, const HostTensor* known);

// Builds a graph with weights of other types than the model's.
//
// Constants of 4-bit integers become constants of bytes with the same values: no kernel reads half bytes, and
// what an operator makes of a number does not depend on its width.
//
// Floats, where another type is asked for: hollow constants of float type take that type. A node that would
// get floats of several types, one of them the weights' type, gets all in that one, through Casts of what is
// computed; a node without such a float computes in what it gets. So activations take the weights' type from
// the first weight on, while what is known on the CPU (shape arithmetic, scales) and what is computed before
// any weight (a time step's embedding) keep the model's precision. Outputs are cast back to what the model
// declares, those of the bodies of control flow too; what declares nothing, and took the weights' type, to
// what follows from the model's other types (engine/runtime/typesinmodel.h), or else to the type of most of
// the model's weights. The elements of sequences likewise, and CastLike casts to it. Operators that know
// float32 alone get that. So do factors that float16 has not, or with few bits, or that only a run tells.
// What a convolution's channels are normalized with stays as the model has it, as what scales sums of
// integers (engine/runtime/owntypes.h); what makes weights of integers is of their type. Those sums, which
// are beyond float16, are scaled in float32 (engine/runtime/integersums.h), and what is added to positions is
// float32 as they are (engine/runtime/integerarithmetic.h).
class WeightsType {
public:
    // InvalidArgument when `type` is given and no type of float that weights can be converted to. `graph`
    // decides which weights keep their types.
    WeightsType(std::optional<DataType> type, const ModelGraph& graph);

    // The type of the constant to declare. `name` is what nodes call it.
    [[nodiscard]] DataType typeOf(const ConstantInfo& constant, const std::string& name) const;
    // That constant: itself, or one of the other type.
    [[nodiscard]] std::shared_ptr<const ConstantInfo> declared(
        const std::shared_ptr<const ConstantInfo>& constant, const std::string& name) const;

    // The node's attributes, and for a CastLike what its second input is in the model.
    [[nodiscard]] Attributes completed(const Node& node, Attributes attributes) const;

    // Brings the inputs of a node to one type of float where they need it. Where only a run tells the types,
    // it is decided then (ops::besideAttribute).
    void unify(GraphBuilder& builder, const Node& node, std::vector<std::optional<Operand>>& inputs);

    // The operand as the type that the model declares for an output; itself when that is not a float's.
    // Unsupported where the model declares 4-bit integers.
    [[nodiscard]] Operand asDeclared(
        GraphBuilder& builder, const Operand& operand, const ValueInfo& declared) const;

    // Of a node in a body, by input; `known`: values that are known of them, else null.
    [[nodiscard]] std::vector<InputCast> castsInBody(
        const Node& node, std::span<const InputType> types, std::span<const HostTensor* const> known) const;
    // How an output of a body that is a float becomes what the model declares, as another type may come.
    [[nodiscard]] std::optional<InputCast> castAtEnd(const ValueInfo& output) const;

private:
    // Whether what the node computes is float32 in any case; `hasFactor`: one beyond float16.
    [[nodiscard]] bool isWide(const Node& node, bool hasFactor) const;
    // Casts of the same value to the same type are one. Constants that are known are weights as those that
    // are loaded, and what of them is beyond the type is told as theirs (Graph::clampedConstants()).
    [[nodiscard]] Operand cast(
        GraphBuilder& builder, const std::string& name, const Operand& operand, DataType type, int64_t use);
    [[nodiscard]] DataType typeInModel(const std::string& name) const;
    // What of values without a declared type becomes that: what has this one, Undefined: all of them.
    [[nodiscard]] DataType undeclaredBeside() const;
    // Of any node.
    [[nodiscard]] std::vector<InputCast> castsOf(
        const Node& node, std::span<const InputType> types, bool isWide) const;

    std::optional<DataType> m_type;
    DataType m_modelType = DataType::Float32; // of most of its weights as the model has them, or asked for
    std::map<std::string, DataType, std::less<>> m_typesInModel; // as far as they are known
    std::set<std::string, std::less<>> m_ownTypes; // names of constants that stay as the model has them
    std::set<std::string, std::less<>> m_scalings; // nodes, by their first outputs (scalingsOfIntegers())
    IntegerArithmetic m_integers;
    // By the value's name, what it became, and what for.
    std::map<std::tuple<std::string, DataType, int64_t>, Operand> m_casts;
};

} // namespace weightless
