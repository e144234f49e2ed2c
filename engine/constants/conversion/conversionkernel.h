// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/conversion/elementconversion.h"
#include "engine/vulkan/pipeline.h"
#include "engine/vulkan/recorder.h"

#include <memory>

namespace weightless {

// Converts elements on the device (convert.comp): bit for bit what ElementConversion::convert() does on the
// CPU, in whole numbers alone, so that every device can and none rounds or flushes in its own way. Const
// functions from any thread.
class ConversionKernel {
public:
    explicit ConversionKernel(std::shared_ptr<vulkan::PipelineLibrary> pipelines);

    // `stored` and `device` begin at multiples of 4 bytes; `device` holds the elements of `stored`, or one
    // less for 4-bit ones. Up to three bytes behind `device` are written: its memory ends at a multiple of 4,
    // and nobody else's begins before. What convert() counts is added to the word `clamped`, which may be
    // none where ElementConversion::mayClamp() says no. For a recorder of the compute queue.
    void record(vulkan::CommandRecorder& recorder, const ElementConversion& conversion,
        const vulkan::BufferRange& stored, const vulkan::BufferRange& device,
        const vulkan::BufferRange& clamped) const;

private:
    std::shared_ptr<vulkan::PipelineLibrary> m_pipelines;
};

} // namespace weightless
