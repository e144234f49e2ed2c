// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#version 450
// Elements of one type to elements of another. Each invocation makes one word of 32 bits, that is one, two or four
// elements, from whole words: it needs no feature of the device, and uses no arithmetic in floats, which a device may
// round or flush as it likes. With taps it is a work group that makes a block of filters (model/blockedfilter.h): it reads
// words beside each other, which may lie across a bus, and writes words beside each other. Finite numbers that are
// beyond the other type are counted.
layout(local_size_x = 64) in;

// DataType's numbers.
const uint float32 = 1;
const uint uint8 = 2;
const uint int8 = 3;
const uint float16 = 10;
const uint bfloat16 = 16;
const uint uint4 = 21;
const uint int4 = 22;
layout(constant_id = 0) const uint fromType = float32;
layout(constant_id = 1) const uint toType = float16;
layout(constant_id = 2) const uint taps = 1;

const uint signBit = 0x80000000u;
const uint leastMask = 0x47c15c00u; // -99,000 and below hides (model/finitefloat.h)
const uint blockChannels = 64; // as model/blockedfilter.h has them
shared uint clampedOfGroup;
shared uint block[taps > 1 ? blockChannels * taps : 1]; // its elements, converted

layout(push_constant) uniform Push
{
    uint tensorOffset[6];
    uint wordCount;
    uint elementCount; // the last word may be more than they fill
}
push;
layout(std430, set = 0, binding = 0) readonly buffer Stored { uint storedWords[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Device { uint deviceWords[]; };
layout(std430, set = 0, binding = 2) buffer Clamped { uint clampedValues[]; }; // one; none where no number is beyond

uint widthOf(uint type)
{
    if (type == float32) {
        return 32;
    }
    return type == uint4 || type == int4 ? 4 : (type == uint8 || type == int8 ? 8 : 16);
}

uint halfToFloat(uint bits)
{
    const uint sign = (bits & 0x8000u) << 16;
    const uint magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u) {
        return sign | 0x7f800000u | (magnitude > 0x7c00u ? 0x400000u : 0u) | ((magnitude & 0x3ffu) << 13);
    }
    if (magnitude >= 0x400u) {
        return sign | ((magnitude << 13) + 0x38000000u);
    }
    if (magnitude == 0) {
        return sign;
    }
    const int top = findMSB(magnitude); // subnormal: its value is magnitude * 2^-24
    return sign | (uint(top + 103) << 23) | ((magnitude << (23 - top)) & 0x7fffffu);
}

uint floatToHalf(uint bits)
{
    const uint sign = (bits >> 16) & 0x8000u;
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu);
    }
    // Finite numbers stay so (model/finitefloat.h): -65504 and other masks become half of that, the rest of what rounds
    // to 65536 the largest number.
    if (sign != 0 && (magnitude >= leastMask || magnitude == 0x477fe000u) && magnitude < 0x7f800000u) {
        return sign | 0x77ffu;
    }
    if (magnitude >= 0x477ff000u) {
        return sign | (magnitude == 0x7f800000u ? 0x7c00u : 0x7bffu);
    }
    if (magnitude >= 0x38800000u) {
        return sign | ((magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13);
    }
    if (magnitude < 0x33000000u) { // below half of the smallest subnormal half
        return sign;
    }
    const uint mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const uint shift = 126 - (magnitude >> 23); // 14 to 24
    const uint rounded = mantissa + (1u << (shift - 1)) - 1 + ((mantissa >> shift) & 1u);
    return sign | (rounded >> shift);
}

uint floatToBfloat(uint bits)
{
    if ((bits & 0x7fffffffu) > 0x7f800000u) {
        return (bits >> 16) | 0x40u;
    }
    if ((bits & 0x7fffffffu) > 0x7f7f0000u && (bits & 0x7fffffffu) < 0x7f800000u) {
        return (bits & 0x80000000u) >> 16 | 0x7f7fu;
    }
    return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

uint converted(uint bits)
{
    if (fromType == toType) {
        return bits;
    }
    if (toType == uint8) {
        return bits;
    }
    if (toType == int8) {
        return ((bits ^ 8u) - 8u) & 0xffu;
    }
    const uint value = fromType == float32 ? bits : (fromType == float16 ? halfToFloat(bits) : bits << 16);
    return toType == float32 ? value : (toType == float16 ? floatToHalf(value) : floatToBfloat(value));
}

// Whether there are such numbers: float16 is beyond nothing. No constant, which glslc -O makes invalid code of.
bool mayClamp()
{
    return fromType != toType && fromType != float16 && (toType == float16 || toType == bfloat16);
}

// Whether the other type has another number for it, not one that is merely rounded (model/finitefloat.h). Masks
// hide as before.
bool isClamped(uint bits)
{
    const uint value = fromType == float32 ? bits : bits << 16;
    const uint magnitude = value & ~signBit;
    const bool isMask = (value & signBit) != 0 && magnitude >= leastMask;
    if (!mayClamp() || magnitude >= 0x7f800000u || isMask) {
        return false;
    }
    return magnitude >= (toType == float16 ? 0x477ff000u : 0x7f7f8000u);
}

// Of each invocation of the group, all of which get here. The word they all count in may lie across a bus: a group adds
// to it once, and one that has nothing to add leaves it alone.
void addClamped(uint count)
{
    if (!mayClamp()) {
        return;
    }
    if (gl_LocalInvocationID.x == 0) {
        clampedOfGroup = 0;
    }
    barrier();
    if (count > 0) {
        atomicAdd(clampedOfGroup, count);
    }
    barrier();
    if (gl_LocalInvocationID.x == 0 && clampedOfGroup > 0) {
        atomicAdd(clampedValues[push.tensorOffset[2]], clampedOfGroup);
    }
}

uint storedElement(uint index)
{
    const uint width = widthOf(fromType);
    const uint perWord = 32 / width;
    const uint word = storedWords[push.tensorOffset[0] + index / perWord];
    return width == 32 ? word : bitfieldExtract(word, int(index % perWord * width), int(width));
}

void convertBlock(uint index)
{
    const uint elements = blockChannels * taps;
    const uint perStored = 32 / widthOf(fromType);
    uint clamped = 0;
    for (uint i = gl_LocalInvocationID.x; i < elements / perStored; i += gl_WorkGroupSize.x) {
        for (uint e = i * perStored; e < (i + 1) * perStored; ++e) {
            const uint bits = storedElement(index * elements + e);
            block[e] = converted(bits);
            clamped += isClamped(bits) ? 1 : 0;
        }
    }
    addClamped(clamped);
    barrier();
    const uint width = widthOf(toType);
    const uint perWord = 32 / width;
    const uint first = index * (elements / perWord);
    for (uint i = gl_LocalInvocationID.x; i < elements / perWord; i += gl_WorkGroupSize.x) {
        uint word = 0;
        for (uint e = 0; e < perWord; ++e) {
            const uint at = i * perWord + e;
            word |= block[at % blockChannels * taps + at / blockChannels] << (e * width);
        }
        deviceWords[push.tensorOffset[1] + first + i] = word;
    }
}

// How many were beyond.
uint convertWord(uint index)
{
    const uint width = widthOf(toType);
    const uint perWord = 32 / width;
    uint word = 0;
    uint clamped = 0;
    for (uint i = 0; i < perWord; ++i) {
        const uint element = index * perWord + i;
        const uint bits = storedElement(element);
        word |= converted(bits) << (i * width);
        clamped += element < push.elementCount && isClamped(bits) ? 1 : 0;
    }
    deviceWords[push.tensorOffset[1] + index] = word;
    return clamped;
}

void main()
{
    // Groups are laid out in rows of 32768.
    const uint group = gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x;
    if (taps > 1) {
        if (group < push.wordCount / (blockChannels * taps * widthOf(toType) / 32)) {
            convertBlock(group);
        }
        return;
    }
    const uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    addClamped(index < push.wordCount ? convertWord(index) : 0);
}
