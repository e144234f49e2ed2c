// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/sampler.h"

#include "app/cli/output/text.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/memory/processmemory.h"

#include <condition_variable>
#include <mutex>

namespace weightless::cli {

namespace {

constexpr auto sampleInterval = std::chrono::milliseconds(50);
constexpr std::string_view header =
    "seconds,host_overhead_bytes,device_weights_bytes,device_activations_bytes,"
    "device_staging_bytes,rss_anon_bytes,rss_file_bytes\n";

} // namespace

MemorySampler::MemorySampler(const std::filesystem::path& path, std::shared_ptr<const MemoryMeter> meter)
    : m_path(path)
    , m_meter(std::move(meter))
    , m_start(std::chrono::steady_clock::now())
    , m_file(path, std::ios::binary | std::ios::trunc)
{
    if (!m_file) {
        throw Error(
            ErrorKind::Io, displayPath(m_path) + " cannot be written; is its folder there and writable?");
    }
    m_file << header;
    writeRow();
    m_thread = std::jthread([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        auto next = m_start + sampleInterval;
        while (!wake.wait_until(lock, stop, next, [] { return false; }) && !stop.stop_requested()) {
            writeRow();
            next += sampleInterval;
        }
    });
}

MemorySampler::~MemorySampler()
{
    stop();
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
    writeRow();
    m_file.close();
    if (!m_file) {
        throw Error(
            ErrorKind::Io, displayPath(m_path) + " could not be written completely; is the disk full?");
    }
}

void MemorySampler::writeRow()
{
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
    const MemorySnapshot held = m_meter->snapshot();
    const ProcessMemory process = processMemory();
    m_file << formatFixed(elapsed.count(), 4) << ',' << held.hostOverheadBytes() << ','
           << held.of(MemoryPurpose::Weights) << ',' << held.of(MemoryPurpose::Activations) << ','
           << held.of(MemoryPurpose::Staging) << ',' << process.anonymousBytes << ',' << process.fileBytes
           << '\n';
}

} // namespace weightless::cli
