// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"

#include <map>
#include <memory>
#include <string>

namespace weightless {

struct TensorInternals;

struct TensorUsage {
    bool readable = true;
    bool writable = true;
};

// A tensor on the device (WebNN's MLTensor). Made by Context::createTensor(); device memory lives until
// destroy() or the last reference, and as long as a dispatch uses it.
class Tensor {
public:
    explicit Tensor(std::unique_ptr<TensorInternals> internals);
    ~Tensor();
    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;

    [[nodiscard]] const TensorDescriptor& descriptor() const;
    [[nodiscard]] uint64_t sizeBytes() const;
    [[nodiscard]] bool isReadable() const;
    [[nodiscard]] bool isWritable() const;

    // Gives the memory back, and with it the command buffers that were recorded for this tensor: now, or as
    // soon as the device is done with what is in flight. Every later use is InvalidState. Idempotent.
    void destroy() noexcept;
    [[nodiscard]] bool isDestroyed() const;

    [[nodiscard]] TensorInternals& internals() const { return *m_internals; }

private:
    std::unique_ptr<TensorInternals> m_internals;
};

using NamedTensors = std::map<std::string, std::shared_ptr<Tensor>>;

} // namespace weightless
