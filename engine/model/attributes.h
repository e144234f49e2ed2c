// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weightless {

struct ConstantInfo;
struct ModelGraph;

// A value of a node attribute this build has no use for (sparse tensors, type protos): named, never
// evaluated. Inside a function it may instead stand for an attribute of the node that calls the function.
struct OpaqueAttribute {
    std::string kind;
    std::string referencedAttribute = {}; // empty when it is no reference
    int64_t typeNumber = 0; // ONNX AttributeProto.AttributeType
    std::string content = {}; // of types, as the file has it; empty for what was not read
};

using AttributeValue = std::variant<int64_t, float, std::string, std::vector<int64_t>, std::vector<float>,
    std::vector<std::string>, std::shared_ptr<const ConstantInfo>,
    std::vector<std::shared_ptr<const ConstantInfo>>, std::shared_ptr<const ModelGraph>,
    std::vector<std::shared_ptr<const ModelGraph>>, OpaqueAttribute>;

struct Attribute {
    std::string name;
    AttributeValue value;
};

// A node's attributes in file order. The typed getters throw InvalidArgument when the attribute is there with
// another type; the message names the attribute, and callers add the node.
class Attributes {
public:
    Attributes() = default;
    explicit Attributes(std::vector<Attribute> attributes);

    [[nodiscard]] std::span<const Attribute> all() const { return m_attributes; }
    [[nodiscard]] const AttributeValue* find(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    void set(std::string name, AttributeValue value);

    [[nodiscard]] int64_t intOr(std::string_view name, int64_t fallback) const;
    [[nodiscard]] float floatOr(std::string_view name, float fallback) const;
    [[nodiscard]] std::string stringOr(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] std::optional<std::vector<int64_t>> ints(std::string_view name) const;
    [[nodiscard]] std::optional<std::vector<float>> floats(std::string_view name) const;
    [[nodiscard]] std::shared_ptr<const ConstantInfo> tensor(std::string_view name) const; // null when absent

private:
    std::vector<Attribute> m_attributes;
};

// One line for people: "[1, 1]", "float32[1] = 0", "graph 'then_branch'". Long lists are cut with their
// count.
[[nodiscard]] std::string toString(const AttributeValue& value);

// The graphs that an attribute holds. None is null.
[[nodiscard]] std::vector<std::shared_ptr<const ModelGraph>> bodiesOf(const AttributeValue& value);

} // namespace weightless
