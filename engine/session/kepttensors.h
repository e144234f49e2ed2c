// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"
#include "engine/runtime/graphport.h"
#include "engine/runtime/tensor.h"

#include <memory>
#include <span>
#include <string>

namespace weightless {

// Device tensors by name that stay from run to run, so that a run of the same shapes allocates and records
// nothing. One thread.
class KeptTensors {
public:
    // A tensor of each port's type and shape: the one that is there, or a new one. Ports without a descriptor
    // keep the tensor that is there until fit() asks for them by name. Those that fit no port are destroyed
    // first, so that old and new are not there at once. OutOfMemory, after which some are missing and the
    // next call makes them.
    void fit(Context& context, std::span<const GraphPort> ports);

    // The tensor of that name if it has this descriptor, else a new one in its place. OutOfMemory.
    [[nodiscard]] std::shared_ptr<Tensor> fit(
        Context& context, const std::string& name, const TensorDescriptor& descriptor);

    [[nodiscard]] const NamedTensors& tensors() const { return m_tensors; }
    // Null when there is none of that name.
    [[nodiscard]] std::shared_ptr<Tensor> find(const std::string& name) const;

    // Gives all of them back.
    void clear() noexcept;

private:
    NamedTensors m_tensors;
};

} // namespace weightless
