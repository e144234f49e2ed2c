// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes that are a model have shapes and a plan, or an Error.
#include "engine/base/error.h"
#include "engine/onnx/reader.h"
#include "engine/plan/planner.h"
#include "tests/fuzz/dataflowofmodel.h"
#include "tests/fuzz/memorymodel.h"

namespace {

// A device that refuses little, so that every lowering is reached.
weightless::vulkan::DeviceTraits ableDevice()
{
    weightless::vulkan::DeviceTraits traits;
    traits.hasFloat16 = traits.hasFloat64 = true;
    traits.hasInt8 = traits.hasInt16 = traits.hasInt64 = true;
    traits.has8BitStorage = traits.has16BitStorage = true;
    traits.hasBufferDeviceAddress = true;
    traits.maxWorkGroupInvocations = 1024;
    return traits;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace weightless;
    test::MemoryModel origin(std::as_bytes(std::span(data, size)));
    try {
        const onnx_io::ReadResult result = onnx_io::readModel(origin);
        const test::ModelDataflow model = test::dataflowOf(result.model);
        const plan::Specialization shapes = plan::specialize(model.dataflow, model.inputShapes);
        std::ignore = plan::makePlan(model.dataflow, shapes, ableDevice());
    } catch (const Error&) {
    }
    return 0;
}
