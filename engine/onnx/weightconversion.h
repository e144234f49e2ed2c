// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/wirereader.h"
#include "engine/onnx/writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace weightless::onnx_io {

// What becomes of values that the narrower type has no number for.
struct ConversionCounts {
    uint64_t clampedValues = 0; // finite, beyond the range: the largest finite number took their place
    uint64_t flushedValues = 0; // not 0, and 0 now
};

// Elements of `from` as elements of `to`: float32 as float16 or bfloat16, float16 as float32. `counts`
// outlives the filler.
[[nodiscard]] ByteFiller converted(ByteFiller source, DataType from, DataType to, ConversionCounts& counts);

// Initializers of one type are stored as another, and a Cast gives the graph what it had. So every operator
// computes as before, inputs and outputs keep their types, and only the stored numbers are rounded.
struct WeightConversion {
    DataType from = DataType::Float32;
    DataType to = DataType::Float16;
    int64_t irVersion = 0;
    std::unordered_set<std::string> takenNames; // of all values in the model

    // No more elements than this are kept: they decide shapes and bounds, where rounding would be felt.
    static constexpr uint64_t leastElements = 1000;

    // Whose Cast knows the types.
    [[nodiscard]] static int64_t leastOpset(DataType to);
    // Whether it is of that type, and large enough to be converted.
    [[nodiscard]] static bool concerns(const ConstantInfo& constant, DataType from);
    // Unsupported below leastOpset().
    [[nodiscard]] static WeightConversion of(const Model& model, DataType from, DataType to);
};

// What a conversion does to one graph.
class GraphConversion {
public:
    // Reads which constants are inputs too, and what the graph's values are called. `outer`, of the graph
    // around it, lives as long; null for a graph of its own.
    GraphConversion(
        const WeightConversion& conversion, WireMessage graph, const GraphConversion* outer = nullptr);

    // Type, size, and no input may take its place.
    [[nodiscard]] bool applies(const ConstantInfo& constant) const;

    // A graph around this one has a value of that name. There a constant may have it too, but no node's
    // output: a Cast needs another one, which is settled before anything is copied.
    [[nodiscard]] bool isNameOutside(const std::string& name) const;
    void renameCast(const std::string& name);
    // What the value is called now, that nodes of this graph call so; nullopt where that stays.
    [[nodiscard]] std::optional<std::string> castNameOf(const std::string& name) const;

    // Notes the constant and gives the name it is stored under.
    [[nodiscard]] std::string add(const ConstantInfo& constant);

    // Fields of GraphProto: a Cast per constant, before all other nodes.
    [[nodiscard]] std::string castNodes() const;
    // The name that a constant was stored under; null for what was not converted.
    [[nodiscard]] const std::string* storedName(const std::string& name) const;

private:
    struct Converted {
        std::string name; // as before
        std::string storedName;
    };

    void readNames(const WireMessage& field);

    const WeightConversion& m_conversion;
    const GraphConversion* m_outer;
    bool m_renames; // in this graph or one around it
    std::unordered_set<std::string> m_inputs;
    std::unordered_set<std::string> m_names; // of all values of this graph, and of its renamed Casts
    std::unordered_map<std::string, std::string> m_castNames; // of those that were renamed
    std::vector<Converted> m_constants;
    std::unordered_map<std::string, size_t> m_byName;
};

} // namespace weightless::onnx_io
