// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/npyfile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/formats/boolbytes.h"
#include "engine/formats/npyheader.h"

#include <algorithm>
#include <array>
#include <string>

namespace weightless {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

// Real headers have some hundred bytes.
constexpr uint64_t longestHeaderBytes = 1 * MiB;

Error broken(const File& file, const std::string& what)
{
    return {ErrorKind::InvalidArgument, "'" + displayPath(file.path()) + "' is no valid .npy file: " + what};
}

uint32_t readLittleEndian(const File& file, uint64_t offset, unsigned count)
{
    std::array<std::byte, 4> bytes {};
    file.readAt(offset, std::span(bytes).first(count));
    uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i) {
        value |= std::to_integer<uint32_t>(bytes[i]) << (8 * i);
    }
    return value;
}

struct HeaderText {
    std::string text;
    uint64_t dataOffsetBytes = 0;
};

HeaderText readHeaderText(const File& file)
{
    if (file.sizeBytes() < 10) {
        throw broken(file, "it has only " + std::to_string(file.sizeBytes()) + " bytes");
    }
    std::string begin(magic.size(), '\0');
    file.readAt(0, std::as_writable_bytes(std::span(begin)));
    if (begin != magic) {
        throw broken(file, "it does not begin with \"\\x93NUMPY\"");
    }
    const uint32_t version = readLittleEndian(file, 6, 1);
    if (version < 1 || version > 3) {
        throw broken(file, "it has format version " + std::to_string(version) + ", expected 1, 2 or 3");
    }
    const unsigned lengthWidth = version == 1 ? 2 : 4;
    const uint64_t textOffset = 8 + lengthWidth;
    if (file.sizeBytes() < textOffset) {
        throw broken(file, "its header is cut off");
    }
    const uint64_t length = readLittleEndian(file, 8, lengthWidth);
    if (length > std::min(longestHeaderBytes, file.sizeBytes() - textOffset)) {
        throw broken(file,
            "its header claims " + std::to_string(length) + " bytes of the "
                + std::to_string(file.sizeBytes() - textOffset) + " that follow");
    }
    HeaderText header {std::string(length, '\0'), textOffset + length};
    file.readAt(textOffset, std::as_writable_bytes(std::span(header.text)));
    return header;
}

struct FileHeader {
    NpyHeader header;
    uint64_t dataOffsetBytes = 0;
};

// What follows it are the elements, and all of them.
FileHeader readHeader(const File& file)
{
    const HeaderText text = readHeaderText(file);
    FileHeader result {{}, text.dataOffsetBytes};
    try {
        result.header = parseNpyHeader(text.text);
    } catch (const Error& error) {
        throw Error(error.kind(), "'" + displayPath(file.path()) + "' cannot be read: " + error.message());
    }
    const TensorDescriptor& descriptor = result.header.descriptor;
    const auto sizeBytes = byteCount(descriptor);
    const uint64_t available = file.sizeBytes() - text.dataOffsetBytes;
    if (sizeBytes != available) {
        throw broken(file,
            "an array " + toString(descriptor) + " needs "
                + (sizeBytes ? std::to_string(*sizeBytes) : std::string("more than 2^64")) + " bytes, it has "
                + std::to_string(available));
    }
    return result;
}

void swapBytes(std::vector<std::byte>& bytes, size_t width)
{
    for (size_t offset = 0; offset + width <= bytes.size(); offset += width) {
        const auto element = std::span(bytes).subspan(offset, width);
        std::ranges::reverse(element);
    }
}

// Fortran order is row-major order of the reversed shape.
std::vector<std::byte> rowMajorFromFortran(
    const std::vector<std::byte>& source, const Shape& shape, size_t width)
{
    std::vector<std::byte> result(source.size());
    Shape index(shape.size(), 0);
    for (size_t target = 0; target < source.size(); target += width) {
        uint64_t position = 0;
        for (size_t axis = shape.size(); axis-- > 0;) {
            position = position * static_cast<uint64_t>(shape[axis]) + static_cast<uint64_t>(index[axis]);
        }
        std::copy_n(source.begin() + static_cast<ptrdiff_t>(position * width), width,
            result.begin() + static_cast<ptrdiff_t>(target));
        for (size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) {
            index[axis] = 0;
        }
    }
    return result;
}

} // namespace

HostTensor readNpyFile(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    const auto [header, dataOffsetBytes] = readHeader(*file);
    HostTensor tensor = makeHostTensor(header.descriptor);
    file->readAt(dataOffsetBytes, tensor.bytes);
    const size_t width = bitWidth(tensor.descriptor.type) / 8;
    if (header.isBigEndian) {
        swapBytes(tensor.bytes, header.numberWidthBytes);
    }
    if (header.isFortranOrder && tensor.descriptor.shape.size() > 1) {
        tensor.bytes = rowMajorFromFortran(tensor.bytes, tensor.descriptor.shape, width);
    }
    makeBoolsZeroOrOne(tensor);
    return tensor;
}

TensorDescriptor readNpyDescriptor(const std::filesystem::path& path)
{
    return readHeader(*File::open(path)).header.descriptor;
}

void writeNpy(OutputFile& file, const HostTensor& tensor)
{
    const std::string head = npyHead(tensor.descriptor); // of types that have bytes
    if (byteCount(tensor.descriptor) != tensor.bytes.size()) {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write '" + displayPath(file.target()) + "': a tensor " + toString(tensor.descriptor)
                + " does not have " + std::to_string(tensor.bytes.size()) + " bytes");
    }
    file.write(head);
    file.write(tensor.bytes);
}

void writeNpyFile(const std::filesystem::path& path, const HostTensor& tensor)
{
    OutputFile file(path);
    writeNpy(file, tensor);
    file.commit();
}

} // namespace weightless
