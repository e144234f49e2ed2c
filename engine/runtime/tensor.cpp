// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/tensor.h"

#include "engine/runtime/internals.h"

namespace weightless {

Tensor::Tensor(std::unique_ptr<TensorInternals> internals)
    : m_internals(std::move(internals))
{
}

Tensor::~Tensor() = default;

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
    return m_internals->usage.readable;
}

bool Tensor::isWritable() const
{
    return m_internals->usage.writable;
}

void Tensor::destroy()
{
    m_internals->isDestroyed = true;
    m_internals->range = {};
}

bool Tensor::isDestroyed() const
{
    return m_internals->isDestroyed;
}

} // namespace weightless
