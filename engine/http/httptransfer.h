// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/constants/loaders/externaldataloader.h"
#include "engine/http/httpresource.h"
#include "engine/http/httpstretch.h"
#include "engine/http/restgate.h"
#include "engine/http/segments.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace weightless::http {

// Receives the constants of one load over several connections, a thread each, every byte straight into its
// slice.
class HttpTransfer final : public ExternalDataTransfer {
public:
    explicit HttpTransfer(std::shared_ptr<MemoryMeter> meter);
    ~HttpTransfer() override;

    // At most so many that a transfer opens whose first constant is in this file.
    [[nodiscard]] static unsigned connectionsFor(const HttpResource& resource);

    void prepare(const ExternalTensor& tensor) override;
    [[nodiscard]] std::optional<size_t> load(const std::stop_token& stop) override;
    void finish() override;
    void abort() noexcept override;

private:
    void start();
    void work(const std::stop_token& stop);
    void receive(const Segment& segment, const std::stop_token& stop);
    void receivePart(HttpStretch& stretch, const SegmentPart& part, const std::stop_token& stop);
    void fail(const Error& error);

    std::shared_ptr<MemoryMeter> m_meter;
    MeteredBytes m_buffers;
    std::vector<ExternalTensor> m_tensors;
    std::vector<Segment> m_segments;
    std::unique_ptr<std::atomic<uint64_t>[]> m_missingBytes; // by tensor
    RestGate m_gate;
    std::stop_source m_stop;
    std::mutex m_mutex; // guards the four below
    std::condition_variable_any m_changed;
    size_t m_nextSegment = 0;
    std::deque<size_t> m_complete; // tensors to be returned by load()
    std::optional<Error> m_error;
    std::vector<std::jthread> m_threads; // the last member: joined before the rest dies
};

} // namespace weightless::http
