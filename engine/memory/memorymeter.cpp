// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/memory/memorymeter.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

bool isHostOverhead(MemoryPurpose purpose)
{
    return purpose == MemoryPurpose::Staging || purpose == MemoryPurpose::Host;
}

// Whether it was raised.
bool raise(std::atomic<uint64_t>& peak, uint64_t now)
{
    uint64_t highest = peak.load(std::memory_order_relaxed);
    while (now > highest) {
        if (peak.compare_exchange_weak(highest, now, std::memory_order_relaxed)) {
            return true;
        }
    }
    return false;
}

uint64_t added(std::atomic<uint64_t>& current, uint64_t bytes)
{
    return current.fetch_add(bytes, std::memory_order_relaxed) + bytes;
}

} // namespace

void MemoryMeter::add(MemoryPurpose purpose, uint64_t bytes)
{
    const auto index = static_cast<size_t>(purpose);
    raise(m_peak[index], added(m_current[index], bytes));
    Sum& sum = isHostOverhead(purpose) ? m_hostOverhead : m_device;
    const uint64_t now = added(sum.current, bytes);
    raise(sum.peak, now);
    if (raise(sum.untaken, now) && !isHostOverhead(purpose)) {
        m_untakenWeights.store(current(MemoryPurpose::Weights), std::memory_order_relaxed);
    }
}

void MemoryMeter::subtract(MemoryPurpose purpose, uint64_t bytes)
{
    m_current[static_cast<size_t>(purpose)].fetch_sub(bytes, std::memory_order_relaxed);
    Sum& sum = isHostOverhead(purpose) ? m_hostOverhead : m_device;
    sum.current.fetch_sub(bytes, std::memory_order_relaxed);
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
    for (Sum* const sum : {&m_hostOverhead, &m_device}) {
        sum->peak.store(sum->current.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
}

// An addition on another thread that is not seen here yet raises what is left.
MemoryHighest MemoryMeter::takeHighest()
{
    const auto take = [](Sum& sum) {
        const uint64_t now = sum.current.load(std::memory_order_relaxed);
        return std::max(sum.untaken.exchange(now, std::memory_order_relaxed), now);
    };
    const uint64_t weights = m_untakenWeights.load(std::memory_order_relaxed);
    MemoryHighest highest {take(m_hostOverhead), take(m_device)};
    m_untakenWeights.store(current(MemoryPurpose::Weights), std::memory_order_relaxed);
    highest.weightsBytes = std::min(weights, highest.deviceBytes);
    return highest;
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
