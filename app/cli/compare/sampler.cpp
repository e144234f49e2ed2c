// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/sampler.h"

#include "app/cli/output/text.h"
#include "engine/memory/processmemory.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

namespace weightless::cli {

namespace {

constexpr std::chrono::steady_clock::duration shortestInterval = std::chrono::milliseconds(1);
constexpr std::chrono::steady_clock::duration longestInterval = std::chrono::milliseconds(50);
constexpr int leastRows = 50; // of a job that takes longer than that many of the shortest intervals
constexpr std::string_view header =
    "seconds,host_overhead_bytes,device_weights_bytes,device_activations_bytes,"
    "device_staging_bytes,rss_anon_bytes,rss_file_bytes\n";

} // namespace

MemorySampler::MemorySampler(OutputFile& file, std::shared_ptr<MemoryMeter> meter)
    : m_file(file)
    , m_meter(std::move(meter))
    , m_start(std::chrono::steady_clock::now())
{
    m_file.write(header);
    static_cast<void>(m_meter->takeHighest()); // of what was before, nothing is told
    sample();
    m_thread = std::jthread([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        auto next = m_start + interval();
        try {
            while (!wake.wait_until(lock, stop, next, [] { return false; }) && !stop.stop_requested()) {
                sample();
                next = std::max(next + interval(), std::chrono::steady_clock::now()); // none twice
            }
        } catch (...) {
            m_failure = std::current_exception();
        }
    });
}

MemorySampler::~MemorySampler()
{
    stop();
    if (m_keepsRows) {
        try {
            finish();
        } catch (const std::exception&) { // the job's own failure is what is told
        }
    }
}

void MemorySampler::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void MemorySampler::finish()
{
    stop();
    m_keepsRows = false; // what failed once is not tried again
    if (m_failure) {
        std::rethrow_exception(m_failure);
    }
    sample();
    m_file.commit();
}

std::chrono::steady_clock::duration MemorySampler::interval() const
{
    const auto elapsed = std::chrono::steady_clock::now() - m_start;
    return std::clamp(elapsed / leastRows, shortestInterval, longestInterval);
}

void MemorySampler::sample()
{
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
    const MemoryHighest highest = m_meter->takeHighest();
    const MemorySnapshot held = m_meter->snapshot();
    const uint64_t weights = held.of(MemoryPurpose::Weights);
    const MemoryHighest now {
        held.hostOverheadBytes(), weights + held.of(MemoryPurpose::Activations), weights};
    if (highest.hostOverheadBytes > now.hostOverheadBytes || highest.deviceBytes > now.deviceBytes) {
        MemoryHighest before = highest.deviceBytes > now.deviceBytes ? highest : now;
        before.hostOverheadBytes = std::max(highest.hostOverheadBytes, now.hostOverheadBytes);
        writeRow(elapsed.count(), held, before);
    }
    writeRow(elapsed.count(), held, now);
}

void MemorySampler::writeRow(double seconds, const MemorySnapshot& held, const MemoryHighest& sums)
{
    const ProcessMemory process = processMemory();
    std::string row = formatFixed(seconds, 4);
    for (const uint64_t bytes :
        {sums.hostOverheadBytes, sums.weightsBytes, sums.deviceBytes - sums.weightsBytes,
            held.of(MemoryPurpose::Staging), process.anonymousBytes, process.fileBytes}) {
        row.append(1, ',').append(std::to_string(bytes));
    }
    m_file.write(row += '\n');
}

} // namespace weightless::cli
