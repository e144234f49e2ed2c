// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/model/model.h"
#include "engine/onnx/externaldata.h"
#include "engine/onnx/wirereader.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Elements in one of TensorProto's typed fields. Writers pack them into one range, which stays in the file;
// anything else (one field per element, several packed pieces) is gathered, up to a limit for the whole file.
struct TypedField {
    std::optional<ByteRange> packed;
    std::vector<std::byte> gathered;
    bool isTooLarge = false; // the limit was reached; gathered is incomplete
};

// A TensorProto as it stands in the file.
struct TensorFields {
    std::string name;
    Shape dims;
    int32_t type = 0;
    std::optional<ByteRange> raw;
    TypedField floats;
    TypedField doubles;
    TypedField int32s;
    TypedField int64s;
    TypedField uint64s;
    std::vector<std::string> strings;
    ExternalDataEntries external;
    bool isExternal = false;
};

// Reads TensorProto messages of one file without their bytes. One per file; `reader` reads the origin's
// model.
class TensorReader {
public:
    TensorReader(WireReader& reader, ModelOrigin& origin, uint64_t handOffThresholdElements,
        std::stop_token stop = {});

    // The message's fields. Fails where its structure is broken.
    [[nodiscard]] TensorFields readFields(WireMessage message);

    // A constant from the fields; `fallbackName` serves when they name none. What is wrong with the tensor
    // itself goes into ConstantInfo::problem.
    [[nodiscard]] std::shared_ptr<ConstantInfo> makeConstant(
        TensorFields fields, const std::string& fallbackName);

    // Reads the elements of one that was left hollow, as far as it is within mostAttributeBytes: tensors in
    // the attributes of nodes are what operators are made with, not weights that a device takes.
    static constexpr uint64_t mostAttributeBytes = 64 * MiB;
    void complete(ConstantInfo& constant);

private:
    void readTyped(const WireMessage& message, TypedField& field, unsigned fixedWidthBytes);
    void gather(TypedField& field, std::span<const std::byte> bytes, uint64_t position);
    void gather(TypedField& field, ByteRange range);

    // What is wrong with the tensor goes into ConstantInfo::problem; returns its kind.
    std::optional<ErrorKind> noteProblem(ConstantInfo& constant, const std::function<void()>& work);
    void fillConstant(ConstantInfo& constant, TensorFields& fields);
    [[nodiscard]] ConstantSource sourceOf(TensorFields& fields, std::optional<uint64_t> expectedBytes);
    [[nodiscard]] ConstantSource sourceOf(TypedField& field, bool isVarint);
    [[nodiscard]] std::vector<std::byte> bytesOf(const ConstantSource& source);
    [[nodiscard]] ConstantSource packed(const ConstantSource& source, DataType type, uint64_t count);
    void readValue(ConstantInfo& constant);

    WireReader& m_reader;
    uint64_t m_thresholdElements;
    ModelOrigin& m_origin;
    SourceRange m_modelFile; // all of it
    std::stop_token m_stop;
    uint64_t m_gatheredBytes = 0;
};

} // namespace weightless::onnx_io
