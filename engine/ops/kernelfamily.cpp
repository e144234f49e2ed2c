// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernelfamily.h"

#include "engine/base/error.h"

namespace weightless::ops {

namespace {

std::string joinedSuffixes(std::initializer_list<DataType> types)
{
    std::string joined;
    for (const DataType type : types) {
        if (!joined.empty()) {
            joined += '_';
        }
        joined += typeSuffix(type);
    }
    return joined;
}

} // namespace

std::string_view typeSuffix(DataType type)
{
    switch (type) {
    case DataType::Float32:
        return "f32";
    case DataType::Float16:
        return "f16";
    case DataType::BFloat16:
        return "bf16";
    case DataType::Float64:
        return "f64";
    case DataType::Int8:
        return "i8";
    case DataType::Int16:
        return "i16";
    case DataType::Int32:
        return "i32";
    case DataType::Int64:
        return "i64";
    case DataType::UInt8:
        return "u8";
    case DataType::UInt16:
        return "u16";
    case DataType::UInt32:
        return "u32";
    case DataType::UInt64:
        return "u64";
    case DataType::Bool:
        return "bool";
    default:
        return {};
    }
}

KernelFamily::KernelFamily(std::string_view name, std::span<const vulkan::KernelCode> variants)
    : m_name(name)
    , m_variants(variants)
{
}

const vulkan::KernelCode& KernelFamily::forTypes(std::initializer_list<DataType> types) const
{
    if (const vulkan::KernelCode* code = find(joinedSuffixes(types))) {
        return *code;
    }
    std::string names;
    for (const DataType type : types) {
        names += (names.empty() ? "" : ", ") + toString(type);
    }
    throw Error(ErrorKind::Unsupported, "There is no " + std::string(m_name) + " kernel for " + names);
}

const vulkan::KernelCode& KernelFamily::forWidthOf(DataType type) const
{
    if (const vulkan::KernelCode* code = find('b' + std::to_string(bitWidth(type)))) {
        return *code;
    }
    throw Error(
        ErrorKind::Unsupported, "There is no " + std::string(m_name) + " kernel for " + toString(type));
}

const vulkan::KernelCode& KernelFamily::forWidthAndType(DataType moved, DataType other) const
{
    if (const vulkan::KernelCode* code =
            find('b' + std::to_string(bitWidth(moved)) + '_' + std::string(typeSuffix(other)))) {
        return *code;
    }
    throw Error(ErrorKind::Unsupported,
        "There is no " + std::string(m_name) + " kernel for " + toString(moved) + " and " + toString(other));
}

const vulkan::KernelCode& KernelFamily::forTypeAndWidth(DataType other, DataType moved) const
{
    if (const vulkan::KernelCode* code =
            find(std::string(typeSuffix(other)) + "_b" + std::to_string(bitWidth(moved)))) {
        return *code;
    }
    throw Error(ErrorKind::Unsupported,
        "There is no " + std::string(m_name) + " kernel for " + toString(other) + " and " + toString(moved));
}

bool KernelFamily::hasTypes(std::initializer_list<DataType> types) const
{
    return find(joinedSuffixes(types)) != nullptr;
}

const vulkan::KernelCode* KernelFamily::find(std::string_view suffixes) const
{
    for (const vulkan::KernelCode& variant : m_variants) {
        if (variant.name.substr(m_name.size() + 1) == suffixes) {
            return &variant;
        }
    }
    return nullptr;
}

} // namespace weightless::ops
