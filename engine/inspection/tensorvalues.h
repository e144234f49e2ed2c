// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/writer.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace weightless {

// A tensor whose values can be looked at: a constant, wherever its bytes lie, or values in memory. Cheap to
// copy; one of the two is there, or neither (an empty reference).
struct TensorValues {
    std::shared_ptr<const ConstantInfo> constant;
    std::shared_ptr<const HostTensor> values;

    [[nodiscard]] bool isEmpty() const { return !constant && !values; }
    [[nodiscard]] TensorDescriptor descriptor() const; // with the type that the elements have there
    [[nodiscard]] uint64_t elementCount() const; // 0 when it has none or they cannot be counted
    [[nodiscard]] uint64_t storedBytes() const; // that are read for all of it
    [[nodiscard]] bool isRemote() const; // reading it asks a server
    [[nodiscard]] std::string name() const; // of the constant
};

// Reads a tensor's elements a part at a time, in memory that the part takes, and nothing else of its file.
// Elements of 2 and 4 bits come unpacked as int8 and uint8. One thread at a time.
class TensorReader {
public:
    // Nothing is opened yet.
    explicit TensorReader(TensorValues tensor);

    [[nodiscard]] const TensorValues& tensor() const { return m_tensor; }
    // Of what read() returns.
    [[nodiscard]] DataType valueType() const;
    // read() takes it; strings come as strings.
    [[nodiscard]] bool isReadable() const;

    // Elements `first` … `first + count` in row-major order, as a tensor of one dimension. Going back in a
    // constant that is stored as varints reads it again from its beginning. InvalidArgument: beyond the end,
    // no source (says why), elements that do not fit the shape. Unsupported: a type without a width. Io;
    // Cancelled.
    [[nodiscard]] HostTensor read(uint64_t first, uint64_t count, const std::stop_token& stop = {});

    // Io when the file is no longer what it was when the model was opened.
    void checkUnchanged() const;

private:
    void readBytes(uint64_t offset, std::span<std::byte> destination, const std::stop_token& stop);
    void readSequentially(uint64_t offset, std::span<std::byte> destination, const std::stop_token& stop);

    TensorValues m_tensor;
    std::shared_ptr<const ByteSource> m_source; // once something was read of a file
    onnx_io::ByteFiller m_stream; // of varints
    uint64_t m_streamOffset = 0;
};

} // namespace weightless
