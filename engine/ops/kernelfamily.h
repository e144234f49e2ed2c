// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"
#include "engine/vulkan/kernelcode.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace weightless::ops {

// All variants of one shader source, named "<kernel>_<suffix>[_<suffix>…]", one suffix per type parameter T0,
// T1 ….
class KernelFamily {
public:
    KernelFamily(std::string_view name, std::span<const vulkan::KernelCode> variants);

    // Unsupported, naming kernel and types, when there is no such variant.
    [[nodiscard]] const vulkan::KernelCode& forTypes(std::initializer_list<DataType> types) const;
    // Variants b8, b16, b32, b64 of kernels that only move elements.
    [[nodiscard]] const vulkan::KernelCode& forWidthOf(DataType type) const;
    // Variants b8_i64, b16_i32 … of kernels that move elements as a tensor of another type (indices) says.
    [[nodiscard]] const vulkan::KernelCode& forWidthAndType(DataType moved, DataType other) const;
    // The same with the other type first: i64_b16.
    [[nodiscard]] const vulkan::KernelCode& forTypeAndWidth(DataType other, DataType moved) const;
    [[nodiscard]] bool hasTypes(std::initializer_list<DataType> types) const;

private:
    [[nodiscard]] const vulkan::KernelCode* find(std::string_view suffixes) const;

    std::string_view m_name;
    std::span<const vulkan::KernelCode> m_variants;
};

// "f32", "f16", "bf16", "f64", "i8" … "u64", "bool"; empty for types without kernels.
[[nodiscard]] std::string_view typeSuffix(DataType type);

} // namespace weightless::ops
