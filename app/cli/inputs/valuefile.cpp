// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs/valuefile.h"

#include "engine/onnx/tensorfile.h"

#include <utility>
#include <variant>

namespace weightless::cli {

namespace {

HostValue valueOf(HostTensor tensor)
{
    return makeHostValue(std::move(tensor));
}

HostValue valueOf(onnx_io::TensorSequence tensors)
{
    HostSequence sequence;
    for (HostTensor& tensor : tensors) {
        sequence.elements.push_back(makeHostValue(std::move(tensor)));
    }
    return makeHostValue(std::move(sequence));
}

HostValue valueOf(std::monostate)
{
    return {};
}

HostValue valueOf(onnx_io::OptionalValue value)
{
    return std::visit([](auto& held) { return valueOf(std::move(held)); }, value);
}

} // namespace

HostValue readValueFile(const std::filesystem::path& file, const ValueInfo& value)
{
    onnx_io::TestValue read = onnx_io::readTestValue(file, onnx_io::kindOf(value));
    HostValue result = std::visit([](auto& held) { return valueOf(std::move(held)); }, read);
    // NumPy has no bfloat16: ONNX's older test data hold its bits as uint16.
    if (value.type == DataType::BFloat16 && result.tensor
        && result.tensor->descriptor.type == DataType::UInt16) {
        HostTensor tensor = *result.tensor;
        tensor.descriptor.type = DataType::BFloat16;
        result = makeHostValue(std::move(tensor));
    }
    return result;
}

} // namespace weightless::cli
