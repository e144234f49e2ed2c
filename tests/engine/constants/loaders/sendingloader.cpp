// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/loaders/sendingloader.h"

#include "engine/base/error.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace weightless::testing {

namespace {

class SendingTransfer final : public ExternalDataTransfer {
public:
    SendingTransfer(std::shared_ptr<MemoryMeter> meter, SendingLog& log)
        : m_meter(std::move(meter))
        , m_log(log)
    {
        ++m_log.transfers;
    }
    ~SendingTransfer() override { end(); }

    void prepare(const ExternalTensor& tensor) override { m_tensors.push_back(tensor); }

    std::optional<size_t> load(const std::stop_token& stop) override
    {
        for (size_t i = m_threads.size(); i < threadCount; ++i) {
            m_threads.emplace_back([this, i](const std::stop_token& ended) { send(i, ended); });
        }
        std::unique_lock lock(m_mutex);
        const bool isSome = m_isComplete.wait_for(
            lock, stop, std::chrono::milliseconds(50), [this] { return m_taken < m_complete.size(); });
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
        return isSome ? std::optional(m_complete[m_taken++]) : std::nullopt;
    }

    void finish() override { end(); }

    void abort() noexcept override
    {
        if (m_taken < m_tensors.size() && !m_threads.empty()) {
            const MemorySnapshot held = m_meter->snapshot();
            const uint64_t bytes = held.hostOverheadBytes() + held.of(MemoryPurpose::Weights);
            m_log.leastHeldBytes = std::min(m_log.leastHeldBytes.load(), bytes);
            ++m_log.aborts;
        }
        end();
    }

private:
    static constexpr size_t threadCount = 2;

    void end() noexcept
    {
        m_threads.clear(); // asks each to stop and joins it
        m_log.transfers -= std::exchange(m_isCounted, false) ? 1 : 0;
    }

    void send(size_t first, const std::stop_token& ended)
    {
        try {
            for (size_t i = first; i < m_tensors.size(); i += threadCount) {
                ConstantDestination& destination = *m_tensors[i].destination;
                for (uint64_t offset = 0; offset < destination.sizeBytes();) {
                    DestinationSlice slice = destination.slice(offset,
                        std::min(destination.maxSliceBytes(), destination.sizeBytes() - offset), ended);
                    offset += slice.bytes().size();
                    ++m_log.openSlices;
                    const bool isWhole = fill(slice.bytes(), ended);
                    --m_log.openSlices;
                    if (!isWhole) {
                        return;
                    }
                    slice.commit();
                }
                const std::scoped_lock lock(m_mutex);
                m_complete.push_back(i);
                m_isComplete.notify_all();
            }
        } catch (const Error&) {
            // Stopped while it waited for a slice.
        }
    }

    // False when it was told to end.
    static bool fill(std::span<std::byte> slice, const std::stop_token& ended)
    {
        constexpr size_t pieceBytes = 4096;
        for (size_t offset = 0; offset < slice.size(); offset += pieceBytes) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            std::ranges::fill(
                slice.subspan(offset, std::min(pieceBytes, slice.size() - offset)), SentSource::content);
            if (ended.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                std::ranges::fill(slice, SentSource::content);
                return false;
            }
        }
        return true;
    }

    std::shared_ptr<MemoryMeter> m_meter;
    SendingLog& m_log;
    bool m_isCounted = true;
    std::vector<ExternalTensor> m_tensors;
    std::mutex m_mutex; // of m_complete
    std::condition_variable_any m_isComplete;
    std::vector<size_t> m_complete;
    size_t m_taken = 0;
    std::vector<std::jthread> m_threads; // the last member: joined before the rest dies
};

} // namespace

void SentSource::readAt(uint64_t, std::span<std::byte> target, const std::stop_token&) const
{
    std::ranges::fill(target, content);
}

bool SendingLoader::canServe(const ConstantSource& source, MemoryKind /*any*/) const
{
    const auto* range = std::get_if<ResourceRange>(&source.range);
    return range != nullptr && dynamic_cast<const SentSource*>(range->resource.get()) != nullptr;
}

std::unique_ptr<ExternalDataTransfer> SendingLoader::begin(const std::shared_ptr<MemoryMeter>& meter) const
{
    return std::make_unique<SendingTransfer>(meter, log);
}

} // namespace weightless::testing
