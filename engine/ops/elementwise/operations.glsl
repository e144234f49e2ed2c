// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which operation a kernel's specialisation constant selects. Included by the shaders and, inside a namespace that
// knows `uint`, by the C++ that chooses; so only what both languages read the same way.

const uint unaryAbs = 0u;
const uint unaryNeg = 1u;
const uint unaryExp = 2u;
const uint unaryLog = 3u;
const uint unarySqrt = 4u;
const uint unaryReciprocal = 5u;
const uint unarySin = 6u;
const uint unaryCos = 7u;
const uint unaryTan = 8u;
const uint unaryAsin = 9u;
const uint unaryAcos = 10u;
const uint unaryAtan = 11u;
const uint unarySinh = 12u;
const uint unaryCosh = 13u;
const uint unaryTanh = 14u;
const uint unaryAsinh = 15u;
const uint unaryAcosh = 16u;
const uint unaryAtanh = 17u;
const uint unarySigmoid = 18u;
const uint unaryRelu = 19u;
const uint unaryLeakyRelu = 20u; // alpha
const uint unaryElu = 21u; // alpha
const uint unarySelu = 22u; // alpha, beta (gamma in ONNX)
const uint unaryCelu = 23u; // alpha
const uint unarySoftplus = 24u;
const uint unarySoftsign = 25u;
const uint unaryHardSigmoid = 26u; // alpha, beta
const uint unaryHardSwish = 27u;
const uint unaryMish = 28u;
const uint unaryGelu = 29u;
const uint unaryGeluTanh = 30u;
const uint unaryErf = 31u;
const uint unaryFloor = 32u;
const uint unaryCeil = 33u;
const uint unaryRound = 34u;
const uint unarySign = 35u;
const uint unaryThresholdedRelu = 36u; // alpha
const uint unaryClip = 37u; // alpha, beta
const uint unaryScale = 38u; // alpha
const uint unaryNot = 39u;
const uint unaryBitwiseNot = 40u;
const uint unarySwish = 41u; // alpha
const uint unaryAffine = 42u; // alpha, beta

const uint binaryAdd = 0u;
const uint binarySub = 1u;
const uint binaryMul = 2u;
const uint binaryDiv = 3u;
const uint binaryMod = 4u; // sign of the divisor
const uint binaryFmod = 5u; // sign of the dividend
const uint binaryMin = 6u;
const uint binaryMax = 7u;
const uint binaryPRelu = 8u;
const uint binaryAnd = 9u; // bits
const uint binaryOr = 10u;
const uint binaryXor = 11u;
const uint binaryShiftLeft = 12u;
const uint binaryShiftRight = 13u;
const uint binaryPow = 14u;

const uint compareEqual = 32u;
const uint compareLess = 33u;
const uint compareLessOrEqual = 34u;
const uint compareGreater = 35u;
const uint compareGreaterOrEqual = 36u;
const uint compareAnd = 37u;
const uint compareOr = 38u;
const uint compareXor = 39u;
