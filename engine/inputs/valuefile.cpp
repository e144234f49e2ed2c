// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/valuefile.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/inputs/tensorio.h"
#include "engine/onnx/tensorfile.h"

#include <utility>
#include <variant>

namespace weightless {

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

// Nothing else compares what is in a sequence or an optional with what is declared.
void checkElements(const std::filesystem::path& file, const ValueInfo& declared, const HostValue& value)
{
    if (value.tensor && declared.type != DataType::Undefined
        && value.tensor->descriptor.type != declared.type) {
        throw Error(ErrorKind::InvalidArgument,
            "'" + displayPath(file) + "' has " + toString(value.tensor->descriptor) + ", but '"
                + declared.name + "' is a " + declared.kind + " of " + toString(declared.type));
    }
    if (value.sequence) {
        for (const HostValue& element : value.sequence->elements) {
            checkElements(file, declared, element);
        }
    }
}

Error needsPb(const std::filesystem::path& file, const ValueInfo& declared)
{
    return {ErrorKind::Unsupported,
        "Output '" + declared.name + "' is " + (declared.kind == "optional" ? "an " : "a ") + declared.kind
            + ": it is written to a .pb file, as ONNX's test data have them, not to '" + displayPath(file)
            + "'"};
}

} // namespace

HostValue readValueFile(const std::filesystem::path& file, const ValueInfo& value)
{
    const onnx_io::TestValueKind kind = onnx_io::kindOf(value);
    onnx_io::TestValue read = kind == onnx_io::TestValueKind::Tensor ? onnx_io::TestValue(readTensor(file))
                                                                     : onnx_io::readTestValue(file, kind);
    HostValue result = std::visit([](auto& held) { return valueOf(std::move(held)); }, read);
    if (result.tensor) {
        const DataType held = result.tensor->descriptor.type;
        if (const DataType type = typeAsDeclared(held, value.type); type != held) {
            HostTensor tensor = *result.tensor;
            tensor.descriptor.type = type;
            result = makeHostValue(std::move(tensor));
        }
    }
    if (value.kind != "tensor") {
        checkElements(file, value, result);
    }
    return result;
}

void checkValueFile(const std::filesystem::path& file, const ValueInfo& declared)
{
    const bool isTensor = declared.kind == "tensor";
    const bool hasElements = declared.kind != "sequence" || declared.type != DataType::Undefined;
    if (!isTensor && declared.kind != "optional" && (declared.kind != "sequence" || !hasElements)) {
        throw Error(ErrorKind::Unsupported,
            "Output '" + declared.name + "' is a " + declared.kind
                + (hasElements ? "" : " of other than tensors")
                + "; only tensors, and sequences and optionals of them, can be written to a file");
    }
    if (declared.kind == "sequence" && isNpyFileName(file)) {
        throw needsPb(file, declared);
    }
    if (isTensor && declared.type != DataType::Undefined) {
        checkTensorFile(file, declared.type, "output '" + declared.name + "'");
    }
}

void writeValue(OutputFile& file, const HostValue& value, const ValueInfo& declared)
{
    const bool isNpy = isNpyFileName(file.target());
    if (isNpy && !value.tensor) {
        throw needsPb(file.target(), declared);
    }
    if (declared.kind == "optional" && !isNpy) {
        onnx_io::writeOptionalProto(file, value, declared.name);
    } else if (value.tensor) {
        writeTensor(file, *value.tensor, declared.name);
    } else if (value.sequence) {
        onnx_io::writeSequenceProto(file, *value.sequence, declared.name);
    } else {
        checkValueFile(file.target(), declared);
        throw Error(ErrorKind::Internal, "Output '" + declared.name + "' is no " + declared.kind);
    }
}

} // namespace weightless
