// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Types below 16 bits that kernels do not compute in, as model/narrowtypes.h has them. The kernel declares the
// specialization constant narrowType before: the number of ONNX's DataType, so that all that is chosen by it is gone
// when the pipeline is made.

#ifndef WEIGHTLESS_NARROW_GLSL
#define WEIGHTLESS_NARROW_GLSL

const uint narrowE4M3FN = 17;
const uint narrowE4M3FNUZ = 18;
const uint narrowE5M2 = 19;
const uint narrowE5M2FNUZ = 20;
const uint narrowUInt4 = 21;
const uint narrowInt4 = 22;
const uint narrowE2M1 = 23;
const uint narrowE8M0 = 24;
const uint narrowUInt2 = 25;
const uint narrowInt2 = 26;
const uint narrowE2M3 = 27;
const uint narrowE3M2 = 28;

const uint roundUp = 0;
const uint roundNearest = 2;

float notANumber() { return uintBitsToFloat(0x7fc00000u); }

bool isNarrowSigned() { return narrowType == narrowInt4 || narrowType == narrowInt2; }
bool isNarrowInteger() { return isNarrowSigned() || narrowType == narrowUInt4 || narrowType == narrowUInt2; }
uint narrowBits()
{
    return narrowType >= narrowE2M3                                  ? 6u
        : narrowType >= narrowUInt2                                  ? 2u
        : narrowType >= narrowUInt4 && narrowType <= narrowE2M1      ? 4u
                                                                     : 8u;
}
uint narrowMask() { return (1u << narrowBits()) - 1u; }
// The fewest whole bytes that hold whole elements, and how many: three bytes are four elements of six bits.
uint narrowGroupBytes() { return narrowBits() == 6u ? 3u : 1u; }
uint narrowPerGroup() { return narrowGroupBytes() * 8u / narrowBits(); }

// A sign, an exponent and a mantissa; codes without the sign, but for that of NaN.
struct NarrowFloat {
    uint mantissaBits;
    uint bias;
    uint greatest;
    uint overflow;
    uint nan;
    bool hasNegativeZero;
};

NarrowFloat narrowFormat()
{
    if (narrowType == narrowE4M3FN) {
        return NarrowFloat(3, 7, 0x7e, 0x7f, 0x7f, true);
    }
    if (narrowType == narrowE4M3FNUZ) {
        return NarrowFloat(3, 8, 0x7f, 0x80, 0x80, false);
    }
    if (narrowType == narrowE5M2) {
        return NarrowFloat(2, 15, 0x7b, 0x7c, 0x7e, true);
    }
    if (narrowType == narrowE5M2FNUZ) {
        return NarrowFloat(2, 16, 0x7f, 0x80, 0x80, false);
    }
    if (narrowType == narrowE2M3) {
        return NarrowFloat(3, 1, 0x1f, 0x1f, 0x20, true);
    }
    if (narrowType == narrowE3M2) {
        return NarrowFloat(2, 3, 0x1f, 0x1f, 0x20, true);
    }
    return NarrowFloat(1, 1, 0x7, 0x7, 0x8, true); // E2M1
}

float narrowFloatValue(uint code)
{
    if (narrowType == narrowE8M0) {
        return code == 0xffu ? notANumber() : uintBitsToFloat(code == 0u ? 0x400000u : code << 23);
    }
    const NarrowFloat format = narrowFormat();
    const uint signBit = 1u << (narrowBits() - 1u);
    const uint magnitude = code & (signBit - 1u);
    float value = 0.0;
    if (magnitude > format.greatest || (!format.hasNegativeZero && code == format.nan)) {
        value = narrowType == narrowE5M2 && magnitude == format.overflow ? uintBitsToFloat(0x7f800000u) : notANumber();
    } else if (magnitude >> format.mantissaBits == 0u) {
        value = float(magnitude) * uintBitsToFloat((128u - format.bias - format.mantissaBits) << 23);
    } else {
        value = uintBitsToFloat((magnitude << (23u - format.mantissaBits)) + ((127u - format.bias) << 23));
    }
    return (code & signBit) != 0u ? -value : value;
}

float narrowValue(uint code)
{
    if (isNarrowInteger()) {
        return float(isNarrowSigned() ? bitfieldExtract(int(code), 0, int(narrowBits())) : int(code));
    }
    return narrowFloatValue(code);
}

uint scaleCode(uint bits, bool saturates, uint rounding)
{
    const uint exponent = (bits >> 23) & 0xffu;
    const uint fraction = bits & 0x7fffffu;
    if (exponent == 0xffu) {
        return 0xffu;
    }
    // Code 0 is 2^-127, which float has as a subnormal of half the range.
    const bool isUp = rounding == roundUp ? fraction > (exponent == 0u ? 0x400000u : 0u)
                                          : rounding == roundNearest && fraction >= (exponent == 0u ? 0x600000u : 0x400000u);
    return exponent == 0xfeu && saturates ? exponent : exponent + (isUp ? 1u : 0u);
}

uint narrowFloatCode(float value, bool saturates, uint rounding)
{
    const uint bits = floatBitsToUint(value);
    if (narrowType == narrowE8M0) {
        return scaleCode(bits, saturates, rounding);
    }
    const NarrowFloat format = narrowFormat();
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return format.nan;
    }
    const uint shift = 23u - format.mantissaBits;
    uint code = 0;
    if (magnitude >= (128u - format.bias) << 23) {
        code = (magnitude + (1u << (shift - 1u)) - 1u + ((magnitude >> shift) & 1u)) >> shift;
        code -= (127u - format.bias) << format.mantissaBits;
    } else {
        const float scale = uintBitsToFloat((126u + format.bias + format.mantissaBits) << 23);
        code = uint(roundEven(uintBitsToFloat(magnitude) * scale));
    }
    if (code > format.greatest) {
        code = saturates ? format.greatest : format.overflow;
    }
    const bool isNegative = bits >> 31 != 0u && (code != 0u || format.hasNegativeZero);
    return isNegative ? code | (1u << (narrowBits() - 1u)) : code;
}

// A function that reads the code of one element of a tensor, which may lie in two bytes.
#define NARROW_READER(function, type, name) \
    uint function(uint index) \
    { \
        const uint bit = index % narrowPerGroup() * narrowBits(); \
        const uint byte = index / narrowPerGroup() * narrowGroupBytes() + bit / 8u; \
        uint window = uint(LOAD(type, name, byte)); \
        if (bit % 8u + narrowBits() > 8u) { \
            window |= uint(LOAD(type, name, byte + 1u)) << 8; \
        } \
        return (window >> (bit % 8u)) & narrowMask(); \
    }

#endif
