// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "engine/formats/npyfile.h"
#include "engine/formats/npyheader.h"
#include "engine/onnx/fileformat.h"
#include "engine/onnx/tensorfile.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace weightless {

namespace {

constexpr std::string_view npyMagic("\x93NUMPY", 6);

// What the file is instead of a tensor; the reader of each format would name the byte that it stumbled over.
void checkIsNothingElse(const std::filesystem::path& path, const File& file)
{
    if (file.sizeBytes() == 0) {
        return; // which the readers tell
    }
    std::string description = onnx_io::describeForeignFormat(file);
    if (description.empty()) {
        return;
    }
    description.erase(std::min(description.find_first_of(";("), description.size())); // advice is for models
    while (description.ends_with(' ')) {
        description.pop_back();
    }
    const bool isArchive = description == "a zip archive";
    throw Error(ErrorKind::InvalidArgument,
        "'" + displayPath(path) + "' is no tensor file, it is " + description
            + (isArchive ? ": an .npz holds several arrays: save one of them as .npy"
                         : ": tensors are read from .npy and .pb files"));
}

// NumPy's arrays are known by how they begin, and by their name where they are damaged.
bool isNpyFile(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    std::string begin(std::min(npyMagic.size(), static_cast<size_t>(file->sizeBytes())), '\0');
    file->readAt(0, std::as_writable_bytes(std::span(begin)));
    if (begin == npyMagic) {
        return true;
    }
    checkIsNothingElse(path, *file);
    return isNpyFileName(path);
}

} // namespace

bool isNpyFileName(const std::filesystem::path& path)
{
    return lowerCase(displayPath(path.extension())) == ".npy";
}

bool isTensorFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerCase(displayPath(path.extension()));
    return extension == ".npy" || extension == ".pb";
}

void checkTensorFile(const std::filesystem::path& path, DataType type, const std::string& what)
{
    if (!isNpyFileName(path)) {
        return;
    }
    try {
        static_cast<void>(npyHead({type, {}}));
    } catch (const Error& error) {
        throw Error(
            error.kind(), "Cannot write " + what + " to '" + displayPath(path) + "': " + error.message());
    }
}

HostTensor readTensor(const std::filesystem::path& path)
{
    return isNpyFile(path) ? readNpyFile(path) : onnx_io::readTensorFile(path);
}

DataType typeAsDeclared(DataType held, DataType declared)
{
    return declared == DataType::BFloat16 && held == DataType::UInt16 ? declared : held;
}

TensorDescriptor readTensorDescriptor(const std::filesystem::path& path)
{
    return isNpyFile(path) ? readNpyDescriptor(path) : onnx_io::readTensorFileDescriptor(path);
}

void writeTensor(OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    if (isNpyFileName(file.target())) {
        writeNpy(file, tensor);
    } else {
        onnx_io::writeTensorProto(file, tensor, name);
    }
}

void writeTensor(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name)
{
    OutputFile file(path);
    writeTensor(file, tensor, name);
    file.commit();
}

} // namespace weightless
