// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/memorymeter.h"

#include <utility>

namespace weightless {

namespace {

bool isHostOverhead(MemoryPurpose purpose)
{
    return purpose == MemoryPurpose::Staging || purpose == MemoryPurpose::Host;
}

void addAndRaisePeak(std::atomic<uint64_t>& current, std::atomic<uint64_t>& peak, uint64_t bytes)
{
    const uint64_t now = current.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    uint64_t highest = peak.load(std::memory_order_relaxed);
    while (now > highest && !peak.compare_exchange_weak(highest, now, std::memory_order_relaxed)) { }
}

} // namespace

void MemoryMeter::add(MemoryPurpose purpose, uint64_t bytes)
{
    const auto index = static_cast<size_t>(purpose);
    addAndRaisePeak(m_current[index], m_peak[index], bytes);
    if (isHostOverhead(purpose)) {
        addAndRaisePeak(m_hostOverhead, m_hostOverheadPeak, bytes);
    }
}

void MemoryMeter::subtract(MemoryPurpose purpose, uint64_t bytes)
{
    m_current[static_cast<size_t>(purpose)].fetch_sub(bytes, std::memory_order_relaxed);
    if (isHostOverhead(purpose)) {
        m_hostOverhead.fetch_sub(bytes, std::memory_order_relaxed);
    }
}

void MemoryMeter::addImported(uint64_t bytes)
{
    m_imported.fetch_add(bytes, std::memory_order_relaxed);
}

void MemoryMeter::subtractImported(uint64_t bytes)
{
    m_imported.fetch_sub(bytes, std::memory_order_relaxed);
}

MemorySnapshot MemoryMeter::snapshot() const
{
    MemorySnapshot snapshot;
    for (size_t i = 0; i < memoryPurposeCount; ++i) {
        snapshot.bytes[i] = m_current[i].load(std::memory_order_relaxed);
    }
    snapshot.importedBytes = m_imported.load(std::memory_order_relaxed);
    snapshot.passingBytes = m_passing.load(std::memory_order_relaxed);
    snapshot.hostOverheadPeakBytes = hostOverheadPeak();
    return snapshot;
}

uint64_t MemoryMeter::current(MemoryPurpose purpose) const
{
    return m_current[static_cast<size_t>(purpose)].load(std::memory_order_relaxed);
}

uint64_t MemoryMeter::peak(MemoryPurpose purpose) const
{
    return m_peak[static_cast<size_t>(purpose)].load(std::memory_order_relaxed);
}

void MemoryMeter::resetPeaks()
{
    for (size_t i = 0; i < memoryPurposeCount; ++i) {
        m_peak[i].store(m_current[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    m_hostOverheadPeak.store(m_hostOverhead.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

MeteredBytes::MeteredBytes(std::shared_ptr<MemoryMeter> meter, MemoryPurpose purpose, uint64_t bytes)
    : m_meter(std::move(meter))
    , m_purpose(purpose)
    , m_bytes(bytes)
{
    if (m_meter) {
        m_meter->add(m_purpose, m_bytes);
    }
}

MeteredBytes::~MeteredBytes()
{
    release();
}

MeteredBytes::MeteredBytes(MeteredBytes&& other) noexcept
    : m_meter(std::move(other.m_meter))
    , m_purpose(other.m_purpose)
    , m_bytes(std::exchange(other.m_bytes, 0))
{
}

MeteredBytes& MeteredBytes::operator=(MeteredBytes&& other) noexcept
{
    if (this != &other) {
        release();
        m_meter = std::move(other.m_meter);
        m_purpose = other.m_purpose;
        m_bytes = std::exchange(other.m_bytes, 0);
    }
    return *this;
}

void MeteredBytes::release() noexcept
{
    if (m_meter) {
        m_meter->subtract(m_purpose, m_bytes);
        m_meter.reset();
    }
}

} // namespace weightless
