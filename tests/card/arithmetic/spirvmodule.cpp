// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/arithmetic/spirvmodule.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace weightless::testing::spirv {

namespace {

constexpr size_t headerWords = 5;
constexpr size_t boundAt = 3;
constexpr uint32_t decorationNoContraction = 42;
constexpr std::string_view standardName = "GLSL.std.450";

std::vector<Instruction> instructionsOf(std::span<const uint32_t> words)
{
    std::vector<Instruction> instructions;
    for (size_t at = 0; at < words.size();) {
        const size_t length = std::clamp<size_t>(words[at] >> 16, 1, words.size() - at);
        instructions.push_back({words[at] & 0xffff, words.subspan(at + 1, length - 1)});
        at += length;
    }
    return instructions;
}

void append(Words& words, uint32_t opcode, std::span<const uint32_t> operands)
{
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands.begin(), operands.end());
}

void append(Words& words, uint32_t opcode, std::initializer_list<uint32_t> operands)
{
    append(words, opcode, std::span(operands.begin(), operands.size()));
}

bool isStandard(const Instruction& import)
{
    const auto name = std::as_bytes(import.operands.subspan(1));
    return name.size() > standardName.size()
        && std::memcmp(name.data(), standardName.data(), standardName.size()) == 0;
}

} // namespace

Module::Module(std::span<const uint32_t> words)
    : m_words(words)
    , m_bound(words[boundAt])
{
    size_t at = headerWords;
    m_types = m_functions = words.size();
    for (const Instruction& instruction : instructionsOf(words.subspan(headerWords))) {
        if (instruction.opcode == opMemoryModel) {
            m_memoryModel = at;
        }
        if (instruction.opcode >= opTypeVoid && instruction.opcode <= opTypeForwardPointer) {
            m_types = std::min(m_types, at);
        }
        if (instruction.opcode == opFunction) {
            m_functions = std::min(m_functions, at);
        }
        readDeclaration(instruction);
        at += instruction.operands.size() + 1;
    }
    if (m_import == 0) {
        m_import = newId();
        m_importIsNew = true;
    }
}

void Module::readDeclaration(const Instruction& instruction)
{
    const std::span<const uint32_t> operands = instruction.operands;
    if (instruction.opcode == opExtInstImport && isStandard(instruction)) {
        m_import = operands[0];
    } else if (instruction.opcode == opExecutionMode && operands.size() >= 3) {
        m_modes.emplace_back(operands[1], operands[2]);
    } else if (instruction.opcode == opTypeBool) {
        m_booleans[1] = operands[0];
    } else if (instruction.opcode == opTypeInt && operands[1] == 32 && operands[2] == 0) {
        m_integers[1] = operands[0];
    } else if (instruction.opcode == opTypeFloat && operands.size() == 2) { // others have an encoding
        m_floats[operands[0]] = {operands[1], 1};
        m_float = operands[1] == 32 ? operands[0] : m_float;
    } else if (instruction.opcode == opTypeVector) {
        if (const FloatShape element = shapeOf(operands[1]); element.bits != 0) {
            m_floats[operands[0]] = {element.bits, operands[2]};
        } else if (m_booleans.contains(1) && m_booleans[1] == operands[1]) {
            m_booleans[operands[2]] = operands[0];
        } else if (m_integers.contains(1) && m_integers[1] == operands[1]) {
            m_integers[operands[2]] = operands[0];
        }
    } else if (operands.size() >= 2 && m_floats.contains(operands[0])) {
        // An instruction that begins with a type has a result: of its kind are all that make floats.
        m_valueTypes[operands[1]] = operands[0];
    }
}

std::vector<Instruction> Module::instructions() const
{
    return instructionsOf(m_words.subspan(m_functions));
}

FloatShape Module::shapeOf(Id type) const
{
    const auto found = m_floats.find(type);
    return found != m_floats.end() ? found->second : FloatShape {};
}

Id Module::typeOf(Id value) const
{
    const auto found = m_valueTypes.find(value);
    return found != m_valueTypes.end() ? found->second : 0;
}

bool Module::hasExecutionMode(uint32_t mode, uint32_t operand) const
{
    return std::ranges::find(m_modes, std::pair(mode, operand)) != m_modes.end();
}

void Module::write(const Instruction& instruction)
{
    append(m_body, instruction.opcode, instruction.operands);
}

void Module::write(uint32_t opcode, std::initializer_list<uint32_t> operands)
{
    append(m_body, opcode, operands);
}

void Module::forbidContraction(Id result)
{
    append(m_decorations, opDecorate, {result, decorationNoContraction});
}

Id Module::boolean(uint32_t components)
{
    if (!m_booleans.contains(1)) {
        m_booleans[1] = newId();
        append(m_declarations, opTypeBool, {m_booleans[1]});
    }
    return vectorOf(m_booleans, components);
}

Id Module::word(uint32_t components)
{
    if (!m_integers.contains(1)) {
        m_integers[1] = newId();
        append(m_declarations, opTypeInt, {m_integers[1], 32, 0});
    }
    return vectorOf(m_integers, components);
}

Id Module::vectorOf(std::map<uint32_t, Id>& types, uint32_t components)
{
    if (!types.contains(components)) {
        types[components] = newId();
        append(m_declarations, opTypeVector, {types[components], types[1], components});
    }
    return types[components];
}

Id Module::constant(Id type, Id componentType, uint32_t components, uint32_t bits)
{
    const auto [entry, isNew] = m_constants.try_emplace({type, bits}, 0);
    if (!isNew) {
        return entry->second;
    }
    if (components == 1) {
        entry->second = newId();
        append(m_declarations, opConstant, {type, entry->second, bits});
        return entry->second;
    }
    const Id component = constant(componentType, componentType, 1, bits);
    const Id vector = newId();
    Words operands {type, vector};
    operands.insert(operands.end(), components, component);
    append(m_declarations, opConstantComposite, operands);
    return entry->second = vector;
}

Words Module::finished() const
{
    const auto at = [&](size_t word) { return m_words.begin() + static_cast<std::ptrdiff_t>(word); };
    Words words(m_words.begin(), at(m_memoryModel));
    words[boundAt] = m_bound;
    if (m_importIsNew) {
        Words operands(1 + standardName.size() / sizeof(uint32_t) + 1);
        operands[0] = m_import;
        std::memcpy(operands.data() + 1, standardName.data(), standardName.size());
        append(words, opExtInstImport, operands);
    }
    words.insert(words.end(), at(m_memoryModel), at(m_types));
    words.insert(words.end(), m_decorations.begin(), m_decorations.end());
    words.insert(words.end(), at(m_types), at(m_functions));
    words.insert(words.end(), m_declarations.begin(), m_declarations.end());
    words.insert(words.end(), m_body.begin(), m_body.end());
    return words;
}

} // namespace weightless::testing::spirv
