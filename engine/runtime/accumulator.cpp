// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/accumulator.h"

#include "engine/base/error.h"

#include <algorithm>
#include <string>

namespace weightless {

namespace {

constexpr uint64_t largestFirstBytes = uint64_t {64} << 20; // taken at once for iterations yet to come

} // namespace

void requireWholeBytes(const TensorDescriptor& slice, std::string_view role)
{
    const auto elements = static_cast<uint64_t>(elementCount(slice.shape).value_or(0));
    if (elements * bitWidth(slice.type) % 8 != 0) {
        throw Error(ErrorKind::Unsupported,
            std::string(role) + " is " + toString(slice)
                + " in an iteration, which is no whole bytes; cast it to int8 or uint8");
    }
}

void Accumulator::add(RunSite& site, RunValue value)
{
    if (value.state != plan::ValueState::Tensor) {
        throw Error(
            ErrorKind::InvalidArgument, "a scan output is no tensor of numbers; collect sequences instead");
    }
    if (m_count == 0) {
        requireWholeBytes(value.descriptor, "a scan output");
        m_element = value.descriptor;
    } else if (m_element != value.descriptor) {
        throw Error(ErrorKind::InvalidArgument,
            "a scan output is " + toString(value.descriptor) + " in iteration " + std::to_string(m_count)
                + ", but was " + toString(m_element) + " before");
    }
    const uint64_t bytes = byteCount(m_element).value_or(0);
    if (bytes > 0) {
        reserve(site, m_count + 1);
        site.bringToDevice(value, m_uploads);
        site.copy(value.range.part(0, bytes), {m_buffer, m_count * bytes, bytes});
    }
    ++m_count;
}

void Accumulator::reserve(RunSite& site, uint64_t count)
{
    if (count <= m_capacity) {
        return;
    }
    const uint64_t bytes = byteCount(m_element).value_or(0);
    const uint64_t atOnce = std::min(m_expected, std::max<uint64_t>(largestFirstBytes / bytes, 1));
    const uint64_t capacity = std::max({count, m_capacity * 2, atOnce});
    if (capacity > (uint64_t {1} << 50) / bytes) {
        throw Error(ErrorKind::OutOfMemory, "a scan output grew beyond every device");
    }
    auto larger =
        std::make_shared<const vulkan::Buffer>(site.stageSite().device->createTensorBuffer(capacity * bytes));
    if (m_count > 0) {
        site.copy({m_buffer, 0, m_count * bytes}, {larger, 0, m_count * bytes});
    }
    m_buffer = std::move(larger);
    m_capacity = capacity;
}

RunValue Accumulator::result(RunSite& site, const TensorDescriptor& empty) const
{
    RunValue stacked {.state = plan::ValueState::Tensor, .descriptor = m_count > 0 ? m_element : empty};
    stacked.descriptor.shape.insert(stacked.descriptor.shape.begin(), static_cast<int64_t>(m_count));
    const uint64_t bytes = byteCount(stacked.descriptor).value_or(0);
    stacked.range = m_buffer
        ? vulkan::BufferRange {m_buffer, 0, bytes}
        : vulkan::BufferRange {
            std::make_shared<const vulkan::Buffer>(site.stageSite().device->createTensorBuffer(0)), 0, 0};
    return stacked;
}

} // namespace weightless
