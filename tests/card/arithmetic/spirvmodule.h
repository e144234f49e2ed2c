// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace weightless::testing::spirv {

using Id = uint32_t;
using Words = std::vector<uint32_t>;

// Of the SPIR-V specification, section 3.49, what is read or written here.
enum Opcode : uint32_t {
    opExtInstImport = 11,
    opExtInst = 12,
    opMemoryModel = 14,
    opExecutionMode = 16,
    opTypeVoid = 19, // the first of the types
    opTypeBool = 20,
    opTypeInt = 21,
    opTypeFloat = 22,
    opTypeVector = 23,
    opTypeForwardPointer = 39, // the last of the types
    opConstant = 43,
    opConstantComposite = 44,
    opFunction = 54,
    opDecorate = 71,
    opCopyObject = 83,
    opFConvert = 115,
    opBitcast = 124,
    opIAdd = 128,
    opFAdd = 129,
    opISub = 130,
    opFSub = 131,
    opIMul = 132,
    opFMul = 133,
    opFDiv = 136,
    opFRem = 140,
    opFMod = 141,
    opSelect = 169,
    opFOrdEqual = 180,
    opFOrdLessThan = 184,
    opFOrdGreaterThan = 186,
    opShiftRightLogical = 194,
    opBitwiseAnd = 199
};

struct Instruction {
    uint32_t opcode = 0;
    std::span<const uint32_t> operands;
};

// A scalar or vector of floats.
struct FloatShape {
    uint32_t bits = 0; // 0: it is something else
    uint32_t components = 0;
};

// A module whose functions can be written anew, one instruction after the other; types and constants that new
// ones need are declared on the way.
class Module {
public:
    explicit Module(std::span<const uint32_t> words); // of a valid module
    [[nodiscard]] Words finished() const;

    // Those of the functions, as they were.
    [[nodiscard]] std::vector<Instruction> instructions() const;
    [[nodiscard]] FloatShape shapeOf(Id type) const;
    [[nodiscard]] Id typeOf(Id value) const; // 0 where it is no float
    [[nodiscard]] Id standardFunctions() const { return m_import; }
    [[nodiscard]] bool hasExecutionMode(uint32_t mode, uint32_t operand) const;

    void write(const Instruction& instruction);
    void write(uint32_t opcode, std::initializer_list<uint32_t> operands);
    void forbidContraction(Id result);

    [[nodiscard]] Id newId() { return m_bound++; }
    [[nodiscard]] Id float32() const { return m_float; }
    Id boolean(uint32_t components);
    Id word(uint32_t components);
    // The same in all components.
    Id constant(Id type, Id componentType, uint32_t components, uint32_t bits);

private:
    void readDeclaration(const Instruction& instruction);
    Id vectorOf(std::map<uint32_t, Id>& types, uint32_t components);

    std::span<const uint32_t> m_words;
    size_t m_memoryModel = 0; // words before it; of the first type, of the first function
    size_t m_types = 0;
    size_t m_functions = 0;
    uint32_t m_bound = 0;
    Id m_import = 0;
    bool m_importIsNew = false;
    Id m_float = 0;
    std::map<Id, FloatShape> m_floats;
    std::map<Id, Id> m_valueTypes;
    std::map<uint32_t, Id> m_booleans; // by their components
    std::map<uint32_t, Id> m_integers;
    std::map<std::pair<Id, uint32_t>, Id> m_constants;
    std::vector<std::pair<uint32_t, uint32_t>> m_modes;
    Words m_decorations;
    Words m_declarations;
    Words m_body;
};

} // namespace weightless::testing::spirv
