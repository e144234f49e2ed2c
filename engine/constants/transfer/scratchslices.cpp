// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/scratchslices.h"

#include "engine/base/error.h"
#include "engine/constants/loaderror.h"

#include <algorithm>
#include <string>

namespace weightless {

ScratchSlices::ScratchSlices(std::shared_ptr<MemoryMeter> meter, uint64_t sliceBytes, unsigned sliceCount)
    : m_meter(std::move(meter))
    , m_sliceBytes(sliceBytes)
    , m_slices(std::max(sliceCount, 1u))
{
}

ScratchSlices::Lease::~Lease()
{
    if (m_slices != nullptr) {
        m_slices->give(m_index);
    }
}

ScratchSlices::Lease ScratchSlices::lease(uint64_t bytes, const std::stop_token& stop)
{
    if (bytes > m_sliceBytes) {
        throw Error(ErrorKind::Internal,
            std::to_string(bytes) + " bytes do not fit a scratch slice of " + std::to_string(m_sliceBytes));
    }
    std::unique_lock lock(m_mutex);
    Slice* slice = nullptr;
    if (stop.stop_requested() || !m_freed.wait(lock, stop, [&] { return (slice = findFree()) != nullptr; })) {
        throw loadCancelled();
    }
    if (!slice->memory) {
        slice->memory.reset(static_cast<std::byte*>(::operator new(m_sliceBytes, alignment)));
        slice->metered = MeteredBytes(m_meter, MemoryPurpose::Host, m_sliceBytes);
    }
    slice->isBusy = true;
    const auto index = static_cast<size_t>(slice - m_slices.data());
    m_next = (index + 1) % m_slices.size();
    return {*this, index, std::span(slice->memory.get(), bytes)};
}

ScratchSlices::Slice* ScratchSlices::findFree()
{
    for (size_t i = 0; i < m_slices.size(); ++i) {
        Slice& slice = m_slices[(m_next + i) % m_slices.size()];
        if (!slice.isBusy) {
            return &slice;
        }
    }
    return nullptr;
}

void ScratchSlices::give(size_t index) noexcept
{
    {
        const std::scoped_lock lock(m_mutex);
        m_slices[index].isBusy = false;
    }
    m_freed.notify_one();
}

} // namespace weightless
