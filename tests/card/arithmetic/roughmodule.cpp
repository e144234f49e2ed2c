// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/card/arithmetic/roughmodule.h"

#include "tests/card/arithmetic/spirvmodule.h"

#include <bit>

namespace weightless::testing {

namespace {

using namespace spirv;

// GLSL.std.450.
enum Function : uint32_t {
    functionRound = 1,
    functionTrunc = 3,
    functionFAbs = 4,
    functionFloor = 8,
    functionCeil = 9,
    functionFract = 10,
    functionSin = 13,
    functionCos = 14,
    functionTan = 15,
    functionAsin = 16,
    functionAcos = 17,
    functionAtan = 18,
    functionSinh = 19,
    functionCosh = 20,
    functionTanh = 21,
    functionAtan2 = 25,
    functionPow = 26,
    functionExp = 27,
    functionLog = 28,
    functionExp2 = 29,
    functionLog2 = 30,
    functionSqrt = 31,
    functionInverseSqrt = 32,
    functionFma = 50
};
constexpr uint32_t roundingModeToEven = 4462;
constexpr uint32_t highBits = 0xfffff000; // half of a float's: the product of two such is exact
constexpr uint32_t halfPrecisionBits = 0xffffe000;

class RoughModule {
public:
    explicit RoughModule(std::span<const uint32_t> words)
        : m_module(words)
        , m_roundsHalfToEven(m_module.hasExecutionMode(roundingModeToEven, 16))
    {
    }

    Words rewritten()
    {
        for (const Instruction& instruction : m_module.instructions()) {
            const Id result = replacement(instruction);
            if (result == 0) {
                m_module.write(instruction);
            } else {
                m_module.write(opCopyObject, {m_type, instruction.operands[1], result});
            }
        }
        return m_module.finished();
    }

private:
    // What computes the instruction's result instead of it; 0 for those that stay.
    Id replacement(const Instruction& instruction)
    {
        const std::span<const uint32_t> operands = instruction.operands;
        if (operands.size() < 3) {
            return 0;
        }
        m_type = operands[0];
        m_shape = m_module.shapeOf(m_type);
        if (instruction.opcode == opFConvert) {
            const FloatShape from = m_module.shapeOf(m_module.typeOf(operands[2]));
            return m_shape.bits == 16 && from.bits == 32 && !m_roundsHalfToEven ? cutHalf(operands[2]) : 0;
        }
        if (m_shape.bits != 32) {
            return 0;
        }
        switch (instruction.opcode) {
        case opFDiv:
            return quotient(operands[2], operands[3]);
        case opFRem:
            return remainder(functionTrunc, operands[2], operands[3]);
        case opFMod:
            return remainder(functionFloor, operands[2], operands[3]);
        case opExtInst:
            return operands[2] == m_module.standardFunctions()
                ? functionReplacement(operands[3], operands.subspan(4))
                : 0;
        default:
            return 0;
        }
    }

    Id functionReplacement(uint32_t function, std::span<const uint32_t> x)
    {
        switch (function) {
        case functionRound: // halves go where a device likes
            return call(functionCeil, subtract(x[0], number(0.5f)));
        case functionSin:
        case functionCos:
            return wave(function, x[0]);
        case functionTan:
            return quotient(wave(functionSin, x[0]), wave(functionCos, x[0]));
        case functionAsin:
        case functionAcos:
        case functionAtan:
            return without(call(function, x[0]), 0xfff);
        case functionAtan2:
            return without(call(function, x[0], x[1]), 0xfff);
        case functionSinh:
            return multiply(number(0.5f), subtract(exponential(x[0]), exponential(negative(x[0]))));
        case functionCosh:
            return multiply(number(0.5f), add(exponential(x[0]), exponential(negative(x[0]))));
        case functionTanh:
            return tangent(exponential(x[0]), exponential(negative(x[0])));
        case functionPow:
            return call(functionExp2, multiply(x[1], logarithm(x[0])));
        case functionExp:
            return exponential(x[0]);
        case functionExp2:
            return without(call(function, x[0]), 3);
        case functionLog:
            return multiply(logarithm(x[0]), number(0.693147181f));
        case functionLog2:
            return logarithm(x[0]);
        case functionSqrt:
            return choose(opFOrdEqual, x[0], number(0.0f), x[0], reciprocal(inverseRoot(x[0])));
        case functionInverseSqrt:
            return inverseRoot(x[0]);
        case functionFma:
            return add(multiply(x[0], x[1]), x[2]);
        default:
            return 0;
        }
    }

    // 2.5 ULP: a reciprocal that is not exact is the next float below or above, by the divisor's power of
    // two.
    Id quotient(Id a, Id b) { return multiply(a, reciprocal(b)); }
    Id reciprocal(Id x)
    {
        const Id nearest = exactly(opFDiv, number(1.0f), x);
        const Id product = multiply(nearest, x);
        const Id excess = add(subtract(product, number(1.0f)), errorOf(product, nearest, x));
        const Id word = m_module.word(m_shape.components);
        const Id above = choose(opFOrdGreaterThan, excess, number(0.0f), words(1), words(0), word);
        const Id below = choose(opFOrdLessThan, excess, number(0.0f), words(1), words(0), word);
        const Id isUp = integer(opBitwiseAnd, integer(opShiftRightLogical, bits(x), words(23)), words(1));
        const Id up = integer(opIMul, below, isUp);
        const Id down = integer(opIMul, above, integer(opISub, words(1), isUp));
        return asFloat(integer(opISub, integer(opIAdd, bits(nearest), up), down));
    }
    // a * b - product
    Id errorOf(Id product, Id a, Id b)
    {
        const Id highA = asFloat(integer(opBitwiseAnd, bits(a), words(highBits)));
        const Id highB = asFloat(integer(opBitwiseAnd, bits(b), words(highBits)));
        const Id lowA = subtract(a, highA);
        const Id lowB = subtract(b, highB);
        Id error = subtract(multiply(highA, highB), product);
        error = add(error, multiply(highA, lowB));
        error = add(error, multiply(lowA, highB));
        return add(error, multiply(lowA, lowB));
    }
    Id remainder(Function rounded, Id a, Id b)
    {
        return subtract(a, multiply(b, call(rounded, quotient(a, b))));
    }

    // An absolute error of 2^-11, and turns that are counted in float32.
    Id wave(uint32_t function, Id x)
    {
        const Id turn = call(functionFract, multiply(x, number(0.159154943f)));
        return cutTo(11, call(function, multiply(turn, number(6.28318531f))));
    }
    // 3 ULP, and an absolute error of 2^-21 between 1/2 and 2.
    Id logarithm(Id x)
    {
        const Id exact = call(functionLog2, x);
        return choose(
            opFOrdLessThan, call(functionFAbs, exact), number(1.0f), cutTo(21, exact), without(exact, 3));
    }
    Id exponential(Id x) { return without(call(functionExp2, multiply(x, number(1.44269504f))), 3); }
    Id inverseRoot(Id x) { return without(call(functionInverseSqrt, x), 1); }
    Id tangent(Id up, Id down) { return quotient(subtract(up, down), add(up, down)); }

    // Rounds toward zero.
    Id cutHalf(Id x)
    {
        const Id halves = m_type;
        m_type = m_module.typeOf(x);
        const Id cut = asFloat(integer(opBitwiseAnd, bits(x), words(halfPrecisionBits)));
        m_type = halves;
        return made(opFConvert, m_type, {cut});
    }
    Id cutTo(int fractionBits, Id x)
    {
        const auto steps = static_cast<float>(1 << fractionBits);
        return multiply(call(functionTrunc, multiply(x, number(steps))), number(1 / steps));
    }
    Id without(Id x, uint32_t lowBits) { return asFloat(integer(opBitwiseAnd, bits(x), words(~lowBits))); }

    Id add(Id a, Id b) { return exactly(opFAdd, a, b); }
    Id subtract(Id a, Id b) { return exactly(opFSub, a, b); }
    Id multiply(Id a, Id b) { return exactly(opFMul, a, b); }
    Id negative(Id x) { return multiply(x, number(-1.0f)); }
    // As it stands: drivers would make a quotient of a product with a reciprocal again.
    Id exactly(uint32_t opcode, Id a, Id b)
    {
        const Id result = made(opcode, m_type, {a, b});
        m_module.forbidContraction(result);
        return result;
    }
    Id call(uint32_t function, Id x)
    {
        return made(opExtInst, m_type, {m_module.standardFunctions(), function, x});
    }
    Id call(uint32_t function, Id x, Id y)
    {
        const Id result = m_module.newId();
        m_module.write(opExtInst, {m_type, result, m_module.standardFunctions(), function, x, y});
        return result;
    }
    Id choose(uint32_t comparison, Id a, Id b, Id yes, Id no, Id type = 0)
    {
        const Id condition = made(comparison, m_module.boolean(m_shape.components), {a, b});
        return made(opSelect, type != 0 ? type : m_type, {condition, yes, no});
    }
    Id integer(uint32_t opcode, Id a, Id b)
    {
        return made(opcode, m_module.word(m_shape.components), {a, b});
    }
    Id bits(Id x) { return made(opBitcast, m_module.word(m_shape.components), {x}); }
    Id asFloat(Id word) { return made(opBitcast, m_type, {word}); }
    Id number(float value)
    {
        return m_module.constant(
            m_type, m_module.float32(), m_shape.components, std::bit_cast<uint32_t>(value));
    }
    Id words(uint32_t value)
    {
        return m_module.constant(
            m_module.word(m_shape.components), m_module.word(1), m_shape.components, value);
    }
    Id made(uint32_t opcode, Id type, std::initializer_list<Id> operands)
    {
        const Id result = m_module.newId();
        Words all {type, result};
        all.insert(all.end(), operands);
        m_module.write(Instruction {opcode, all});
        return result;
    }

    Module m_module;
    bool m_roundsHalfToEven = false;
    Id m_type = 0; // of the instruction that is replaced
    FloatShape m_shape;
};

} // namespace

std::vector<uint32_t> roughModule(std::span<const uint32_t> words)
{
    return RoughModule(words).rewritten();
}

} // namespace weightless::testing
