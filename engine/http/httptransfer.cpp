// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httptransfer.h"

#include "engine/base/bytes.h"
#include "engine/http/httpresource.h"
#include "engine/http/httpstretch.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace weightless::http {

namespace {

// How long a load waits for one more constant before its caller may pause it.
constexpr auto patience = std::chrono::milliseconds(50);

} // namespace

HttpTransfer::HttpTransfer(std::shared_ptr<MemoryMeter> meter)
    : m_meter(std::move(meter))
{
}

HttpTransfer::~HttpTransfer()
{
    abort();
}

unsigned HttpTransfer::connectionsFor(const HttpResource& resource)
{
    return std::max(resource.file()->client->options().connectionCount, 1u);
}

void HttpTransfer::prepare(const ExternalTensor& tensor)
{
    m_tensors.push_back(tensor);
}

void HttpTransfer::start()
{
    const auto& first = std::get<ResourceRange>(m_tensors.front().constant->source.range);
    const unsigned connectionCount = connectionsFor(dynamic_cast<const HttpResource&>(*first.resource));
    m_segments = planSegments(m_tensors, connectionCount);
    m_missingBytes = std::make_unique<std::atomic<uint64_t>[]>(m_tensors.size());
    for (size_t i = 0; i < m_tensors.size(); ++i) {
        m_missingBytes[i] = m_tensors[i].destination->sizeBytes();
    }
    const size_t count = std::min<size_t>(connectionCount, m_segments.size());
    m_buffers = MeteredBytes(m_meter, MemoryPurpose::Host, count * HttpStream::bufferBytes);
    for (size_t i = 0; i < count; ++i) {
        m_threads.emplace_back([this, stop = m_stop.get_token()] { work(stop); });
    }
}

std::optional<size_t> HttpTransfer::load(const std::stop_token& stop)
{
    if (m_threads.empty()) {
        start();
    }
    const RestGate::Opening opening(m_gate);
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait_for(lock, stop, patience, [this] { return !m_complete.empty() || m_error; })) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
        return std::nullopt;
    }
    if (m_complete.empty()) {
        throw *m_error;
    }
    const size_t tensor = m_complete.front();
    m_complete.pop_front();
    return tensor;
}

void HttpTransfer::finish()
{
    m_threads.clear(); // joins
    m_buffers = {};
}

void HttpTransfer::abort() noexcept
{
    m_stop.request_stop();
    m_threads.clear();
    m_buffers = {};
}

void HttpTransfer::work(const std::stop_token& stop)
{
    for (;;) {
        size_t index = 0;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_nextSegment == m_segments.size() || stop.stop_requested()) {
                return;
            }
            index = m_nextSegment++;
        }
        try {
            receive(m_segments[index], stop);
        } catch (...) {
            fail(currentError());
            return;
        }
    }
}

void HttpTransfer::receive(const Segment& segment, const std::stop_token& stop)
{
    HttpStretch stretch(segment.file, segment.begin(), segment.end(), [this, &stop] { m_gate.pass(stop); });
    for (const SegmentPart& part : segment.parts) {
        try {
            stretch.skipTo(part.offsetInFile, stop);
            receivePart(stretch, part, stop);
        } catch (...) {
            const Error error = currentError();
            const ConstantInfo& constant = *m_tensors[part.tensor].constant;
            throw Error(error.kind(),
                "Constant '" + constant.name + "' (" + toString(constant.descriptor) + ", "
                    + describe(constant.source) + ") was not set: " + error.message());
        }
    }
}

void HttpTransfer::receivePart(HttpStretch& stretch, const SegmentPart& part, const std::stop_token& stop)
{
    ConstantDestination& destination = *m_tensors[part.tensor].destination;
    for (uint64_t done = 0; done < part.lengthBytes;) {
        const uint64_t count = std::min(part.lengthBytes - done, destination.maxSliceBytes());
        DestinationSlice slice = destination.slice(part.offsetInTensor + done, count, stop);
        stretch.read(slice.bytes(), stop);
        slice.commit();
        done += count;
    }
    if (m_missingBytes[part.tensor].fetch_sub(part.lengthBytes) == part.lengthBytes) {
        {
            const std::scoped_lock lock(m_mutex);
            m_complete.push_back(part.tensor);
        }
        m_changed.notify_one();
    }
}

// The first failure ends the others; what they had complete is still returned.
void HttpTransfer::fail(const Error& error)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_error) {
            m_error = error;
        }
    }
    m_stop.request_stop();
    m_changed.notify_one();
}

} // namespace weightless::http
