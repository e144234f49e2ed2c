// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/tensor.h"

#include "engine/runtime/contextinternals.h"
#include "engine/runtime/tensorinternals.h"

#include <utility>

namespace weightless {

Tensor::Tensor(std::unique_ptr<TensorInternals> internals)
    : m_internals(std::move(internals))
{
}

Tensor::~Tensor()
{
    destroy();
}

const TensorDescriptor& Tensor::descriptor() const
{
    return m_internals->descriptor;
}

uint64_t Tensor::sizeBytes() const
{
    return m_internals->sizeBytes;
}

bool Tensor::isReadable() const
{
    return m_internals->isReadable;
}

bool Tensor::isWritable() const
{
    return m_internals->isWritable;
}

void Tensor::destroy() noexcept
{
    m_internals->isDestroyed = true;
    const vulkan::BufferRange range = std::exchange(m_internals->range, {});
    m_internals->readBack = {};
    if (const auto context = m_internals->context.lock(); context && range.buffer) {
        context->forgetRecordingsOf(*range.buffer);
    }
}

bool Tensor::isDestroyed() const
{
    return m_internals->isDestroyed;
}

} // namespace weightless
