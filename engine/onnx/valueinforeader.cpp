// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/valueinforeader.h"

#include <onnx/onnx_pb.h>

namespace weightless::onnx_io {

using onnx::TensorShapeProto_Dimension;
using onnx::TypeProto;

namespace {

Dimension readDimension(WireMessage message)
{
    Dimension dimension;
    while (message.next()) {
        switch (message.field()) {
        case TensorShapeProto_Dimension::kDimValueFieldNumber:
            dimension.value = std::max<int64_t>(message.int64(), -1); // exporters write -1 for "free"
            break;
        case TensorShapeProto_Dimension::kDimParamFieldNumber:
            dimension.symbol = message.string();
            break;
        default:
            break;
        }
    }
    return dimension;
}

SymbolicShape readShape(WireMessage message)
{
    SymbolicShape shape;
    while (message.next()) {
        if (message.field() == onnx::TensorShapeProto::kDimFieldNumber) {
            message.reader().charge(sizeof(Dimension), message.position());
            shape.push_back(readDimension(message.message()));
        }
    }
    return shape;
}

// TypeProto.Tensor and TypeProto.SparseTensor have the same fields.
void readTensorType(WireMessage message, ValueInfo& value)
{
    while (message.next()) {
        switch (message.field()) {
        case onnx::TypeProto_Tensor::kElemTypeFieldNumber:
            value.type = static_cast<DataType>(message.int64());
            break;
        case onnx::TypeProto_Tensor::kShapeFieldNumber:
            value.shape = readShape(message.message());
            break;
        default:
            break;
        }
    }
}

void readType(WireMessage message, ValueInfo& value);

// TypeProto.Sequence and TypeProto.Optional have one field each, with the same number.
void readElementType(WireMessage message, ValueInfo& value)
{
    while (message.next()) {
        if (message.field() == onnx::TypeProto_Sequence::kElemTypeFieldNumber) {
            readType(message.message(), value);
        }
    }
}

void readType(WireMessage message, ValueInfo& value)
{
    while (message.next()) {
        switch (message.field()) {
        case TypeProto::kTensorTypeFieldNumber:
            value.kind = "tensor";
            readTensorType(message.message(), value);
            break;
        case TypeProto::kSparseTensorTypeFieldNumber:
            readTensorType(message.message(), value);
            value.kind = "sparse tensor";
            break;
        case TypeProto::kSequenceTypeFieldNumber:
            readElementType(message.message(), value);
            value.kind = "sequence";
            break;
        case TypeProto::kOptionalTypeFieldNumber:
            readElementType(message.message(), value);
            value.kind = "optional";
            break;
        case TypeProto::kMapTypeFieldNumber:
            value.kind = "map";
            break;
        case TypeProto::kOpaqueTypeFieldNumber:
            value.kind = "opaque";
            break;
        default:
            break;
        }
    }
}

} // namespace

ValueInfo readValueInfo(WireMessage message)
{
    message.reader().charge(sizeof(ValueInfo), message.position());
    ValueInfo value;
    while (message.next()) {
        switch (message.field()) {
        case onnx::ValueInfoProto::kNameFieldNumber:
            value.name = message.string();
            break;
        case onnx::ValueInfoProto::kTypeFieldNumber:
            readType(message.message(), value);
            break;
        default:
            break;
        }
    }
    return value;
}

} // namespace weightless::onnx_io
